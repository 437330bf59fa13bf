//! Where bodies touch or overlap.

use glam::DVec3;
use osculate::{Feature, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Where bodies touch or overlap.
#[derive(Clone, Copy, Debug)]
pub struct Where {
    pub features: [Feature; 2],
    pub parts: [u32; 2],
    pub point_a: DVec3,
    pub point_b: DVec3,
    pub normal: DVec3,
    /// The separation, negative for a depth.
    pub separation: [f64; 2],
}

/// The same as plain numbers: features, parts, and the rest.
pub type WhereState = ([[u32; 4]; 2], [u32; 2], [f64; 11]);

/// Where bodies touch or overlap, if they do.
pub fn place(verdict: &Verdict) -> Option<Where> {
    match verdict {
        Verdict::Contact(contact) => Some(Where {
            features: contact.features,
            parts: contact.parts,
            point_a: contact.point_a,
            point_b: contact.point_b,
            normal: contact.normal,
            separation: [contact.separation.lower, contact.separation.upper],
        }),
        Verdict::Overlapping { start, .. } => Some(Where {
            features: start.features,
            parts: start.parts,
            point_a: start.point_a,
            point_b: start.point_b,
            normal: start.normal,
            separation: [-start.depth.upper, -start.depth.lower],
        }),
        _ => None,
    }
}

impl Where {
    /// As plain numbers.
    pub fn state(&self) -> WhereState {
        let mut numbers = [0.0; 11];
        let vectors = [self.point_a, self.point_b, self.normal];
        for (into, vector) in numbers.chunks_exact_mut(3).zip(vectors) {
            into.copy_from_slice(&vector.to_array());
        }
        numbers[9..].copy_from_slice(&self.separation);
        (self.features.map(coded), self.parts, numbers)
    }

    /// Of plain numbers.
    pub fn of_state((features, parts, numbers): WhereState) -> Where {
        let vector = |first: usize| DVec3::from_slice(&numbers[first..]);
        Where {
            features: features.map(decoded),
            parts,
            point_a: vector(0),
            point_b: vector(3),
            normal: vector(6),
            separation: [numbers[9], numbers[10]],
        }
    }
}

fn coded(feature: Feature) -> [u32; 4] {
    match feature {
        Feature::Triangle(number) => [1, number, 0, 0],
        Feature::Vertex(number) => [2, number, 0, 0],
        Feature::Edge([a, b]) => [3, a, b, 0],
        Feature::Face([a, b, c]) => [4, a, b, c],
        _ => [0; 4],
    }
}

fn decoded([kind, a, b, c]: [u32; 4]) -> Feature {
    match kind {
        1 => Feature::Triangle(a),
        2 => Feature::Vertex(a),
        3 => Feature::Edge([a, b]),
        4 => Feature::Face([a, b, c]),
        _ => Feature::Surface,
    }
}

/// Two features as tuples: the kind of each, then its numbers.
pub fn features<'py>(py: Python<'py>, of: [Feature; 2]) -> PyResult<Bound<'py, PyTuple>> {
    let tuple = |feature| match feature {
        Feature::Triangle(number) => ("triangle", number).into_pyobject(py),
        Feature::Vertex(number) => ("vertex", number).into_pyobject(py),
        Feature::Edge([a, b]) => ("edge", a, b).into_pyobject(py),
        Feature::Face([a, b, c]) => ("face", a, b, c).into_pyobject(py),
        _ => ("surface",).into_pyobject(py),
    };
    let [a, b] = of;
    PyTuple::new(py, [tuple(a)?, tuple(b)?])
}

/// The triangles among two features; -1 for what is none.
pub fn triangles(features: [Feature; 2]) -> [i64; 2] {
    features.map(|feature| feature.triangle().map_or(-1, i64::from))
}
