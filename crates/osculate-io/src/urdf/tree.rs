//! Whether links and joints form one tree, and mimic joints lead to others.

use super::description::{Description, Joint, Kind};
use super::element::Complaint;
use super::problem::{RobotPart, RobotProblem};
use std::collections::BTreeMap;

/// How many joints there may be between all pairs of shapes together, at most.
const MOST_JOINTS_OF_PAIRS: usize = 8_000_000;

/// The number of the root link.
pub(super) fn check(
    robot: &Description,
    line: impl Fn(usize) -> usize,
) -> Result<usize, Complaint> {
    let mut above: Vec<Option<usize>> = vec![None; robot.links.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        if let Some(earlier) = above[joint.child].replace(number) {
            let earlier = &robot.joints[earlier];
            return Err(of_joint(
                joint,
                RobotProblem::TwoParents {
                    link: robot.links[joint.child].name.clone(),
                    joint: earlier.name.clone(),
                    line: line(earlier.at),
                },
            ));
        }
    }
    let roots: Vec<usize> = (0..above.len())
        .filter(|&link| above[link].is_none())
        .collect();
    // A ring may stand beside a tree.
    without_loops(robot, &above)?;
    if let [root] = roots[..] {
        check_mimics(robot)?;
        check_size(robot, &above)?;
        return Ok(root);
    }
    let names = roots.iter().map(|&root| robot.links[root].name.clone());
    Err(Complaint {
        at: roots.get(1).map_or(0, |&root| robot.links[root].at),
        part: RobotPart::Robot,
        problem: Box::new(RobotProblem::SeveralRoots(names.collect())),
    })
}

/// Goes up from every link. Of links that were passed on an earlier way it is known that they lead to a root.
fn without_loops(robot: &Description, above: &[Option<usize>]) -> Result<(), Complaint> {
    let mut passed: Vec<Option<usize>> = vec![None; above.len()];
    for start in 0..above.len() {
        let mut link = start;
        while passed[link].is_none() {
            passed[link] = Some(start);
            let Some(joint) = above[link] else { break };
            link = robot.joints[joint].parent;
            if passed[link] == Some(start) {
                return Err(looped(robot, above, link));
            }
        }
    }
    Ok(())
}

/// Every pair of shapes has the joints between them in memory.
fn check_size(robot: &Description, above: &[Option<usize>]) -> Result<(), Complaint> {
    let depth = |link: usize| {
        let up = |&link: &usize| above[link].map(|joint| robot.joints[joint].parent);
        std::iter::successors(Some(link), up).count()
    };
    let shapes: usize = robot.links.iter().map(|link| link.shapes.len()).sum();
    let deepest = (0..robot.links.len()).map(depth).max().unwrap_or(0);
    if shapes * shapes / 2 * deepest <= MOST_JOINTS_OF_PAIRS {
        return Ok(());
    }
    Err(Complaint {
        at: robot.at,
        part: RobotPart::Robot,
        problem: Box::new(RobotProblem::TooMany {
            what: "joints between pairs of collision shapes",
            most: MOST_JOINTS_OF_PAIRS,
        }),
    })
}

/// The ring that `link` is part of.
fn looped(robot: &Description, above: &[Option<usize>], link: usize) -> Complaint {
    let mut names = vec![robot.links[link].name.clone()];
    let (mut next, mut lowest) = (link, None);
    while let Some(joint) = above[next] {
        lowest.get_or_insert(joint);
        names.push(robot.joints[joint].name.clone());
        next = robot.joints[joint].parent;
        names.push(robot.links[next].name.clone());
        if next == link {
            break;
        }
    }
    names.reverse();
    let problem = RobotProblem::Loop(names);
    of_joint(&robot.joints[lowest.unwrap_or(0)], problem)
}

fn check_mimics(robot: &Description) -> Result<(), Complaint> {
    let names: BTreeMap<&str, usize> = robot
        .joints
        .iter()
        .enumerate()
        .map(|(number, joint)| (joint.name.as_str(), number))
        .collect();
    let mut follows: Vec<Option<usize>> = vec![None; robot.joints.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        let Some(mimic) = &joint.mimic else { continue };
        let complain = |problem| Complaint {
            at: mimic.at,
            ..of_joint(joint, problem)
        };
        let Some(&other) = names.get(mimic.joint.as_str()) else {
            return Err(complain(RobotProblem::UnknownJoint(mimic.joint.clone())));
        };
        for side in [joint, &robot.joints[other]] {
            if !matches!(
                side.kind,
                Kind::Revolute | Kind::Continuous | Kind::Prismatic
            ) {
                return Err(complain(RobotProblem::CannotMimic {
                    joint: side.name.clone(),
                    kind: side.kind.name(),
                }));
            }
        }
        follows[number] = Some(other);
    }
    let mut passed: Vec<Option<usize>> = vec![None; follows.len()];
    for start in 0..follows.len() {
        let mut joint = start;
        while passed[joint].is_none() {
            passed[joint] = Some(start);
            let Some(other) = follows[joint] else { break };
            joint = other;
            if passed[joint] == Some(start) {
                return Err(mimic_cycle(robot, &follows, joint));
            }
        }
    }
    Ok(())
}

fn mimic_cycle(robot: &Description, follows: &[Option<usize>], joint: usize) -> Complaint {
    let mut names = vec![robot.joints[joint].name.clone()];
    let mut next = joint;
    while let Some(other) = follows[next] {
        names.push(robot.joints[other].name.clone());
        next = other;
        if next == joint {
            break;
        }
    }
    of_joint(&robot.joints[joint], RobotProblem::MimicCycle(names))
}

/// A complaint about a joint.
pub(super) fn of_joint(joint: &Joint, problem: RobotProblem) -> Complaint {
    Complaint {
        at: joint.at,
        part: RobotPart::Joint(joint.name.clone()),
        problem: Box::new(problem),
    }
}
