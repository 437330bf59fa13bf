//! Where the robot goes: along a path, or many edges.

use super::RobotArgs;
use super::source::Source;
use osculate::robot::{Path, Robot};
use osculate_io::{Edges, MaxSize, read_edges, read_path};

/// A path, or many edges.
pub enum Journey {
    /// Through these configurations, with the file that they come from.
    Path(Vec<Vec<f64>>, String),
    /// Straight from one to another, with the file that they come from.
    Edges(Edges, String),
}

impl Journey {
    /// What is asked for; none if nothing is.
    pub fn load(
        args: &RobotArgs,
        source: &Source,
        most: MaxSize,
    ) -> anyhow::Result<Option<Journey>> {
        let robot = &source.robot;
        Ok(match (&args.path, &args.edges, &source.show) {
            (Some(path), ..) => {
                let waypoints = read_path(path, robot, most)?;
                Some(Journey::Path(waypoints, path.display().to_string()))
            }
            (_, Some(path), _) => {
                let edges = read_edges(path, robot, most)?;
                Some(Journey::Edges(edges, path.display().to_string()))
            }
            (_, _, Some((_, waypoints))) => {
                Some(Journey::Path(waypoints.clone(), args.robot.clone()))
            }
            _ => None,
        })
    }

    /// How many answers there are to give.
    pub fn len(&self) -> usize {
        match self {
            Journey::Path(..) => 1,
            Journey::Edges(edges, _) => edges.len(),
        }
    }

    /// That all of it are configurations of the robot, said before the work.
    pub fn check(&self, robot: &Robot) -> anyhow::Result<()> {
        match self {
            Journey::Path(waypoints, file) => {
                let made = robot.through(waypoints);
                made.map_err(|error| anyhow::anyhow!("{file}: {error}"))?;
            }
            Journey::Edges(edges, file) => {
                for edge in 0..edges.len() {
                    let [from, to] = edges.get(edge);
                    let made = robot.straight(from, to);
                    made.map_err(|error| anyhow::anyhow!("{file}: edge {edge}: {error}"))?;
                }
            }
        }
        Ok(())
    }

    /// Path number `index`.
    pub fn path(&self, robot: &Robot, index: usize) -> Path {
        let path = match self {
            Journey::Path(waypoints, _) => robot.through(waypoints),
            Journey::Edges(edges, _) => {
                let [from, to] = edges.get(index);
                robot.straight(from, to)
            }
        };
        path.expect("all of them have been checked")
    }
}
