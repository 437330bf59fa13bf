//! How fast points of a link can move along a direction: the bound of eq. 14 with the table of eq. 13.
//!
//! Let the joints of a chain have the unit axes a_j, the rates q̇_j and, where they turn, the origins o_j. A point p at the end of
//! the chain moves along a fixed unit direction n at the rate
//!
//! ```text
//! n·ṗ = Σ (turning) q̇_j (n×a_j)·(p − o_j) + Σ (sliding) q̇_j n·a_j
//!     ≤ Σ (turning) |q̇_j| |n×a_j| (reach_j + r) + Σ (sliding) |q̇_j| |n·a_j|
//! ```
//!
//! where reach_j is how far the end's pivot is from o_j, at most, ways of joints that slide included, and r how far p is from the
//! pivot. So a direction needs two numbers a chain: `closing = fixed + per_reach·r`. The paper has v_i for v_j in eq. 12, and
//! ends the lever arm at the link's origin in eq. 14; both would miss contacts.
//!
//! The axes are Taylor models over a stretch of time. In a cell of the table around the direction c, `|n − c| ≤ δ` holds,
//! and with it `|n·a| ≤ |c·a| + δ` and `|n×a| ≤ |c×a| + δ`, where `|c×a|² = 1 − (c·a)²`: one model, `c·a`, and its range, for each joint.

use crate::motion::{JointRate, Models};
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{sqrt, up};
use alloc::vec::Vec;
use core::f64::consts::{FRAC_PI_2, TAU};
use glam::DVec3;

/// Cells from the pole to the equator; n and −n are as fast, so that is all.
const ROWS: usize = 6;
/// Cells around.
const COLUMNS: usize = 24;

/// By how much angles and directions may be off that come of rounded numbers: far more than they are.
const BLUR: f64 = 1e-9;

/// `fixed + per_reach·r`: how fast a point at the distance r from the pivot moves, at most.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Closing {
    fixed: f64,
    per_reach: f64,
}

impl Closing {
    const NONE: Closing = Closing {
        fixed: 0.0,
        per_reach: 0.0,
    };

    const UNKNOWN: Closing = Closing {
        fixed: f64::NAN,
        per_reach: f64::NAN,
    };

    fn of(self, reach: f64) -> f64 {
        self.fixed + self.per_reach * reach
    }
}

/// How fast points of a link can move along a direction, at any time of a stretch.
#[derive(Debug)]
pub(super) struct DirectionTable {
    joints: Vec<JointRate>,
    /// Along any direction.
    anyhow: Closing,
    /// The axes of the joints, once a direction is looked at.
    axes: Vec<Models>,
    /// Cell by cell, filled when it is first asked for.
    cells: Vec<Closing>,
    /// How many cells were filled.
    pub(super) filled: u64,
}

impl DirectionTable {
    pub(super) fn new(joints: Vec<JointRate>) -> DirectionTable {
        let mut anyhow = Closing::NONE;
        for joint in &joints {
            add(&mut anyhow, joint, 1.0);
        }
        DirectionTable {
            joints,
            anyhow,
            axes: Vec::new(),
            cells: Vec::new(),
            filled: 0,
        }
    }

    /// How fast a point within `reach` of the pivot moves along any direction that is a unit long but for `error`, at most: the
    /// bound that the paper compares itself with.
    pub(super) fn anyhow(&self, error: f64, reach: f64) -> f64 {
        up(self.anyhow.of(reach) * (1.0 + error + BLUR))
    }

    /// How fast a point within `reach` of the pivot moves along a unit direction that may be off by `error`, either way, at most.
    /// The axes are asked for once.
    pub(super) fn closing(
        &mut self,
        direction: DVec3,
        error: f64,
        reach: f64,
        axes: impl FnOnce() -> Vec<Models>,
    ) -> f64 {
        let anyhow = self.anyhow(error, reach);
        if self.joints.is_empty() {
            return anyhow;
        }
        if self.cells.is_empty() {
            self.axes = axes();
            self.cells.resize(ROWS * COLUMNS, Closing::UNKNOWN);
        }
        let number = cell(direction);
        if self.cells[number].fixed.is_nan() {
            self.cells[number] = self.fill(number);
            self.filled += 1;
        }
        let along = self.cells[number].of(reach) + self.anyhow.of(reach) * (error + BLUR);
        up(along).min(anyhow)
    }

    /// What holds for all directions of a cell.
    fn fill(&self, number: usize) -> Closing {
        let (centre, spread) = middle(number);
        let mut sum = Closing::NONE;
        for (joint, axis) in self.joints.iter().zip(&self.axes) {
            let along = along(axis, centre);
            let share = if joint.turns {
                // No smaller than any |c×a|: what is squared is rounded down, the rest up.
                let least = if along.contains(0.0) {
                    0.0
                } else {
                    along.lower.abs().min(along.upper.abs())
                };
                let across = 1.0 - least * least * (1.0 - 1e-12);
                up(sqrt(across.max(0.0))) + spread
            } else {
                along.magnitude() + spread
            };
            // What is no number is no better than nothing.
            add(&mut sum, joint, if share < 1.0 { share } else { 1.0 });
        }
        sum
    }
}

/// `c·a` over the stretch.
fn along(axis: &Models, centre: DVec3) -> Interval {
    let [x, y, z]: Models = core::array::from_fn(|k| axis[k].scaled(centre[k]));
    (x + y + z).range()
}

/// What a joint adds of which a share counts.
fn add(sum: &mut Closing, joint: &JointRate, share: f64) {
    let rate = joint.rate * share;
    if rate == 0.0 {
        return;
    }
    if joint.turns {
        sum.fixed = up(sum.fixed + rate * joint.reach);
        sum.per_reach = up(sum.per_reach + rate);
    } else {
        sum.fixed = up(sum.fixed + rate);
    }
}

/// The cell that a direction or its opposite is in.
fn cell(direction: DVec3) -> usize {
    let n = if direction.z < 0.0 {
        -direction
    } else {
        direction
    };
    // Of the angle from the pole; accurate everywhere, as an arc cosine would not be.
    let polar = libm::atan2(sqrt(n.x * n.x + n.y * n.y), n.z) / FRAC_PI_2;
    let around = libm::atan2(n.y, n.x) / TAU + 0.5;
    let index = |share: f64, count: usize| ((share * count as f64) as usize).min(count - 1);
    index(polar, ROWS) * COLUMNS + index(around, COLUMNS)
}

/// The direction in the middle of a cell, and how far directions of the cell are from it, at most.
///
/// With angles that differ by Δφ and Δθ the square of the distance is `4 sin²(Δφ/2) + 4 sin φ sin φ' sin²(Δθ/2)`, so at most
/// `Δφ² + (radius·Δθ)²`, where the radius is that of the cell's largest parallel.
fn middle(number: usize) -> (DVec3, f64) {
    let (row, column) = (number / COLUMNS, number % COLUMNS);
    let (tall, wide) = (FRAC_PI_2 / ROWS as f64, TAU / COLUMNS as f64);
    let polar = (row as f64 + 0.5) * tall;
    let around = ((column as f64 + 0.5) / COLUMNS as f64 - 0.5) * TAU;
    let radius = libm::sin((row + 1) as f64 * tall);
    let centre = DVec3::new(
        libm::sin(polar) * libm::cos(around),
        libm::sin(polar) * libm::sin(around),
        libm::cos(polar),
    );
    let (tall, wide) = (0.5 * tall + BLUR, radius * (0.5 * wide + BLUR));
    (centre, up(sqrt(tall * tall + wide * wide)) + BLUR)
}
