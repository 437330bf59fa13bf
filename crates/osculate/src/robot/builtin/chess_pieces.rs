//! Chessmen as tall as furniture, of about 101,000 triangles in all.

use crate::mesh::{Assembly, Corner, MeshError, Section, TriMesh, icosphere, loft, turned};
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::{DQuat, DVec3};

/// What stands on a chessboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Pawn,
    Rook,
    Knight,
    Bishop,
    Queen,
    King,
}

impl Piece {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Piece::Pawn => "pawn",
            Piece::Rook => "rook",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::Queen => "queen",
            Piece::King => "king",
        }
    }

    /// Its surface, in metres, standing at the origin; the knight looks along x.
    pub(crate) fn mesh(self) -> Result<TriMesh, MeshError> {
        match self {
            Piece::Pawn => pawn(),
            Piece::Rook => rook(),
            Piece::Knight => knight(),
            Piece::Bishop => bishop(),
            Piece::Queen => queen(),
            Piece::King => king(),
        }
    }
}

/// A foot with two steps, and the stem above it up to where a collar begins.
fn pedestal(radius: f64, stem: f64, height: f64) -> Vec<Corner> {
    let step = 0.3 * radius;
    Vec::from([
        (radius, 0.0, 0.12),
        (radius, step, 0.4),
        (0.86 * radius, 1.15 * step, 0.5),
        (0.9 * radius, 1.7 * step, 0.8),
        (0.74 * radius, 2.3 * step, 0.6),
        (0.55 * radius, 2.5 * step, 0.8),
        (1.15 * stem, 0.5 * height, 1.0),
        (stem, height, 0.7),
    ])
}

/// A ring around the stem.
fn collar(profile: &mut Vec<Corner>, stem: f64, radius: f64, height: f64) {
    let thickness = 0.22 * radius;
    profile.extend([
        (radius, height + 0.3 * thickness, 0.6),
        (radius, height + thickness, 0.6),
        (stem, height + 1.5 * thickness, 0.6),
    ]);
}

/// A ball, or most of one, on top of what is there.
fn dome(profile: &mut Vec<Corner>, radius: f64, centre: f64) {
    // The corners of an octagon around a circle: the curve touches the circle half-way between them.
    let (sin, cos) = libm::sincos(TAU / 16.0);
    let outer = radius / cos;
    let (near, far) = (outer * cos, outer * sin);
    profile.extend([
        (far, centre - near, 1.0),
        (near, centre - far, 1.0),
        (near, centre + far, 1.0),
        (far, centre + near, 1.0),
        (0.0, centre + near, 1.0),
    ]);
}

fn pawn() -> Result<TriMesh, MeshError> {
    let mut profile = pedestal(0.15, 0.05, 0.3);
    collar(&mut profile, 0.05, 0.09, 0.31);
    dome(&mut profile, 0.085, 0.41);
    turned(&profile, 2_960)
}

fn rook() -> Result<TriMesh, MeshError> {
    let mut profile = pedestal(0.17, 0.085, 0.36);
    collar(&mut profile, 0.085, 0.12, 0.37);
    profile.extend([
        (0.09, 0.42, 0.8),
        (0.125, 0.44, 0.5),
        (0.125, 0.53, 0.15),
        (0.09, 0.53, 0.15),
        (0.085, 0.49, 0.4),
    ]);
    let mut tower = Assembly::new();
    tower.add(&turned(&profile, 2_300)?, DVec3::ZERO, DQuat::IDENTITY);
    let merlon = [
        Section::round(0.0, 0.0),
        Section::new(DVec3::ZERO, [0.018, 0.032])
            .square(5.0)
            .crisp(0.2),
        Section::new(DVec3::Z * 0.07, [0.018, 0.032])
            .square(5.0)
            .crisp(0.3),
    ];
    let merlon = loft(&merlon, 150)?;
    for number in 0..6 {
        let (position, turn) = around(number, 6, 0.1075);
        tower.add(&merlon, position + DVec3::Z * 0.51, turn);
    }
    tower.finish()
}

/// The place and turn of one of `count` things in a circle about z.
fn around(number: usize, count: usize, radius: f64) -> (DVec3, DQuat) {
    let angle = TAU * number as f64 / count as f64;
    let (sin, cos) = libm::sincos(angle);
    let (half_sin, half_cos) = libm::sincos(0.5 * angle);
    let turn = DQuat::from_xyzw(0.0, 0.0, half_sin, half_cos);
    (DVec3::new(radius * cos, radius * sin, 0.0), turn)
}

fn knight() -> Result<TriMesh, MeshError> {
    let foot = pedestal(0.17, 0.1, 0.2);
    let mut sections: Vec<Section> = foot[..6]
        .iter()
        .map(|&(radius, height, smooth)| Section::round(radius, height).crisp(smooth))
        .collect();
    let across = |x: f64, z: f64, half: [f64; 2], tilt: f64| {
        Section::new(DVec3::new(x, 0.0, z), half).tilted(tilt)
    };
    sections.extend([
        across(-0.01, 0.2, [0.11, 0.085], -0.05),
        across(-0.035, 0.31, [0.105, 0.07], 0.0),
        across(-0.035, 0.43, [0.1, 0.06], 0.25),
        across(-0.01, 0.53, [0.1, 0.058], 0.75),
        across(0.05, 0.575, [0.085, 0.056], 1.35),
        across(0.12, 0.545, [0.066, 0.05], 1.85),
        across(0.175, 0.505, [0.05, 0.042], 2.0),
        across(0.205, 0.485, [0.048, 0.04], 2.05),
        across(0.22, 0.475, [0.03, 0.025], 2.05),
    ]);
    let mut horse = Assembly::new();
    horse.add(&loft(&sections, 3_000)?, DVec3::ZERO, DQuat::IDENTITY);
    let mut ears = Assembly::new();
    let ear = [
        Section::round(0.0, 0.0),
        Section::new(DVec3::ZERO, [0.018, 0.014]),
        Section::new(DVec3::new(0.004, 0.008, 0.05), [0.016, 0.011]),
        Section::new(DVec3::new(0.0, 0.012, 0.095), [0.0, 0.0]),
    ];
    ears.add(
        &loft(&ear, 150)?,
        DVec3::new(-0.005, 0.026, 0.6),
        DQuat::IDENTITY,
    );
    ears.mirror();
    let eye = icosphere(0.012, 80)?;
    ears.add(&eye, DVec3::new(0.075, 0.047, 0.585), DQuat::IDENTITY);
    ears.add(&eye, DVec3::new(0.075, -0.047, 0.585), DQuat::IDENTITY);
    horse.add(&ears.finish()?, DVec3::ZERO, DQuat::IDENTITY);
    horse.finish()
}

fn bishop() -> Result<TriMesh, MeshError> {
    let mut profile = pedestal(0.165, 0.05, 0.42);
    collar(&mut profile, 0.05, 0.1, 0.43);
    profile.extend([
        (0.05, 0.49, 0.6),
        (0.105, 0.52, 1.0),
        (0.09, 0.62, 1.0),
        (0.03, 0.68, 0.9),
        (0.016, 0.69, 0.9),
    ]);
    dome(&mut profile, 0.026, 0.715);
    turned(&profile, 3_200)
}

fn queen() -> Result<TriMesh, MeshError> {
    let mut profile = pedestal(0.185, 0.06, 0.56);
    collar(&mut profile, 0.06, 0.12, 0.57);
    profile.extend([
        (0.06, 0.63, 0.8),
        (0.07, 0.7, 1.0),
        (0.12, 0.81, 0.3),
        (0.1, 0.82, 0.4),
        (0.06, 0.835, 1.0),
        (0.02, 0.84, 0.8),
    ]);
    dome(&mut profile, 0.03, 0.865);
    let mut crowned = Assembly::new();
    crowned.add(&turned(&profile, 3_180)?, DVec3::ZERO, DQuat::IDENTITY);
    let pearl = icosphere(0.017, 80)?;
    for number in 0..9 {
        let (position, turn) = around(number, 9, 0.111);
        crowned.add(&pearl, position + DVec3::Z * 0.826, turn);
    }
    crowned.finish()
}

fn king() -> Result<TriMesh, MeshError> {
    let mut profile = pedestal(0.19, 0.062, 0.6);
    collar(&mut profile, 0.062, 0.125, 0.61);
    profile.extend([
        (0.062, 0.67, 0.8),
        (0.07, 0.74, 1.0),
        (0.11, 0.84, 0.4),
        (0.1, 0.86, 0.5),
        (0.04, 0.885, 0.9),
        (0.025, 0.9, 0.8),
        (0.0, 0.9, 1.0),
    ]);
    let mut crossed = Assembly::new();
    crossed.add(&turned(&profile, 3_200)?, DVec3::ZERO, DQuat::IDENTITY);
    let bar = |half: f64| {
        let section = |height: f64, half: f64| {
            Section::new(DVec3::Z * height, [0.014, half])
                .square(6.0)
                .crisp(0.2)
        };
        [
            section(-half, 0.02),
            section(-0.5 * half, 0.014),
            section(0.5 * half, 0.014),
            section(half, 0.02),
        ]
    };
    let upright = loft(&bar(0.065), 240)?;
    crossed.add(&upright, DVec3::Z * 0.95, DQuat::IDENTITY);
    let quarter = core::f64::consts::FRAC_1_SQRT_2;
    let across = loft(&bar(0.045), 200)?;
    crossed.add(
        &across,
        DVec3::Z * 0.965,
        DQuat::from_xyzw(quarter, 0.0, 0.0, quarter),
    );
    crossed.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::assert_closed;

    #[test]
    fn a_set_is_closed_and_as_fine_as_the_papers() {
        // Of how many closed surfaces each is made, and how many of it a set has.
        let set = [
            (Piece::Pawn, 1, 16),
            (Piece::Rook, 7, 4),
            (Piece::Knight, 5, 4),
            (Piece::Bishop, 1, 4),
            (Piece::Queen, 10, 2),
            (Piece::King, 3, 2),
        ];
        let mut sum = 0;
        for (piece, parts, count) in set {
            let mesh = piece.mesh().unwrap();
            assert_closed(&mesh, mesh.triangles().len(), 2 * parts);
            sum += count * mesh.triangles().len();
            let foot = mesh.vertices().iter().map(|p| p.z);
            assert_eq!(foot.fold(f64::MAX, f64::min), 0.0, "{piece:?}");
            assert_eq!(mesh, piece.mesh().unwrap());
        }
        assert!((99_000..103_000).contains(&sum), "{sum}");
    }
}
