//! How sections turn: they have next to no inertia, so they are always where their moments are in balance.
//!
//! Positions fixed, the angles of a cable are a tridiagonal system; one Newton step a round.

use super::frames::{Frames, Pose, binormal};
use super::parts::{Parts, Strand};

/// Memory for the equations of one cable, by its edges.
#[derive(Clone, Debug, Default)]
pub(super) struct TwistSystem {
    diagonal: Vec<f64>,
    /// Between an edge and the next; of a loop the last is between the last and the first.
    beside: Vec<f64>,
    side: Vec<f64>,
    /// The column that closes a loop.
    closing: Vec<f64>,
}

impl TwistSystem {
    /// Turns the sections of all cables to where their moments are in balance.
    pub(super) fn balance(&mut self, parts: &Parts, pose: &Pose, frames: &mut Frames) {
        for strand in &parts.strands {
            if strand.bends.is_empty() {
                continue;
            }
            self.assemble(parts, strand, pose, frames);
            self.solve(strand);
            let angles = &mut frames.angles[strand.edges.clone()];
            for (angle, more) in angles.iter_mut().zip(&self.side) {
                *angle += more;
            }
        }
    }

    fn assemble(&mut self, parts: &Parts, strand: &Strand, pose: &Pose, frames: &Frames) {
        let count = strand.edges.len();
        for list in [&mut self.diagonal, &mut self.beside, &mut self.side] {
            list.clear();
            list.resize(count, 0.0);
        }
        for index in strand.bends.clone() {
            let bend = &parts.bends[index];
            let [e, f] = bend.edges.map(|edge| edge as usize - strand.edges.start);
            let twist = pose.twist(index, bend, frames) - bend.rest_twist;
            let stiffness = 2.0 * bend.twist / bend.span;
            self.side[e] += stiffness * twist;
            self.side[f] -= stiffness * twist;
            self.diagonal[e] += stiffness;
            self.diagonal[f] += stiffness;
            self.beside[e] -= stiffness;
            if !bend.has_axes() {
                continue;
            }
            let away = pose.curvature(bend, frames) - bend.curvature;
            let tangents = bend.edges.map(|edge| pose.tangents[edge as usize]);
            let binormal = binormal(tangents[0], tangents[1]);
            let stiffness = 2.0 * bend.bend / bend.span;
            // The derivatives of both curvatures by the angles of both edges.
            let [by_e, by_f] = bend.edges.map(|edge| {
                let section = pose.section(edge as usize, frames.angles[edge as usize]);
                section.map(|axis| -0.5 * binormal.dot(axis))
            });
            for k in 0..2 {
                let (away, stiffness) = (away[k], stiffness[k]);
                self.side[e] -= stiffness * away * by_e[k];
                self.side[f] -= stiffness * away * by_f[k];
                self.diagonal[e] += stiffness * by_e[k] * by_e[k];
                self.diagonal[f] += stiffness * by_f[k] * by_f[k];
                self.beside[e] += stiffness * by_e[k] * by_f[k];
            }
        }
        let largest = self.diagonal.iter().copied().fold(0.0, f64::max);
        for diagonal in &mut self.diagonal {
            // All sections may turn together: of the many solutions one without large turns.
            *diagonal += 1e-10 * largest + f64::MIN_POSITIVE;
        }
        let held = [0, count - 1].into_iter().zip(strand.is_turned);
        for (edge, _) in held.filter(|&(_, is_turned)| is_turned) {
            self.diagonal[edge] = 1.0;
            self.side[edge] = 0.0;
            self.beside[edge] = 0.0;
            if edge > 0 {
                self.beside[edge - 1] = 0.0;
            }
        }
    }

    fn solve(&mut self, strand: &Strand) {
        let count = self.side.len();
        let corner = match strand.is_closed {
            true => self.beside[count - 1],
            false => 0.0,
        };
        if corner == 0.0 {
            eliminate(&mut self.diagonal, &self.beside, &mut [&mut self.side]);
            return;
        }
        // Sherman and Morrison: the corners are a matrix of rank one with what they take from the diagonal.
        let first = -self.diagonal[0];
        self.diagonal[0] -= first;
        self.diagonal[count - 1] -= corner * corner / first;
        self.closing.clear();
        self.closing.resize(count, 0.0);
        self.closing[0] = first;
        self.closing[count - 1] = corner;
        let sides = &mut [&mut self.side, &mut self.closing];
        eliminate(&mut self.diagonal, &self.beside, sides);
        let of = |list: &[f64]| list[0] + list[count - 1] * corner / first;
        let share = of(&self.side) / (1.0 + of(&self.closing));
        for (side, closing) in self.side.iter_mut().zip(&self.closing) {
            *side -= share * closing;
        }
    }
}

/// Solves a symmetric tridiagonal system for some right-hand sides.
fn eliminate(diagonal: &mut [f64], beside: &[f64], sides: &mut [&mut Vec<f64>]) {
    let count = diagonal.len();
    for i in 1..count {
        let share = beside[i - 1] / diagonal[i - 1];
        diagonal[i] -= share * beside[i - 1];
        for side in sides.iter_mut() {
            side[i] -= share * side[i - 1];
        }
    }
    for side in sides.iter_mut() {
        side[count - 1] /= diagonal[count - 1];
        for i in (0..count - 1).rev() {
            side[i] = (side[i] - beside[i] * side[i + 1]) / diagonal[i];
        }
    }
}
