//! Pairs of pieces that may be near each other at an instant.

use crate::bvh::{Below, MeshBvh};
use crate::motion::Instant;
use crate::numbers::rounding::{UNIT, length, up};
use crate::query::meshes::search::nearer_last;
use crate::shape::{HalfSpace, Hull};
use crate::volume::{OneOfA, OneOfB, Seen, SweptSphere, Volume};
use alloc::vec::Vec;
use glam::DVec3;

/// A body as the pieces that it is made of, or a tree over them, by numbers.
pub(super) trait Parts {
    /// The numbers that a walk begins with, from 0 on.
    fn roots(&self) -> u32;

    /// The first of the two numbers below one; `None` of a piece.
    fn below(&self, number: u32) -> Option<u32>;

    /// How large what has this number is.
    fn size(&self, number: u32) -> f64;
}

/// One that is bounded.
pub(super) trait Volumes: Parts {
    fn volume(&self, number: u32) -> &SweptSphere;
}

/// What a bounded body may face.
pub(super) trait Facing: Parts {
    /// What has a number, as volumes of a see it.
    type One;

    fn one(&self, number: u32, view: &View) -> Self::One;

    /// How far two volumes of a are from it, at least; not positive if nothing is known.
    fn gaps_from(&self, a: [&SweptSphere; 2], one: &Self::One, view: &View) -> [f64; 2];

    /// How far a volume of a is from what has these numbers, likewise.
    fn gaps_to(&self, a: &OneOfA, numbers: [u32; 2], view: &View) -> [f64; 2];
}

/// Where two bodies are at an instant.
pub(super) struct View {
    pub(super) instant: Instant,
    pub(super) pivots: [DVec3; 2],
}

impl View {
    fn seen(&self) -> Seen<'_> {
        Seen {
            turn: &self.instant.turn,
            shift: self.instant.shift,
            pivots: self.pivots,
        }
    }
}

impl<V: Volumes> Facing for V {
    type One = OneOfB;

    fn one(&self, number: u32, view: &View) -> OneOfB {
        OneOfB::new(self.volume(number), view.seen())
    }

    #[inline(always)]
    fn gaps_from(&self, a: [&SweptSphere; 2], one: &OneOfB, view: &View) -> [f64; 2] {
        one.gaps(a).0.map(|gap| gap - view.instant.volume_error)
    }

    #[inline(always)]
    fn gaps_to(&self, a: &OneOfA, numbers: [u32; 2], view: &View) -> [f64; 2] {
        let gaps = a.gaps(numbers.map(|number| self.volume(number)));
        gaps.0.map(|gap| gap - view.instant.volume_error)
    }
}

impl Parts for &MeshBvh {
    fn roots(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn below(&self, number: u32) -> Option<u32> {
        match MeshBvh::below(self, self.node(number)) {
            Below::Children(first) => Some(first),
            Below::Triangles(_) => None,
        }
    }

    #[inline(always)]
    fn size(&self, number: u32) -> f64 {
        self.node(number).volume.size()
    }
}

impl Volumes for &MeshBvh {
    #[inline(always)]
    fn volume(&self, number: u32) -> &SweptSphere {
        &self.node(number).volume
    }
}

/// The volumes around hulls, in their order.
pub(super) struct HullVolumes<'v>(pub(super) &'v [SweptSphere]);

impl Parts for HullVolumes<'_> {
    fn roots(&self) -> u32 {
        self.0.len() as u32
    }

    fn below(&self, _: u32) -> Option<u32> {
        None
    }

    #[inline(always)]
    fn size(&self, number: u32) -> f64 {
        self.0[number as usize].size()
    }
}

impl Volumes for HullVolumes<'_> {
    #[inline(always)]
    fn volume(&self, number: u32) -> &SweptSphere {
        &self.0[number as usize]
    }
}

/// A box along the axes of a hull's core, margin included, and a ball about its middle.
pub(super) fn volume_around(hull: &Hull) -> SweptSphere {
    let (middle, radius) = hull.bounding_ball();
    // The box is off by fewer than 64 units of how far the hull is from its origin, the axes by 8 from being orthogonal.
    let off = 128.0 * UNIT * up(length(middle) + radius);
    let (centre, sides) = hull.box_around_core();
    let half = sides + (hull.margin() + off);
    let ball = up(length(centre - middle) + radius + off).min(up(length(half) + off));
    SweptSphere {
        centre,
        axes: hull.axes(),
        half,
        rectangle: [0.0; 2],
        radius: ball,
        ball,
    }
}

/// Everything behind a plane.
pub(super) struct Behind<'s>(pub(super) &'s HalfSpace);

impl Parts for Behind<'_> {
    fn roots(&self) -> u32 {
        1
    }

    fn below(&self, _: u32) -> Option<u32> {
        None
    }

    fn size(&self, _: u32) -> f64 {
        0.0
    }
}

impl Facing for Behind<'_> {
    type One = ();

    fn one(&self, _: u32, _: &View) {}

    /// Rounding takes what it takes from volumes: a point's product with the normal is one of the gaps looked at there, the
    /// normal is off from a unit by 4 units, and so is the foot, which counts as b's reach.
    fn gaps_from(&self, a: [&SweptSphere; 2], (): &(), view: &View) -> [f64; 2] {
        let instant = &view.instant;
        let normal = self.0.normal();
        let foot = normal * self.0.offset() - view.pivots[1];
        let along = instant.turn.transpose() * normal;
        let height = normal.dot(instant.shift - foot);
        a.map(|volume| {
            let across = (volume.axes.transpose() * along).abs();
            let reach = across.dot(volume.half).min(volume.ball);
            height + along.dot(volume.centre - view.pivots[0]) - reach - instant.volume_error
        })
    }

    /// It has no halves.
    fn gaps_to(&self, _: &OneOfA, _: [u32; 2], _: &View) -> [f64; 2] {
        [f64::NEG_INFINITY; 2]
    }
}

/// What a walk has left out.
pub(super) struct Walked {
    /// The pairs of volumes that were looked at.
    pub(super) volume_pairs: u64,
    /// All pairs that were not visited are at least this far apart.
    pub(super) beyond: f64,
}

impl Walked {
    /// Left out nothing.
    pub(super) const ALL: Walked = Walked {
        volume_pairs: 0,
        beyond: f64::INFINITY,
    };
}

/// Which pairs are visited.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// Those whose gap may be at most this.
    pub(super) gap: f64,
    /// Those that are no nearer than that by so much need not be.
    pub(super) slack: f64,
}

impl Limit {
    /// The gap from which on volumes are left out. It is never negative: volumes that overlap say nothing about what is in them.
    fn least(&self) -> f64 {
        (self.gap - self.slack).max(0.0)
    }
}

/// Calls `visit` with all pairs of pieces within a limit, the nearer ones of two first. It answers with the gap of the limit from
/// then on, or ends the walk. A gap that is no number is within any limit.
pub(super) fn walk<X: Volumes, Y: Facing>(
    (x, y): (&X, &Y),
    view: &View,
    mut limit: Limit,
    stack: &mut Vec<(f64, (u32, u32))>,
    visit: &mut dyn FnMut([u32; 2]) -> Option<f64>,
) -> Walked {
    let mut walked = Walked::ALL;
    push_roots((x, y), view, limit.least(), stack, &mut walked);
    let mut least = limit.least();
    // What was last split faces the same volume in the next pair too, where that is the smaller one.
    let mut one_a: Option<(u32, OneOfA)> = None;
    let mut one_b: Option<(u32, Y::One)> = None;
    while let Some((gap, (i, j))) = stack.pop() {
        if gap > least {
            walked.beyond = walked.beyond.min(gap);
            continue;
        }
        let split = match (x.below(i), y.below(j)) {
            (None, None) => match visit([i, j]) {
                Some(new) => {
                    limit.gap = new;
                    least = limit.least();
                    continue;
                }
                None => return walked,
            },
            (Some(first), Some(_)) if x.size(i) >= y.size(j) => Split::A(first),
            (Some(first), None) => Split::A(first),
            (_, Some(first)) => Split::B(first),
        };
        walked.volume_pairs += 2;
        let (gaps, pairs) = match split {
            Split::A(first) => {
                let one = kept(&mut one_b, j, || y.one(j, view));
                let two = [x.volume(first), x.volume(first + 1)];
                let gaps = y.gaps_from(two, one, view);
                (gaps, [(first, j), (first + 1, j)])
            }
            Split::B(first) => {
                let one = kept(&mut one_a, i, || OneOfA::new(x.volume(i), view.seen()));
                let gaps = y.gaps_to(one, [first, first + 1], view);
                (gaps, [(i, first), (i, first + 1)])
            }
        };
        for k in nearer_last(gaps) {
            if gaps[k] > least {
                walked.beyond = walked.beyond.min(gaps[k]);
            } else {
                stack.push((gaps[k], pairs[k]));
            }
        }
    }
    walked
}

/// Which of two is looked into, by the number of its first half.
enum Split {
    A(u32),
    B(u32),
}

/// What is known of a number, made anew if it is another one.
#[inline(always)]
fn kept<T>(last: &mut Option<(u32, T)>, number: u32, make: impl FnOnce() -> T) -> &T {
    if last.as_ref().is_none_or(|(of, _)| *of != number) {
        *last = Some((number, make()));
    }
    match last {
        Some((_, known)) => known,
        None => unreachable!("it was made"),
    }
}

/// The pairs that a walk begins with, the nearest last.
fn push_roots<X: Volumes, Y: Facing>(
    (x, y): (&X, &Y),
    view: &View,
    least: f64,
    stack: &mut Vec<(f64, (u32, u32))>,
    walked: &mut Walked,
) {
    stack.clear();
    if x.roots() == 1 && y.roots() == 1 {
        stack.push((f64::NEG_INFINITY, (0, 0)));
        return;
    }
    let mut offer = |gap: f64, pair: (u32, u32)| {
        walked.volume_pairs += 1;
        if gap > least {
            walked.beyond = walked.beyond.min(gap);
        } else {
            stack.push((gap, pair));
        }
    };
    for j in 0..y.roots() {
        let one = y.one(j, view);
        for i in (0..x.roots()).step_by(2) {
            let pair = [i, (i + 1).min(x.roots() - 1)];
            let gaps = y.gaps_from(pair.map(|i| x.volume(i)), &one, view);
            offer(gaps[0], (i, j));
            if pair[1] != i {
                offer(gaps[1], (pair[1], j));
            }
        }
    }
    // The last first, so that equal ones come in order.
    stack.sort_unstable_by(|p, q| q.0.total_cmp(&p.0).then(q.1.cmp(&p.1)));
}
