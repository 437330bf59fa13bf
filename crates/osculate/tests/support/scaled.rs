//! A motion in other units: exact, if the factors are powers of two.

use osculate::glam::DVec3;
use osculate::{
    Motion, Outcome, Span, Verdict,
    motion::{PivotPath, Pose, Rates},
    query::Then,
};

/// A motion with all lengths and all times multiplied by powers of two: what a user would write who has other units.
pub struct Scaled<M> {
    motion: M,
    length: f64,
    time: f64,
}

impl<M: Motion> Scaled<M> {
    /// `None` if the motion leaves the range that is promised: positions and velocities up to 1e60, angular velocities up
    /// to 1e9.
    pub fn new(motion: M, length: f64, time: f64) -> Option<Scaled<M>> {
        let scaled = Scaled {
            motion,
            length,
            time,
        };
        let PivotPath { anchor, drift, .. } = scaled.path();
        let Pose { offset, .. } = scaled.pose(0.0);
        let Rates { velocity, spin, .. } = scaled.rates(Span::new(0.0, time).ok()?);
        let most = |v: DVec3| v.abs().max_element();
        let longest = most(anchor).max(most(offset));
        let fastest = most(drift).max(most(velocity));
        (longest <= 1e60 && fastest <= 1e60 && spin.length() <= 1e9).then_some(scaled)
    }
}

impl<M: Motion> Motion for Scaled<M> {
    fn pose(&self, t: f64) -> Pose {
        let pose = self.motion.pose(t / self.time);
        {
            let mut changed = pose;
            changed.offset = pose.offset * self.length;
            changed.offset_error = pose.offset_error * self.length;
            changed
        }
    }

    fn rates(&self, span: Span) -> Rates {
        let own = Span::new(span.start() / self.time, span.end() / self.time).expect("a span");
        let rates = self.motion.rates(own);
        let (speed, rate) = (self.length / self.time, 1.0 / self.time);
        Rates::new(rates.velocity * speed, rates.spin * rate)
            .with_errors(rates.velocity_error * speed, rates.spin_error * rate)
            .with_accelerations(
                rates.acceleration * speed * rate,
                rates.spin_acceleration * rate * rate,
            )
    }

    fn path(&self) -> PivotPath {
        let path = self.motion.path();
        let speed = self.length / self.time;
        PivotPath::new(
            path.pivot * self.length,
            path.anchor * self.length,
            path.drift * speed,
        )
        .with_drift_low(path.drift_low * speed)
    }
}

/// The answer to a scaled query, in the units of the one that it was made of.
pub fn unscaled(outcome: &Outcome, length: f64, time: f64) -> Outcome {
    let mut outcome = *outcome;
    outcome.clearance /= length;
    outcome.tolerance /= length;
    outcome.resolution /= length;
    match &mut outcome.verdict {
        Verdict::Contact(contact) => {
            contact.lower /= time;
            contact.upper /= time;
            contact.point_a /= length;
            contact.point_b /= length;
            contact.separation.lower /= length;
            contact.separation.upper /= length;
        }
        Verdict::Undecided {
            free_until: Some(until),
            ..
        } => *until /= time,
        Verdict::Overlapping { start, then, .. } => {
            start.point_a /= length;
            start.point_b /= length;
            start.depth.lower /= length;
            start.depth.upper /= length;
            match then {
                Then::Parts { from } => *from /= time,
                Then::Deepens { upper } => *upper /= time,
                Then::Stays | Then::Unknown => {}
            }
        }
        Verdict::Free | Verdict::Undecided { .. } => {}
    }
    outcome
}
