//! Motions in joint space: the same ones on every machine.

use super::paper::Benchmark;
use super::scene::Scene;
use crate::experiment::draw::Draw;
use glam::{DQuat, DVec3};
use osculate::query::articulated::{RobotVerdict, Workcell};
use osculate::robot::{ObstaclePlace, Path, Robot};
use osculate::{Limits, Motion, Workspace};

/// How many configurations are drawn until one is free.
const DRAWS: usize = 10_000;
/// Where the ball is, seen from the palm, when the hand closes on it.
const GRASP: DVec3 = DVec3::new(0.058, 0.0, 0.09);
/// From how far the hand comes up to the ball, and how far into it it would go.
const APPROACH: [f64; 2] = [0.25, -0.03];

/// How far motions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// All the way.
    Full,
    /// 2 rad.
    Long,
    /// 0.5 rad.
    Short,
    /// As far as makes as many collide as in the paper.
    Matching,
}

impl Step {
    /// In the order of the table.
    pub const ALL: [Step; 4] = [Step::Full, Step::Long, Step::Short, Step::Matching];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Step::Full => "full",
            Step::Long => "2",
            Step::Short => "0.5",
            Step::Matching => "matching",
        }
    }

    /// The most that a motion may be long, if there is a limit.
    pub fn length(self, matching: Option<f64>) -> Option<f64> {
        match self {
            Step::Full => None,
            Step::Long => Some(2.0),
            Step::Short => Some(0.5),
            Step::Matching => matching,
        }
    }
}

/// A motion from a configuration that is free, straight to another.
pub struct Edge {
    from: Vec<f64>,
    to: Vec<f64>,
    /// The distance of the two, in the numbers of a configuration.
    pub length: f64,
    /// How far it goes until something touches, if it does.
    contact: Option<f64>,
}

impl Edge {
    /// A motion from the stream of a seed; `None` if no start was found that is free.
    pub fn draw(
        seed: u64,
        scene: &Scene,
        cell: &Workcell,
        workspace: &mut Workspace,
    ) -> Option<Edge> {
        let mut draw = Draw::new(seed);
        let robot = &scene.made.robot;
        let limits = Limits::default();
        for _ in 0..DRAWS {
            let [from, to] = ends(&mut draw, scene);
            let rest = robot.straight(&from, &from).ok()?;
            if !cell.is_free(&rest, &limits, workspace).ok()? {
                continue;
            }
            let path = robot.straight(&from, &to).ok()?;
            let outcome = cell.first_contact(&path, &limits, workspace).ok()?;
            let length = distance(&from, &to);
            let contact = match outcome.verdict {
                RobotVerdict::Contact(found) => Some(found.contact.lower * length),
                RobotVerdict::Free => None,
                _ => continue,
            };
            return Some(Edge {
                from,
                to,
                length,
                contact,
            });
        }
        None
    }

    /// Both ends, the second no further from the first than `most`.
    pub fn ends(&self, most: Option<f64>) -> [Vec<f64>; 2] {
        let share = most.map_or(1.0, |most| (most / self.length).min(1.0));
        let to = self.from.iter().zip(&self.to);
        let to = to.map(|(from, to)| {
            if share == 1.0 {
                *to
            } else {
                from + share * (to - from)
            }
        });
        [self.from.clone(), to.collect()]
    }

    /// The same, as a path.
    pub fn path(&self, robot: &Robot, most: Option<f64>) -> Path {
        let [from, to] = self.ends(most);
        robot.straight(&from, &to).expect("between configurations")
    }
}

/// At which length so large a share of motions collides; `None` if it takes all of them.
pub fn matching(edges: &[Edge], share: f64) -> Option<f64> {
    let mut contacts: Vec<f64> = edges.iter().filter_map(|edge| edge.contact).collect();
    contacts.sort_by(f64::total_cmp);
    let wanted = (share * edges.len() as f64).round() as usize;
    // Half-way between the last that shall collide and the next: what is cut right at a contact may go either way.
    let (last, next) = (contacts.get(wanted.checked_sub(1)?)?, contacts.get(wanted)?);
    Some(0.5 * (last + next))
}

fn distance(from: &[f64], to: &[f64]) -> f64 {
    let square = |(a, b): (&f64, &f64)| (a - b) * (a - b);
    from.iter().zip(to).map(square).sum::<f64>().sqrt()
}

/// Start and goal, not yet known to be free.
fn ends(draw: &mut Draw, scene: &Scene) -> [Vec<f64>; 2] {
    let mut uniform = || -> Vec<f64> {
        let within = |[least, largest]: &[f64; 2]| least + (largest - least) * draw.share();
        scene.ranges.iter().map(within).collect()
    };
    match scene.benchmark {
        Benchmark::Approaching => approach(draw, scene),
        Benchmark::Grasping => grasp(draw, scene),
        _ => [uniform(), uniform()],
    }
}

/// Where the ball is.
fn ball(scene: &Scene) -> DVec3 {
    let place = &scene.made.environment.obstacles()[0].place;
    match place {
        ObstaclePlace::Resting(resting) => resting.placement(0.0).position,
        _ => DVec3::ZERO,
    }
}

/// A configuration of the hand at a placement of its palm; fingers are bent by a share of their range between these two.
fn hand(
    draw: &mut Draw,
    scene: &Scene,
    (position, rotation): (DVec3, [f64; 4]),
    bent: [f64; 2],
) -> Vec<f64> {
    let robot = &scene.made.robot;
    let mut configuration = robot.default_configuration();
    configuration[..3].copy_from_slice(&position.to_array());
    configuration[3..7].copy_from_slice(&rotation);
    for (number, coordinate) in robot.coordinates().iter().enumerate() {
        let Some([least, largest]) = coordinate.limits else {
            continue;
        };
        let name = &robot.joints()[coordinate.joint].name;
        let share = bent[0] + (bent[1] - bent[0]) * draw.share();
        configuration[number] = match name.rsplit('_').next() {
            // Fingers stay beside each other, the thumb before the palm.
            Some("spread") => 0.0,
            Some("swing") => largest * (0.5 + 0.25 * share),
            _ => least + (largest - least) * share,
        };
    }
    configuration
}

/// From a random side, the palm first, with fingers half open, until it would be inside the ball.
fn approach(draw: &mut Draw, scene: &Scene) -> [Vec<f64>; 2] {
    let rotation = draw.rotation();
    let turn = DQuat::from_array(rotation);
    let at = |away: f64| ball(scene) - turn * (GRASP + away * DVec3::X);
    let from = hand(draw, scene, (at(APPROACH[0]), rotation), [0.0, 0.3]);
    let mut to = from.clone();
    to[..3].copy_from_slice(&at(APPROACH[1]).to_array());
    [from, to]
}

/// Around the ball, from open fingers to closed ones, each at its own speed.
fn grasp(draw: &mut Draw, scene: &Scene) -> [Vec<f64>; 2] {
    let rotation = draw.rotation();
    let turn = DQuat::from_array(rotation);
    let at = (ball(scene) - turn * GRASP, rotation);
    let from = hand(draw, scene, at, [0.0, 0.2]);
    let to = hand(draw, scene, at, [0.6, 1.0]);
    [from, to]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(length: f64, contact: Option<f64>) -> Edge {
        Edge {
            from: vec![0.0],
            to: vec![length],
            length,
            contact,
        }
    }

    #[test]
    fn the_matching_length_has_the_share() {
        let edges: Vec<Edge> = [Some(1.0), None, Some(3.0), None, Some(2.0)]
            .map(|contact| edge(4.0, contact))
            .into();
        assert_eq!(matching(&edges, 0.2), Some(1.5));
        assert_eq!(matching(&edges, 0.4), Some(2.5));
        assert_eq!(matching(&edges, 0.6), None);
        assert_eq!(matching(&edges, 1.0), None);
        assert_eq!(matching(&edges, 0.0), None);
    }

    #[test]
    fn motions_are_cut() {
        let edge = edge(4.0, None);
        assert_eq!(edge.ends(Some(1.0))[1], [1.0]);
        assert_eq!(edge.ends(Some(9.0))[1], [4.0]);
        assert_eq!(edge.ends(None)[1], [4.0]);
    }
}
