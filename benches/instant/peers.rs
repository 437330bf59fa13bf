//! The same pairs for parry3d-f64.

use osculate::{Shape, TriMesh};
use osculate_benches::instant_pairs::InstantPair;
use osculate_benches::stopwatch::finest;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, contact, distance,
};
use parry3d_f64::shape::SharedShape;

/// Asks parry about a pair; `told` is called with the program, the question, microseconds and what was found.
pub fn measure(pair: &InstantPair, told: &mut dyn FnMut(&str, &str, f64, String)) {
    let [a, b] = [0, 1].map(|body| {
        let mesh = pair.meshes.as_ref().map(|meshes| &meshes[body]);
        shape(&pair.shapes[body], mesh)
    });
    let at = Pose::from_translation(Vector::from_array(pair.position().to_array()));
    let rest = Pose::IDENTITY;
    let time = finest(|| distance(&at, &*a, &rest, &*b));
    told("parry", "distance", time, String::new());
    let time = finest(|| contact(&at, &*a, &rest, &*b, pair.within));
    told("parry", "contact", time, String::new());
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let time = finest(|| {
        manifolds.clear();
        let between = at.inv_mul(&rest);
        DefaultQueryDispatcher.contact_manifolds(
            &between,
            &*a,
            &*b,
            pair.within,
            &mut manifolds,
            &mut None,
        )
    });
    let points: usize = manifolds.iter().map(|manifold| manifold.points.len()).sum();
    let found = manifolds
        .iter()
        .filter(|manifold| !manifold.points.is_empty());
    let found = format!("{} manifolds {points} points", found.count());
    told("parry", "manifolds", time, found);
}

fn shape(shape: &Shape, mesh: Option<&TriMesh>) -> SharedShape {
    let trimesh = |mesh: &TriMesh| {
        let corners = mesh
            .vertices()
            .iter()
            .map(|v| Vector::from_array(v.to_array()));
        SharedShape::trimesh(corners.collect(), mesh.triangles().to_vec()).expect("a mesh")
    };
    match (shape, mesh) {
        (_, Some(mesh)) => trimesh(mesh),
        (Shape::Mesh(tree), None) => trimesh(tree.mesh()),
        (Shape::Hull(hull), None) => {
            let half = hull.support(osculate::glam::DVec3::ONE);
            SharedShape::cuboid(half.x, half.y, half.z)
        }
        _ => panic!("no such pair"),
    }
}
