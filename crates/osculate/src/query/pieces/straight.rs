//! Hulls that pass a mesh along a straight line, without turning: how long they stay apart from its parts.

use crate::bvh::{Below, MeshBvh};
use crate::motion::{PairMotion, ProvenGap};
use crate::numbers::rounding::{UNIT, length, up};
use crate::query::hulls::hull_pair::Terms;
use crate::query::meshes::triangle_distance::unit;
use crate::shape::{Convex, Hull};
use glam::{DMat3, DVec3};

/// The share of the tolerance that is left of a gap, so that closest points can still be told apart.
const LEFT_OVER: f64 = 0.25;

/// Two bodies that do not turn, as b sees them. Along a fixed direction `n` of its axes their gap is a linear function of
/// time: with what `error` and `slack` allow for rounding, it is at least `gap − error·|n| − (±n·velocity + slack·|n|)·τ`
/// a time τ after the start. So it is positive until, or from, a time that is known at once.
pub(crate) struct Straight {
    start: f64,
    end: f64,
    pivots: [DVec3; 2],
    /// From a's axes to b's.
    turn: DMat3,
    /// From b's pivot to a's at the start.
    shift: DVec3,
    velocity: DVec3,
    clearance: f64,
    error: f64,
    slack: f64,
    /// What is to be left of a gap.
    kept: f64,
}

/// How long bodies stay apart.
pub(crate) enum Apart {
    /// To the end of the span.
    Always,
    /// Up to and including this instant.
    Until(f64),
}

/// The time in which no direction that was looked along shows the bodies apart, counted from the start.
struct Passage {
    enter: f64,
    leave: f64,
    never: bool,
}

impl Passage {
    /// With a gap that is at least `gap − closing·τ`.
    #[inline(always)]
    fn look(&mut self, gap: ProvenGap, closing: f64, kept: f64) {
        if closing > 0.0 {
            self.enter = self.enter.max(gap.beyond(kept).lasts(closing));
        } else if gap.width() > 0.0 {
            self.never = true;
        } else if closing < 0.0 {
            self.leave = self.leave.min(gap.width() / closing * (1.0 + 16.0 * UNIT));
        }
    }

    fn is_empty(&self) -> bool {
        self.never || self.enter > self.leave
    }
}

impl Straight {
    /// `None` if a body turns, or its velocity changes. `reaches` are how far the bodies are from their pivots, at most.
    pub(crate) fn new(motion: &PairMotion, terms: &Terms, reaches: [f64; 2]) -> Option<Straight> {
        let (start, end) = (terms.span.start(), terms.span.end());
        let (pose, rates) = motion.pose_and_pair_rates(start, end);
        if !rates.steady() || rates.spin != [DVec3::ZERO; 2] || rates.slack != [0.0; 2] {
            return None;
        }
        let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
        let back = pose.rotation_b.transpose();
        let far = length(pose.offset) + reaches[0] + reaches[1] + length(pivot_a) + length(pivot_b);
        // As for the gaps of two hulls (`hull_pair.rs`): the directions that supports are asked for are off by the errors
        // of both rotations and some units. The reaches have the margins in them.
        let turned = pose.rotation_error + 64.0 * UNIT;
        let error = up(turned * (far + terms.clearance) + 3.0 * pose.offset_error);
        Some(Straight {
            start,
            end,
            pivots: [pivot_a, pivot_b],
            turn: back * pose.rotation_a,
            shift: back * pose.offset,
            velocity: back * rates.velocity,
            clearance: terms.clearance,
            error,
            slack: up(rates.velocity_slack + turned * length(rates.velocity)),
            kept: (4.0 * error).max(LEFT_OVER * terms.tolerance),
        })
    }

    /// How long a hull and what is below a node of a mesh stay apart.
    pub(crate) fn apart(&self, hull: &Hull, tree: &MeshBvh, number: u32) -> Apart {
        let node = tree.node(number);
        let volume = &node.volume;
        let mut window = Passage {
            enter: 0.0,
            leave: f64::INFINITY,
            never: false,
        };
        let centre = volume.centre - self.pivots[1];
        for axis in 0..3 {
            let n = volume.axes.col(axis);
            let (middle, half) = (n.dot(centre), volume.half[axis]);
            self.look(&mut window, n, hull, [middle - half, middle + half]);
        }
        if !window.is_empty()
            && let Below::Triangles(&[triangle]) = tree.below(node)
        {
            self.look_at_triangle(&mut window, hull, tree.mesh().triangle(triangle as usize));
        }
        if window.is_empty() {
            return Apart::Always;
        }
        let time = (self.start + window.enter).next_down();
        if time >= self.end {
            return Apart::Always;
        }
        Apart::Until(time.max(self.start))
    }

    /// Across the plane and, in it, across the edges.
    fn look_at_triangle(&self, window: &mut Passage, hull: &Hull, corners: [DVec3; 3]) {
        let corners = corners.map(|corner| corner - self.pivots[1]);
        let [p, q, r] = corners;
        let normal = (q - p).cross(r - p);
        let across = |edge: DVec3| normal.cross(edge);
        for n in [normal, across(q - p), across(r - q), across(p - r)] {
            // A product of three lengths may be too small, or too large, for its square.
            let n = unit(n);
            // Of a triangle without an area nothing is known but its box.
            if n == DVec3::ZERO {
                continue;
            }
            let along = corners.map(|corner| n.dot(corner));
            let least = along[0].min(along[1]).min(along[2]);
            let most = along[0].max(along[1]).max(along[2]);
            self.look(window, n, hull, [least, most]);
        }
    }

    /// Along the unit direction `n` both ways; b reaches from `low` to `high` along it.
    #[inline(always)]
    fn look(&self, window: &mut Passage, n: DVec3, hull: &Hull, [low, high]: [f64; 2]) {
        let in_a = self.turn.transpose() * n;
        let reached = |direction: DVec3| {
            direction.dot(Convex::support(hull, direction, 0).point - self.pivots[0])
        };
        let place = n.dot(self.shift);
        let further = Convex::margin(hull) + self.clearance + self.error;
        let before = ProvenGap::of(low - (place + reached(in_a)), further);
        let behind = ProvenGap::of(place - reached(-in_a) - high, further);
        let speed = n.dot(self.velocity);
        window.look(before, speed + self.slack, self.kept);
        window.look(behind, self.slack - speed, self.kept);
    }
}
