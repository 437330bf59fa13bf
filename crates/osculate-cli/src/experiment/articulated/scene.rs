//! The paper's scenes, made of built-in robots.

use super::paper::Benchmark;
use super::record::Tolerance;
use osculate::robot::{Builtin, JointKind, builtin};
use osculate::{Limits, Shape};

/// The paper's tolerance, in radii of the robot's largest link.
const PAPER_TOLERANCE: f64 = 1e-3;
/// How far the mannequin may stand from the middle of the board.
const BOARD: f64 = 3.2;

/// A robot, what stands around it, and where it may go.
pub struct Scene {
    pub benchmark: Benchmark,
    pub made: Builtin,
    /// The least and the largest value of each coordinate.
    pub ranges: Vec<[f64; 2]>,
    /// The radius of the largest link.
    pub radius: f64,
}

impl Scene {
    /// The scene of a row.
    pub fn new(benchmark: Benchmark) -> Scene {
        let made = builtin(benchmark.robot()).expect("a built-in robot");
        let robot = &made.robot;
        let radii = robot
            .all_shapes()
            .map(|(_, shape)| shape.shape.bounding_ball().1);
        let radius = radii.fold(0.0, f64::max);
        let ranges = robot
            .coordinates()
            .iter()
            .map(|coordinate| {
                let kind = robot.joints()[coordinate.joint].kind;
                match (coordinate.limits, kind, benchmark) {
                    (Some(limits), ..) => limits,
                    (_, JointKind::Planar, Benchmark::Walking) if coordinate.part < 2 => {
                        [-BOARD, BOARD]
                    }
                    (_, JointKind::Planar, Benchmark::Walking) => {
                        [-std::f64::consts::PI, std::f64::consts::PI]
                    }
                    // It stays where it is.
                    _ => [coordinate.default; 2],
                }
            })
            .collect();
        Scene {
            benchmark,
            made,
            ranges,
            radius,
        }
    }

    /// How methods are asked.
    pub fn limits(&self, tolerance: Tolerance) -> Limits {
        let limits = Limits::default();
        match tolerance {
            Tolerance::Paper => limits
                .with_tolerance(PAPER_TOLERANCE * self.radius)
                .expect("a length"),
            Tolerance::Default => limits,
        }
    }

    /// Triangles of the robot, and of what stands around it.
    pub fn triangles(&self) -> [usize; 2] {
        let count = |shape: &Shape| match shape {
            Shape::Mesh(mesh) => mesh.mesh().triangles().len(),
            _ => 0,
        };
        let links = self.made.robot.all_shapes();
        let obstacles = self.made.environment.obstacles().iter();
        [
            links.map(|(_, shape)| count(&shape.shape)).sum(),
            obstacles.map(|obstacle| count(&obstacle.shape)).sum(),
        ]
    }
}
