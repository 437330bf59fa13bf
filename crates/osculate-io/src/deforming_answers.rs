//! Answers about deforming meshes: one JSON object a line.

use osculate::{
    motion::DeformingMesh,
    query::{
        deforming::{DeformingContact, DeformingStats},
        points::PairKind,
    },
};
use serde::Serialize;

/// Up to when a step is free of contacts, as one line of JSON, without the newline: `contacts` is how many there are in
/// the whole step, and `candidates` how many pairs were compared for that. `clearance` is written if it is not 0.
pub fn free_step_json(
    mesh: &DeformingMesh,
    free_step: f64,
    limit: Option<&DeformingContact>,
    clearance: f64,
    stats: &DeformingStats,
) -> String {
    line(&Step {
        free_step,
        limit: limit.map(|found| Found::new(mesh, found)),
        clearance: (clearance != 0.0).then_some(clearance),
        contacts: stats.contacts,
        candidates: stats.candidates,
    })
}

/// A contact of features of `mesh` as one line of JSON, without the newline.
///
/// If `mesh` was joined from several, `bodies` says to which of them the features belong, and vertices and triangles have the
/// numbers that they had there.
///
/// # Panics
/// If `mesh` has no such features.
pub fn deforming_contact_json(mesh: &DeformingMesh, found: &DeformingContact) -> String {
    line(&Found::new(mesh, found))
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the keys are strings and nothing here fails to serialise")
}

#[derive(Serialize)]
struct Step {
    free_step: f64,
    limit: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance: Option<f64>,
    contacts: u64,
    candidates: u64,
}

#[derive(Serialize)]
struct Found {
    features: [&'static str; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<[usize; 2]>,
    corners: [Vec<u32>; 2],
    /// Of a triangle; edges have no number in a file.
    triangle: Option<u32>,
    time: f64,
    time_upper: f64,
    point: [f64; 3],
    normal: [f64; 3],
}

impl Found {
    fn new(mesh: &DeformingMesh, found: &DeformingContact) -> Found {
        let [a, b] = found.features;
        let edge = |index: u32| mesh.edges()[index as usize].to_vec();
        let (features, corners, triangle) = match found.kind {
            PairKind::EdgeEdge => (["edge", "edge"], [edge(a), edge(b)], None),
            PairKind::VertexEdge => (["vertex", "edge"], [vec![a], edge(b)], None),
            PairKind::VertexVertex => (["vertex", "vertex"], [vec![a], vec![b]], None),
            PairKind::VertexFace => {
                let face = mesh.triangles()[b as usize].to_vec();
                (["vertex", "face"], [vec![a], face], Some(b))
            }
        };
        let bodies = [0, 1].map(|side: usize| mesh.body(corners[side][0]));
        let corners = corners.map(|corners| {
            let first = mesh.first_vertex(mesh.body(corners[0]));
            corners.iter().map(|corner| corner - first).collect()
        });
        Found {
            features,
            bodies: (mesh.bodies() > 1).then_some(bodies),
            corners,
            triangle: triangle.map(|triangle| triangle - mesh.first_triangle(bodies[1])),
            time: found.contact.lower,
            time_upper: found.contact.upper,
            point: found.contact.point.to_array(),
            normal: found.contact.normal.to_array(),
        }
    }
}
