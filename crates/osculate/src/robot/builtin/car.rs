//! A rounded old car of about 4,000 triangles.

use super::draft::{FORWARD, SIDEWAYS};
use crate::mesh::{Assembly, MeshError, Section, TriMesh, loft, turned};
use glam::{DQuat, DVec3};

/// A section across the car at `x`, from one height to another.
fn across(x: f64, [low, high]: [f64; 2], half_width: f64, squareness: f64) -> Section {
    let middle = 0.5 * (low + high);
    Section::new(
        DVec3::new(-middle, 0.0, x),
        [0.5 * (high - low), half_width],
    )
    .square(squareness)
}

/// The car, 4 m long, standing on the plane z = 0 and looking along x.
pub(crate) fn car() -> Result<TriMesh, MeshError> {
    let mut car = Assembly::new();
    let lay = |car: &mut Assembly, sections: &[Section], triangles: usize| {
        loft(sections, triangles).map(|part| car.add(&part, DVec3::ZERO, FORWARD))
    };
    lay(&mut car, &body(), 900)?;
    lay(&mut car, &cabin(), 440)?;
    let mut side = Assembly::new();
    for (x, long) in [(1.28, 0.62), (-1.18, 0.66)] {
        side.add(&fender(long)?, DVec3::new(x, 0.62, 0.0), FORWARD);
        side.add(&wheel()?, DVec3::new(x, 0.62, 0.32), SIDEWAYS);
    }
    side.add(&running_board()?, DVec3::new(0.05, 0.68, 0.0), FORWARD);
    let lamp = turned(
        &[(0.08, -0.12, 0.0), (0.1, 0.0, 0.3), (0.06, 0.04, 1.0)],
        90,
    )?;
    side.add(&lamp, DVec3::new(1.76, 0.6, 0.66), FORWARD);
    side.mirror();
    car.add(&side.finish()?, DVec3::ZERO, DQuat::IDENTITY);
    for (x, bend) in [(1.98, -0.14), (-2.02, 0.12)] {
        car.add(&bumper(bend)?, DVec3::new(x, 0.0, 0.4), SIDEWAYS);
    }
    car.finish()
}

fn body() -> [Section; 9] {
    [
        across(-1.95, [0.3, 0.42], 0.3, 2.4),
        across(-1.88, [0.26, 0.58], 0.46, 2.6),
        across(-1.55, [0.22, 0.8], 0.58, 2.8),
        across(-1.0, [0.2, 0.95], 0.64, 3.0),
        across(0.0, [0.2, 0.96], 0.66, 3.2),
        across(0.75, [0.2, 0.95], 0.62, 3.0),
        across(1.3, [0.22, 0.84], 0.5, 2.6),
        across(1.75, [0.26, 0.68], 0.4, 2.4),
        across(1.88, [0.3, 0.5], 0.26, 2.2),
    ]
}

fn cabin() -> [Section; 7] {
    [
        across(-1.72, [0.5, 0.62], 0.2, 2.2),
        across(-1.45, [0.5, 0.94], 0.44, 2.4),
        across(-0.85, [0.5, 1.36], 0.54, 2.8),
        across(-0.25, [0.5, 1.5], 0.57, 3.0),
        across(0.35, [0.5, 1.44], 0.56, 3.0),
        across(0.72, [0.5, 1.02], 0.53, 2.6),
        across(0.85, [0.5, 0.86], 0.44, 2.4),
    ]
}

/// Half a shell over a wheel, as one bulge of the body.
fn fender(long: f64) -> Result<TriMesh, MeshError> {
    let section = |share: f64, top: f64, half: f64| across(share * long, [0.34, top], half, 2.4);
    loft(
        &[
            section(-1.0, 0.4, 0.05),
            section(-0.92, 0.52, 0.11),
            section(-0.5, 0.76, 0.15),
            section(0.0, 0.82, 0.165),
            section(0.5, 0.76, 0.16),
            section(0.92, 0.56, 0.12),
            section(1.0, 0.44, 0.06),
        ],
        200,
    )
}

/// A tyre and its cap.
fn wheel() -> Result<TriMesh, MeshError> {
    turned(
        &[
            (0.2, -0.07, 0.4),
            (0.32, -0.08, 0.7),
            (0.32, 0.08, 0.7),
            (0.19, 0.07, 0.2),
            (0.14, 0.05, 0.6),
            (0.07, 0.085, 0.8),
        ],
        240,
    )
}

fn running_board() -> Result<TriMesh, MeshError> {
    let section = |x: f64| across(x, [0.27, 0.33], 0.09, 5.0).crisp(0.3);
    loft(&[section(-0.75), section(0.75)], 60)
}

/// A tube across the car, made along z, with ends that are bent by so much.
fn bumper(bend: f64) -> Result<TriMesh, MeshError> {
    let section = |y: f64, bend: f64| {
        let tilt = libm::atan(3.0 * bend * y);
        Section::new(DVec3::new(bend, 0.0, y), [0.03, 0.055])
            .square(2.6)
            .tilted(tilt)
    };
    loft(
        &[
            section(-0.72, bend),
            section(-0.68, 0.8 * bend),
            section(-0.5, 0.0),
            section(0.5, 0.0),
            section(0.68, 0.8 * bend),
            section(0.72, bend),
        ],
        140,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::assert_closed;

    #[test]
    fn the_car_is_closed_and_as_fine_as_the_papers() {
        let car = car().unwrap();
        let count = car.triangles().len();
        assert!((3_800..4_300).contains(&count), "{count}");
        // Body, cabin, twice two fenders, two wheels, a board and a lamp, and two bumpers.
        assert_closed(&car, count, 2 * 16);
        let low = car.vertices().iter().map(|p| p.z).fold(f64::MAX, f64::min);
        assert!(low.abs() < 1e-12, "{low}");
    }
}
