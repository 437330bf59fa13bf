//! Two bodies at an instant, as pieces.

use super::walk::{Behind, HullVolumes, Limit, View, Walked, volume_around, walk};
use crate::body::Shape;
use crate::motion::Snapshot;
use crate::motion::{Instant, PairMotion};
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, length};
use crate::query::hulls::epa::{Penetration, penetration_of};
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::hull_pair::InstantPair;
use crate::query::meshes::triangle_distance::unit;
use crate::query::meshes::triangle_pair::PosedTriangles;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::pieces::piece::Piece;
use crate::query::small_motions::PartMemory;
use crate::query::{Feature, Stats};
use crate::shape::{Convex, Hull};
use crate::volume::SweptSphere;
use alloc::vec::Vec;
use glam::DVec3;

/// Memory for two bodies at an instant.
#[derive(Debug, Default)]
pub(crate) struct InstantMemory {
    /// Pairs of nodes, each with its gap.
    stack: Vec<(f64, (u32, u32))>,
    /// Pairs of pieces, each with where it is among those that were found.
    pub(super) order: Vec<(u64, u32)>,
    /// The volumes around the hulls of either body.
    volumes: [Vec<SweptSphere>; 2],
}

/// Two bodies at an instant. A half-space is never a.
pub(super) struct Posed<'q> {
    pub(super) a: Pieces<'q>,
    pub(super) b: Pieces<'q>,
    pub(super) motion: PairMotion<'q>,
    pub(super) view: View,
    pub(super) t: f64,
    /// b's pivot in the world.
    pub(super) origin: DVec3,
    /// Whether what is a here was b.
    pub(super) exchanged: bool,
    /// A little more than rounding does to the gap of two volumes.
    rounding: f64,
}

/// Two pieces at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Encloses how far they are apart; their depth with a minus, if they overlap.
    pub(super) separation: Interval,
    /// Whether they certainly have a point in common.
    pub(super) intersecting: bool,
    /// From b to a, of unit length.
    pub(super) normal: DVec3,
    pub(super) points: [DVec3; 2],
    pub(super) features: [Feature; 2],
    pub(super) parts: [u32; 2],
    /// The numbers of the pieces.
    pub(super) pieces: [u32; 2],
}

impl Near {
    /// The same with a and b exchanged.
    pub(super) fn exchanged(mut self) -> Near {
        self.normal = -self.normal;
        self.points.reverse();
        self.features.reverse();
        self.parts.reverse();
        self.pieces.reverse();
        self
    }
}

impl<'q> Posed<'q> {
    /// Two shapes, not both half-spaces, at the time of both poses.
    pub(super) fn new(
        [a, b]: [&'q Shape; 2],
        [of_a, of_b]: &'q [Snapshot; 2],
        t: f64,
    ) -> Posed<'q> {
        let exchanged = matches!(a, Shape::HalfSpace(_));
        let (a, b, of_a, of_b) = if exchanged {
            (b, a, of_b, of_a)
        } else {
            (a, b, of_a, of_b)
        };
        let (a, b) = (Pieces::of(a), Pieces::of(b));
        let motion = PairMotion::new(of_a, of_b);
        let pivots = [motion.path_a.pivot, motion.path_b.pivot];
        let reaches = [a.reach(pivots[0]), b.reach(pivots[1])];
        let origin = motion.origin(t);
        let instant = Instant::still(&motion, t, reaches);
        let far = length(instant.pose.offset) + reaches[0] + reaches[1];
        Posed {
            a,
            b,
            motion,
            view: View { instant, pivots },
            t,
            origin,
            exchanged,
            rounding: 1024.0 * UNIT * far,
        }
    }

    /// For the closest pair: those that are as close to within rounding need not be looked at.
    pub(super) fn closest(&self) -> Limit {
        Limit {
            gap: f64::INFINITY,
            slack: self.rounding,
        }
    }

    /// Whether anything can be told of where the bodies are: a motion of the caller's own may be no number.
    pub(super) fn known(&self) -> bool {
        self.view.instant.volume_error < f64::INFINITY
    }

    /// Calls `visit` with all pairs of pieces that may be within `limit`, by the numbers that [`Posed::near`] takes. It
    /// answers with the limit from then on, or ends the walk.
    pub(super) fn walk(
        &self,
        limit: Limit,
        memory: &mut InstantMemory,
        visit: &mut dyn FnMut([u32; 2]) -> Option<f64>,
    ) -> Walked {
        // Two convex bodies are one pair.
        if let (Pieces::Hulls([_]), Pieces::Hulls([_]) | Pieces::HalfSpace(_)) = (self.a, self.b) {
            visit([0; 2]);
            return Walked::ALL;
        }
        let InstantMemory { stack, volumes, .. } = memory;
        let [volumes_a, volumes_b] = volumes;
        let view = &self.view;
        match (self.a, self.b) {
            (Pieces::Mesh(x), Pieces::Mesh(y)) => walk((&x, &y), view, limit, stack, visit),
            (Pieces::Mesh(x), Pieces::Hulls(y)) => {
                walk((&x, &around(y, volumes_b)), view, limit, stack, visit)
            }
            (Pieces::Hulls(x), Pieces::Mesh(y)) => {
                walk((&around(x, volumes_a), &y), view, limit, stack, visit)
            }
            (Pieces::Hulls(x), Pieces::Hulls(y)) => {
                let (x, y) = (around(x, volumes_a), around(y, volumes_b));
                walk((&x, &y), view, limit, stack, visit)
            }
            (Pieces::Mesh(x), Pieces::HalfSpace(y)) => {
                walk((&x, &Behind(y)), view, limit, stack, visit)
            }
            (Pieces::Hulls(x), Pieces::HalfSpace(y)) => {
                let x = around(x, volumes_a);
                walk((&x, &Behind(y)), view, limit, stack, visit)
            }
            _ => unreachable!("no shape is a tree of spheres, and a half-space is never a"),
        }
    }

    /// Two pieces, by the numbers that a walk has told; `None` if they are seen to be further apart than `limit`.
    pub(super) fn near(
        &self,
        pair: [u32; 2],
        limit: f64,
        expanding: &mut Expanding,
        stats: &mut Stats,
    ) -> Option<Near> {
        self.near_again(pair, limit, &mut PartMemory::new(), expanding, stats)
    }

    /// The same, which looks first where two parts were closest last.
    pub(super) fn near_again(
        &self,
        pair: [u32; 2],
        limit: f64,
        known: &mut PartMemory,
        expanding: &mut Expanding,
        stats: &mut Stats,
    ) -> Option<Near> {
        let (Pieces::Mesh(x), Pieces::Mesh(y)) = (self.a, self.b) else {
            return self.deep(pair, limit, known, expanding, stats);
        };
        let triangles = [x.one_triangle(pair[0]), y.one_triangle(pair[1])];
        let corners = [
            x.mesh().triangle(triangles[0] as usize),
            y.mesh().triangle(triangles[1] as usize),
        ];
        stats.triangle_pairs += 1;
        let instant = &self.view.instant;
        let posed = PosedTriangles::new(instant, self.view.pivots, corners);
        let of_two = posed.within(instant.error, limit.max(0.0))?;
        let (gap, reach) = (of_two.gap(), of_two.at_most);
        if gap > 0.0 && reach < f64::INFINITY {
            return Some(Near {
                separation: Interval::new(gap.min(reach), reach),
                intersecting: false,
                normal: -of_two.direction,
                points: [of_two.point_a, of_two.point_b].map(|point| self.origin + point),
                features: triangles.map(Feature::Triangle),
                parts: [0; 2],
                pieces: triangles,
            });
        }
        // They overlap, or nearly so.
        let mut near = self.deep(pair, f64::INFINITY, known, expanding, stats)?;
        near.intersecting |= posed.certainly_intersect();
        let upper = if near.intersecting { 0.0 } else { reach };
        if near.separation.lower <= upper {
            near.separation.upper = near.separation.upper.min(upper);
        }
        Some(near)
    }

    /// Two pieces as convex bodies; `None` if they are further apart than `limit`.
    fn deep(
        &self,
        [i, j]: [u32; 2],
        limit: f64,
        known: &mut PartMemory,
        expanding: &mut Expanding,
        stats: &mut Stats,
    ) -> Option<Near> {
        let Penetration {
            depth,
            normal,
            mut features,
            point_a,
            point_b,
            stats: work,
            ..
        } = match (self.a.part(i), self.b.part(j)) {
            // Most pairs by far, and quicker if nothing else is looked for.
            (Piece::Hull(a), Piece::Hull(b)) => {
                let hints = known.of([i, j].map(|part| part as usize));
                let look = |pair: &mut _| penetration_of(pair, limit, expanding);
                self.pair(a, b).with_hints(hints, look)
            }
            (a, b) => penetration_of(&mut self.pair(&a, &b), limit, expanding),
        };
        stats.supports += work.supports;
        if -depth.upper > limit {
            return None;
        }
        let mut parts = [0; 2];
        let mut pieces = [i, j];
        for (body, of) in [self.a, self.b].iter().enumerate() {
            of.name(pieces[body], &mut features[body], &mut parts[body]);
            if let Feature::Triangle(number) = features[body] {
                pieces[body] = number;
            }
        }
        Some(Near {
            separation: -depth,
            intersecting: depth.lower >= 0.0,
            normal: unit(normal),
            points: [point_a, point_b],
            features,
            parts,
            pieces,
        })
    }

    /// A piece of a (0) or b (1), by its number in a [`Near`].
    pub(super) fn piece(&self, body: usize, number: u32) -> Piece<'q> {
        match [self.a, self.b][body] {
            Pieces::Mesh(tree) => Piece::Triangle(tree.mesh().triangle(number as usize)),
            other => other.part(number),
        }
    }

    fn pair<'p, P: Convex>(&'p self, a: &'p P, b: &'p P) -> InstantPair<'p, P, P> {
        InstantPair::in_pose(a, b, &self.motion, self.t, self.view.instant.pose)
    }
}

/// The volumes around hulls.
fn around<'v>(hulls: &[Hull], volumes: &'v mut Vec<SweptSphere>) -> HullVolumes<'v> {
    volumes.clear();
    volumes.extend(hulls.iter().map(volume_around));
    HullVolumes(volumes)
}
