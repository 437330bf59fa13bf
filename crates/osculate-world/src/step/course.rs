//! What a body does in a step: the leg that it is on, from contact to contact.

use crate::body::BodyKind;
use crate::state::{BodyState, UNIT};
use glam::DVec3;
use osculate::motion::Retimed;
use osculate::{ConstantVelocity, Interval, Motion, Placement, Span};

/// What a body does in a step. Time runs from 0 to 1.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// What it does from `from` to the end of the step, from 0 to 1 by its own clock.
    pub(crate) leg: ConstantVelocity,
    pub(crate) from: f64,
    /// Where it is at `from`.
    pub(crate) start: Placement,
    /// How far its centre of mass goes from there, and how far it turns.
    pub(crate) shift: DVec3,
    pub(crate) turn: DVec3,
    /// Where it ends.
    end: Placement,
    /// How far any point of the body goes on this leg, at most, and that with what places on it are rounded by.
    pub(crate) travel: f64,
    pub(crate) length: LegLength,
    /// How far this leg leads from where the one before would have, at most.
    pub(crate) bend: f64,
    /// What was left of the way when it was last stopped.
    pub(crate) rest_of_way: [DVec3; 2],
    /// How far it wants to go in the whole step.
    pub(crate) wanted: f64,
    /// How often it was stopped in this step.
    pub(crate) stops: u32,
    /// Changes with every new leg.
    pub(crate) stamp: u32,
    /// Whether it goes on as one with what it hit too often.
    pub(crate) sticks: bool,
    /// Whether it stands for the rest of the step although it has somewhere to go.
    pub(crate) held: bool,
}

/// How far a leg leads any point of a body at most, and what places on it are rounded by: all that most proofs need of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LegLength {
    pub(crate) way: f64,
    pub(crate) rounding: f64,
}

impl Course {
    /// Measures how far it leads. The body may be off by what is rounded at both ends of a leg.
    pub(crate) fn measure(&mut self, body: &BodyState) {
        let rounding = self.rounding(body, body.reach);
        self.travel = self.most_travel(body, rounding);
        self.length = LegLength {
            way: self.travel + rounding,
            rounding,
        };
    }

    /// Standing still.
    pub(crate) fn standing(body: &BodyState) -> Course {
        let mut course = Course {
            leg: leg(body, &body.placement, DVec3::ZERO, DVec3::ZERO),
            from: 0.0,
            start: body.placement,
            shift: DVec3::ZERO,
            turn: DVec3::ZERO,
            end: body.placement,
            travel: 0.0,
            length: LegLength::default(),
            bend: f64::INFINITY,
            rest_of_way: [DVec3::ZERO; 2],
            wanted: 0.0,
            stops: 0,
            stamp: 0,
            sticks: false,
            held: false,
        };
        course.measure(body);
        course
    }

    /// Begins another leg.
    pub(crate) fn set_out(
        &mut self,
        body: &BodyState,
        from: f64,
        start: Placement,
        [shift, turn]: [DVec3; 2],
    ) {
        self.leg = leg(body, &start, shift, turn);
        (self.from, self.start, self.shift, self.turn) = (from, start, shift, turn);
        self.end = self.placed(1.0);
        self.measure(body);
        self.stamp += 1;
    }

    /// Stands for another step.
    pub(crate) fn rest(&mut self, body: &BodyState) {
        // Its shape may be another.
        self.measure(body);
        (self.from, self.wanted, self.stops) = (0.0, 0.0, 0);
        (self.sticks, self.held) = (false, false);
    }

    pub(crate) fn stands(&self) -> bool {
        self.shift == DVec3::ZERO && self.turn == DVec3::ZERO
    }

    /// The leg by the step's clock.
    pub(crate) fn timed(&self) -> Retimed<ConstantVelocity> {
        let during = Span::new(self.from, 1.0).expect("legs begin within the step");
        Retimed::new(self.leg.clone(), during).expect("legs take time")
    }

    /// Where the body is at a time of the step.
    pub(crate) fn placement(&self, time: f64) -> Placement {
        if self.stands() || time <= self.from {
            return self.start;
        }
        if time >= 1.0 {
            return self.end;
        }
        self.placed((time - self.from) / (1.0 - self.from))
    }

    /// Where the body is at a time of the leg's own clock.
    fn placed(&self, own: f64) -> Placement {
        if self.stands() {
            return self.start;
        }
        let placement = tidy(self.leg.placement(own));
        if self.turn == DVec3::ZERO {
            // What does not turn keeps its rotation to the last bit.
            return Placement::new(placement.position, self.start.rotation);
        }
        placement
    }

    fn most_travel(&self, body: &BodyState, rounding: f64) -> f64 {
        if self.stands() {
            return 0.0;
        }
        // A half-space has points at any distance; if it does not turn, all of them go the same way.
        let rounding = match body.reach {
            f64::INFINITY => self.rounding(body, 0.0),
            _ => rounding,
        };
        (self.shift.length() + way_of_turn(self.turn, body.reach)) * (1.0 + 1e-12) + rounding
    }

    /// A box around the body on this leg, and around where it is placed after any of it; none of a half-space.
    pub(crate) fn swept_box(&self, body: &BodyState) -> Option<[Interval; 3]> {
        let sides = body.shape.swept_box(&self.leg, Span::UNIT)?;
        let rounding = self.rounding(body, body.reach);
        Some(sides.map(|side| Interval::new(side.lower - rounding, side.upper + rounding)))
    }

    /// How far points that are within `reach` of the body's centre of mass may be from where the leg has them, once the body was
    /// moved to a [placement](Course::placement) of it. What is never moved is where it is.
    ///
    /// A placement of a motion states 16 units of all lengths and 8·12 + 32 of the reach; the time by the leg's own clock is off by less
    /// than 16 units of the whole leg, the start by 4 of where it is.
    pub(crate) fn rounding(&self, body: &BodyState, reach: f64) -> f64 {
        if body.kind == BodyKind::Static && self.stands() {
            return 0.0;
        }
        let far = self.start.position.length() + self.shift.length() + body.inertia.centre.length();
        let near = body.reach.min(reach) * (1.0 + self.turn.length());
        256.0 * UNIT * (far + near)
    }
}

fn leg(body: &BodyState, start: &Placement, shift: DVec3, turn: DVec3) -> ConstantVelocity {
    let pivot = body.inertia.centre;
    let at = Placement::new(body.centre_at(start), start.rotation);
    // Velocities are limited, and a step is short.
    ConstantVelocity::small_turn(pivot, at, shift, turn)
        .expect("velocities are within their limits")
}

/// How far a turn moves points that are within `reach` of the axis, at most. What does not turn moves none, however far they are.
pub(crate) fn way_of_turn(turn: DVec3, reach: f64) -> f64 {
    match turn.length() {
        0.0 => 0.0,
        angle => angle * reach,
    }
}

/// Coordinates that are too small to be lengths are none.
fn tidy(placement: Placement) -> Placement {
    let position = placement.position;
    let small = position.abs().max_element() < 1e-60;
    Placement {
        position: if small { DVec3::ZERO } else { position },
        rotation: placement.rotation.normalize(),
    }
}
