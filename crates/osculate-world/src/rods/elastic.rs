//! What it takes to stretch, bend and twist: energies, forces, and how these change.
//!
//! Discrete elastic rods (Bergou and others, 2008 and 2010). Of an edge of length l at rest: ½·EA/l·(|e| − l)². Of a bend between the
//! edges e and f, whose lengths at rest have the sum s: B/s·|κ − κ̄|² and C/s·m². The curvature κ is the binormal 2·tₑ×t_f/(1 + tₑ·t_f), in the
//! axes of the section if it is naturally curved or has another B for each, and m the twist between both sections.

use super::frames::{Frames, Pose, binormal, one_and_cosine};
use super::matrix::{BlockMatrix, Slot};
use super::parts::{Bend, Edge, Parts};
use glam::{DMat3, DVec3};

/// The energy of everything.
pub(super) fn energy(parts: &Parts, pose: &Pose, frames: &Frames) -> f64 {
    let stretched = parts.edges.iter().zip(&pose.lengths);
    let stretched = stretched.map(|(edge, length)| {
        let more = length - edge.rest;
        0.5 * edge.stretch / edge.rest * more * more
    });
    let bent = parts.bends.iter().enumerate().map(|(index, bend)| {
        let twist = pose.twist(index, bend, frames) - bend.rest_twist;
        let bent = match bend.has_axes() {
            true => {
                let away = pose.curvature(bend, frames) - bend.curvature;
                bend.bend.dot(away * away)
            }
            false => {
                let [e, f] = bend.edges.map(|edge| pose.tangents[edge as usize]);
                bend.bend.x * binormal(e, f).length_squared()
            }
        };
        (bent + bend.twist * twist * twist) / bend.span
    });
    stretched.sum::<f64>() + bent.sum::<f64>()
}

/// Where the blocks of edges and bends are.
#[derive(Clone, Default)]
pub(super) struct Slots {
    pub(super) edges: Vec<Slot>,
    /// Before and between, before and after, between and after.
    pub(super) bends: Vec<[Slot; 3]>,
}

/// Adds the gradient of the energy.
pub(super) fn add_gradient(parts: &Parts, pose: &Pose, frames: &Frames, gradient: &mut [DVec3]) {
    for (index, edge) in parts.edges.iter().enumerate() {
        add_pull(edge, pose.lengths[index], pose.tangents[index], gradient);
    }
    for (index, bend) in parts.bends.iter().enumerate() {
        derivatives(index, bend, pose, frames).add_gradient(bend, gradient);
    }
}

/// The same, and a positive part of its second derivatives: that of Gauss and Newton, and of stretching what
/// holds under tension. That tension is given by edge, since the one of where things are means nothing within a round: an edge that a round has turned
/// aside is longer by the square of that, which the next one takes back.
#[inline(always)]
pub(super) fn add_forces(
    parts: &Parts,
    pose: &Pose,
    frames: &Frames,
    (slots, tensions): (&Slots, &[f64]),
    (gradient, matrix): (&mut [DVec3], &mut BlockMatrix),
) {
    for (index, edge) in parts.edges.iter().enumerate() {
        let (length, tangent) = (pose.lengths[index], pose.tangents[index]);
        add_pull(edge, length, tangent, gradient);
        let stiffness = edge.stretch / edge.rest;
        let across = (tensions[index] / (stiffness * length)).clamp(0.0, 1.0);
        let block = outer(tangent, stiffness * (1.0 - across) * tangent)
            + DMat3::from_diagonal(DVec3::splat(stiffness * across));
        let [a, b] = edge.ends;
        matrix.add_diagonal(a, block);
        matrix.add_diagonal(b, block);
        matrix.add(slots.edges[index], -block);
    }
    for (index, bend) in parts.bends.iter().enumerate() {
        let found = derivatives(index, bend, pose, frames);
        found.add_gradient(bend, gradient);
        let [p, q, r] = bend.particles;
        // Of the particles, whose differences the edges are.
        let [ee, ef, ff] = found.blocks;
        matrix.add_diagonal(p, ee);
        matrix.add_diagonal(q, ee - ef - ef.transpose() + ff);
        matrix.add_diagonal(r, ff);
        let [pq, pr, qr] = slots.bends[index];
        matrix.add(pq, ef - ee);
        matrix.add(pr, -ef);
        matrix.add(qr, ef - ff);
    }
}

/// Adds what an edge pulls its ends with.
#[inline(always)]
fn add_pull(edge: &Edge, length: f64, tangent: DVec3, gradient: &mut [DVec3]) {
    let pull = edge.tension(length) * tangent;
    let [a, b] = edge.ends;
    gradient[a as usize] -= pull;
    gradient[b as usize] += pull;
}

/// The derivatives of a bend. What is not used of them is not computed: it is a part of the caller's code.
#[inline(always)]
fn derivatives(index: usize, bend: &Bend, pose: &Pose, frames: &Frames) -> Derivatives {
    let twist = pose.twist(index, bend, frames) - bend.rest_twist;
    match bend.has_axes() {
        true => with_axes(bend, pose, frames).with_twist(bend, twist, pose),
        false => straight(bend, twist, pose),
    }
}

/// Derivatives by the edges before and after.
struct Derivatives {
    by_before: DVec3,
    by_after: DVec3,
    /// By both times before, before and after, both times after.
    blocks: [DMat3; 3],
}

impl Derivatives {
    #[inline(always)]
    fn add_gradient(&self, bend: &Bend, gradient: &mut [DVec3]) {
        let [p, q, r] = bend.particles;
        gradient[p as usize] -= self.by_before;
        gradient[q as usize] += self.by_before - self.by_after;
        gradient[r as usize] += self.by_after;
    }

    #[inline(always)]
    fn with_twist(mut self, bend: &Bend, twist: f64, pose: &Pose) -> Derivatives {
        let [e, f] = bend.edges.map(|edge| edge as usize);
        let half = 0.5 * binormal(pose.tangents[e], pose.tangents[f]);
        let (by_e, by_f) = (half / pose.lengths[e], half / pose.lengths[f]);
        let stiffness = 2.0 * bend.twist / bend.span;
        self.by_before += stiffness * twist * by_e;
        self.by_after += stiffness * twist * by_f;
        self.blocks[0] += outer(by_e, stiffness * by_e);
        self.blocks[1] += outer(by_e, stiffness * by_f);
        self.blocks[2] += outer(by_f, stiffness * by_f);
        self
    }
}

/// Of a naturally straight round rod the binormal b is enough. With s = tₑ + t_f and 1 + tₑ·t_f = c its derivatives by the edges are (−2[t_f]× − b·sᵀ)/(c·|e|) and
/// (2[tₑ]× − b·sᵀ)/(c·|f|). Products of these are sums of a·bᵀ for a few vectors, which takes half of what products of matrices do.
#[inline(always)]
fn straight(bend: &Bend, twist: f64, pose: &Pose) -> Derivatives {
    let [e, f] = bend.edges.map(|edge| edge as usize);
    let (from, to) = (pose.tangents[e], pose.tangents[f]);
    let most = one_and_cosine(from, to);
    let binormal = from.cross(to) * (2.0 / most);
    let both = from + to;
    let [per_e, per_f] = [e, f].map(|edge| 1.0 / pose.lengths[edge]);
    let (at_e, at_f) = (per_e / most, per_f / most);
    let square = binormal.length_squared();
    let (aside_e, aside_f) = (2.0 * binormal.cross(to), 2.0 * binormal.cross(from));
    let bending = 2.0 * bend.bend.x / bend.span;
    // A section turns by half of the binormal over the length of the edge.
    let twisting = 0.5 * bend.twist / bend.span;
    let turned = 2.0 * twisting * twist * binormal;
    let (left, right) = (aside_e + 0.5 * square * both, aside_f - 0.5 * square * both);
    let block = |scale: f64, along: [DVec3; 2], beside: [DVec3; 2], twisted: f64, even: f64| {
        let along = [(4.0 * scale) * along[0], along[1]];
        let beside = [scale * beside[0], scale * beside[1]];
        let twisted = twisted * binormal;
        let column = |k: usize| {
            along[0] * along[1][k]
                + beside[0] * both[k]
                + both * beside[1][k]
                + twisted * binormal[k]
                + (4.0 * scale * even) * DVec3::AXES[k]
        };
        DMat3::from_cols(column(0), column(1), column(2))
    };
    let (ee, ef, ff) = (per_e * per_e, per_e * per_f, per_f * per_f);
    let [scale_e, scale_ef, scale_f] = [at_e * at_e, at_e * at_f, at_f * at_f];
    Derivatives {
        by_before: per_e * turned - (bending * at_e) * (aside_e + square * both),
        by_after: per_f * turned + (bending * at_f) * (aside_f - square * both),
        blocks: [
            block(
                bending * scale_e,
                [-to, to],
                [left, left],
                twisting * ee,
                1.0,
            ),
            block(
                bending * scale_ef,
                [from, to],
                [left, -right],
                twisting * ef,
                -from.dot(to),
            ),
            block(
                bending * scale_f,
                [-from, from],
                [-right, -right],
                twisting * ff,
                1.0,
            ),
        ],
    }
}

/// Of a naturally curved one, or one that is not round, the axes of the section count.
fn with_axes(bend: &Bend, pose: &Pose, frames: &Frames) -> Derivatives {
    let [e, f] = bend.edges.map(|edge| edge as usize);
    let (from, to) = (pose.tangents[e], pose.tangents[f]);
    let most = one_and_cosine(from, to);
    let [at_e, at_f] = [e, f].map(|edge| pose.section(edge, frames.angles[edge]));
    let found = pose.curvature(bend, frames);
    let away = found - bend.curvature;
    let mean = (from + to) / most;
    let stiffness = 2.0 * bend.bend / bend.span;
    let mut sum = Derivatives {
        by_before: DVec3::ZERO,
        by_after: DVec3::ZERO,
        blocks: [DMat3::ZERO; 3],
    };
    let axes = [at_e[1] + at_f[1], -(at_e[0] + at_f[0])];
    for (k, axis) in axes.into_iter().enumerate() {
        let (curvature, away, stiffness) = (found[k], away[k], stiffness[k]);
        let axis = axis / most;
        let by_e = (to.cross(axis) - curvature * mean) / pose.lengths[e];
        let by_f = (-from.cross(axis) - curvature * mean) / pose.lengths[f];
        sum.by_before += stiffness * away * by_e;
        sum.by_after += stiffness * away * by_f;
        sum.blocks[0] += outer(by_e, stiffness * by_e);
        sum.blocks[1] += outer(by_e, stiffness * by_f);
        sum.blocks[2] += outer(by_f, stiffness * by_f);
    }
    sum
}

/// The matrix a·bᵀ.
#[inline(always)]
pub(super) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The matrix of the product with a vector on the left.
#[inline(always)]
pub(super) fn cross_matrix(a: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, a.z, -a.y),
        DVec3::new(-a.z, 0.0, a.x),
        DVec3::new(a.y, -a.x, 0.0),
    )
}
