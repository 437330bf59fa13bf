//! How sections are turned: a direction across every edge that never turns about it, and an angle from there.

use super::parts::{Bend, Parts};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// The directions across edges where cables are, and the angles of their sections from there.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Frames {
    /// By edge: its unit direction when `directors` were set.
    pub(super) tangents: Vec<DVec3>,
    /// By edge: a unit direction across it, carried along in time without turning about it.
    pub(super) directors: Vec<DVec3>,
    /// By edge: how far its section is turned from that.
    pub(super) angles: Vec<f64>,
    /// By bend: by how much the directors of its edges are turned against each other, whole turns counted.
    pub(super) between: Vec<f64>,
}

/// What follows from positions during a part of a step: lengths and directions.
#[derive(Clone, Debug, Default)]
pub(super) struct Pose {
    pub(super) lengths: Vec<f64>,
    pub(super) tangents: Vec<DVec3>,
    pub(super) directors: Vec<DVec3>,
    pub(super) between: Vec<f64>,
}

/// Turns a vector by the smallest turn that takes one unit direction to another.
#[inline(always)]
fn carry(vector: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    let axis = from.cross(to);
    let cosine = from.dot(to);
    // Of opposite directions any turn will do.
    let most = (1.0 + cosine).max(1e-9);
    cosine * vector + axis.cross(vector) + axis * (axis.dot(vector) / most)
}

/// A unit vector across a unit direction, as near as may be to a vector.
#[inline(always)]
fn across(vector: DVec3, tangent: DVec3) -> DVec3 {
    let across = vector - tangent * tangent.dot(vector);
    let square = across.length_squared();
    match square > 1e-6 {
        true => across / square.sqrt(),
        false => tangent.any_orthonormal_vector(),
    }
}

/// The angle from one direction to another about an axis across both.
fn angle(from: DVec3, to: DVec3, axis: DVec3) -> f64 {
    libm::atan2(axis.dot(from.cross(to)), from.dot(to))
}

impl Frames {
    /// Adds those of a new cable: along it nothing turns about it either, but where a loop closes. The first is as near as may be to an axis.
    pub(super) fn add(&mut self, parts: &Parts, strand: usize, axis: Option<DVec3>) {
        let strand = &parts.strands[strand];
        for edge in strand.edges.clone() {
            let [a, b] = parts.edges[edge].ends.map(|end| end as usize);
            let positions = &parts.particles.positions;
            let tangent = (positions[b] - positions[a]).normalize();
            let director = match edge > strand.edges.start {
                true => carry(self.directors[edge - 1], self.tangents[edge - 1], tangent),
                false => axis.unwrap_or_else(|| tangent.any_orthonormal_vector()),
            };
            self.tangents.push(tangent);
            self.directors.push(across(director, tangent));
            self.angles.push(0.0);
        }
        for bend in strand.bends.clone() {
            let [e, f] = parts.bends[bend].edges.map(|edge| edge as usize);
            let (from, to) = (self.tangents[e], self.tangents[f]);
            let carried = carry(self.directors[e], from, to);
            self.between.push(angle(carried, self.directors[f], to));
        }
    }

    /// Takes over where the pose is.
    pub(super) fn follow(&mut self, pose: &Pose) {
        self.tangents.copy_from_slice(&pose.tangents);
        self.directors.copy_from_slice(&pose.directors);
        self.between.copy_from_slice(&pose.between);
    }
}

impl Pose {
    /// Measures everything at these positions.
    pub(super) fn place(&mut self, parts: &Parts, frames: &Frames, positions: &[DVec3]) {
        self.lengths.clear();
        self.tangents.clear();
        self.directors.clear();
        self.between.clear();
        for (index, edge) in parts.edges.iter().enumerate() {
            let [a, b] = edge.ends.map(|end| positions[end as usize]);
            let along = b - a;
            // Edges never vanish where cables are, but what a solver tries may be anything.
            let length = along.length().max(1e-12 * edge.rest);
            let tangent = along / length;
            let before = frames.tangents[index];
            let carried = carry(frames.directors[index], before, tangent);
            self.lengths.push(length);
            self.tangents.push(tangent);
            self.directors.push(across(carried, tangent));
        }
        for (bend, &before) in parts.bends.iter().zip(&frames.between) {
            let [e, f] = bend.edges.map(|edge| edge as usize);
            let (from, to) = (self.tangents[e], self.tangents[f]);
            let carried = carry(self.directors[e], from, to);
            let turned = angle(carried, self.directors[f], to);
            // The whole turns that it has made before.
            let turns = ((before - turned) / TAU).round();
            self.between.push(turned + TAU * turns);
        }
    }

    /// The axes of an edge's section.
    #[inline(always)]
    pub(super) fn section(&self, edge: usize, angle: f64) -> [DVec3; 2] {
        let (sine, cosine) = libm::sincos(angle);
        let one = self.directors[edge];
        let other = self.tangents[edge].cross(one);
        [cosine * one + sine * other, cosine * other - sine * one]
    }

    /// By how much the sections on both sides of a bend are turned against each other.
    #[inline(always)]
    pub(super) fn twist(&self, index: usize, bend: &Bend, frames: &Frames) -> f64 {
        let [e, f] = bend.edges.map(|edge| frames.angles[edge as usize]);
        f - e + self.between[index]
    }

    /// The curvature in the axes of the section, the mean of those of both edges, times half the span.
    pub(super) fn curvature(&self, bend: &Bend, frames: &Frames) -> DVec2 {
        let [e, f] = bend.edges.map(|edge| edge as usize);
        let binormal = binormal(self.tangents[e], self.tangents[f]);
        let [e, f] = [e, f].map(|edge| self.section(edge, frames.angles[edge]));
        0.5 * DVec2::new(binormal.dot(e[1] + f[1]), -binormal.dot(e[0] + f[0]))
    }
}

/// The curvature binormal: across both directions, twice the tangent of half the angle between them long.
#[inline(always)]
pub(super) fn binormal(from: DVec3, to: DVec3) -> DVec3 {
    from.cross(to) * (2.0 / one_and_cosine(from, to))
}

/// Not less than what keeps the curvature at a full fold finite.
#[inline(always)]
pub(super) fn one_and_cosine(from: DVec3, to: DVec3) -> f64 {
    (1.0 + from.dot(to)).max(1e-9)
}
