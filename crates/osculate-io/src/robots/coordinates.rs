//! Which numbers of a file are which coordinates of a robot.

use std::collections::BTreeMap;
use thiserror::Error;

/// The coordinates of a robot, by the names of their joints.
pub(crate) struct Coordinates {
    /// The first coordinate of each joint, and how many it has.
    joints: BTreeMap<String, (usize, usize)>,
    default: Vec<f64>,
}

/// Columns of numbers that are coordinates of a robot.
#[derive(Debug)]
pub(crate) struct Columns {
    /// The coordinate that each number is.
    places: Vec<usize>,
    default: Vec<f64>,
}

/// Why names of joints do not say which numbers are which coordinates.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointNamesError {
    /// A joint that there is none of.
    #[error("there is no joint {name:?}; those that move are {}", known(movable))]
    Unknown {
        /// The name.
        name: String,
        /// The joints that have coordinates.
        movable: Vec<String>,
    },
    /// A joint that is fixed, or follows another.
    #[error("the joint {0:?} is fixed or follows another: it has no coordinates")]
    NoCoordinates(String),
    /// A joint that is named twice.
    #[error("the joint {0:?} is named twice")]
    Twice(String),
    /// A joint with fewer or more columns than coordinates.
    #[error(
        "the joint {joint:?} has {expected} coordinates, not {found}: its name stands above each"
    )]
    Columns {
        /// The joint.
        joint: String,
        /// How many coordinates it has.
        expected: usize,
        /// How many columns are named so.
        found: usize,
    },
}

fn known(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let mut text: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    if names.len() > SHOWN {
        text.push("…");
    }
    match text.is_empty() {
        true => "none".to_owned(),
        false => text.join(", "),
    }
}

impl Coordinates {
    /// Of joints in the order of their coordinates, each with the number of its coordinates, and of where they all are
    /// unless told otherwise.
    pub fn new(joints: impl Iterator<Item = (String, usize)>, default: Vec<f64>) -> Coordinates {
        let mut first = 0;
        let joints = joints.map(|(name, width)| {
            first += width;
            (name, (first - width, width))
        });
        Coordinates {
            joints: joints.collect(),
            default,
        }
    }

    /// All of them, in order.
    pub fn all(&self) -> Columns {
        Columns {
            places: (0..self.default.len()).collect(),
            default: self.default.clone(),
        }
    }

    /// Those of these joints, each with all of its coordinates.
    pub fn of_joints(&self, names: &[String]) -> Result<Columns, JointNamesError> {
        let mut places = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let (first, width) = self.joint(name)?;
            if names[..number].contains(name) {
                return Err(JointNamesError::Twice(name.clone()));
            }
            places.extend(first..first + width);
        }
        Ok(Columns {
            places,
            default: self.default.clone(),
        })
    }

    /// Those that columns are named after: a joint of several coordinates stands above each of its columns.
    pub fn of_columns(&self, names: &[String]) -> Result<Columns, JointNamesError> {
        let mut joints: Vec<String> = Vec::new();
        for run in names.chunk_by(|a, b| a == b) {
            let (_, expected) = self.joint(&run[0])?;
            if run.len() != expected {
                return Err(JointNamesError::Columns {
                    joint: run[0].clone(),
                    expected,
                    found: run.len(),
                });
            }
            joints.push(run[0].clone());
        }
        self.of_joints(&joints)
    }

    fn joint(&self, name: &str) -> Result<(usize, usize), JointNamesError> {
        match self.joints.get(name) {
            Some((_, 0)) => Err(JointNamesError::NoCoordinates(name.to_owned())),
            Some(&found) => Ok(found),
            None => {
                let mut movable: Vec<_> = self
                    .joints
                    .iter()
                    .filter(|(_, (_, width))| *width > 0)
                    .collect();
                movable.sort_by_key(|(_, (first, _))| *first);
                Err(JointNamesError::Unknown {
                    name: name.to_owned(),
                    movable: movable.into_iter().map(|(name, _)| name.clone()).collect(),
                })
            }
        }
    }
}

impl Columns {
    /// How many numbers make up a configuration in the file.
    pub fn width(&self) -> usize {
        self.places.len()
    }

    /// How many coordinates the robot has.
    pub fn full_width(&self) -> usize {
        self.default.len()
    }

    /// Adds the configuration that these numbers are, as many as there are columns; what is left out stands at its default.
    pub fn add(&self, numbers: &[f64], to: &mut Vec<f64>) {
        let start = to.len();
        to.extend_from_slice(&self.default);
        for (&place, &number) in self.places.iter().zip(numbers) {
            to[start + place] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot() -> Coordinates {
        let joints = [("base", 3), ("fixed", 0), ("a", 1), ("b", 1)];
        let joints = joints.map(|(name, width)| (name.to_owned(), width));
        Coordinates::new(joints.into_iter(), vec![0.1, 0.2, 0.3, 0.4, 0.5])
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn what_is_left_out_stands_at_its_default() {
        let mut found = Vec::new();
        let columns = robot().of_joints(&names(&["b", "base"])).unwrap();
        assert_eq!((columns.width(), columns.full_width()), (4, 5));
        columns.add(&[9.0, 1.0, 2.0, 3.0], &mut found);
        robot().all().add(&[5.0, 4.0, 3.0, 2.0, 1.0], &mut found);
        assert_eq!(found, [1.0, 2.0, 3.0, 0.4, 9.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
        let columns = robot()
            .of_columns(&names(&["base", "base", "base", "a"]))
            .unwrap();
        assert_eq!(columns.places, [0, 1, 2, 3]);
    }

    #[test]
    fn names_that_say_nothing_are_errors() {
        let told = |given: &[&str]| robot().of_joints(&names(given)).unwrap_err().to_string();
        assert_eq!(
            told(&["c"]),
            "there is no joint \"c\"; those that move are base, a, b"
        );
        assert!(told(&["fixed"]).contains("no coordinates"));
        assert!(told(&["a", "b", "a"]).contains("named twice"));
        let columns = robot()
            .of_columns(&names(&["base", "base", "a"]))
            .unwrap_err();
        assert!(columns.to_string().contains("has 3 coordinates, not 2"));
    }
}
