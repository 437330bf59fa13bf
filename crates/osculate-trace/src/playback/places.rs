//! Where bodies are, and how fast.

use super::Playback;
use crate::joint::JointPiece;
use crate::motion::{Placement, Segment, cross, plus, rotation_of, spin_of, vector_of};
use crate::record::Step;

/// Where a body is and how fast its origin moves and it turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moving {
    /// Where it is.
    pub placement: Placement,
    /// The velocity of its origin.
    pub linear: [f64; 3],
    /// Its angular velocity.
    pub angular: [f64; 3],
}

impl Moving {
    /// What moves as `inner` does in coordinates that move as `self` does.
    fn of(&self, inner: &Moving) -> Moving {
        let arm = self.placement.direction(inner.placement.position);
        let own = self.placement.direction(inner.linear);
        Moving {
            placement: self.placement.of(&inner.placement),
            linear: plus(plus(self.linear, cross(self.angular, arm)), own),
            angular: plus(self.angular, self.placement.direction(inner.angular)),
        }
    }
}

impl Playback {
    /// Where a body is at `time`, in the world.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn placement(&self, body: usize, time: f64) -> Placement {
        let mut place = self.own_placement(body, time);
        let mut outer = self.bodies[body].parent;
        while let Some(parent) = outer {
            place = self.own_placement(parent, time).of(&place);
            outer = self.bodies[parent].parent;
        }
        place
    }

    /// Where all bodies are at `time`, in the world.
    pub fn placements(&self, time: f64) -> Vec<Placement> {
        let mut places: Vec<Placement> = Vec::with_capacity(self.bodies.len());
        for (body, traced) in self.bodies.iter().enumerate() {
            let own = self.own_placement(body, time);
            // Parents come before their children.
            places.push(match traced.parent {
                None => own,
                Some(parent) => places[parent].of(&own),
            });
        }
        places
    }

    /// The velocity of a body's origin at `time`, in its parent's coordinates.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn velocity(&self, body: usize, time: f64) -> [f64; 3] {
        self.own_moving(body, time).linear
    }

    /// Where a body is at `time` and how it moves, in the world.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn moving(&self, body: usize, time: f64) -> Moving {
        let mut moving = self.own_moving(body, time);
        let mut outer = self.bodies[body].parent;
        while let Some(parent) = outer {
            moving = self.own_moving(parent, time).of(&moving);
            outer = self.bodies[parent].parent;
        }
        moving
    }

    /// The coordinates of a body's joint at `time`: an angle or a distance; x, y and an angle; a position and a quaternion x y z w.
    /// None if the body has no joint, or that one does not move yet.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn coordinates(&self, body: usize, time: f64) -> Option<Vec<f64>> {
        let joint = self.bodies[body].joint.as_ref()?;
        let piece = self.piece(body, time)?;
        Some(joint.coordinates(&piece, time))
    }

    /// Whether all motions of a body are known; one whose is not stands still from then on.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn is_known(&self, body: usize) -> bool {
        self.bodies[body].segments.iter().all(Segment::is_known)
    }

    fn own_moving(&self, body: usize, time: f64) -> Moving {
        let placement = self.own_placement(body, time);
        let joint = self.bodies[body].joint.as_ref();
        let (linear, angular) = match joint.zip(self.piece(body, time)) {
            Some((joint, piece)) => joint.rates(&piece, time),
            None => {
                let segment = self.segment(body, time);
                let linear = segment.and_then(|segment| segment.velocity_at(time));
                let angular = segment.and_then(|segment| segment.spin_at(time));
                (linear.unwrap_or_default(), angular.unwrap_or_default())
            }
        };
        Moving {
            placement,
            linear,
            angular,
        }
    }

    fn own_placement(&self, body: usize, time: f64) -> Placement {
        if let Some(place) = self.jointed(body, time) {
            return place;
        }
        let Some(segment) = self.segment(body, time) else {
            return self.bodies[body].start;
        };
        segment
            .placement(time)
            .unwrap_or_else(|| self.last_known(body, segment.time))
    }

    /// Where a body's joint has it.
    fn jointed(&self, body: usize, time: f64) -> Option<Placement> {
        let joint = self.bodies[body].joint.as_ref()?;
        joint.placement(&self.piece(body, time)?, time)
    }

    /// How a body's joint moves at `time`, by itself or after another.
    fn piece(&self, body: usize, time: f64) -> Option<JointPiece> {
        let joint = self.bodies[body].joint.as_ref()?;
        let leader = joint.mimic.map_or(body, |mimic| mimic.body);
        let piece = self.segment(leader, time)?.piece()?;
        Some(joint.followed(&self.bodies[leader].pieces[piece]))
    }

    /// Where a body was when it last moved in a way that is known, before a segment that is not.
    fn last_known(&self, body: usize, time: f64) -> Placement {
        let traced = &self.bodies[body];
        let segments = &traced.segments;
        let known = segments
            .iter()
            .rposition(|segment| segment.time <= time && segment.is_known());
        let Some(number) = known else {
            return traced.start;
        };
        let until = segments.get(number + 1).map_or(time, |next| next.time);
        let jointed = || {
            let piece = &traced.pieces[segments[number].piece()?];
            traced.joint.as_ref()?.placement(piece, until)
        };
        let place = segments[number].placement(until).or_else(jointed);
        place.unwrap_or(traced.start)
    }

    /// How a body moves at `time`.
    fn segment(&self, body: usize, time: f64) -> Option<Segment> {
        let segments = &self.bodies[body].segments;
        let count = segments.partition_point(|segment| segment.time <= time);
        let own = count.checked_sub(1).map(|last| segments[last]);
        let steps = self.steps.partition_point(|step| step.time <= time);
        let keyframe = self.steps[..steps]
            .iter()
            .rposition(|step| step.position.is_some());
        match (own, keyframe) {
            (None, None) => None,
            (Some(own), None) => Some(own),
            (Some(own), Some(first)) if own.time >= self.steps[first].time => Some(own),
            (_, Some(first)) => Some(self.stepped(body, &self.steps[first..steps])),
        }
    }

    /// How a body moves after the last of some steps, the first of which is a keyframe.
    fn stepped(&self, body: usize, steps: &[Step]) -> Segment {
        let dimension = self.header.dimension;
        let mut at = Placement {
            position: vector_of(&steps[0].position, body, dimension),
            rotation: rotation_of(&steps[0].rotation, body, dimension),
        };
        for (index, step) in steps.iter().enumerate() {
            let linear = vector_of(&step.linear, body, dimension);
            let angular = spin_of(&step.angular, body, dimension);
            let segment = Segment::velocity(step.time, at, linear, angular);
            match steps.get(index + 1) {
                None => return segment,
                Some(next) => at = segment.placement(next.time).unwrap_or(at),
            }
        }
        unreachable!("there is a keyframe, and the last step returns")
    }
}
