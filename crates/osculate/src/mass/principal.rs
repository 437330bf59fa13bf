//! Principal axes of a symmetric matrix, by Jacobi's rotations.

use crate::numbers::rounding::{UNIT, sqrt};
use glam::{DMat3, DQuat, DVec3};

/// Eigenvalues in rising order, and the unit quaternion whose matrix has the axes as columns, in that order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Principal {
    pub(super) values: DVec3,
    pub(super) frame: DQuat,
}

/// Every sweep at least halves what is off the diagonal, and soon squares it; some six are enough.
const SWEEPS: usize = 40;

impl Principal {
    /// Of a symmetric matrix, of which the part above the diagonal is read. The same bits for the same matrix; where values are
    /// equal, the axes are some of those that will do.
    pub(super) fn of(matrix: &DMat3) -> Principal {
        let mut m = matrix.to_cols_array_2d();
        // Column i, row j is above the diagonal where j < i.
        (m[0][1], m[0][2], m[1][2]) = (m[1][0], m[2][0], m[2][1]);
        let mut axes = DMat3::IDENTITY.to_cols_array_2d();
        for _ in 0..SWEEPS {
            let mut done = true;
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                done &= !rotate(&mut m, &mut axes, p, q);
            }
            if done {
                break;
            }
        }
        let values = DVec3::new(m[0][0], m[1][1], m[2][2]);
        Principal::sorted(values, DMat3::from_cols_array_2d(&axes))
    }

    /// Values and the axes that they are along, which are orthonormal to within rounding.
    pub(super) fn sorted(values: DVec3, axes: DMat3) -> Principal {
        let mut order = [0, 1, 2];
        order.sort_by(|&i: &usize, &j| values[i].total_cmp(&values[j]));
        let [x, y] = [axes.col(order[0]), axes.col(order[1])];
        // A mirrored frame becomes a rotation if one axis is turned around.
        let frame = DMat3::from_cols(x, y, x.cross(y));
        let frame = DQuat::from_mat3(&frame);
        let size = sqrt(frame.dot(frame));
        Principal {
            values: DVec3::new(values[order[0]], values[order[1]], values[order[2]]),
            frame: DQuat::from_xyzw(
                frame.x / size,
                frame.y / size,
                frame.z / size,
                frame.w / size,
            ),
        }
    }
}

/// Turns about the third axis so that entry p, q vanishes; `false` if it is nothing beside the two on the diagonal.
fn rotate(m: &mut [[f64; 3]; 3], axes: &mut [[f64; 3]; 3], p: usize, q: usize) -> bool {
    let entry = m[p][q];
    // What is left changes positive values by less than a unit of themselves (Demmel, Veselić 1992).
    let beside = sqrt(m[p][p].abs()) * sqrt(m[q][q].abs());
    if entry == 0.0 || entry.abs() <= 0.5 * UNIT * beside {
        return false;
    }
    let theta = 0.5 * (m[q][q] - m[p][p]) / entry;
    let size = theta.abs() + sqrt(theta * theta + 1.0);
    // A quotient that is beyond all numbers turns by nothing.
    let t = if theta < 0.0 { -1.0 / size } else { 1.0 / size };
    if t == 0.0 {
        return false;
    }
    let c = 1.0 / sqrt(t * t + 1.0);
    let s = t * c;
    let r = 3 - p - q;
    m[p][p] -= t * entry;
    m[q][q] += t * entry;
    (m[p][q], m[q][p]) = (0.0, 0.0);
    let (rp, rq) = (m[r][p], m[r][q]);
    (m[r][p], m[r][q]) = (c * rp - s * rq, s * rp + c * rq);
    (m[p][r], m[q][r]) = (m[r][p], m[r][q]);
    let [x, y] = [p, q].map(|axis| DVec3::from_array(axes[axis]));
    axes[p] = (c * x - s * y).to_array();
    axes[q] = (s * x + c * y).to_array();
    true
}
