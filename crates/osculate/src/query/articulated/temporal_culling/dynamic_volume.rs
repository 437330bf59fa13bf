//! Boxes around everything that a shape passes over during a stretch of time.
//!
//! The corners of a box `c + Σ s_k h_k e_k`, |s_k| ≤ 1, are at `X(c) + Σ s_k h_k R·e_k`: along a coordinate the centre's Taylor model has a
//! range, and each axis of the box adds no more than `h_k` times the largest magnitude of its own model.

use super::volumes::Volumes;
use crate::motion::TaylorPose;
use crate::numbers::interval::Interval;
use crate::volume::SweptSphere;
use glam::DVec3;

/// A box in the world that holds a shape at every instant of a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DynamicVolume {
    pub(super) sides: [Interval; 3],
}

fn box_around(
    centre: [Interval; 3],
    axes: [[Interval; 3]; 3],
    volume: &SweptSphere,
) -> DynamicVolume {
    let sides = core::array::from_fn(|row| {
        let mut out = Interval::ZERO;
        for (axis, half) in axes.iter().zip(volume.half.to_array()) {
            out = out + Interval::point(half) * Interval::point(axis[row].magnitude());
        }
        // Axes that are orthogonal only to within rounding hold their points to within rounding: a part in 1e12 is far more.
        let within = out.upper.min(volume.ball) + 1e-12 * volume.ball;
        centre[row] + Interval::around(0.0, within)
    });
    DynamicVolume { sides }
}

impl DynamicVolume {
    /// Everything.
    pub(super) const EVERYWHERE: DynamicVolume = DynamicVolume {
        sides: [Interval::EVERYTHING; 3],
    };

    /// Around what a link carries, by the Taylor models of its poses.
    pub(super) fn of_link(pose: &TaylorPose, shape: &Volumes) -> DynamicVolume {
        let volume = shape.root();
        let ranges = |x: [crate::numbers::TaylorModel; 3]| x.each_ref().map(|model| model.range());
        let columns = [volume.axes.x_axis, volume.axes.y_axis, volume.axes.z_axis];
        let axes = columns.map(|axis| ranges(pose.turn(axis)));
        box_around(ranges(pose.apply(volume.centre)), axes, volume)
    }

    /// Between two corners.
    pub(super) fn of_box(low: DVec3, high: DVec3) -> DynamicVolume {
        DynamicVolume {
            sides: core::array::from_fn(|axis| Interval {
                lower: low[axis],
                upper: high[axis],
            }),
        }
    }

    /// These sides; everywhere, if there are none.
    pub(super) fn of_sides(sides: Option<[Interval; 3]>) -> DynamicVolume {
        sides.map_or(DynamicVolume::EVERYWHERE, |sides| DynamicVolume { sides })
    }

    /// Whether two boxes are further apart than `margin` along some axis: then so are the shapes, at every instant of the
    /// stretch. What is no number is never apart.
    pub(super) fn apart(&self, other: &DynamicVolume, margin: f64) -> bool {
        let gap = |a: &Interval, b: &Interval| (*a - *b).lower;
        self.sides
            .iter()
            .zip(&other.sides)
            .any(|(a, b)| gap(a, b) > margin || gap(b, a) > margin)
    }
}
