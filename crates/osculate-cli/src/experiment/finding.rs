//! What the judge finds about an answer.

use super::judge::{ACCURACY, Judge, Walk};
use osculate::{Limits, Outcome, Span, Verdict};

/// What the judge finds about an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Finding {
    /// How far apart the bodies are at `lower`, if there is a contact.
    pub separation: Option<f64>,
    /// At `lower` they intersect.
    pub penetrates: bool,
    /// They intersect before `lower` (or `free_until`), at a sampled time or where a walk came upon it.
    pub late: bool,
    /// A walk up to there did not show that they do not.
    pub unclear: bool,
    /// They are said to be free, but intersect at a sampled time; or to overlap at the start, and do not.
    pub missed: bool,
    /// At `lower` they are not as far apart as the answer says.
    pub misstated: bool,
}

/// How closely the judge looks.
#[derive(Clone, Copy, Debug)]
pub struct Scrutiny {
    /// At how many times before an answer's.
    pub samples: u32,
    /// Whether it walks up to the answer's time as well.
    pub walk: bool,
}

impl Finding {
    /// Judges `outcome`. The bodies are thought to intersect at `crossed_by`.
    pub fn of(
        outcome: &Outcome,
        limits: &Limits,
        judge: &Judge,
        crossed_by: f64,
        scrutiny: Scrutiny,
    ) -> Finding {
        let (start, samples) = (Span::UNIT.start(), scrutiny.samples);
        let [first, last] = judge
            .encounter(Span::UNIT.end())
            .unwrap_or([start, Span::UNIT.end()]);
        let before = |until: f64| {
            let sampled = first < until
                && graded(samples, until, first)
                    .chain((crossed_by < until).then_some(crossed_by))
                    .any(|t| judge.intersect(t));
            let walk = if scrutiny.walk {
                judge.walk(until)
            } else {
                Walk::Apart
            };
            Finding {
                late: sampled || walk == Walk::Intersecting,
                unclear: walk == Walk::Unclear,
                ..Finding::default()
            }
        };
        match outcome.verdict {
            Verdict::Contact(ref contact) => {
                let separation = judge.separation(contact.lower);
                let stated = contact.separation;
                let allowed = stated.lower - ACCURACY
                    ..=stated.upper.min(limits.clearance() + outcome.tolerance) + ACCURACY;
                Finding {
                    separation: Some(separation),
                    penetrates: separation == 0.0,
                    misstated: !allowed.contains(&separation),
                    ..before(contact.lower)
                }
            }
            Verdict::Undecided { free_until, .. } => {
                free_until.map_or_else(Finding::default, before)
            }
            Verdict::Free => Finding {
                missed: std::iter::once(crossed_by)
                    .chain(graded(samples, crossed_by, last))
                    .any(|t| judge.intersect(t)),
                ..Finding::default()
            },
            Verdict::Overlapping { .. } => Finding {
                missed: judge.separation(start) > limits.clearance() + ACCURACY,
                ..Finding::default()
            },
        }
    }
}

/// Which proofs are broken, in words: each count beside what it counts. `None` if all counts are 0.
pub fn contradictions(counts: &[(usize, &str)]) -> Option<String> {
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    (!told.is_empty()).then(|| format!("the judge contradicts answers: {}", told.join(", ")))
}

/// `count` times from `near`, which is left out, to `far`, with steps that grow like a fourth power: the shortest of 16 is
/// a 65,536th of the way.
fn graded(count: u32, near: f64, far: f64) -> impl Iterator<Item = f64> {
    (1..=count).map(move |step| {
        let share = f64::from(step) / f64::from(count);
        near + (far - near) * (share * share) * (share * share)
    })
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Flight, Surface};
    use super::*;
    use glam::{DQuat, DVec3};
    use osculate::{
        ConstantVelocity, Limits, MeshBvh, Moving, Outcome, Placement, Reason, Span, Verdict,
        Workspace, mesh::cuboid, query::meshes::best_first,
    };

    /// Two boxes that meet at t = 0.5 with speed 4, and are apart again by t = 0.75.
    struct Cubes {
        surface: Surface,
        flights: [Flight; 2],
        outcome: Outcome,
    }

    fn cubes() -> Cubes {
        let flight = |x: f64, y: f64, speed: f64| Flight {
            position: DVec3::new(x, y, 0.3 * y),
            rotation: [0.0, 0.0, 0.0, 1.0],
            linear: speed * DVec3::X,
            angular: DVec3::ZERO,
        };
        let flights = [flight(0.0, 0.1, 4.0), flight(2.5, 0.2, 0.0)];
        let mesh = cuboid(DVec3::new(0.25, 0.5, 0.5)).unwrap();
        let tree = MeshBvh::new(mesh.clone());
        let motions = flights.map(|flight| {
            let at = Placement::new(flight.position, DQuat::IDENTITY);
            ConstantVelocity::new(at, flight.linear, flight.angular).unwrap()
        });
        let [a, b] = [0, 1].map(|body: usize| Moving::new(&tree, &motions[body]));
        let limits = Limits::default().with_tolerance(1e-6).unwrap();
        let outcome = best_first(a, b, Span::UNIT, &limits, &mut Workspace::new());
        Cubes {
            surface: Surface::new(&mesh),
            flights,
            outcome,
        }
    }

    impl Cubes {
        fn judged(&self, verdict: Verdict) -> Finding {
            let judge = Judge::new([&self.surface; 2], &self.flights);
            let scrutiny = Scrutiny {
                samples: 16,
                walk: true,
            };
            let mut outcome = self.outcome;
            outcome.verdict = verdict;
            Finding::of(&outcome, &Limits::default(), &judge, 0.500001, scrutiny)
        }

        fn contact_at(&self, lower: f64) -> Finding {
            let mut contact = *self.outcome.verdict.contact().unwrap();
            contact.lower = lower;
            self.judged(Verdict::Contact(contact))
        }
    }

    impl Finding {
        fn is_broken(&self) -> bool {
            self.penetrates || self.late || self.missed || self.misstated
        }
    }

    #[test]
    fn a_right_answer_is_clean() {
        let cubes = cubes();
        let finding = cubes.judged(cubes.outcome.verdict);
        assert!(!finding.is_broken(), "{finding:?}");
        let separation = finding.separation.unwrap();
        assert!(0.0 < separation && separation <= 1e-6, "{separation}");
    }

    #[test]
    fn wrong_answers_are_found_out() {
        let cubes = cubes();
        let early = cubes.contact_at(0.4);
        assert!(early.misstated && !early.penetrates && !early.late);
        assert!((early.separation.unwrap() - 0.4).abs() < 1e-14);
        let inside = cubes.contact_at(0.6);
        assert!(inside.penetrates && inside.late);
        let beyond = cubes.contact_at(0.9);
        assert!(!beyond.penetrates && beyond.late && beyond.misstated);
        assert!(cubes.judged(Verdict::Free).missed);
        assert!(cubes.judged(Verdict::overlapping(true)).missed);
        let undecided = |free_until| Verdict::Undecided {
            free_until,
            reason: Reason::Budget,
        };
        assert!(cubes.judged(undecided(Some(0.7))).late);
        assert!(!cubes.judged(undecided(Some(0.49))).is_broken());
        assert!(!cubes.judged(undecided(None)).is_broken());
    }

    #[test]
    fn samples_are_dense_near_the_answer() {
        let times: Vec<f64> = graded(16, 1.0, 0.0).collect();
        assert_eq!(times.len(), 16);
        assert_eq!((times[0], times[15]), (1.0 - 1.0 / 65_536.0, 0.0));
        assert!(times.is_sorted_by(|a, b| a > b));
    }
}
