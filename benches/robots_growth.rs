//! How the time of a robot's edges grows with obstacles and with joints. See README.md beside this file.

use glam::DVec3;
use osculate::query::articulated::Workcell;
use osculate::robot::{
    Environment, Joint, JointKind, LinkShape, Obstacle, Robot, RobotBuilder, builtin,
};
use osculate::{Hull, Limits, Placement, Workspace};
use osculate_benches::options::Options;
use osculate_benches::random::Random;
use osculate_benches::robot_scenes::RobotScene;
use osculate_benches::stopwatch::{REPETITIONS, mean, median};
use std::error::Error;
use std::time::Instant;

const OBSTACLES: [usize; 4] = [10, 100, 1_000, 10_000];
const JOINTS: [usize; 5] = [6, 12, 18, 24, 30];
/// How long edges are, in radians.
const STEPS: [f64; 2] = [0.1, 0.3];
/// The side of the room of ten boxes, in metres, which the arm can just reach all of.
const ROOM: f64 = 2.6;
/// How long a chain is, whatever its joints.
const CHAIN: f64 = 1.2;

/// Means over all edges.
struct Cost {
    mean: f64,
    median: f64,
    searches: f64,
    steps: f64,
    colliding: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("robots_growth");
    println!(
        "Edges from a free start towards a uniform goal. Times in µs an edge: the fastest of {REPETITIONS} runs, on one thread."
    );
    let mut lines =
        vec!["what,count,step,mean_us,median_us,searches,steps,colliding_percent".to_owned()];
    if options.wants("obstacles") {
        println!(
            "\nobstacle boxes at constant density around the arm with seven joints; the aim: at most 3 times from 10 to 10,000"
        );
        let counts = if options.quick {
            &OBSTACLES[..2]
        } else {
            &OBSTACLES
        };
        table("obstacles", counts, &options, &mut lines, |count, room| {
            let made = builtin("arm7").ok_or("no such robot")?;
            Ok(scene("arm7", made.robot, boxes(count, room)?))
        })?;
    }
    if options.wants("joints") {
        println!("\njoints of a chain of {CHAIN} m, among ten boxes");
        let counts = if options.quick { &JOINTS[..2] } else { &JOINTS };
        table("joints", counts, &options, &mut lines, |count, room| {
            Ok(scene("chain", chain(count)?, boxes(OBSTACLES[0], room)?))
        })?;
    }
    options.write_csv(&lines)?;
    Ok(())
}

fn scene(name: &'static str, robot: Robot, environment: Environment) -> RobotScene {
    RobotScene {
        name,
        robot,
        environment,
        steps: &STEPS,
        board: 0.0,
    }
}

/// A line a count and step, and how the last compares with the first.
fn table(
    what: &str,
    counts: &[usize],
    options: &Options,
    lines: &mut Vec<String>,
    make: impl Fn(usize, u64) -> Result<RobotScene, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    // Many rooms, as what is near the arm differs from one to the next.
    let rooms = if options.quick { 2 } else { 40 };
    for step in STEPS {
        println!(
            "  {what:>9} {:>5} |      mean    median | searches   steps | colliding",
            "rad"
        );
        let mut first = None;
        for &count in counts {
            let scenes: Vec<_> = (0..rooms)
                .map(|room| make(count, room))
                .collect::<Result<_, _>>()?;
            let cost = measure(&scenes, step, options.motions.div_ceil(10))?;
            println!(
                "  {count:>9} {step:>5} | {:>9.2} {:>9.2} | {:>8.1} {:>7.0} | {:>7.1} %",
                cost.mean, cost.median, cost.searches, cost.steps, cost.colliding
            );
            lines.push(format!(
                "{what},{count},{step},{:.3},{:.3},{:.2},{:.1},{:.2}",
                cost.mean, cost.median, cost.searches, cost.steps, cost.colliding
            ));
            let first = first.get_or_insert(cost.mean);
            if count == counts[counts.len() - 1] {
                println!(
                    "    {} times as many: {:.2} times the mean",
                    count / counts[0],
                    cost.mean / *first
                );
            }
        }
    }
    Ok(())
}

fn measure(scenes: &[RobotScene], step: f64, edges: usize) -> Result<Cost, Box<dyn Error>> {
    let limits = Limits::default();
    let mut workspace = Workspace::new();
    let (mut times, mut searches, mut steps, mut colliding) = (Vec::new(), 0, 0, 0);
    for (number, scene) in scenes.iter().enumerate() {
        let cell = Workcell::new(&scene.robot, &scene.environment)?;
        for [from, to] in scene.edges(step, edges, number as u64)? {
            let path = scene.robot.straight(&from, &to)?;
            let mut least = f64::INFINITY;
            for _ in 0..REPETITIONS {
                let begin = Instant::now();
                cell.is_free(&path, &limits, &mut workspace)?;
                least = least.min(begin.elapsed().as_secs_f64() * 1e6);
            }
            times.push(least);
            let outcome = cell.first_contact(&path, &limits, &mut workspace)?;
            searches += outcome.stats.searches;
            steps += outcome.stats.pairs.steps();
            colliding += usize::from(outcome.verdict.contact().is_some());
        }
    }
    let count = times.len() as f64;
    Ok(Cost {
        mean: mean(times.iter().copied()),
        median: median(times.iter().copied()),
        searches: searches as f64 / count,
        steps: steps as f64 / count,
        colliding: 100.0 * colliding as f64 / count,
    })
}

/// So many boxes in a room around the origin whose volume grows with their number, none at the foot of the robot.
fn boxes(count: usize, room: u64) -> Result<Environment, Box<dyn Error>> {
    let mut random = Random::new(1000 + room);
    let side = ROOM * (count as f64 / OBSTACLES[0] as f64).cbrt();
    let mut environment = Environment::new();
    while environment.obstacles().len() < count {
        let half = random.point(DVec3::splat(0.03), DVec3::splat(0.12));
        let centre = side * random.point(DVec3::splat(-0.5), DVec3::splat(0.5));
        let at = Placement::new(centre, random.rotation());
        if centre.length() > 0.45 {
            let name = format!("box {}", environment.obstacles().len());
            environment.add(Obstacle::resting(name, Hull::cuboid(half)?, at)?);
        }
    }
    Ok(environment)
}

/// A chain of rods whose joints turn about y and z by turns.
fn chain(joints: usize) -> Result<Robot, Box<dyn Error>> {
    let length = CHAIN / joints as f64;
    let radius = 0.2 * length.min(0.2);
    let mut builder = RobotBuilder::new("base");
    let mut above = "base".to_owned();
    for number in 0..joints {
        let name = format!("link {number}");
        builder.link(name.as_str());
        let origin = if number == 0 {
            DVec3::ZERO
        } else {
            length * DVec3::X
        };
        let axis = if number % 2 == 0 { DVec3::Y } else { DVec3::Z };
        let joint = Joint::new(
            format!("joint {number}"),
            JointKind::Revolute,
            above,
            name.as_str(),
        );
        // The chain can curl up, however many joints it has.
        let most = 12.0 / joints as f64;
        builder.joint(
            joint
                .with_origin(Placement::at(origin))
                .with_axis(axis)
                .with_limits(-most, most),
        );
        let rod = Hull::capsule(0.5 * length, radius)?;
        let along = glam::DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
        let at = Placement::new(0.5 * length * DVec3::X, along);
        builder.shape(name.as_str(), LinkShape::new("rod", rod, at));
        above = name;
    }
    Ok(builder.build()?)
}
