//! Balls that cover a shape, for a first look at whether it is near anything.

use crate::body::Shape;
use crate::motion::{Arm, Chain};
use crate::numbers::rounding::{UNIT, length, up};
use alloc::vec::Vec;
use glam::DVec3;

/// A ball around a shape, and smaller ones that cover it together.
#[derive(Clone, Debug)]
pub(super) struct BallCover {
    /// The ball around all is the first; centres are in the shape's own axes.
    pub(super) balls: Vec<Ball>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) centre: DVec3,
    pub(super) radius: f64,
    /// How far its centre is from the last joint.
    pub(super) arm: Arm,
}

/// How many levels below the root the nodes of a mesh are whose balls are taken: eight balls at most.
const LEVEL: usize = 3;

/// Of how many cells the box around a hull is made, along its longest sides.
const CELLS: u32 = 6;

impl BallCover {
    /// The balls of a shape that is no half-space, at the end of a chain to its middle.
    pub(super) fn of(shape: &Shape, chain: &Chain) -> BallCover {
        let (middle, radius) = shape.bounding_ball();
        let mut cover = BallCover { balls: Vec::new() };
        cover.add(middle, radius);
        match shape {
            Shape::Mesh(mesh) => {
                for volume in mesh.level(LEVEL) {
                    cover.add(volume.centre, volume.ball);
                }
            }
            Shape::Hull(_) => cover.add_cells(shape),
            Shape::Compound(compound) => {
                for part in compound.parts() {
                    cover.add_cells(&Shape::Hull(part.clone()));
                }
            }
            Shape::HalfSpace(_) => {}
        }
        // Where they are no smaller they help nobody.
        let largest = cover
            .parts()
            .iter()
            .fold(0.0_f64, |most, ball| most.max(ball.radius));
        if largest > 0.8 * radius {
            cover.balls.truncate(1);
        }
        for ball in &mut cover.balls {
            ball.arm = chain.end_arm(ball.centre - middle);
        }
        cover
    }

    /// The ball around all.
    pub(super) fn whole(&self) -> &Ball {
        &self.balls[0]
    }

    /// The smaller ones.
    pub(super) fn parts(&self) -> &[Ball] {
        &self.balls[1..]
    }

    fn add(&mut self, centre: DVec3, radius: f64) {
        self.balls.push(Ball {
            centre,
            radius: up(radius + 64.0 * UNIT * (length(centre) + radius)),
            arm: Arm::default(),
        });
    }

    /// Balls around the cells of the box around a hull.
    fn add_cells(&mut self, shape: &Shape) {
        let Some(held) = shape.own_box() else { return };
        let low = DVec3::from_array(held.map(|side| side.lower));
        let high = DVec3::from_array(held.map(|side| side.upper));
        let size = high - low;
        // The longest sides are cut until there are enough cells.
        let mut cuts = [1_u32; 3];
        while cuts.iter().product::<u32>() < CELLS {
            let length = |axis: usize| size[axis] / f64::from(cuts[axis]);
            let longest = (0..3).fold(0, |most, axis| {
                if length(axis) > length(most) {
                    axis
                } else {
                    most
                }
            });
            cuts[longest] += 1;
        }
        let cell = size / DVec3::from_array(cuts.map(f64::from));
        for x in 0..cuts[0] {
            for y in 0..cuts[1] {
                for z in 0..cuts[2] {
                    let place = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) + 0.5;
                    self.add(low + place * cell, 0.5 * length(cell));
                }
            }
        }
    }
}
