//! Where the faces of two pieces touch, along a normal that the bodies allow.
//!
//! Two pieces may be closest along a direction that their bodies do not allow: where a triangle or a tile of a floor is beside
//! what stands on the next one, its edge is closest, and pushes sideways. There the floor goes on towards the other body, and
//! the next one is closer. Of a triangle its own normal counts then, and what touches along that is what is above it; a part of
//! a compound that is apart says nothing.

use super::contacts::PieceContact;
use super::posed::Posed;
use crate::bvh::MeshBvh;
use crate::numbers::rounding::length;
use crate::query::Feature;
use crate::query::hulls::gjk::{Enough, PosedHulls, Simplex, gjk};
use crate::query::hulls::manifold::ContactPoint;
use crate::query::hulls::meeting_faces::{Faces, View};
use crate::query::meshes::triangle_distance::{closest_on_triangle, unit};
use crate::query::pieces::body_pieces::Pieces;
use crate::query::pieces::piece::Piece;
use crate::shape::{Convex, Hull};
use glam::{DMat3, DVec3};

/// The sine of the angle up to which two directions are the same.
const SAME: f64 = 1e-7;

/// The share of the smaller body that pieces may be inside each other for the normal of a face to be theirs.
const DEEP: f64 = 0.05;

/// What is near in two bodies, and how large they are.
pub(super) struct Scale {
    /// What is near.
    pub(super) near: f64,
    /// The radius of the smaller body.
    pub(super) size: f64,
    /// How far points may be off.
    pub(super) error: f64,
}

impl Scale {
    /// Whether pieces that overlap so much along the normal of a face may be pushed along it.
    fn allows(&self, overlap: f64) -> bool {
        overlap <= self.near + DEEP * self.size
    }
}

/// The normal of two pieces, from b to a, and whether it is a face's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) normal: DVec3,
    pub(super) face: bool,
    /// Whether the bodies go on along it, and nothing better is known of the two pieces.
    pub(super) sideways: bool,
}

/// Finds the points at which two pieces touch or nearly do, in `faces`; `None` if they push nowhere that others do not.
pub(super) fn face_points(
    posed: &Posed,
    contact: &PieceContact,
    scale: &Scale,
    faces: &mut Faces,
) -> Option<Found> {
    let pieces = [0, 1].map(|body| posed.piece(body, contact.pieces[body]));
    let apart = contact.normal.dot(contact.point_a - contact.point_b);
    if let Pieces::HalfSpace(half_space) = posed.b {
        let view = view(posed, contact.normal);
        let foot = half_space.normal() * half_space.offset() - view.pivots[1];
        let height = contact.normal.dot(*view.rotations[1] * foot);
        view.meet_plane(&pieces[0], height, -apart, scale.near, faces);
        // Of a round side only some points are seen, and what is lowest may be between them.
        let missed = View::misses(&faces.met, apart, scale.near);
        points_of(&view, missed.then_some(contact), faces);
        return Some(Found {
            normal: contact.normal,
            face: true,
            sideways: false,
        });
    }
    let depth = (-contact.separation.lower).max(0.0);
    let mut view = view(posed, contact.normal);
    let allowed = allowed_normal(posed, contact, &pieces, &view, scale);
    let (normal, face, depth, own) = match allowed {
        Allowed::Own => (contact.normal, None, depth, true),
        Allowed::Sideways => (contact.normal, Some(false), depth, true),
        Allowed::Face(normal, depth) => (normal, Some(true), depth, false),
        Allowed::Nothing => return None,
    };
    if !own {
        view = self::view(posed, normal);
    }
    let tilts = meet(&view, &pieces, depth, scale.near, faces);
    let missed = own && View::misses(&faces.met, apart, scale.near);
    points_of(&view, missed.then_some(contact), faces);
    let flat = |tilt: Option<f64>| tilt.is_some_and(|tilt| tilt <= SAME * SAME);
    Some(Found {
        normal,
        face: face.unwrap_or_else(|| tilts.into_iter().any(flat)),
        sideways: matches!(allowed, Allowed::Sideways),
    })
}

/// What the faces of two pieces have in common.
fn meet(
    view: &View,
    pieces: &[Piece; 2],
    depth: f64,
    near: f64,
    faces: &mut Faces,
) -> [Option<f64>; 2] {
    match pieces {
        [Piece::Hull(a), Piece::Hull(b)] => view.meet([*a, *b], depth, near, faces),
        [a, b] => view.meet([a, b], depth, near, faces),
    }
}

/// Puts what was found into the world, and the closest points of two pieces if they are told too.
fn points_of(view: &View, closest: Option<&PieceContact>, faces: &mut Faces) {
    let mut points = core::mem::take(&mut faces.points);
    points.clear();
    let named = faces.named();
    points.extend(faces.met.iter().map(|met| view.point(met, &named)));
    faces.points = points;
    if let Some(contact) = closest {
        faces.points.push(ContactPoint {
            features: contact.features,
            parts: contact.parts,
            ..ContactPoint::new(contact.point_a, contact.point_b, contact.normal)
        });
    }
}

/// The same for two pieces that push each other sideways, along the one of `normals` of other pieces of their bodies, from b to a,
/// that they are least deep along: a body that stands a little beyond the edge of a tile is less deep sideways in the next one than
/// from above. `None` if they are too deep along all of them.
pub(super) fn face_points_along(
    posed: &Posed,
    contact: &PieceContact,
    normals: impl Iterator<Item = DVec3>,
    scale: &Scale,
    faces: &mut Faces,
) -> Option<Found> {
    let pieces = [0, 1].map(|body| posed.piece(body, contact.pieces[body]));
    let mut best: Option<(f64, DVec3)> = None;
    for normal in normals {
        let overlap = overlap(&view(posed, normal), &pieces, normal);
        if best.is_none_or(|best| overlap < best.0) {
            best = Some((overlap, normal));
        }
    }
    let (depth, normal) = best.filter(|best| scale.allows(best.0))?;
    let view = view(posed, normal);
    meet(&view, &pieces, depth.max(0.0), scale.near, faces);
    points_of(&view, None, faces);
    Some(Found {
        normal,
        face: true,
        sideways: false,
    })
}

fn view<'p>(posed: &'p Posed, normal: DVec3) -> View<'p> {
    let instant = &posed.view.instant;
    View::new(&instant.pose, posed.view.pivots, posed.origin, normal)
}

/// Which way two pieces may push each other.
enum Allowed {
    /// Along the direction in which they are closest or least deep.
    Own,
    /// The same, although their bodies go on there: they are deep in each other, and nothing better is known.
    Sideways,
    /// Along the normal of a triangle, in which they are so deep inside each other.
    Face(DVec3, f64),
    /// Other pieces of their bodies are closer.
    Nothing,
}

fn allowed_normal(
    posed: &Posed,
    contact: &PieceContact,
    pieces: &[Piece; 2],
    view: &View,
    scale: &Scale,
) -> Allowed {
    let apart = contact.separation.lower > 0.0;
    let mut blocked = false;
    let mut best: Option<(f64, DVec3)> = None;
    for body in 0..2 {
        let of = [posed.a, posed.b][body];
        // What is one piece does not go on.
        if matches!(of, Pieces::Hulls([_])) {
            continue;
        }
        let rotation = view.rotations[body];
        let (point, outward) = if body == 0 {
            (contact.point_a, -contact.normal)
        } else {
            (contact.point_b, contact.normal)
        };
        let back = rotation.transpose();
        let place = back * (point - view.origin - view.offsets[body]) + view.pivots[body];
        let star = Star {
            piece: contact.pieces[body],
            point: place,
            outward: back * outward,
            slack: scale.error,
        };
        let corners = match (of, &pieces[body]) {
            (Pieces::Mesh(tree), Piece::Triangle(corners)) if star.mesh_goes_on(tree, corners) => {
                corners
            }
            (Pieces::Hulls(hulls), _) if star.hulls_go_on(hulls) => {
                blocked = true;
                continue;
            }
            _ => continue,
        };
        blocked = true;
        let face = *rotation * unit((corners[1] - corners[0]).cross(corners[2] - corners[0]));
        for normal in [face, -face] {
            let overlap = overlap(view, pieces, normal);
            if face != DVec3::ZERO && best.is_none_or(|best| overlap < best.0) {
                best = Some((overlap, normal));
            }
        }
    }
    if !blocked {
        return Allowed::Own;
    }
    match best {
        Some((overlap, normal)) if apart && overlap <= scale.error => {
            Allowed::Face(normal, overlap.max(0.0))
        }
        _ if apart => Allowed::Nothing,
        Some((overlap, normal)) if scale.allows(overlap) => Allowed::Face(normal, overlap.max(0.0)),
        _ => Allowed::Sideways,
    }
}

/// How far pieces overlap along a normal from b to a.
fn overlap(view: &View, pieces: &[Piece; 2], normal: DVec3) -> f64 {
    let height = |body: usize, along: DVec3| {
        let (rotation, pivot) = (view.rotations[body], view.pivots[body]);
        let corner = pieces[body].support(rotation.transpose() * along, 0).point;
        normal.dot(*rotation * (corner - pivot) + view.offsets[body])
    };
    height(1, normal) - height(0, -normal) + pieces[0].margin() + pieces[1].margin()
}

/// The point of a piece that is closest to another body, or deepest in it, which is `outward`.
struct Star {
    piece: u32,
    point: DVec3,
    outward: DVec3,
    slack: f64,
}

impl Star {
    /// Whether a mesh goes on from the point outward: then other points of it are closer to what is there.
    fn mesh_goes_on(&self, tree: &MeshBvh, corners: &[DVec3; 3]) -> bool {
        let normal = unit((corners[1] - corners[0]).cross(corners[2] - corners[0]));
        // Along the triangle's own normal nothing of it is, and what is beside it does not matter.
        if length(normal.cross(self.outward)) <= SAME && normal != DVec3::ZERO {
            return false;
        }
        let neighbours = tree.neighbours();
        (0..3).any(|corner| {
            let around = neighbours.around(self.piece, corner);
            let others = around.iter().filter(|&&other| other != self.piece);
            let triangle = |&other: &u32| tree.mesh().triangle(other as usize);
            others.map(triangle).any(|corners| self.rises(&corners))
        })
    }

    /// Whether a triangle has the point, and goes on from there outward.
    fn rises(&self, corners: &[DVec3; 3]) -> bool {
        let rises = |corner: &DVec3| {
            let arm = *corner - self.point;
            self.outward.dot(arm) > SAME * length(arm) + self.slack
        };
        corners.iter().any(rises)
            && length(closest_on_triangle(self.point, corners) - self.point) <= self.slack
    }

    /// Whether another part of a compound has the point, and goes on from there outward.
    fn hulls_go_on(&self, hulls: &[Hull]) -> bool {
        let has_point = |hull: &Hull| {
            let (centre, radius) = hull.bounding_ball();
            let far = length(self.point - centre);
            let beyond = self.outward.dot(hull.support(self.outward) - self.point);
            if far > radius + self.slack || !(beyond > SAME * radius + self.slack) {
                return false;
            }
            let margin = hull.margin();
            let posed = PosedHulls {
                a: &Piece::Ball(self.point, 0.0),
                b: &Piece::Hull(hull),
                pivots: [DVec3::ZERO; 2],
                turn: DMat3::IDENTITY,
                shift: DVec3::ZERO,
            };
            let enough = Enough {
                apart: margin,
                share: 0.0,
                doubt: 0.25 * self.slack,
                touching: margin,
                beyond: margin + self.slack,
            };
            let closest = gjk(&posed, &mut Simplex::default(), &enough, &mut 0);
            closest.distance <= margin + self.slack
        };
        let others = hulls.iter().enumerate();
        let mut others = others.filter(|(number, _)| *number as u32 != self.piece);
        others.any(|(_, hull)| has_point(hull))
    }
}

/// What a point is on, as a contact says it: pieces of meshes are triangles.
pub(super) fn named(points: &mut [ContactPoint], contact: &PieceContact) {
    for point in points {
        for body in 0..2 {
            if let Feature::Triangle(_) = contact.features[body] {
                point.features[body] = contact.features[body];
            }
        }
        point.parts = contact.parts;
    }
}
