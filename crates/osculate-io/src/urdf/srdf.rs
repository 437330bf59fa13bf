//! What an SRDF file says: groups of joints, named configurations, and pairs of links that need no check.

use super::description::{Description, Joint, Kind};
use super::element::{Complaint, Element, Part};
use super::problem::RobotProblem;
use std::collections::{BTreeMap, BTreeSet};

/// A group of joints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JointGroup {
    /// Its name.
    pub name: String,
    /// The names of its joints, each once, in the order of the file.
    pub joints: Vec<String>,
}

/// A named configuration of some joints.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NamedState {
    /// Its name.
    pub name: String,
    /// The group it is of.
    pub group: String,
    /// Joints, and where they are: as many numbers as the joint has coordinates.
    pub joints: Vec<(String, Vec<f64>)>,
}

/// What an SRDF file says.
#[derive(Default)]
pub(super) struct Semantics {
    pub groups: Vec<JointGroup>,
    pub states: Vec<NamedState>,
    /// Pairs of links, the lower number first.
    pub disabled: BTreeSet<[usize; 2]>,
    /// What was passed over.
    pub ignored: Vec<(usize, String)>,
}

/// A robot, with its names.
struct Names<'r> {
    robot: &'r Description,
    links: BTreeMap<&'r str, usize>,
    joints: BTreeMap<&'r str, usize>,
    /// The joint above each link.
    above: Vec<Option<usize>>,
    /// Joints that only the SRDF file has.
    virtual_joints: BTreeSet<&'r str>,
}

/// What `<robot>` of the SRDF file says of the robot.
pub(super) fn semantics<'r>(
    root: Element<'r>,
    robot: &'r Description,
    line: impl Fn(usize) -> usize,
) -> Result<Semantics, Complaint> {
    let mut above = vec![None; robot.links.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        above[joint.child] = Some(number);
    }
    let links = robot.links.iter().enumerate();
    let joints = robot.joints.iter().enumerate();
    let names = Names {
        robot,
        links: links
            .map(|(number, link)| (link.name.as_str(), number))
            .collect(),
        joints: joints
            .map(|(number, joint)| (joint.name.as_str(), number))
            .collect(),
        above,
        virtual_joints: root
            .named("virtual_joint")
            .filter_map(|joint| joint.word("name"))
            .collect(),
    };
    let mut told = Semantics::default();
    told.groups = groups(root, &names, line, &mut told.ignored)?;
    for element in root.named("virtual_joint") {
        let name = element.required_name("name")?;
        told.ignored.push((
            element.at(),
            format!("the virtual joint {name:?}: the root link stands still"),
        ));
    }
    told.states = states(root, &names, &mut told)?;
    told.disabled = disabled(root, &names)?;
    Ok(told)
}

fn groups<'r>(
    root: Element<'r>,
    names: &Names<'r>,
    line: impl Fn(usize) -> usize,
    ignored: &mut Vec<(usize, String)>,
) -> Result<Vec<JointGroup>, Complaint> {
    let mut elements: Vec<(&str, Element)> = Vec::new();
    let mut numbers = BTreeMap::new();
    for element in root.named("group") {
        let name = element.required_name("name")?;
        let element = element.of(Part::Group(name));
        if let Some(earlier) = numbers.insert(name, elements.len()) {
            let earlier: (&str, Element) = elements[earlier];
            return Err(element.complain(RobotProblem::DuplicateName(line(earlier.1.at()))));
        }
        elements.push((name, element));
    }
    let mut done: Vec<Option<Vec<usize>>> = vec![None; elements.len()];
    let mut left_out = BTreeSet::new();
    for start in 0..elements.len() {
        // Those inside come first; the stack holds the way there.
        let mut way = vec![start];
        while let Some(&group) = way.last() {
            let element = elements[group].1;
            let Some(inner) = next_inside(element, &numbers, &done)? else {
                // Real files have groups of links that are gone, and nothing is less safe without them.
                done[group] = Some(members(element, names, &numbers, &done).unwrap_or_else(
                    |told| {
                        let name = elements[group].0;
                        ignored.push((told.at, format!("the group {name:?}: {}", told.problem)));
                        left_out.insert(group);
                        Vec::new()
                    },
                ));
                way.pop();
                continue;
            };
            if let Some(first) = way.iter().position(|&earlier| earlier == inner) {
                let ring = way[first..].iter().chain([&inner]);
                let ring = ring.map(|&group| elements[group].0.to_owned());
                return Err(element.complain(RobotProblem::GroupCycle(ring.collect())));
            }
            way.push(inner);
        }
    }
    let joints = done.into_iter().map(Option::unwrap_or_default);
    let named = elements.iter().zip(joints).enumerate();
    Ok(named
        .filter(|(number, _)| !left_out.contains(number))
        .map(|(_, (&(name, _), joints))| JointGroup {
            name: name.to_owned(),
            joints: joints
                .iter()
                .map(|&joint| names.robot.joints[joint].name.clone())
                .collect(),
        })
        .collect())
}

/// The first group inside this one whose joints are not known yet.
fn next_inside(
    element: Element,
    numbers: &BTreeMap<&str, usize>,
    done: &[Option<Vec<usize>>],
) -> Result<Option<usize>, Complaint> {
    for inner in element.named("group") {
        let name = inner.required_word("name")?;
        if let Some(&group) = numbers.get(name).filter(|&&group| done[group].is_none()) {
            return Ok(Some(group));
        }
    }
    Ok(None)
}

/// The joints of a group; those of groups inside are known.
fn members(
    element: Element,
    names: &Names,
    numbers: &BTreeMap<&str, usize>,
    done: &[Option<Vec<usize>>],
) -> Result<Vec<usize>, Complaint> {
    let mut joints = Vec::new();
    for child in element.children() {
        match child.name() {
            "joint" => joints.extend(names.joint(child, "name")?),
            "link" => joints.extend(names.above[names.link(child, "name")?]),
            "chain" => joints.extend(names.chain(child)?),
            "group" => {
                let name = child.required_word("name")?;
                let Some(&group) = numbers.get(name) else {
                    return Err(child.complain(RobotProblem::UnknownGroup(name.to_owned())));
                };
                joints.extend(done[group].iter().flatten());
            }
            _ => {}
        }
    }
    let mut seen = BTreeSet::new();
    joints.retain(|&joint| seen.insert(joint));
    Ok(joints)
}

fn states<'r>(
    root: Element<'r>,
    names: &Names<'r>,
    told: &mut Semantics,
) -> Result<Vec<NamedState>, Complaint> {
    let mut states: Vec<NamedState> = Vec::new();
    for element in root.named("group_state") {
        let name = element.required_name("name")?;
        let element = element.of(Part::State(name));
        let group = element.word("group").unwrap_or_default();
        if !told.groups.iter().any(|known| known.name == group) {
            let what = format!("the group {group:?} of state {name:?}: there is no such group");
            told.ignored.push((element.at(), what));
        }
        let mut joints = Vec::new();
        for child in element.named("joint") {
            let joint = child.required_word("name")?;
            let known = names
                .joints
                .get(joint)
                .map(|&joint| &names.robot.joints[joint]);
            // Real files have joints that were taken out, or are of a base that only other programs add.
            let Some(joint) = known.filter(|joint| joint.kind != Kind::Fixed) else {
                let what =
                    format!("the joint {joint:?} of state {name:?}: no joint of this name moves");
                told.ignored.push((child.at(), what));
                continue;
            };
            child.required_word("value")?;
            let numbers = child.all_numbers("value")?.unwrap_or_default();
            if numbers.len() != joint.kind.width() {
                return Err(child.complain_about("value", wrong_width(joint, child)));
            }
            joints.push((joint.name.clone(), numbers));
        }
        states.push(NamedState {
            name: name.to_owned(),
            group: group.to_owned(),
            joints,
        });
    }
    Ok(states)
}

fn wrong_width(joint: &Joint, value: Element) -> RobotProblem {
    RobotProblem::NotNumbers {
        attribute: "value",
        expected: match joint.kind {
            Kind::Planar => "3 numbers, x, y and an angle",
            Kind::Floating => "7 numbers, a position and a quaternion x, y, z, w",
            _ => "a number",
        },
        found: value.word("value").unwrap_or_default().to_owned(),
    }
}

fn disabled(root: Element, names: &Names) -> Result<BTreeSet<[usize; 2]>, Complaint> {
    let pair = |element: Element| -> Result<[usize; 2], Complaint> {
        let [a, b] = [names.link(element, "link1")?, names.link(element, "link2")?];
        Ok([a.min(b), a.max(b)])
    };
    let mut disabled = BTreeSet::new();
    for element in root.named("disable_default_collisions") {
        let link = names.link(element, "link")?;
        disabled
            .extend((0..names.robot.links.len()).map(|other| [link.min(other), link.max(other)]));
    }
    for element in root.named("enable_collisions") {
        disabled.remove(&pair(element)?);
    }
    for element in root.named("disable_collisions") {
        disabled.insert(pair(element)?);
    }
    disabled.retain(|[a, b]| a != b);
    Ok(disabled)
}

impl Names<'_> {
    fn link(&self, element: Element, attribute: &'static str) -> Result<usize, Complaint> {
        let name = element.required_word(attribute)?;
        let problem = || RobotProblem::UnknownLink(name.to_owned());
        let known = self.links.get(name).copied();
        known.ok_or_else(|| element.complain_about(attribute, problem()))
    }

    /// A joint of the robot; none for one that only the SRDF file has.
    fn joint(&self, element: Element, attribute: &'static str) -> Result<Option<usize>, Complaint> {
        let name = element.required_word(attribute)?;
        match self.joints.get(name) {
            Some(&joint) => Ok(Some(joint)),
            None if self.virtual_joints.contains(name) => Ok(None),
            None => {
                let problem = RobotProblem::UnknownJoint(name.to_owned());
                Err(element.complain_about(attribute, problem))
            }
        }
    }

    /// The joints from `base_link` down to `tip_link`.
    fn chain(&self, element: Element) -> Result<Vec<usize>, Complaint> {
        let base = self.link(element, "base_link")?;
        let tip = self.link(element, "tip_link")?;
        let (mut joints, mut link) = (Vec::new(), tip);
        while link != base {
            let Some(joint) = self.above[link] else {
                let ends = [base, tip].map(|link| self.robot.links[link].name.clone());
                return Err(element.complain(RobotProblem::NoChain(ends)));
            };
            joints.push(joint);
            link = self.robot.joints[joint].parent;
        }
        joints.reverse();
        Ok(joints)
    }
}
