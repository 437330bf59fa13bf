//! Proofs that a robot touches nothing over a span, or an instant at which it does.
//!
//! Over `[m − h, m + h]` a point of a body moves in the frame of a joint of its chain no faster than the joints after that one
//! make it. Going from the body towards the root, with S the speed so far, a joint adds `sliding + turning·(D + S·h)`, where D
//! is how far the body's ball reaches at m from what the joint turns about, and sliding and turning are the joint's largest
//! speeds. Joints that carry both bodies of a pair move neither relative to the other, and are left out. So a pair of balls or
//! of leaves whose separation at m exceeds `h·(S_a + S_b)` is apart throughout; what fails goes to both halves of the span.

use super::gap::{self, Bounds, Measure, Placed};
use super::kinematics::{Kinematics, Pose, Speed};
use super::path::Path;
use super::solid::{Inside, Solid};
use super::tree::Tree;
use crate::meshes::fixed::Ball;
use glam::DVec3;
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// A solid on a link.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The link, whose coordinates are the solid's.
    pub link: usize,
    /// What it carries.
    pub solid: Arc<Solid>,
}

/// Two solids that must not touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The number of one.
    pub a: usize,
    /// The number of the other.
    pub b: usize,
    /// How close they may come.
    pub clearance: f64,
}

/// A robot on a path, and what is not to touch.
pub struct Walk {
    tree: Tree,
    carried: Vec<Carried>,
    pairs: Vec<Pair>,
    /// The joints that move only one of a pair: of a, of b.
    chains: Vec<[Vec<usize>; 2]>,
    rough: Kinematics<f64>,
    wide: Option<Kinematics<Ball>>,
    /// Where poses in `f64` will do, what they may be off by.
    rough_error: f64,
    /// Instants at which the robot was posed.
    pub looks: Cell<u64>,
}

/// What a walk has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// All pairs are apart throughout.
    Free,
    /// A pair overlaps, or is closer than its clearance, by far more than rounding.
    Touch {
        /// When; it may do so before too.
        t: f64,
        /// The pair's number.
        pair: usize,
    },
    /// Nobody knows: so close to touching that rounding matters, or too many looks.
    Doubt {
        /// All pairs are apart up to here.
        until: f64,
        /// The pair's number.
        pair: usize,
    },
}

#[derive(Clone, Copy)]
struct Item {
    pair: usize,
    i: usize,
    j: usize,
}

/// All solids at an instant.
struct Look<'w> {
    poses: Vec<Pose<f64>>,
    placed: Vec<Placed<'w>>,
    error: f64,
    middle: f64,
    half: f64,
    speeds: Vec<Speed>,
    /// Of each pair, as far as they were asked for.
    closing: Vec<Option<f64>>,
}

/// 2⁻⁴⁵: several times what rounding a pose once and measuring distances there comes to.
const ROUNDED: f64 = 1.0 / (1_u64 << 45) as f64;

impl Walk {
    /// Poses are taken in `f64`, unless `wide` asks for 256 bits: for large angles, or far from the world's origin.
    pub fn new(tree: &Tree, path: &Path, carried: &[Carried], pairs: &[Pair], wide: bool) -> Walk {
        let chains = pairs.iter().map(|pair| {
            let [a, b] = [pair.a, pair.b].map(|n| tree.chain(carried[n].link));
            let shared = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
            [a[shared..].to_vec(), b[shared..].to_vec()]
        });
        let rough = Kinematics::new(tree, path);
        let mut walk = Walk {
            chains: chains.collect(),
            tree: tree.clone(),
            carried: carried.to_vec(),
            pairs: pairs.to_vec(),
            rough,
            wide: wide.then(|| Kinematics::new(tree, path)),
            rough_error: 0.0,
            looks: Cell::new(0),
        };
        walk.rough_error = walk.find_rough_error();
        walk
    }

    /// The pairs.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Each joint may turn what it carries by some units in the last place of its angle, and a few more.
    fn find_rough_error(&self) -> f64 {
        let mut angle = 1.0_f64;
        for piece in &self.rough.path().pieces {
            for polynomial in &piece.coordinates {
                let size: f64 = polynomial.iter().map(|c| c.magnitude()).sum();
                angle = angle.max(size);
            }
        }
        let joints = self.tree.joints.len() as f64 + 1.0;
        (8.0 + angle) * joints * 4.0 * f64::EPSILON
    }

    fn poses(&self, piece: usize, t: f64) -> (Vec<Pose<f64>>, f64) {
        let Some(wide) = &self.wide else {
            let poses = self.rough.poses_in(piece, t);
            let extent = extent(&poses) + self.reach();
            return (poses, extent * (ROUNDED + self.rough_error));
        };
        let poses = wide.poses_in(piece, t);
        // Relative to one of the solids, so that the place of all of them in the world costs nothing.
        let reference = poses[self.carried[0].link].origin;
        let rounded: Vec<Pose<f64>> = poses
            .iter()
            .map(|pose| Pose {
                origin: std::array::from_fn(|i| (pose.origin[i] - reference[i]).middle.to_f64()),
                matrix: pose.matrix.map(|row| row.map(|c| c.middle.to_f64())),
            })
            .collect();
        let carrying: Vec<Pose<f64>> = self.carried.iter().map(|c| rounded[c.link]).collect();
        let error = (extent(&carrying) + self.reach()) * ROUNDED;
        (rounded, error)
    }

    /// How far solids go from their links' origins, at most; of a half-space the offset.
    fn reach(&self) -> f64 {
        let reach = |carried: &Carried| match &*carried.solid {
            Solid::HalfSpace { offset, .. } => offset.abs(),
            solid => {
                let ball = solid.node(0);
                ball.centre.length() + ball.radius
            }
        };
        self.carried.iter().map(reach).fold(0.0, f64::max)
    }

    fn look(&self, piece: usize, from: f64, to: f64) -> Look<'_> {
        self.looks.set(self.looks.get() + 1);
        let middle = (from + 0.5 * (to - from)).clamp(from, to);
        let (poses, error) = self.poses(piece, middle);
        let placed = self.carried.iter();
        let placed = placed.map(|own| Placed::new(&own.solid, &poses[own.link]));
        Look {
            placed: placed.collect(),
            error,
            middle,
            half: (middle - from).max(to - middle) * (1.0 + 1e-12),
            speeds: self.rough.speeds(piece, from, to),
            closing: vec![None; self.pairs.len()],
            poses,
        }
    }

    /// How fast the two of a pair may come closer, at most.
    fn closing(&self, look: &Look, number: usize) -> f64 {
        let pair = self.pairs[number];
        let bodies = [pair.a, pair.b].map(|n| {
            let node = look.placed[n].solid.node(0);
            (look.placed[n].point(node.centre), node.radius)
        });
        let mut sum = 0.0;
        let mut turned = 0.0;
        // A half-space is as far from an axis as what may touch it: that one goes first.
        let mut order = [0, 1];
        order.sort_by(|&x, &y| bodies[x].1.total_cmp(&bodies[y].1));
        let (centre, radius) = bodies[order[0]];
        for side in order {
            let own = bodies[side].1.is_finite();
            let (centre, radius) = if own { bodies[side] } else { (centre, radius) };
            let mut speed = 0.0;
            for &joint in self.chains[number][side].iter().rev() {
                let lever = self.lever(look, joint, centre) + radius;
                let grown = lever + speed * look.half + if own { 0.0 } else { turned };
                let Speed { sliding, turning } = look.speeds[joint];
                speed += sliding + turning * grown;
            }
            sum += speed;
            turned = speed * look.half;
        }
        sum * (1.0 + 1e-9)
    }

    fn lever(&self, look: &Look, joint: usize, point: DVec3) -> f64 {
        let child = &look.poses[joint + 1];
        let arm = point - DVec3::from_array(child.origin);
        match self.rough.axis(joint, child) {
            Some(axis) => arm.cross(DVec3::from_array(axis)).length() + look.error,
            None => arm.length() + look.error,
        }
    }

    /// Looks at the span `[from, to]`, at no more than `budget` instants.
    pub fn walk(&self, from: f64, to: f64, budget: u64) -> Found {
        self.walk_pairs(0..self.pairs.len(), from, to, budget)
    }

    /// The same for some pairs only.
    pub fn walk_pairs(&self, pairs: Range<usize>, from: f64, to: f64, budget: u64) -> Found {
        let all: Vec<Item> = pairs.map(|pair| Item { pair, i: 0, j: 0 }).collect();
        let until = self.looks.get() + budget;
        let knots = self.rough.path().rounded_knots();
        let mut open = Vec::new();
        for piece in (0..knots.len() - 1).rev() {
            let first = piece == 0;
            let last = piece + 2 == knots.len();
            let start = if first { from } else { knots[piece].max(from) };
            let end = if last { to } else { knots[piece + 1].min(to) };
            if start <= end {
                open.push((piece, start, end, all.clone()));
            }
        }
        while let Some((piece, l, r, items)) = open.pop() {
            let mut look = self.look(piece, l, r);
            let mut left = Vec::new();
            for item in items {
                if let Some(pair) = self.settle(&mut look, item, &mut left) {
                    return Found::Touch {
                        t: look.middle,
                        pair,
                    };
                }
            }
            let Some(first) = left.first() else {
                continue;
            };
            let m = look.middle;
            let hopeless = left.iter().find(|item| {
                let closing = look.closing[item.pair].unwrap_or(0.0);
                closing * look.half <= 0.25 * look.error
            });
            if hopeless.is_some() || m <= l || m >= r || self.looks.get() >= until {
                let pair = hopeless.unwrap_or(first).pair;
                return self
                    .touch_soon(pair, l, to, look.half)
                    .unwrap_or(Found::Doubt { until: l, pair });
            }
            open.push((piece, m, r, left.clone()));
            open.push((piece, l, m, left));
        }
        Found::Free
    }

    /// Looks for an overlap of a pair after an instant up to which it is apart, ever further ahead.
    fn touch_soon(&self, pair: usize, after: f64, to: f64, step: f64) -> Option<Found> {
        let mut step = step.max(f64::EPSILON * after.abs()).max(1e-300);
        loop {
            let t = (after + step).min(to);
            let mut look = self.look(self.rough.path().piece_at(t), t, t);
            let whole = Item { pair, i: 0, j: 0 };
            if self.settle(&mut look, whole, &mut Vec::new()).is_some() {
                return Some(Found::Touch { t, pair });
            }
            if t >= to {
                return None;
            }
            step *= 2.0;
        }
    }

    /// Proves an item apart for as long as the look is for, or leaves what is left of it; the pair's number if it touches.
    fn settle(&self, look: &mut Look, item: Item, left: &mut Vec<Item>) -> Option<usize> {
        let number = item.pair;
        let pair = self.pairs[number];
        let closing = look.closing[number].unwrap_or_else(|| self.closing(look, number));
        look.closing[number] = Some(closing);
        let travel = closing * look.half + pair.clearance;
        let (a, b) = (look.placed[pair.a], look.placed[pair.b]);
        let mut open = vec![item];
        while let Some(item) = open.pop() {
            let Item { i, j, .. } = item;
            if gap::balls_apart(&a, i, &b, j) - look.error > travel {
                continue;
            }
            let (p, q) = (a.solid.node(i), b.solid.node(j));
            let size = |radius: f64| if radius.is_finite() { radius } else { 0.0 };
            let coarse = closing * look.half > size(p.radius) + size(q.radius);
            let leaves = (p.inside, q.inside);
            match leaves {
                (Inside::Leaf(s), Inside::Leaf(t)) => {
                    let measure = Measure {
                        error: look.error,
                        clearance: pair.clearance,
                        enough: travel,
                    };
                    let found = gap::leaves_apart(&a, s, &b, t, measure);
                    if found.lower > travel {
                        continue;
                    }
                    let depth = 64.0 * look.error;
                    let close = pair.clearance > 0.0 && found.upper < pair.clearance;
                    let touching =
                        found.upper <= depth + look.error && gap::overlap_by(&a, s, &b, t, depth);
                    if close || touching {
                        return Some(number);
                    }
                    left.push(item);
                }
                _ if coarse => left.push(item),
                (Inside::Two(k, l), other)
                    if matches!(other, Inside::Leaf(_)) || p.radius >= q.radius =>
                {
                    open.extend([k, l].map(|i| Item { i, ..item }));
                }
                (_, Inside::Two(k, l)) => open.extend([k, l].map(|j| Item { j, ..item })),
                _ => left.push(item),
            }
        }
        None
    }

    /// Bounds on the separation of a pair at an instant.
    pub fn separation(&self, number: usize, t: f64) -> Bounds {
        let piece = self.rough.path().piece_at(t);
        let look = self.look(piece, t, t);
        let pair = self.pairs[number];
        let (a, b) = (&look.placed[pair.a], &look.placed[pair.b]);
        gap::separation(a, b, look.error, pair.clearance)
    }

    /// The pair that is closest to touching at an instant: its number, and bounds on its separation less its clearance.
    pub fn least(&self, t: f64) -> (usize, Bounds) {
        let piece = self.rough.path().piece_at(t);
        let look = self.look(piece, t, t);
        let gaps = self.pairs.iter().map(|pair| {
            let (a, b) = (&look.placed[pair.a], &look.placed[pair.b]);
            let found = gap::separation(a, b, look.error, pair.clearance);
            Bounds {
                lower: found.lower - pair.clearance,
                upper: found.upper - pair.clearance,
            }
        });
        let gaps: Vec<Bounds> = gaps.collect();
        let nearest = (0..gaps.len()).min_by(|&i, &j| gaps[i].upper.total_cmp(&gaps[j].upper));
        let number = nearest.expect("there is a pair");
        let lower = gaps
            .iter()
            .fold(f64::INFINITY, |least, gap| least.min(gap.lower));
        (
            number,
            Bounds {
                lower,
                upper: gaps[number].upper,
            },
        )
    }

    /// Where a solid's point is at an instant, and what rounding may have moved it by; with wide poses relative to the first
    /// solid's link.
    pub fn point(&self, solid: usize, x: DVec3, t: f64) -> (DVec3, f64) {
        let piece = self.rough.path().piece_at(t);
        let look = self.look(piece, t, t);
        (look.placed[solid].point(x), look.error)
    }
}

fn extent(poses: &[Pose<f64>]) -> f64 {
    let sizes = poses
        .iter()
        .map(|pose| DVec3::from_array(pose.origin).length());
    sizes.fold(0.0, f64::max)
}
