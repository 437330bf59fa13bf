//! What a motion was made from: a motion is rounded once, and made again of the same numbers it is the same to the last bit.

use glam::{DQuat, DVec3};
use osculate::motion::{Ballistic, MotionError};
use osculate::{ConstantVelocity, Placement};

/// What a motion is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recipe {
    /// From one placement at time 0 to another at time 1.
    Between([Placement; 2]),
    /// From a placement at time 0, with a linear and an angular velocity and an acceleration.
    Flight(Placement, [DVec3; 3]),
}

impl Recipe {
    /// Standing still.
    pub fn rest(at: Placement) -> Recipe {
        Recipe::Flight(at, [DVec3::ZERO; 3])
    }

    /// The motion.
    pub fn motion(&self) -> Result<Ballistic, MotionError> {
        match *self {
            Recipe::Between([from, to]) => ConstantVelocity::between(from, to).map(Ballistic::from),
            Recipe::Flight(at, [linear, angular, acceleration]) => {
                Ballistic::new(at, linear, angular, acceleration)
            }
        }
    }

    /// All of it as numbers, of which there are 14 or 16.
    pub fn numbers(&self) -> Vec<f64> {
        match self {
            Recipe::Between(ends) => ends.iter().flat_map(placement_numbers).collect(),
            Recipe::Flight(at, rates) => {
                let rates = rates.iter().flat_map(|rate| rate.to_array());
                placement_numbers(at).into_iter().chain(rates).collect()
            }
        }
    }

    /// The recipe of these numbers, if there are as many as it takes.
    pub fn of_numbers(numbers: &[f64]) -> Option<Recipe> {
        let (first, rest) = numbers.split_first_chunk::<7>()?;
        let at = placement_of(first);
        match rest.len() {
            7 => Some(Recipe::Between([at, placement_of(rest.first_chunk()?)])),
            9 => {
                let rates = rest.as_chunks::<3>().0;
                Some(Recipe::Flight(
                    at,
                    [0, 1, 2].map(|i| DVec3::from_array(rates[i])),
                ))
            }
            _ => None,
        }
    }
}

/// Position, then rotation as x, y, z, w.
pub fn placement_numbers(placement: &Placement) -> [f64; 7] {
    let ([x, y, z], [i, j, k, w]) = (placement.position.to_array(), placement.rotation.to_array());
    [x, y, z, i, j, k, w]
}

/// The placement of a position and a rotation as x, y, z, w.
pub fn placement_of(&[x, y, z, i, j, k, w]: &[f64; 7]) -> Placement {
    Placement::new(DVec3::new(x, y, z), DQuat::from_xyzw(i, j, k, w))
}

/// The placement of a matrix, row after row.
pub fn placement_of_matrix(rows: &[f64; 16]) -> Result<Placement, MotionError> {
    let column = |column: usize| [0, 4, 8, 12].map(|row| rows[row + column]);
    Placement::from_matrix([0, 1, 2, 3].map(column))
}
