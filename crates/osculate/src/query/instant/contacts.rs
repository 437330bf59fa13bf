//! All pairs of pieces that are near each other at an instant.

use super::half_spaces::half_spaces;
use super::posed::{Near, Posed};
use super::walk::Limit;
use super::within::Within;
use crate::body::Shape;
use crate::motion::Snapshot;
use crate::numbers::interval::Interval;
use crate::query::pieces::body_pieces::Pieces;
use crate::query::small_motions::PartMemory;
use crate::query::workspace::Workspace;
use crate::query::{Feature, Moving, Stats};
use alloc::vec::Vec;
use glam::DVec3;

/// Two pieces that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PieceContact {
    /// The numbers of the pieces, of a and of b: of a triangle in its mesh, of a part in its compound; 0 for a hull or a
    /// half-space.
    pub pieces: [u32; 2],
    /// Encloses how far the pieces are apart; if they overlap, the least distance that one must be moved to part them, with a
    /// minus.
    pub separation: Interval,
    /// The unit direction from b to a along which they are closest, or least deep. Zero if no direction could be looked along,
    /// since a motion is no number.
    pub normal: DVec3,
    /// The point of a's piece that is closest to b's, or deepest in it, in the world.
    pub point_a: DVec3,
    /// The point of b's piece.
    pub point_b: DVec3,
    /// What was found closest or deepest: of a, then of b.
    pub features: [Feature; 2],
    /// Which parts of compounds those belong to: of a, then of b; 0 for anything else.
    pub parts: [u32; 2],
}

impl PieceContact {
    /// The same with a and b exchanged.
    pub(super) fn exchanged(mut self) -> PieceContact {
        self.pieces.reverse();
        self.features.reverse();
        self.parts.reverse();
        core::mem::swap(&mut self.point_a, &mut self.point_b);
        self.normal = -self.normal;
        self
    }

    #[inline(always)]
    fn new(near: &Near) -> PieceContact {
        PieceContact {
            pieces: near.pieces,
            separation: near.separation,
            normal: near.normal,
            point_a: near.points[0],
            point_b: near.points[1],
            features: near.features,
            parts: near.parts,
        }
    }
}

/// Memory for the answers of [`contacts`], with a limit. Keep it, and repeated calls allocate nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceContacts {
    found: Vec<PieceContact>,
    limit: usize,
    complete: bool,
    stats: Stats,
}

impl Default for PieceContacts {
    fn default() -> PieceContacts {
        PieceContacts::new()
    }
}

impl PieceContacts {
    /// The limit that is set if no other is.
    pub const DEFAULT_LIMIT: usize = 1 << 20;

    /// None yet.
    pub fn new() -> PieceContacts {
        PieceContacts {
            found: Vec::new(),
            limit: PieceContacts::DEFAULT_LIMIT,
            complete: true,
            stats: Stats::default(),
        }
    }

    /// For so many at most.
    pub fn with_limit(self, limit: usize) -> PieceContacts {
        PieceContacts { limit, ..self }
    }

    /// The pairs that were found last, by the numbers of their pieces, a's first.
    pub fn found(&self) -> &[PieceContact] {
        &self.found
    }

    /// Whether all are there: there were no more than the limit. Which of more are there is not said.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// The work that they took.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    fn begin(&mut self) {
        self.found.clear();
        self.complete = true;
        self.stats = Stats {
            poses: 1,
            ..Stats::default()
        };
    }

    /// The only pair of two half-spaces.
    pub(super) fn of_half_spaces(&mut self, near: &Near, within: Within) {
        self.begin();
        if !(near.separation.lower > within.distance()) {
            self.add(near, false);
        }
    }

    /// All pairs of other bodies.
    pub(super) fn find(
        &mut self,
        posed: &Posed,
        within: Within,
        known: &mut PartMemory,
        workspace: &mut Workspace,
    ) {
        self.begin();
        if let (Pieces::Hulls(a), Pieces::Hulls(b)) = (posed.a, posed.b) {
            known.begin([a.len(), b.len()]);
        }
        let limit = within.distance();
        let expanding = &mut workspace.expanding;
        let mut stats = self.stats;
        let all = Limit {
            gap: limit,
            slack: 0.0,
        };
        let walked = posed.walk(all, &mut workspace.instant, &mut |pair| {
            // By reference: what is near is long, and copied once, into its place.
            match &posed.near_again(pair, limit, known, expanding, &mut stats) {
                Some(near) if !(near.separation.lower > limit) => {
                    self.add(near, posed.exchanged).then_some(limit)
                }
                _ => Some(limit),
            }
        });
        stats.volume_pairs += walked.volume_pairs;
        self.stats = stats;
        self.sort(&mut workspace.instant.order);
    }

    /// Puts the pairs in the order of their pieces. They are long: so their numbers are sorted, and each is moved once.
    fn sort(&mut self, order: &mut Vec<(u64, u32)>) {
        let found = &mut self.found;
        order.clear();
        let key = |[i, j]: [u32; 2]| (u64::from(i) << 32) | u64::from(j);
        order.extend(
            found
                .iter()
                .zip(0..)
                .map(|(pair, at)| (key(pair.pieces), at)),
        );
        order.sort_unstable();
        for start in 0..found.len() {
            let moved = found[start];
            let mut to = start;
            loop {
                let from = order[to].1 as usize;
                order[to].1 = to as u32;
                if from == start {
                    break;
                }
                found[to] = found[from];
                to = from;
            }
            if to != start {
                found[to] = moved;
            }
        }
    }

    /// Adds a pair, with a and b exchanged if they are, if there is room for it.
    fn add(&mut self, near: &Near, exchanged: bool) -> bool {
        if self.found.len() >= self.limit {
            self.complete = false;
            return false;
        }
        self.found.push(if exchanged {
            PieceContact::new(near).exchanged()
        } else {
            PieceContact::new(near)
        });
        true
    }
}

/// Finds all pairs of pieces of two moving bodies that are within a distance of each other at time `t`.
///
/// Proven: every pair that is not listed is further apart, unless [`complete`](PieceContacts::complete) is false because
/// there was no room. If rounding, or a motion's stated error, leaves it open, the pair is listed, with an interval that
/// shows it. A mesh meets a half-space triangle by triangle, like any other body: every pair has two pieces, and a corner is
/// listed with all its triangles. No allocation in repeated calls.
///
/// ```
/// use osculate::{Hull, Moving, Placement, Resting, Shape, Workspace};
/// use osculate::{glam::DVec3, mesh::cuboid, query::instant::{PieceContacts, Within, contacts}};
/// let (table, ball) = (Shape::from(cuboid(DVec3::new(2.0, 2.0, 0.1))?), Shape::from(Hull::ball(0.5)?));
/// let (on, under) = (Resting::at(Placement::at(DVec3::new(0.5, -0.5, 0.605)))?, Resting::default());
/// let (mut near, mut workspace) = (PieceContacts::new(), Workspace::new());
/// let (a, b) = (Moving::new(&ball, &on), Moving::new(&table, &under));
/// contacts(a, b, 0.0, Within::new(0.01)?, &mut near, &mut workspace);
/// assert!(near.complete() && near.found().iter().all(|pair| pair.separation.contains(0.005)));
/// contacts(a, b, 0.0, Within::new(0.004)?, &mut near, &mut workspace);
/// assert!(near.found().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contacts(
    a: Moving<Shape>,
    b: Moving<Shape>,
    t: f64,
    within: Within,
    contacts: &mut PieceContacts,
    workspace: &mut Workspace,
) {
    let stills = [Snapshot::still(a.motion, t), Snapshot::still(b.motion, t)];
    match [a.shape, b.shape] {
        [Shape::HalfSpace(a), Shape::HalfSpace(b)] => {
            contacts.of_half_spaces(&half_spaces(a, b, &stills, t), within);
        }
        shapes => {
            let posed = Posed::new(shapes, &stills, t);
            contacts.find(&posed, within, &mut PartMemory::of_nobody(), workspace);
        }
    }
}
