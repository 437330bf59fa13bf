//! The mannequin on a walk among chessmen.

use super::Builtin;
use super::chess_pieces::Piece;
use super::draft::{DraftError, turn_about};
use super::mannequin::{self, Pose};
use crate::body::Shape;
use crate::motion::Placement;
use crate::robot::{Environment, Obstacle};
use alloc::format;
use alloc::vec::Vec;
use core::f64::consts::{FRAC_PI_2, PI};
use glam::DVec3;

/// The side of a square of the board.
const SQUARE: f64 = 0.8;

/// A position with all 32 pieces, black's side first.
const POSITION: [&str; 8] = [
    "r.bq.rk.", "ppp..ppp", "..np.n..", "..b.p...", "..B.P...", "..NP.N..", "PPP..PPP", "R.BQ.RK.",
];

pub(crate) fn chessmen() -> Result<Builtin, DraftError> {
    let robot = mannequin::robot()?;
    let waypoints = walk(&Pose::new(&robot));
    Ok(Builtin {
        name: "chessmen",
        about: "the mannequin walks among 32 chessmen of 100,000 triangles, and its foot meets a bishop",
        robot,
        environment: board()?,
        waypoints,
    })
}

/// Across the board, between two rows of men.
fn walk(stand: &Pose) -> Vec<Vec<f64>> {
    let mut waypoints = Vec::new();
    for step in 0..9 {
        let swing = if step % 2 == 0 { 1.0 } else { -1.0 };
        let along = -2.9 + 0.55 * f64::from(step);
        // Towards the bishops it leaves the middle.
        let aside = if step < 6 {
            0.0
        } else {
            0.04 * f64::from(step - 5)
        };
        let mut pose = stand
            .clone()
            .set_part("place", 0, aside)
            .set_part("place", 1, along)
            .set_part("place", 2, FRAC_PI_2)
            .both("shoulder_roll", 0.06);
        for (side, sign) in [("left", swing), ("right", -swing)] {
            let name = |joint: &str| format!("{side}_{joint}");
            let forward = sign > 0.0;
            pose = pose
                .set(&name("hip_pitch"), if forward { 0.42 } else { -0.3 })
                .set(&name("knee"), if forward { 0.12 } else { 0.4 })
                .set(&name("ankle"), if forward { 0.0 } else { -0.2 })
                .set(&name("shoulder_pitch"), -0.45 * sign)
                .set(&name("elbow"), 0.35);
        }
        waypoints.push(pose.configuration());
    }
    waypoints
}

/// The chessmen, without a board: the mannequin's feet stand on it.
fn board() -> Result<Environment, DraftError> {
    let pieces = [
        Piece::Pawn,
        Piece::Rook,
        Piece::Knight,
        Piece::Bishop,
        Piece::Queen,
        Piece::King,
    ];
    // Men of a kind share their surface.
    let mut shapes: Vec<(Piece, Shape)> = Vec::new();
    for piece in pieces {
        shapes.push((piece, Shape::from(piece.mesh()?)));
    }
    let mut board = Environment::new();
    for (row, line) in POSITION.iter().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let Some(piece) = piece_named(letter) else {
                continue;
            };
            let rank = 8 - row;
            let x = SQUARE * (rank as f64 - 4.5);
            let y = SQUARE * (3.5 - column as f64);
            let white = letter.is_ascii_uppercase();
            let turn = turn_about(DVec3::Z, if white { 0.0 } else { PI });
            let colour = if white { "white" } else { "black" };
            let file = char::from(b'a' + column as u8);
            let name = format!("{colour}_{}_{file}{rank}", piece.name());
            let shape = shapes.iter().find(|(known, _)| *known == piece);
            let shape = shape.map(|(_, shape)| shape.clone()).into_iter();
            for shape in shape {
                let at = Placement::new(DVec3::new(x, y, 0.0), turn);
                board.add(Obstacle::resting(name.as_str(), shape, at)?);
            }
        }
    }
    Ok(board)
}

fn piece_named(letter: u8) -> Option<Piece> {
    match letter.to_ascii_lowercase() {
        b'p' => Some(Piece::Pawn),
        b'r' => Some(Piece::Rook),
        b'n' => Some(Piece::Knight),
        b'b' => Some(Piece::Bishop),
        b'q' => Some(Piece::Queen),
        b'k' => Some(Piece::King),
        _ => None,
    }
}
