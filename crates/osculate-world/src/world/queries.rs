//! Questions about where bodies are.

use super::{World, handle_of, still};
use crate::error::{BodyError, WorldError};
use crate::handle::BodyHandle;
use glam::DVec3;
use osculate::broad_phase::{BodyId, NearestMemory};
use osculate::motion::{MotionError, Sweep};
use osculate::query::casts::convex_cast;
use osculate::query::instant::separation;
use osculate::{Hull, Limits, Moving, Placement, Resting, Shape, Span, Verdict, Workspace};

/// The first body that a ray or a shape meets on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CastHit {
    /// The body.
    pub body: BodyHandle,
    /// The share of the way, inclusive, that is proven free of all bodies.
    pub share: f64,
    /// The verdict: the ray or shape is a, the body is b, times are shares of the way. A contact has points and a normal,
    /// which points out of the body; `Overlapping` means that the way begins in the body or at it; `Undecided`, that no more
    /// could be proven.
    pub verdict: Verdict,
}

impl CastHit {
    /// The point on the body, if known, and the normal of its surface there.
    pub fn place(&self) -> Option<[DVec3; 2]> {
        let contact = self.verdict.contact()?;
        Some([contact.point_b, contact.normal])
    }
}

/// The body that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NearestBody {
    /// The body.
    pub body: BodyHandle,
    /// The distance of its surface from the point, rounded up; 0 if the point is inside.
    pub distance: f64,
    /// The point of the body that is nearest.
    pub place: DVec3,
}

impl World {
    /// The first body on the straight way from one point to another, among those for which `counts` is true, without
    /// sensors.
    ///
    /// No body is missed. A way that passes a body within the tolerance of [`Limits`] may count as a hit. Bodies are where they are
    /// between two steps.
    ///
    /// ```
    /// use osculate::{Hull, Placement, glam::DVec3};
    /// use osculate_world::{Body, Settings, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// let die = world.insert(Body::fixed(Hull::cuboid(DVec3::ONE)?))?;
    /// let hit = world.ray_cast(-5.0 * DVec3::X, 3.0 * DVec3::X, |_| true)?.expect("the die is in the way");
    /// assert!(hit.body == die && hit.share < 0.5 && hit.share > 0.4999);
    /// assert!(world.ray_cast(-5.0 * DVec3::X, 3.0 * DVec3::X, |body| body != die)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_cast(
        &self,
        from: DVec3,
        to: DVec3,
        counts: impl FnMut(BodyHandle) -> bool,
    ) -> Result<Option<CastHit>, WorldError> {
        let way = Sweep::new(Placement::at(from), to - from).map_err(refused)?;
        let mut found = Vec::new();
        let along = self.tree.along_segment(from, to, &mut found);
        along.expect("both points are of numbers that are not too large");
        let found = found.iter().map(|at| (at.body, at.fraction));
        Ok(self.first_of(&point(), &way, found, counts))
    }

    /// The first body that a shape meets when it moves straight without turning, among those for which `counts` is true,
    /// without sensors. It proves the same as [`World::ray_cast`].
    pub fn shape_cast(
        &self,
        shape: &Shape,
        from: Placement,
        way: DVec3,
        counts: impl FnMut(BodyHandle) -> bool,
    ) -> Result<Option<CastHit>, WorldError> {
        let way = Sweep::new(from, way).map_err(refused)?;
        let mut found = Vec::new();
        self.near(shape, &way, &mut found);
        let found = found.iter().map(|&body| (body, 0.0));
        Ok(self.first_of(shape, &way, found, counts))
    }

    /// All bodies that a shape overlaps or touches at a placement, in the order of their indices, among those for which
    /// `counts` is true, with sensors. A body is left out only if it is proven apart.
    pub fn overlaps(
        &self,
        shape: &Shape,
        at: Placement,
        mut counts: impl FnMut(BodyHandle) -> bool,
    ) -> Result<Vec<BodyHandle>, WorldError> {
        let here = Resting::at(at).map_err(refused)?;
        let (mut found, mut workspace) = (Vec::new(), Workspace::new());
        self.near(shape, &here, &mut found);
        let handles = found.iter().map(|&id| handle_of(id));
        Ok(handles
            .filter(|&handle| {
                let body = &self.bodies[handle.slot];
                let there = still(body);
                let (a, b) = (Moving::new(shape, &here), Moving::new(&*body.shape, &there));
                counts(handle) && !(separation(a, b, 0.0, &mut workspace).separation.lower > 0.0)
            })
            .collect())
    }

    /// The body nearest to a point, within a distance, among those for which `counts` is true, without sensors.
    pub fn nearest(
        &self,
        to: DVec3,
        within: f64,
        mut counts: impl FnMut(BodyHandle) -> bool,
    ) -> Result<Option<NearestBody>, WorldError> {
        let here = Resting::at(Placement::at(to)).map_err(refused)?;
        let (point, mut workspace) = (point(), Workspace::new());
        let mut measure = |id: BodyId| {
            let body = &self.bodies[id.slot()];
            let there = still(body);
            let (a, b) = (
                Moving::new(&point, &here),
                Moving::new(&*body.shape, &there),
            );
            separation(a, b, 0.0, &mut workspace)
        };
        let distance = |id: BodyId| {
            if self.bodies[id.slot()].sensor || !counts(handle_of(id)) {
                return f64::INFINITY;
            }
            measure(id).separation.upper
        };
        let memory = &mut NearestMemory::new();
        let nearest = self.tree.nearest(to, within, memory, distance);
        let nearest = nearest.map_err(|_| {
            WorldError::Query(BodyError::BadNumber {
                what: "distance to look within",
                range: "a number from 0 on",
                value: within,
            })
        })?;
        Ok(nearest.map(|found| NearestBody {
            body: handle_of(found.body),
            distance: found.distance,
            place: measure(found.body).point_b,
        }))
    }

    /// All bodies whose boxes meet that of a moving shape.
    fn near(&self, shape: &Shape, motion: &impl osculate::Motion, found: &mut Vec<BodyId>) {
        match shape.swept_box(motion, Span::UNIT) {
            Some(sides) => self.tree.in_box(sides, found).expect("a box of numbers"),
            None => {
                found.extend((0..self.bodies.slots() as u32).filter_map(|it| self.tree.body_in(it)))
            }
        }
    }

    /// The first of some bodies, each with a share of the way before which it is not met. These rise.
    fn first_of(
        &self,
        shape: &Shape,
        way: &Sweep,
        found: impl Iterator<Item = (BodyId, f64)>,
        mut counts: impl FnMut(BodyHandle) -> bool,
    ) -> Option<CastHit> {
        let mut workspace = Workspace::new();
        let mut first: Option<CastHit> = None;
        for (id, from) in found {
            if first.is_some_and(|first| first.share < from) {
                break;
            }
            let (body, handle) = (&self.bodies[id.slot()], handle_of(id));
            if body.sensor || !counts(handle) {
                continue;
            }
            let there = still(body);
            let (a, b) = ((shape, way), (&*body.shape, &there));
            let verdict = convex_cast(a, b, &Limits::default(), &mut workspace).verdict;
            let share = match verdict {
                Verdict::Free => continue,
                Verdict::Contact(contact) => contact.lower,
                Verdict::Overlapping { .. } => 0.0,
                Verdict::Undecided { free_until, .. } => free_until.unwrap_or(0.0),
            };
            if first.is_none_or(|first| (share, handle) < (first.share, first.body)) {
                first = Some(CastHit {
                    body: handle,
                    share,
                    verdict,
                });
            }
        }
        first
    }
}

fn refused(why: MotionError) -> WorldError {
    WorldError::Query(why.into())
}

/// A body of one point.
fn point() -> Shape {
    Shape::Hull(Hull::ball(0.0).expect("a radius of nothing is a length"))
}
