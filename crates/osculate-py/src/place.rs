//! Where bodies touch or overlap.

use glam::DVec3;
use osculate::Feature;
use osculate_io::AnswerPlace;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A place as plain numbers: features, parts, and the rest.
pub type PlaceState = ([[u32; 4]; 2], [u32; 2], [f64; 11]);

/// A place as plain numbers.
pub fn place_state(place: &AnswerPlace) -> PlaceState {
    let mut numbers = [0.0; 11];
    let vectors = [place.point_a, place.point_b, place.normal];
    for (into, vector) in numbers.chunks_exact_mut(3).zip(vectors) {
        into.copy_from_slice(&vector.to_array());
    }
    numbers[9..].copy_from_slice(&place.separation);
    (place.features.map(coded), place.parts, numbers)
}

/// A place of plain numbers.
pub fn place_of_state((features, parts, numbers): PlaceState) -> AnswerPlace {
    let vector = |first: usize| DVec3::from_slice(&numbers[first..]);
    AnswerPlace {
        features: features.map(decoded),
        parts,
        point_a: vector(0),
        point_b: vector(3),
        normal: vector(6),
        separation: [numbers[9], numbers[10]],
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
