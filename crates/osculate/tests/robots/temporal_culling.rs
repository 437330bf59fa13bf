//! Temporal culling against slabs: both answers must agree, whatever parts are on.

use crate::judged::Tally;
use crate::random_robots::{configuration, placement};
use crate::translated::Way;
use crate::truth::{Row, run_by};
use osculate::glam::{DQuat, DVec3};
use osculate::mesh::{cuboid, icosphere};
use osculate::query::articulated::{
    CullingParts, CullingStats, RobotOutcome, RobotVerdict, Workcell,
};
use osculate::robot::{
    BUILTIN_NAMES, Environment, Joint, JointKind, LinkShape, Obstacle, Path, Robot, RobotBuilder,
    builtin,
};
use osculate::{
    Compound, ConstantVelocity, Evidence, HalfSpace, Hull, Limits, Placement, Shape, Workspace,
};
use osculate_judge::robots::recipes::Joints;
use osculate_judge::seeded::{Seeded, cases, seed};

/// The parts, each of them off alone, all of them off, and all on.
fn choices() -> Vec<(&'static str, CullingParts)> {
    let all = CullingParts::default();
    let without = |switch: fn(&mut CullingParts)| {
        let mut parts = all;
        switch(&mut parts);
        parts
    };
    vec![
        ("all", all),
        (
            "no dynamic volumes",
            without(|parts| parts.dynamic_volumes = false),
        ),
        (
            "no lower bounds",
            without(|parts| parts.lower_bounds = false),
        ),
        ("no directions", without(|parts| parts.directions = false)),
        (
            "no precomputed poses",
            without(|parts| parts.precomputed = false),
        ),
        (
            "no upper bounds",
            without(|parts| parts.upper_bounds = false),
        ),
        (
            "long searches",
            without(|parts| parts.short_searches = false),
        ),
        ("best-first", without(|parts| parts.hierarchical = false)),
        ("remembered", without(|parts| parts.remembered = true)),
        (
            "nothing",
            without(|parts| {
                parts.dynamic_volumes = false;
                parts.lower_bounds = false;
                parts.upper_bounds = false;
                parts.short_searches = false;
            }),
        ),
    ]
}

/// Nothing is free where the other has touched.
fn agree(one: &RobotOutcome, other: &RobotOutcome) -> Result<(), String> {
    let free_until = |outcome: &RobotOutcome| match &outcome.verdict {
        RobotVerdict::Free => Some(1.0),
        RobotVerdict::Contact(found) => Some(found.contact.lower),
        RobotVerdict::Overlapping { .. } => None,
        RobotVerdict::Undecided { free_until, .. } => *free_until,
    };
    let closed_at = |outcome: &RobotOutcome| match &outcome.verdict {
        RobotVerdict::Contact(found) if found.contact.evidence == Evidence::Crossing => {
            Some(found.contact.upper)
        }
        RobotVerdict::Overlapping { proven: true, .. } => Some(0.0),
        RobotVerdict::Undecided { crossing, .. } => *crossing,
        _ => None,
    };
    for (x, y) in [(one, other), (other, one)] {
        if let (Some(free), Some(closed)) = (free_until(x), closed_at(y))
            && free >= closed
        {
            return Err(format!("free until {free:?}, but touched by {closed:?}"));
        }
    }
    Ok(())
}

fn shape(rng: &mut Seeded) -> Shape {
    let size = rng.real(0.05, 0.25);
    match rng.below(5) {
        0 => Shape::from(icosphere(size, 80).unwrap()),
        1 => Shape::from(cuboid(DVec3::new(size, 0.5 * size, 1.5 * size)).unwrap()),
        2 => Shape::from(Hull::capsule(size, 0.4 * size).unwrap()),
        3 => Shape::from(Hull::cuboid(DVec3::new(size, 0.5 * size, 0.8 * size)).unwrap()),
        _ => Shape::from(
            Compound::new(vec![
                Hull::ball(0.6 * size).unwrap(),
                Hull::cuboid(DVec3::splat(0.5 * size)).unwrap(),
            ])
            .unwrap(),
        ),
    }
}

const KINDS: [JointKind; 7] = [
    JointKind::Revolute,
    JointKind::Revolute,
    JointKind::Revolute,
    JointKind::Continuous,
    JointKind::Prismatic,
    JointKind::Planar,
    JointKind::Floating,
];

/// A tree of links that are some way apart from each other, with shapes.
fn robot(rng: &mut Seeded) -> Robot {
    let links = 2 + rng.below(5);
    let mut builder = RobotBuilder::new("link 0");
    for number in 1..=links {
        let name = format!("link {number}");
        builder.link(name.clone());
        let parent = if rng.once_in(4) {
            rng.below(number)
        } else {
            number - 1
        };
        let kind = if rng.once_in(4) {
            rng.one_of(&KINDS)
        } else {
            JointKind::Revolute
        };
        let origin = Placement::new(rng.direction() * rng.real(0.4, 0.7), rng.rotation());
        let joint = Joint::new(
            format!("joint {number}"),
            kind,
            format!("link {parent}"),
            name.clone(),
        )
        .with_origin(origin)
        .with_axis(rng.direction());
        builder.joint(joint);
        for part in 0..1 + rng.below(2) {
            let at = placement(rng, 0.15);
            let at = Placement::new(at.position, at.rotation.normalize());
            builder.shape(
                name.clone(),
                LinkShape::new(format!("shape {part}"), shape(rng), at),
            );
        }
    }
    builder.build().unwrap()
}

fn environment(rng: &mut Seeded, links: usize) -> Environment {
    let mut environment = Environment::new();
    for number in 0..rng.below(6) {
        let name = format!("obstacle {number}");
        let at = Placement::new(rng.direction() * rng.real(0.8, 2.5), rng.rotation());
        match rng.below(6) {
            0 => {
                let motion = ConstantVelocity::new(at, rng.vector(0.5), rng.vector(1.0)).unwrap();
                environment.add(Obstacle::moving(name, shape(rng), motion));
            }
            1 => {
                let link = format!("link {}", 1 + rng.below(links - 1));
                let at = Placement::new(rng.vector(0.3), DQuat::IDENTITY);
                environment.add(Obstacle::attached(name, shape(rng), link, at));
            }
            2 if rng.once_in(2) => {
                let plane = HalfSpace::new(DVec3::Z, -2.5).unwrap();
                environment.add(Obstacle::resting(name, plane, Placement::IDENTITY).unwrap());
            }
            _ => environment.add(Obstacle::resting(name, shape(rng), at).unwrap()),
        }
    }
    environment
}

/// Straight, through a waypoint, eased, or a spline where it can be.
fn path(robot: &Robot, rng: &mut Seeded) -> Path {
    let range = rng.one_of(&[0.05, 0.3, 1.0, 3.0]);
    let middle = configuration(robot, rng, 2.0);
    let near = |rng: &mut Seeded| {
        let other = configuration(robot, rng, range);
        let mut near = middle.clone();
        for (number, coordinate) in robot.coordinates().iter().enumerate() {
            let rotation = robot.joints()[coordinate.joint].kind == JointKind::Floating
                && coordinate.part >= 3;
            near[number] = if rotation {
                other[number]
            } else {
                middle[number] + other[number]
            };
        }
        near
    };
    let waypoints: Vec<_> = (0..2 + rng.below(2)).map(|_| near(rng)).collect();
    match rng.below(3) {
        0 => robot.through(&waypoints),
        1 => robot.eased(&waypoints),
        _ => robot
            .spline(&waypoints)
            .or_else(|_| robot.through(&waypoints)),
    }
    .unwrap()
}

#[derive(Debug, Default)]
struct Seen {
    free: u32,
    crossing: u32,
    near: u32,
    overlapping: u32,
    undecided: u32,
    culled: u64,
}

impl Seen {
    /// There must be enough of everything.
    fn is_a_test(&self) {
        let all = self.free + self.crossing + self.near + self.overlapping;
        assert_eq!(self.undecided, 0, "{self:?}");
        assert!(
            self.crossing * 20 >= all && self.free * 4 >= all && self.overlapping > 0,
            "{self:?}"
        );
        assert!(
            self.near * 50 <= self.crossing,
            "contacts that bodies move through are proven: {self:?}"
        );
        assert!(self.culled > 0, "{self:?}");
    }

    fn count(&mut self, outcome: &RobotOutcome, stats: &CullingStats) {
        self.culled += stats.culled_by_volumes;
        match &outcome.verdict {
            RobotVerdict::Free => self.free += 1,
            RobotVerdict::Contact(found) if found.contact.evidence == Evidence::Crossing => {
                self.crossing += 1
            }
            RobotVerdict::Contact(_) => self.near += 1,
            RobotVerdict::Overlapping { .. } => self.overlapping += 1,
            RobotVerdict::Undecided { .. } => self.undecided += 1,
        }
    }
}

/// Both methods on one path, with one choice of parts.
fn compare(
    cell: &Workcell,
    path: &Path,
    limits: &Limits,
    parts: &CullingParts,
    workspace: &mut Workspace,
) -> Result<(RobotOutcome, CullingStats), String> {
    let slabs = cell.first_contact(path, limits, workspace).unwrap();
    let (culling, stats) = cell
        .first_contact_by_culling(path, limits, parts, workspace)
        .unwrap();
    agree(&slabs, &culling)?;
    // At the start there is nothing to be of two minds about.
    if let (
        RobotVerdict::Overlapping { proven, pairs },
        RobotVerdict::Overlapping {
            proven: other,
            pairs: others,
        },
    ) = (&slabs.verdict, &culling.verdict)
        && (proven != other || pairs != others)
    {
        return Err(format!("overlapping: {pairs:?} and {others:?}"));
    }
    let overlapping =
        |outcome: &RobotOutcome| matches!(outcome.verdict, RobotVerdict::Overlapping { .. });
    if overlapping(&slabs) != overlapping(&culling) {
        return Err(format!("{:?} and {:?}", slabs.verdict, culling.verdict));
    }
    // Both are sure of contacts that bodies move through.
    if let (RobotVerdict::Contact(one), RobotVerdict::Free) = (&slabs.verdict, &culling.verdict)
        && one.contact.evidence == Evidence::Crossing
    {
        return Err("missed".into());
    }
    Ok((culling, stats))
}

#[test]
fn both_methods_agree_on_random_robots() {
    let choices = choices();
    let mut seen = Seen::default();
    let mut workspace = Workspace::new();
    for case in 0..cases(90) {
        let rng = &mut Seeded::of_case(920, case);
        let robot = robot(rng);
        let environment = environment(rng, robot.links().len());
        let cell = Workcell::new(&robot, &environment).unwrap();
        let path = path(&robot, rng);
        let mut limits = Limits::default();
        if rng.once_in(4) {
            limits = limits.with_clearance(0.02).unwrap();
        }
        if rng.once_in(4) {
            limits = limits.with_tolerance(1e-3).unwrap();
        }
        let (name, parts) = &choices[case as usize % choices.len()];
        match compare(&cell, &path, &limits, parts, &mut workspace) {
            Ok((outcome, stats)) => seen.count(&outcome, &stats),
            Err(why) => panic!("case {case}, {name}: {why}"),
        }
    }
    seen.is_a_test();
}

/// What it says, against a judge with its own kinematics and distances: all kinds of joints, each choice of parts in turn.
#[test]
fn answers_are_true() {
    let (choices, mut wrong, mut all) = (choices(), Vec::new(), Tally::default());
    let mut number = 0;
    for joints in Joints::ALL {
        for (length, way) in [
            (f64::INFINITY, Way::Straight),
            (1.0, Way::Straight),
            (0.2, Way::Straight),
            (f64::INFINITY, Way::Eased),
            (1.0, Way::Spline),
        ] {
            let row = Row {
                joints,
                length,
                single: false,
                way,
            };
            let parts = &choices[number % choices.len()].1;
            let tally = run_by(
                row,
                Some(parts),
                seed(970) + number as u64,
                cases(2),
                &mut wrong,
            );
            all.free += tally.free;
            all.contacts += tally.contacts;
            all.crossings += tally.crossings;
            all.doubts += tally.doubts;
            number += 1;
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(all.free > 10 && all.contacts > 3, "{all:?}");
    assert!(all.doubts * 50 <= all.free + all.contacts, "{all:?}");
    assert!(
        all.crossings * 100 >= all.contacts * 99 || all.contacts < 300,
        "{all:?}"
    );
    println!("{all:?}");
}

/// Every built-in robot, on its own way and on seeded ones.
#[test]
fn both_methods_agree_on_built_in_robots() {
    let choices = choices();
    let mut workspace = Workspace::new();
    let mut seen = Seen::default();
    for (number, name) in BUILTIN_NAMES.iter().enumerate() {
        let known = builtin(name).unwrap();
        let robot = &known.robot;
        let cell = Workcell::new(robot, &known.environment).unwrap();
        let own = robot.through(&known.waypoints).unwrap();
        for case in 0..cases(3) {
            let rng = &mut Seeded::of_kind(930, number as u64, case);
            let path = if case == 0 {
                own.clone()
            } else {
                // From a waypoint that is likely to be free towards anywhere.
                let from = &known.waypoints[rng.below(known.waypoints.len())];
                let share = rng.one_of(&[0.02, 0.1, 0.3]);
                let goal = configuration(robot, rng, 2.0);
                let to: Vec<f64> = from
                    .iter()
                    .zip(&goal)
                    .map(|(from, to)| from + share * (to - from))
                    .collect();
                match robot.straight(from, &to) {
                    Ok(path) => path,
                    // Quaternions are not made so.
                    Err(_) => own.clone(),
                }
            };
            let (choice, parts) = &choices[(case as usize + number) % choices.len()];
            let limits = Limits::default();
            match compare(&cell, &path, &limits, parts, &mut workspace) {
                Ok((outcome, stats)) => seen.count(&outcome, &stats),
                Err(why) => panic!("{name}, case {case}, {choice}: {why}"),
            }
        }
    }
    assert!(seen.free > 0 && seen.crossing > 0, "{seen:?}");
}

/// What each part does is seen in the statistics, and what is off does nothing.
#[test]
fn every_part_does_something_and_nothing_when_it_is_off() {
    let known = builtin("puma").unwrap();
    let robot = &known.robot;
    let cell = Workcell::new(robot, &known.environment).unwrap();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let sums: Vec<(&str, CullingStats)> = choices()
        .into_iter()
        .map(|(name, parts)| {
            let mut sum = CullingStats::default();
            for case in 0..12 {
                let rng = &mut Seeded::of_case(940, case);
                let from = &known.waypoints[rng.below(known.waypoints.len())];
                let goal = configuration(robot, rng, 2.0);
                let to: Vec<f64> = from
                    .iter()
                    .zip(&goal)
                    .map(|(from, to)| from + 0.4 * (to - from))
                    .collect();
                let path = robot.straight(from, &to).unwrap();
                let (_, stats) = cell
                    .first_contact_by_culling(&path, &limits, &parts, &mut workspace)
                    .unwrap();
                add(&mut sum, &stats);
            }
            (name, sum)
        })
        .collect();
    let of = |name: &str| sums.iter().find(|sum| sum.0 == name).unwrap().1;
    let all = of("all");
    assert!(all.culled_by_volumes > 0 && all.lower_bounds > 0 && all.culled_by_lower_bounds > 0);
    assert!(all.cells > 0 && all.poses_reused > 0 && all.upper_bounds > 0 && all.searches > 0);
    let off = of("no dynamic volumes");
    assert!(
        off.culled_by_volumes == 0
            && off.closed_stretches == 0
            && off.lower_bounds > all.lower_bounds
    );
    let off = of("no lower bounds");
    assert!(off.lower_bounds == 0 && off.volume_pairs == 0 && off.searches > all.searches);
    let off = of("no directions");
    assert!(off.cells == 0 && off.volume_pairs > 0);
    assert_eq!(of("no precomputed poses").poses_reused, 0);
    assert_eq!(of("no upper bounds").upper_bounds, 0);
    let nothing = of("nothing");
    assert_eq!(
        nothing.searches, nothing.pairs,
        "one search a pair, or up to where something meets"
    );
    assert!(nothing.searches > all.searches);
}

fn add(sum: &mut CullingStats, of: &CullingStats) {
    sum.pairs += of.pairs;
    sum.culled_by_volumes += of.culled_by_volumes;
    sum.closed_stretches += of.closed_stretches;
    sum.lower_bounds += of.lower_bounds;
    sum.culled_by_lower_bounds += of.culled_by_lower_bounds;
    sum.volume_pairs += of.volume_pairs;
    sum.cells += of.cells;
    sum.poses += of.poses;
    sum.poses_reused += of.poses_reused;
    sum.upper_bounds += of.upper_bounds;
    sum.upper_bounds_found += of.upper_bounds_found;
    sum.searches += of.searches;
}

/// The triangles of the last contact meet again soon: then an upper bound is found, and it culls.
#[test]
fn remembered_triangles_give_upper_bounds() {
    let known = builtin("puma").unwrap();
    let cell = Workcell::new(&known.robot, &known.environment).unwrap();
    let path = known.robot.through(&known.waypoints).unwrap();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let mut parts = CullingParts::default();
    parts.remembered = true;
    let ask = |workspace: &mut Workspace| {
        cell.first_contact_by_culling(&path, &limits, &parts, workspace)
            .unwrap()
    };
    let (first, _) = ask(&mut workspace);
    let RobotVerdict::Contact(contact) = &first.verdict else {
        panic!("the puma meets the car: {:?}", first.verdict)
    };
    assert_eq!(contact.contact.evidence, Evidence::Crossing);
    let (again, stats) = ask(&mut workspace);
    assert!(stats.upper_bounds_found > 0, "{stats:?}");
    agree(&first, &again).unwrap();
    assert!(matches!(again.verdict, RobotVerdict::Contact(_)));
}

/// A contact at the very end of a path is one, which the paper's 1.0 is not; and one just after it is none.
#[test]
fn contacts_at_the_end_are_found() {
    let mut builder = RobotBuilder::new("base");
    builder.link("slider");
    let box_shape = || Shape::from(cuboid(DVec3::splat(0.5)).unwrap());
    builder.shape(
        "slider",
        LinkShape::new("box", box_shape(), Placement::IDENTITY),
    );
    builder.joint(Joint::new("rail", JointKind::Prismatic, "base", "slider").with_axis(DVec3::X));
    let robot = builder.build().unwrap();
    let mut environment = Environment::new();
    environment.add(Obstacle::resting("wall", box_shape(), Placement::at(3.0 * DVec3::X)).unwrap());
    let cell = Workcell::new(&robot, &environment).unwrap();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    for (_, parts) in choices() {
        let mut ask = |to: f64| {
            let path = robot.straight(&[0.0], &[to]).unwrap();
            let (outcome, _) = cell
                .first_contact_by_culling(&path, &limits, &parts, &mut workspace)
                .unwrap();
            outcome.verdict
        };
        assert!(matches!(ask(2.0), RobotVerdict::Contact(_)), "at the end");
        assert!(
            matches!(ask(2.0 + 1e-9), RobotVerdict::Contact(_)),
            "through the end"
        );
        assert_eq!(ask(2.0 - 1e-3), RobotVerdict::Free, "{parts:?}");
        let RobotVerdict::Contact(found) = ask(4.0) else {
            panic!("they meet")
        };
        assert!(found.contact.lower < 0.5 && found.contact.lower > 0.4999);
    }
}

/// A small budget never ends in freedom, and what was shown by then is true.
#[test]
fn budgets_end_in_undecided() {
    let known = builtin("puma").unwrap();
    let cell = Workcell::new(&known.robot, &known.environment).unwrap();
    let path = known.robot.through(&known.waypoints).unwrap();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let whole = cell.first_contact(&path, &limits, &mut workspace).unwrap();
    for (name, parts) in choices() {
        let mut decided = 0;
        for power in 0..16 {
            let limits = limits.with_budget(1 << power);
            let (outcome, _) = cell
                .first_contact_by_culling(&path, &limits, &parts, &mut workspace)
                .unwrap();
            agree(&whole, &outcome).unwrap_or_else(|why| panic!("{name}, budget 2^{power}: {why}"));
            assert_ne!(
                outcome.verdict,
                RobotVerdict::Free,
                "{name}, budget 2^{power}"
            );
            decided += u32::from(matches!(outcome.verdict, RobotVerdict::Contact(_)));
        }
        assert!((1..16).contains(&decided), "{name}: {decided}");
    }
}
