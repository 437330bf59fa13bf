//! Whether answers are right, as far as certified static distances can tell.

use crate::methods::{Answer, Claim};
use crate::scenes::{Flight, Scene};
use osculate::{Workspace, query::meshes::separation};

/// The faults of a program on the motions of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// Motions on which the bodies certainly meet, called free.
    pub missed: usize,
    /// Hits at or after a time at which the bodies certainly intersect.
    pub late: usize,
    /// Hits reported while the bodies were further apart than twice the tolerance.
    pub early: usize,
    /// The largest separation at a reported hit, in radii.
    pub apart: f64,
    /// No answer, or an overlap where there is none.
    pub lost: usize,
    /// Motions on which the answer proves that best-first is wrong. Never seen.
    pub refuted: usize,
}

impl Faults {
    /// Judges `answer` by the bodies' separation at the time it names, and by the proof that best-first gave.
    pub fn judge(
        &mut self,
        scene: &Scene,
        flight: &Flight,
        tolerance: f64,
        answer: &Answer,
        best_first: &Answer,
    ) {
        // Programs that prove nothing, or work in `f32`, may be off by a rounding.
        let slack = if answer.stats.is_some() { 0.0 } else { 1e-6 };
        match answer.claim {
            Claim::Free => self.missed += usize::from(best_first.crossed_by.is_some()),
            Claim::Hit(time) => {
                let (a, b) = scene.moving(flight);
                let found = separation(a, b, time.clamp(0.0, 1.0), &mut Workspace::new());
                let apart = found.separation.lower / scene.radius;
                self.apart = self.apart.max(apart);
                self.early += usize::from(apart > 2.0 * tolerance);
                self.late +=
                    usize::from(best_first.crossed_by.is_some_and(|by| time >= by + slack));
                let free_until = match best_first.claim {
                    Claim::Free => 1.0,
                    Claim::Hit(lower) => lower,
                    Claim::Overlapping | Claim::Undecided => -1.0,
                };
                self.refuted += usize::from(found.intersecting && time <= free_until);
            }
            Claim::Overlapping | Claim::Undecided => self.lost += 1,
        }
        let crossed_by = answer.crossed_by.unwrap_or(f64::INFINITY);
        self.refuted += usize::from(matches!(best_first.claim, Claim::Free) && crossed_by <= 1.0);
        self.refuted +=
            usize::from(matches!(best_first.claim, Claim::Hit(lower) if crossed_by <= lower));
    }

    /// The faults in words; empty if there are none.
    pub fn in_words(&self) -> String {
        let counted = [
            (self.missed, "missed"),
            (self.late, "late"),
            (self.early, "early"),
            (self.lost, "without an answer"),
            (self.refuted, "REFUTE BEST-FIRST"),
        ];
        let mut words: Vec<String> = counted
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if self.early > 0 {
            words.push(format!("apart by up to {:.1e} radii", self.apart));
        }
        words.join(", ")
    }
}

/// Samples the time that `answer` calls free for an intersection: the first instant that refutes it.
pub fn sample(scene: &Scene, flight: &Flight, answer: &Answer, samples: u32) -> Option<f64> {
    let free_until = match answer.claim {
        Claim::Free => 1.0,
        Claim::Hit(lower) => lower,
        Claim::Overlapping | Claim::Undecided => return None,
    };
    let (a, b) = scene.moving(flight);
    let mut workspace = Workspace::new();
    (0..=samples)
        .map(|index| free_until * f64::from(index) / f64::from(samples))
        .find(|&time| separation(a, b, time, &mut workspace).intersecting)
}
