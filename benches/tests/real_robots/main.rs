//! First contacts of robots of the test data along random paths, against a judge. Where the data is not there nothing is done.

#![allow(dead_code, reason = "the library's own tests use the rest")]

#[path = "../../../crates/osculate/tests/support/bodies.rs"]
mod bodies;
#[path = "../../../crates/osculate/tests/robots/edges.rs"]
mod edges;
#[path = "../../../crates/osculate/tests/robots/judged.rs"]
mod judged;
#[path = "../../../crates/osculate/tests/robots/known.rs"]
mod known;
#[path = "../../../crates/osculate/tests/robots/scenario.rs"]
mod scenario;
#[path = "../../../crates/osculate/tests/robots/translated.rs"]
mod translated;

use edges::{Judged, ROWS};
use osculate::query::articulated::Party;
use osculate::robot::{Environment, Robot};
use osculate_benches::robot_scenes::robot_scenes;
use osculate_io::{MaxSize, Packages, RobotFile};
use osculate_judge::robots::walk::Walk;
use osculate_judge::seeded::{Seeded, cases, seed};
use std::path::PathBuf;
use translated::Way;

#[test]
fn panda_and_ur5() {
    for scene in robot_scenes().expect("scenes") {
        // Built-in robots are judged elsewhere.
        if !scene.name.starts_with("panda") && !scene.name.starts_with("ur5") {
            continue;
        }
        let (plan, cell) = known::known(scene.robot, scene.environment);
        let judged = Judged {
            plan,
            cell,
            patience: 200_000,
        };
        judged.check(scene.name, &ROWS, seed(2000), cases(1));
    }
}

#[test]
fn allegro_hand() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let urdf = data.join("robots/allegro_hand_description/urdf/allegro_right_hand.urdf");
    if !urdf.exists() {
        println!("skipped: the allegro hand is not there");
        return;
    }
    let mut packages = Packages::default();
    packages.add("example-robot-data", data);
    let file = RobotFile::read(&urdf, None, &packages, MaxSize::default()).expect("a hand");
    let mut robot = file.robot;
    for [a, b] in often_touching(&robot) {
        robot.allow(&a, &b).expect("links of the robot");
    }
    let (plan, cell) = known::known(robot, Environment::new());
    let judged = Judged {
        plan,
        cell,
        patience: 200_000,
    };
    judged.check("allegro hand", &ROWS, seed(3000), cases(1));
}

/// Pairs of links that touch at most of some configurations.
fn often_touching(robot: &Robot) -> Vec<[String; 2]> {
    let (plan, cell) = known::known(robot.clone(), Environment::new());
    let rng = &mut Seeded::new(1);
    let walks: Vec<Walk> = (0..10)
        .map(|_| {
            let q = known::configuration(robot, rng);
            plan.walk(&[q.clone(), q], Way::Straight, false)
        })
        .collect();
    let mut found = Vec::new();
    for (number, pair) in plan.pairs().into_iter().enumerate() {
        let touch = |walk: &&Walk| walk.separation(number, 0.0).lower <= 0.0;
        if walks.iter().filter(touch).count() > 5 {
            let link = |solid: usize| {
                let Party::Shape(shape) = cell.parties[solid] else {
                    panic!("there are no obstacles")
                };
                let link = robot.all_shapes().nth(shape).expect("a shape").0;
                robot.links()[link].name().to_owned()
            };
            found.push([link(pair.a), link(pair.b)]);
        }
    }
    found
}
