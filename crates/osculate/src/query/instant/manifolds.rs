//! Where a solver is to push two bodies apart.

use super::contacts::{PieceContact, PieceContacts};
use super::face_points::{Found, Scale, face_points, face_points_along, named};
use super::half_spaces::half_spaces;
use super::posed::Posed;
use super::spread::spread;
use super::within::Within;
use crate::body::Shape;
use crate::motion::Snapshot;
use crate::query::Moving;
use crate::query::hulls::manifold::{ContactPoint, POINTS};
use crate::query::hulls::meeting_faces::Faces;
use crate::query::small_motions::PartMemory;
use crate::query::workspace::Workspace;
use alloc::vec::Vec;
use glam::DVec3;

/// The cosine from which on two normals are about the same.
const ABOUT_THE_SAME: f64 = 0.97;

/// Up to four points at which two bodies touch or nearly do, with normals that are about the same.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ContactCluster {
    /// The unit direction from b to a: that of a pair of pieces that is closest or deepest, a face's if any is. Every point has
    /// its own, which is the same to within 15 degrees.
    pub normal: DVec3,
    /// Whether it is the normal of a face: of a triangle, of a flat side of a hull, of a half-space. What is closest at edges
    /// and corners may only be so because pieces end there.
    pub face: bool,
    points: [ContactPoint; POINTS],
    count: usize,
}

impl ContactCluster {
    /// The points: the deepest first, and those that span the largest area with it.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }
}

/// Memory for the answers of [`manifolds`]. Keep it, and repeated calls allocate nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifolds {
    clusters: Vec<ContactCluster>,
    contacts: PieceContacts,
    pushes: Vec<Push>,
    points: Vec<ContactPoint>,
    gathered: Vec<ContactPoint>,
    /// The contacts that push sideways.
    sideways: Vec<PieceContact>,
}

/// What two pieces add.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Push {
    normal: DVec3,
    face: bool,
    separation: f64,
    /// Where its points are.
    first: u32,
    count: u32,
    cluster: u32,
}

impl Manifolds {
    /// None yet.
    pub fn new() -> Manifolds {
        Manifolds::default()
    }

    /// For so many pairs of pieces at most.
    pub fn with_limit(self, limit: usize) -> Manifolds {
        Manifolds {
            contacts: self.contacts.with_limit(limit),
            ..self
        }
    }

    /// What was found last: faces first, the closest or deepest of them first.
    pub fn clusters(&self) -> &[ContactCluster] {
        &self.clusters
    }

    /// The pairs of pieces that they were made of.
    pub fn contacts(&self) -> &PieceContacts {
        &self.contacts
    }

    /// Whether all pairs of pieces were there: see [`PieceContacts::complete`].
    pub fn complete(&self) -> bool {
        self.contacts.complete()
    }

    fn begin(&mut self) {
        self.clusters.clear();
        self.pushes.clear();
        self.points.clear();
        self.sideways.clear();
    }

    /// Adds what two pieces add.
    fn push(&mut self, found: &Found, points: &[ContactPoint]) {
        let least = |least: f64, point: &ContactPoint| least.min(point.separation);
        self.pushes.push(Push {
            normal: found.normal,
            face: found.face,
            separation: points.iter().fold(f64::INFINITY, least),
            first: self.points.len() as u32,
            count: points.len() as u32,
            cluster: 0,
        });
        self.points.extend_from_slice(points);
    }

    /// Adds what was found of two pieces, as the caller has a and b.
    fn add(&mut self, posed: &Posed, contact: &PieceContact, mut found: Found, faces: &mut Faces) {
        named(&mut faces.points, contact);
        if faces.points.is_empty() {
            return;
        }
        if posed.exchanged {
            found.normal = -found.normal;
            for point in &mut faces.points {
                *point = point.exchanged();
            }
        }
        self.push(&found, &faces.points);
    }

    /// Adds the pieces that push sideways, along the faces that were found before them if they can.
    fn add_sideways(&mut self, posed: &Posed, scale: &Scale, faces: &mut Faces) {
        let before = self.pushes.len();
        for at in 0..self.sideways.len() {
            let contact = self.sideways[at];
            let known = self.pushes[..before].iter().filter(|push| push.face);
            let normals = known.map(|push| {
                if posed.exchanged {
                    -push.normal
                } else {
                    push.normal
                }
            });
            let found = face_points_along(posed, &contact, normals, scale, faces);
            if let Some(found) = found.or_else(|| face_points(posed, &contact, scale, faces)) {
                self.add(posed, &contact, found, faces);
            }
        }
    }

    /// Makes clusters of what there is.
    fn gather(&mut self, near: f64) {
        self.pushes.sort_unstable_by(|p, q| {
            let order = q.face.cmp(&p.face);
            let order = order.then(p.separation.total_cmp(&q.separation));
            order.then(p.first.cmp(&q.first))
        });
        for push in &mut self.pushes {
            let alike = |cluster: &ContactCluster| cluster.normal.dot(push.normal) > ABOUT_THE_SAME;
            let known = self.clusters.iter().position(alike);
            push.cluster = known.unwrap_or(self.clusters.len()) as u32;
            if known.is_none() {
                self.clusters.push(ContactCluster {
                    normal: push.normal,
                    face: push.face,
                    points: [ContactPoint::default(); POINTS],
                    count: 0,
                });
            }
        }
        self.pushes
            .sort_unstable_by_key(|push| (push.cluster, push.first));
        for of_one in self.pushes.chunk_by(|p, q| p.cluster == q.cluster) {
            let points = |push: &Push| &self.points[push.first as usize..][..push.count as usize];
            let gathered = match of_one {
                [only] => points(only),
                several => {
                    self.gathered.clear();
                    for push in several {
                        self.gathered.extend_from_slice(points(push));
                    }
                    &self.gathered[..]
                }
            };
            let cluster = &mut self.clusters[of_one[0].cluster as usize];
            let (chosen, count) = spread(gathered, 1e-6 * near, 1e-3 * near);
            cluster.count = count;
            for (slot, &number) in cluster.points.iter_mut().zip(&chosen[..count]) {
                *slot = gathered[number];
            }
        }
    }
}

/// Finds where two moving bodies of any kind touch, or nearly do, at time `t`: a few points for a solver.
///
/// The points come from all pairs of pieces that [`contacts`](super::contacts()) finds: the corners of the common area of
/// two faces, if they are near along the normal. Normals that are about the same (a cosine above 0.97) are one cluster, of
/// which the deepest point stays, and up to three that span the largest area with it. So a box on a floor of a hundred
/// thousand triangles has one cluster of four points.
///
/// At an edge inside a mesh, and at a corner, a triangle may be closest along a direction that the next triangle lies in.
/// Its normal counts instead, along which only what is above the triangle touches: nothing is caught by edges inside a flat
/// or hollow surface. Where the next part of a compound is closer, a part is left out. A body deep between parts may be
/// pushed sideways; [`ContactCluster::face`] distinguishes such normals from certain ones.
///
/// Nothing about the points is proven beyond [`Manifolds::contacts`]: they are for a solver, and a query over time proves
/// how far bodies may move. No allocation in repeated calls.
///
/// ```
/// use osculate::{Hull, Moving, Placement, Resting, Shape, Workspace};
/// use osculate::{glam::DVec3, mesh::cuboid_with, query::instant::{Manifolds, Within, manifolds}};
/// let (floor, die) = (Shape::from(cuboid_with(DVec3::new(5.0, 5.0, 0.5), 4_800)?), Shape::from(Hull::cuboid(DVec3::ONE)?));
/// let (on, under) = (Resting::at(Placement::at(DVec3::new(0.3, 0.4, 1.501)))?, Resting::default());
/// let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
/// manifolds(Moving::new(&die, &on), Moving::new(&floor, &under), 0.0, Within::new(0.01)?, &mut found, &mut workspace);
/// let [cluster] = found.clusters() else { panic!("one side up") };
/// assert!(cluster.face && cluster.normal.distance(DVec3::Z) < 1e-12 && cluster.points().len() == 4);
/// for point in cluster.points() {
///     assert!((point.separation - 0.001).abs() < 1e-12);
///     let corner = (point.point_a - DVec3::new(0.3, 0.4, 0.501)).abs();
///     assert!(corner.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-9);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "contact manifold", alias = "contact points")]
pub fn manifolds(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    within: Within,
    manifolds: &mut Manifolds,
    workspace: &mut Workspace,
) {
    let mut known = PartMemory::of_nobody();
    manifolds_again([a, b], t, within, &mut known, manifolds, workspace);
}

/// [`manifolds`], which looks first where the parts of two compounds were closest when `known` was last given. What is proven does not depend
/// on it.
///
/// ```
/// use osculate::{Compound, Hull, Moving, Placement, Resting, Shape, Workspace};
/// use osculate::glam::{DQuat, DVec3};
/// use osculate::query::{instant::{Manifolds, Within, manifolds_again}, small_motions::PartMemory};
/// let part = |half: DVec3, at: DVec3| Hull::cuboid(half)?.placed(at, DQuat::IDENTITY);
/// let angle = [part(DVec3::new(2.0, 1.0, 0.5), DVec3::ZERO)?, part(DVec3::new(0.5, 1.0, 2.0), DVec3::new(-1.5, 0.0, 1.5))?];
/// let (angle, die) = (Shape::from(Compound::new(angle.to_vec())?), Shape::from(Hull::cuboid(DVec3::splat(0.5))?));
/// let under = Resting::default();
/// let (mut known, mut found, mut workspace) = (PartMemory::new(), Manifolds::new(), Workspace::new());
/// for frame in 0..10 {
///     let on = Resting::at(Placement::at(DVec3::new(0.01 * f64::from(frame) - 0.495, 0.0, 1.001)))?;
///     let bodies = [Moving::new(&die, &on), Moving::new(&angle, &under)];
///     manifolds_again(bodies, 0.0, Within::new(0.01)?, &mut known, &mut found, &mut workspace);
///     assert_eq!(found.clusters()[0].points().len(), 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn manifolds_again(
    [a, b]: [Moving<Shape>; 2],
    t: f64,
    within: Within,
    known: &mut PartMemory,
    manifolds: &mut Manifolds,
    workspace: &mut Workspace,
) {
    let stills = [Snapshot::still(a.motion, t), Snapshot::still(b.motion, t)];
    let shapes = [a.shape, b.shape];
    manifolds_of(shapes, &stills, (t, within), known, manifolds, workspace);
}

fn manifolds_of(
    shapes: [&Shape; 2],
    stills: &[Snapshot; 2],
    (t, within): (f64, Within),
    known: &mut PartMemory,
    manifolds: &mut Manifolds,
    workspace: &mut Workspace,
) {
    manifolds.begin();
    if let [Shape::HalfSpace(a), Shape::HalfSpace(b)] = shapes {
        let near = half_spaces(a, b, stills, t);
        manifolds.contacts.of_half_spaces(&near, within);
        if let [only] = manifolds.contacts.found() {
            let found = Found {
                normal: only.normal,
                face: true,
                sideways: false,
            };
            let point = ContactPoint::new(only.point_a, only.point_b, only.normal);
            manifolds.push(&found, &[point]);
        }
        manifolds.gather(within.distance());
        return;
    }
    let posed = Posed::new(shapes, stills, t);
    let mut contacts = core::mem::take(&mut manifolds.contacts);
    contacts.find(&posed, within, known, workspace);
    let error = 16.0 * posed.view.instant.volume_error;
    let [size_a, size_b] = shapes.map(|shape| shape.bounding_ball().1);
    let scale = Scale {
        near: within.distance().max(error),
        size: size_a.min(size_b),
        error,
    };
    let faces: &mut Faces = &mut workspace.faces;
    for &contact in contacts.found() {
        // Nothing is known of where a body is that moves by no numbers.
        if !(contact.normal != DVec3::ZERO && contact.separation.upper < f64::INFINITY) {
            continue;
        }
        let contact = if posed.exchanged {
            contact.exchanged()
        } else {
            contact
        };
        match face_points(&posed, &contact, &scale, faces) {
            Some(found) if found.sideways => manifolds.sideways.push(contact),
            Some(found) => manifolds.add(&posed, &contact, found, faces),
            None => {}
        }
    }
    manifolds.contacts = contacts;
    manifolds.add_sideways(&posed, &scale, faces);
    manifolds.gather(scale.near);
}
