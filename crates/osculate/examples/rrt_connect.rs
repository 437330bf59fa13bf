//! A motion planner whose every edge is proven free: RRT-Connect for the arm with seven joints in a shelf.
//!
//! `cargo run --release --example rrt_connect`

use osculate::query::articulated::{Party, RobotVerdict, Workcell};
use osculate::robot::{PathError, Robot, builtin};
use osculate::{Limits, Workspace};

/// How far the arm stays from everything, in metres.
const CLEARANCE: f64 = 0.005;
/// The longest edge that a tree grows by, in radians.
const STEP: f64 = 0.8;
/// How many samples are drawn before it gives up.
const SAMPLES: usize = 5_000;
/// How many short cuts are tried.
const SHORT_CUTS: usize = 150;

type Configuration = Vec<f64>;

/// The local planner: whether the straight way between two configurations is free, all along.
struct Local<'a> {
    cell: Workcell<'a>,
    limits: Limits,
    workspace: Workspace,
    asked: usize,
    free: usize,
}

impl Local<'_> {
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> Result<bool, PathError> {
        let path = self.cell.robot().straight(from, to)?;
        let free = self
            .cell
            .is_free(&path, &self.limits, &mut self.workspace)?;
        self.asked += 1;
        self.free += usize::from(free);
        Ok(free)
    }
}

/// A tree of configurations with free ways between them.
struct Tree {
    nodes: Vec<(Configuration, usize)>,
}

impl Tree {
    fn new(root: &[f64]) -> Tree {
        Tree {
            nodes: vec![(root.to_vec(), 0)],
        }
    }

    fn nearest(&self, to: &[f64]) -> usize {
        let far = |node: &usize| distance(&self.nodes[*node].0, to);
        let nodes = 0..self.nodes.len();
        nodes
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .expect("a root")
    }

    /// Grows towards a configuration, by one edge or as far as it goes. Gives the last node that it made, and whether that is there.
    fn grow(
        &mut self,
        towards: &[f64],
        greedily: bool,
        local: &mut Local,
    ) -> Result<Option<(usize, bool)>, PathError> {
        let mut from = self.nearest(towards);
        let mut made = None;
        loop {
            let left = distance(&self.nodes[from].0, towards);
            let there = left <= STEP;
            let to = if there {
                towards.to_vec()
            } else {
                between(&self.nodes[from].0, towards, STEP / left)
            };
            if !local.is_free(&self.nodes[from].0, &to)? {
                return Ok(made);
            }
            self.nodes.push((to, from));
            from = self.nodes.len() - 1;
            made = Some((from, there));
            if there || !greedily {
                return Ok(made);
            }
        }
    }

    /// From a node up to the root.
    fn way(&self, mut node: usize) -> Vec<Configuration> {
        let mut way = Vec::new();
        while node != 0 {
            way.push(self.nodes[node].0.clone());
            node = self.nodes[node].1;
        }
        way.push(self.nodes[0].0.clone());
        way
    }
}

/// Two trees, from the start and from the goal, that grow towards each other.
fn connect(
    [start, goal]: [&[f64]; 2],
    local: &mut Local,
    random: &mut Random,
) -> Result<Option<Vec<Configuration>>, PathError> {
    let mut trees = [Tree::new(start), Tree::new(goal)];
    for sample in 0..SAMPLES {
        let (one, other) = (sample % 2, 1 - sample % 2);
        let towards = random.configuration(local.cell.robot());
        let Some((node, _)) = trees[one].grow(&towards, false, local)? else {
            continue;
        };
        let met = trees[one].nodes[node].0.clone();
        if let Some((last, true)) = trees[other].grow(&met, true, local)? {
            println!(
                "{} samples; the trees have {} and {} configurations",
                sample + 1,
                trees[0].nodes.len(),
                trees[1].nodes.len()
            );
            let ways = [trees[one].way(node), trees[other].way(last)];
            let [mut way, rest] = if one == 0 {
                ways
            } else {
                [ways[1].clone(), ways[0].clone()]
            };
            way.reverse();
            way.extend(rest.into_iter().skip(1));
            return Ok(Some(way));
        }
    }
    Ok(None)
}

/// Replaces parts of a way by straight edges that are free.
fn shorten(
    way: &mut Vec<Configuration>,
    local: &mut Local,
    random: &mut Random,
) -> Result<(), PathError> {
    for _ in 0..SHORT_CUTS {
        let mut point = || {
            let place = random.share() * (way.len() - 1) as f64;
            let edge = (place as usize).min(way.len() - 2);
            let at = between(&way[edge], &way[edge + 1], place - edge as f64);
            (edge, at)
        };
        let (mut first, mut second) = (point(), point());
        if first.0 > second.0 {
            (first, second) = (second, first);
        }
        if first.0 < second.0 && local.is_free(&first.1, &second.1)? {
            way.splice(first.0 + 1..=second.0, [first.1, second.1]);
        }
    }
    Ok(())
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let square = |(a, b): (&f64, &f64)| (a - b) * (a - b);
    a.iter().zip(b).map(square).sum::<f64>().sqrt()
}

fn length(way: &[Configuration]) -> f64 {
    way.windows(2)
        .map(|edge| distance(&edge[0], &edge[1]))
        .sum()
}

fn between(from: &[f64], to: &[f64], share: f64) -> Configuration {
    let both = from.iter().zip(to);
    both.map(|(from, to)| from + share * (to - from)).collect()
}

/// Xorshift: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn configuration(&mut self, robot: &Robot) -> Configuration {
        let coordinates = robot.coordinates().iter();
        let limits = coordinates.map(|coordinate| coordinate.limits.unwrap_or([-3.2, 3.2]));
        limits
            .map(|[least, largest]| least + (largest - least) * self.share())
            .collect()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arm = builtin("arm7").expect("a built-in robot");
    // From inside one bay of the shelf into another.
    let start = &arm.waypoints[2];
    let goal = &between(&arm.waypoints[5], &arm.waypoints[6], 0.45);
    let mut local = Local {
        cell: Workcell::new(&arm.robot, &arm.environment)?,
        limits: Limits::default().with_clearance(CLEARANCE)?,
        workspace: Workspace::new(),
        asked: 0,
        free: 0,
    };
    println!(
        "straight from start to goal: {}",
        told(&mut local, &[start.clone(), goal.clone()])?
    );

    let mut random = Random(7);
    let Some(mut way) = connect([start, goal], &mut local, &mut random)? else {
        return Err("no way was found".into());
    };
    println!(
        "a way of {} edges, {:.2} rad long",
        way.len() - 1,
        length(&way)
    );
    shorten(&mut way, &mut local, &mut random)?;
    println!(
        "after short cuts {} edges, {:.2} rad long",
        way.len() - 1,
        length(&way)
    );
    println!(
        "{} edges were asked about, {} of them are free",
        local.asked, local.free
    );

    let verdict = told(&mut local, &way)?;
    println!("the whole way, once more: {verdict}");
    let path = arm.robot.through(&way)?;
    let closest = local
        .cell
        .smallest_distance(&path, &Limits::default(), &mut local.workspace)?;
    println!(
        "its smallest distance from anything is between {:.2} and {:.2} mm, proven",
        1e3 * closest.distance.lower,
        1e3 * closest.distance.upper
    );
    if verdict == "free, with the clearance, proven" {
        Ok(())
    } else {
        Err(verdict.into())
    }
}

/// What is proven of a way.
fn told(local: &mut Local, way: &[Configuration]) -> Result<String, PathError> {
    let (robot, cell) = (local.cell.robot(), &local.cell);
    let path = robot.through(way)?;
    let outcome = cell.first_contact(&path, &local.limits, &mut local.workspace)?;
    Ok(match outcome.verdict {
        RobotVerdict::Free => "free, with the clearance, proven".to_owned(),
        RobotVerdict::Contact(found) => {
            let names = found.pair.map(|party| match party {
                Party::Shape(shape) => {
                    let (link, _) = robot.all_shapes().nth(shape).expect("a shape of the robot");
                    robot.links()[link].name()
                }
                Party::Obstacle(number) => cell.environment().obstacles()[number].name.as_str(),
            });
            format!(
                "{} meets {} at {:.3}",
                names[0], names[1], found.contact.lower
            )
        }
        other => format!("{other:?}"),
    })
}

#[test]
fn runs() {
    main().unwrap();
}
