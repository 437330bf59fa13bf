//! Robots among obstacles: those of the test data where it is there, and built-in ones.

use crate::random::Random;
use glam::{DQuat, DVec3};
use osculate::mesh::TriMesh;
use osculate::query::articulated::Workcell;
use osculate::robot::{Environment, Obstacle, Robot, builtin};
use osculate::{Hull, Limits, Placement, Shape, Workspace};
use osculate_io::{MaxSize, Packages, RobotFile, load_mesh};
use std::error::Error;
use std::path::PathBuf;

/// A robot and what stands around it.
pub struct RobotScene {
    /// Its name.
    pub name: &'static str,
    /// The robot.
    pub robot: Robot,
    /// What stands around it.
    pub environment: Environment,
    /// The lengths of edges to measure; infinite for the full range.
    pub steps: &'static [f64],
    /// How far from the middle a base that moves in a plane may stand; nothing if it stays where it is.
    pub board: f64,
}

/// How far the mannequin may stand from the middle of the chessboard.
const BOARD: f64 = 3.2;

/// Where the test data is.
fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data")
}

/// The boxes of a shelf with its wares and a table: centres and halves.
pub fn shelf() -> Vec<(DVec3, DVec3)> {
    let mut boxes = Vec::new();
    let mut add = |centre: [f64; 3], half: [f64; 3]| {
        boxes.push((DVec3::from_array(centre), DVec3::from_array(half)));
    };
    for k in 0..4 {
        add([0.65, 0.0, 0.1 + 0.3 * f64::from(k)], [0.15, 0.5, 0.01]);
    }
    for y in [-0.5, 0.0, 0.5] {
        add([0.65, y, 0.55], [0.15, 0.01, 0.46]);
    }
    add([0.8, 0.0, 0.55], [0.01, 0.5, 0.46]);
    for k in 0..3 {
        for (i, y) in [-0.35, -0.15, 0.2, 0.4].into_iter().enumerate() {
            let half = [0.04, 0.04 + 0.01 * i as f64, 0.06];
            add([0.68, y, 0.17 + 0.3 * f64::from(k)], half);
        }
    }
    add([0.0, 0.0, -0.05], [0.9, 0.9, 0.02]);
    boxes
}

/// The shelf as solid boxes.
fn shelf_of_boxes() -> Result<Environment, Box<dyn Error>> {
    let mut environment = Environment::new();
    for (number, (centre, half)) in shelf().into_iter().enumerate() {
        let name = format!("box {number}");
        environment.add(Obstacle::resting(
            name,
            Hull::cuboid(half)?,
            Placement::at(centre),
        )?);
    }
    Ok(environment)
}

/// The shelf as one surface.
fn shelf_of_triangles() -> Result<Environment, Box<dyn Error>> {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for (centre, half) in shelf() {
        let first = points.len() as u32;
        for corner in 0..8 {
            let side = |bit: u32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            points.push(centre + half * DVec3::new(side(0), side(1), side(2)));
        }
        for face in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ] {
            let [a, b, c, d] = face.map(|corner| corner + first);
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let mut environment = Environment::new();
    let mesh = Shape::from(TriMesh::new(points, triangles)?);
    environment.add(Obstacle::resting("shelf", mesh, Placement::default())?);
    Ok(environment)
}

/// A robot of the test data, if it is there.
fn of_file(urdf: &str, srdf: Option<&str>) -> Result<Option<RobotFile>, Box<dyn Error>> {
    let robots = data().join("robots");
    let urdf = robots.join(urdf);
    if !urdf.exists() {
        return Ok(None);
    }
    let mut packages = Packages::default();
    packages.add("example-robot-data", data());
    let srdf = srdf.map(|srdf| robots.join(srdf));
    Ok(Some(RobotFile::read(
        &urdf,
        srdf.as_deref(),
        &packages,
        MaxSize::default(),
    )?))
}

/// All scenes whose models are there.
pub fn robot_scenes() -> Result<Vec<RobotScene>, Box<dyn Error>> {
    let mut scenes = Vec::new();
    let panda = of_file(
        "panda_description/urdf/panda.urdf",
        Some("panda_description/srdf/panda.srdf"),
    )?;
    if let Some(file) = panda {
        const STEPS: &[f64] = &[0.1, 0.3, f64::INFINITY];
        scenes.push(RobotScene {
            name: "panda, shelf of boxes",
            robot: file.robot.clone(),
            environment: shelf_of_boxes()?,
            steps: STEPS,
            board: 0.0,
        });
        scenes.push(RobotScene {
            name: "panda, shelf of triangles",
            robot: file.robot,
            environment: shelf_of_triangles()?,
            steps: STEPS,
            board: 0.0,
        });
    }
    let ur5 = of_file("ur_description/urdf/ur5_robot.urdf", None)?;
    let beetle = data().join("meshes/beetle.obj");
    if let (Some(file), true) = (ur5, beetle.exists()) {
        let mesh = load_mesh(&beetle)?.scaled(1.6)?;
        let (low, high) = mesh.vertices().iter().fold(
            (DVec3::INFINITY, DVec3::NEG_INFINITY),
            |(low, high), &point| (low.min(point), high.max(point)),
        );
        let at = Placement::new(
            DVec3::new(0.9, 0.0, 0.3) - 0.5 * (low + high),
            DQuat::IDENTITY,
        );
        let mut environment = Environment::new();
        environment.add(Obstacle::resting("beetle", mesh, at)?);
        scenes.push(RobotScene {
            name: "ur5, beetle",
            robot: file.robot,
            environment,
            steps: &[0.1, 0.2, 0.3, f64::INFINITY],
            board: 0.0,
        });
    }
    for (name, steps) in [
        ("arm7", &[0.1, 0.3, f64::INFINITY][..]),
        ("puma", &[0.5, f64::INFINITY]),
        ("mannequin", &[0.5, f64::INFINITY]),
        ("chessmen", &[0.5, f64::INFINITY]),
        ("hand", &[0.5, f64::INFINITY]),
    ] {
        let made = builtin(name).expect("a built-in robot");
        scenes.push(RobotScene {
            name: made.name,
            robot: made.robot,
            environment: made.environment,
            steps,
            board: if name == "chessmen" { BOARD } else { 0.0 },
        });
    }
    Ok(scenes)
}

/// A straight motion between two configurations.
pub type Edge = [Vec<f64>; 2];

impl RobotScene {
    /// A configuration within limits, uniform.
    fn random(&self, random: &mut Random) -> Vec<f64> {
        let pi = std::f64::consts::PI;
        let draw = |coordinate: &osculate::robot::Coordinate| match coordinate.limits {
            Some([least, largest]) => random.between(least.max(-2.0 * pi), largest.min(2.0 * pi)),
            None if coordinate.wraps => random.between(-pi, pi),
            None if self.board > 0.0 => random.between(-self.board, self.board),
            // A base that floats stays where it is.
            None => coordinate.default,
        };
        self.robot.coordinates().iter().map(draw).collect()
    }

    /// Edges from a free uniform start towards a uniform goal, cut to a length.
    pub fn edges(&self, length: f64, count: usize, seed: u64) -> Result<Vec<Edge>, Box<dyn Error>> {
        let cell = Workcell::new(&self.robot, &self.environment)?;
        let mut random = Random::new(seed);
        let mut workspace = Workspace::new();
        let mut edges = Vec::new();
        let mut tries = 0;
        while edges.len() < count {
            let start = self.random(&mut random);
            tries += 1;
            if tries > 10_000 + 1_000 * count {
                return Err(format!("{}: no free configurations", self.name).into());
            }
            if !cell.is_free(
                &self.robot.straight(&start, &start)?,
                &Limits::default(),
                &mut workspace,
            )? {
                continue;
            }
            let goal = self.random(&mut random);
            let apart: Vec<f64> = goal
                .iter()
                .zip(&start)
                .map(|(goal, start)| goal - start)
                .collect();
            let whole = apart.iter().map(|part| part * part).sum::<f64>().sqrt();
            let share = (length / whole).min(1.0);
            let end = start
                .iter()
                .zip(&apart)
                .map(|(start, part)| start + share * part)
                .collect();
            edges.push([start, end]);
        }
        Ok(edges)
    }
}
