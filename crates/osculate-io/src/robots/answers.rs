//! Answers about robots: one JSON object a line. `docs/robots.md` describes the fields.

use crate::answers::{AnswerVerdict, Work, answer_contact, reason_name, work};
use osculate::query::articulated::{Party, RobotOutcome, RobotVerdict};
use osculate::robot::{Environment, ObstaclePlace, Robot};
use serde::Serialize;

/// The answer to edge number `edge` of a robot among its obstacles, as one line of JSON, without the newline.
///
/// If the time in microseconds is given, the line also has the work done. Numbers are the shortest that read back as the
/// same `f64`.
pub fn robot_answer_json(
    edge: usize,
    outcome: &RobotOutcome,
    robot: &Robot,
    environment: &Environment,
    micros: Option<f64>,
) -> String {
    let names = Names { robot, environment };
    let mut answer = Answer {
        edge,
        verdict: AnswerVerdict::Free,
        pair: None,
        contact: None,
        pairs: None,
        crossing: None,
        tolerance: outcome.tolerance,
        work: micros.map(|micros| RobotWork {
            intervals: outcome.stats.intervals,
            culled: outcome.stats.culled,
            searches: outcome.stats.searches,
            work: work(micros, &outcome.stats.pairs, outcome.resolution),
        }),
    };
    match &outcome.verdict {
        RobotVerdict::Free => {}
        RobotVerdict::Contact(found) => {
            answer.verdict = answer_contact(&found.contact);
            answer.pair = Some(names.pair(found.pair));
            answer.contact = Some(InLinks {
                local_a: found.points[0].to_array(),
                local_b: found.points[1].to_array(),
                segment: found.piece,
                fraction: found.fraction,
                configuration: &found.configuration,
            });
        }
        RobotVerdict::Overlapping { proven, pairs } => {
            answer.verdict = AnswerVerdict::Overlapping {
                proven: *proven,
                then: None,
                then_time: None,
                start: None,
            };
            answer.pair = pairs.first().map(|&(pair, _)| names.pair(pair));
            answer.pairs = Some(
                pairs
                    .iter()
                    .map(|&(pair, proven)| OverlappingPair {
                        pair: names.pair(pair),
                        proven,
                    })
                    .collect(),
            );
        }
        RobotVerdict::Undecided {
            free_until,
            reason,
            pair,
            crossing,
        } => {
            answer.verdict = AnswerVerdict::Undecided {
                free_until: *free_until,
                reason: reason_name(*reason),
            };
            answer.pair = Some(names.pair(*pair));
            answer.crossing = *crossing;
        }
    }
    serde_json::to_string(&answer)
        .expect("the keys are strings and nothing here fails to serialise")
}

#[derive(Serialize)]
struct Answer<'a> {
    edge: usize,
    #[serde(flatten)]
    verdict: AnswerVerdict,
    #[serde(flatten)]
    pair: Option<Pair<'a>>,
    #[serde(flatten)]
    contact: Option<InLinks<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<OverlappingPair<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crossing: Option<f64>,
    tolerance: f64,
    #[serde(flatten)]
    work: Option<RobotWork>,
}

/// Who meets.
#[derive(Serialize)]
struct Pair<'a> {
    link_a: &'a str,
    shape_a: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link_b: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape_b: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<&'a str>,
}

/// Where they meet, and when on the path.
#[derive(Serialize)]
struct InLinks<'a> {
    local_a: [f64; 3],
    local_b: [f64; 3],
    segment: usize,
    fraction: f64,
    configuration: &'a [f64],
}

#[derive(Serialize)]
struct OverlappingPair<'a> {
    #[serde(flatten)]
    pair: Pair<'a>,
    proven: bool,
}

#[derive(Serialize)]
struct RobotWork {
    intervals: u64,
    culled: u64,
    searches: u64,
    #[serde(flatten)]
    work: Work,
}

struct Names<'a> {
    robot: &'a Robot,
    environment: &'a Environment,
}

impl<'a> Names<'a> {
    fn pair(&self, [a, b]: [Party; 2]) -> Pair<'a> {
        let (link_a, shape_a) = self.moved(a);
        let (link_b, shape_b, obstacle) = match b {
            Party::Shape(_) => {
                let (link, shape) = self.moved(b);
                (Some(link), Some(shape), None)
            }
            Party::Obstacle(number) => (
                None,
                None,
                Some(self.environment.obstacles()[number].name.as_str()),
            ),
        };
        Pair {
            link_a,
            shape_a,
            link_b,
            shape_b,
            obstacle,
        }
    }

    /// The link that moves it, and what it is called: a shape of the link, or what the link carries.
    fn moved(&self, party: Party) -> (&'a str, &'a str) {
        match party {
            Party::Shape(number) => {
                let found = self.robot.all_shapes().nth(number);
                let (link, shape) = found.expect("answers are about shapes of this robot");
                (self.robot.links()[link].name(), &shape.name)
            }
            Party::Obstacle(number) => {
                let obstacle = &self.environment.obstacles()[number];
                match &obstacle.place {
                    ObstaclePlace::Attached { link, .. } => (link, &obstacle.name),
                    _ => ("", &obstacle.name),
                }
            }
        }
    }
}
