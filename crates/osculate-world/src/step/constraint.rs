//! Two bodies that push each other at up to four points of a plane, as the solver finds and leaves them.

use super::mover::Mover;
use super::solver::Softness;
use crate::contact::{Cluster, POINTS};
use glam::DVec3;

/// Two bodies that push each other at up to four points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// The numbers of the movers.
    pub(crate) movers: [u32; 2],
    /// Where the impulses are to be kept: the pair, and its cluster.
    pub(crate) pair: u32,
    pub(crate) cluster: u32,
    /// The normal, and the axes of the plane of contact: a frame of right angles.
    pub(crate) normal: DVec3,
    pub(crate) axes: [DVec3; 2],
    /// The normal's moments about both centres of mass, at the middle of the points.
    pub(crate) on: [DVec3; 2],
    points: [Point; POINTS],
    count: u32,
    /// Whether both bodies may move, and the spring between them.
    pub(crate) soft: bool,
    pub(crate) spring: Softness,
    /// Whether it pushed in any part of the step.
    pub(crate) pushed: bool,
    /// Bodies that have gone further past each other than this are pushed at the point where they are now.
    pub(crate) past: f64,
    /// How far apart the bodies are to be.
    wanted_gap: f64,
    pub(crate) friction: f64,
    /// How fast springs push the bodies apart, at most.
    pub(crate) fastest: f64,
    /// Where friction is, from both centres of mass.
    pub(crate) arms: [DVec3; 2],
    /// How fast the surfaces move along by themselves.
    pub(crate) belt: [f64; 2],
    /// The forces along both axes, and the moment about the normal.
    pub(crate) slide: [f64; 2],
    pub(crate) twist: f64,
    /// How far the points are from the middle, on average.
    pub(crate) width: f64,
}

/// One point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    /// Where it is in the plane, from the middle.
    pub(crate) at: [f64; 2],
    /// How much more than the gap that is wanted is left at the start.
    pub(crate) gap: f64,
    /// The force along the normal.
    pub(crate) push: f64,
}

/// What a constraint is made of besides its cluster.
pub(crate) struct Joined<'m> {
    pub(crate) movers: &'m [Mover],
    pub(crate) numbers: [u32; 2],
    /// The bodies' centres of mass.
    pub(crate) centres: [DVec3; 2],
    pub(crate) wanted_gap: f64,
    pub(crate) friction: f64,
    /// How fast springs may push, at most.
    pub(crate) fastest: f64,
    /// How fast the surface of a moves along that of b, by itself.
    pub(crate) belt: DVec3,
}

/// What share of how its load differs from before a contact takes notice of, per step.
const LOAD_GAIN: f64 = 0.15;

impl Constraint {
    #[inline(always)]
    pub(crate) fn new(cluster: &Cluster, joined: &Joined, pair: u32, number: u32) -> Constraint {
        let normal = cluster.normal;
        let fixed = joined
            .numbers
            .map(|number| joined.movers[number as usize].inverse_mass == DVec3::ZERO);
        let (mut middle, mut middles) = (DVec3::ZERO, [DVec3::ZERO; 2]);
        for point in cluster.points() {
            let at = 0.5 * (point.at[0] + point.at[1]);
            middle += at;
            // Two bodies push at one point, so that no momentum is lost. What cannot move loses none, and friction is at the surface.
            middles[0] += if fixed[1] { point.at[0] } else { at };
            middles[1] += if fixed[0] { point.at[1] } else { at };
        }
        let count = cluster.points().len();
        let share = 1.0 / count as f64;
        let middle = middle * share;
        let arms = [
            middles[0] * share - joined.centres[0],
            middles[1] * share - joined.centres[1],
        ];
        let (first, second) = normal.any_orthonormal_pair();
        let on = [
            (middle - joined.centres[0]).cross(normal),
            (middle - joined.centres[1]).cross(normal),
        ];
        let mut points = [Point::default(); POINTS];
        let mut width = 0.0;
        for (kept, point) in points.iter_mut().zip(cluster.points()) {
            let from = 0.5 * (point.at[0] + point.at[1]) - middle;
            let at = [first.dot(from), second.dot(from)];
            width += (at[0] * at[0] + at[1] * at[1]).sqrt();
            *kept = Point {
                at,
                gap: point.gap - joined.wanted_gap,
                push: point.push,
            };
        }
        Constraint {
            movers: joined.numbers,
            pair,
            cluster: number,
            normal,
            axes: [first, second],
            on,
            points,
            count: count as u32,
            soft: !(fixed[0] || fixed[1]),
            spring: Softness::NONE,
            pushed: false,
            past: 1e-5 * joined.wanted_gap,
            wanted_gap: joined.wanted_gap,
            friction: joined.friction,
            fastest: joined.fastest,
            arms,
            belt: [first.dot(joined.belt), second.dot(joined.belt)],
            slide: [first.dot(cluster.slide), second.dot(cluster.slide)],
            // Of a contact that has one point left nothing resists turning any more, so what did would push for ever.
            twist: if count > 1 { cluster.twist } else { 0.0 },
            width: width * share,
        }
    }

    /// Another gap is wanted than the one that it was made for.
    pub(crate) fn want(&mut self, gap: f64) {
        if gap == self.wanted_gap {
            return;
        }
        for point in &mut self.points[..self.count as usize] {
            point.gap += self.wanted_gap - gap;
        }
        self.wanted_gap = gap;
    }

    pub(crate) fn points(&self) -> &[Point] {
        &self.points[..self.count as usize]
    }

    pub(crate) fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.count as usize]
    }

    /// Leaves the forces with the cluster: none if they are no numbers, as where springs overshot, or all that follow would be none either.
    pub(crate) fn leave(&self, cluster: &mut Cluster) {
        let pushes = self.points().iter().map(|point| point.push).sum::<f64>();
        let is_good = (pushes + self.slide[0] + self.slide[1] + self.twist).is_finite();
        let or_none = |force: f64| if is_good { force } else { 0.0 };
        for (point, own) in cluster.points_mut().iter_mut().zip(&self.points) {
            point.push = or_none(own.push);
        }
        let [slide, across] = self.slide.map(or_none);
        cluster.slide = self.axes[0] * slide + self.axes[1] * across;
        cluster.twist = or_none(self.twist);
        cluster.load += LOAD_GAIN * (cluster.pushed() - cluster.load);
    }
}
