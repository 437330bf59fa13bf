//! Polytopes and closed meshes, against integrals in fractions.

use crate::{assert_is, inertia_of};
use glam::{DMat3, DVec3};
use osculate::mass::{MassProperties, Matter};
use osculate::mesh::{gear, torus_knot};
use osculate::shape::HullCore;
use osculate::{Hull, TriMesh};
use osculate_judge::masses::{ExactMoments, rounded};
use osculate_judge::seeded::{Seeded, cases};

/// By the judge: mass, centre, inertia of unit density.
fn exactly(corners: &[DVec3], triangles: &[[u32; 3]]) -> (ExactMoments, (f64, DVec3, DMat3)) {
    let corners: Vec<[f64; 3]> = corners.iter().map(|corner| corner.to_array()).collect();
    let moments = ExactMoments::of(&corners, triangles);
    let (centre, spread) = moments.centre_and_spread();
    let volume = rounded(&moments.volume);
    let spread = DMat3::from_cols_array_2d(&spread);
    let truth = (
        volume,
        DVec3::from_array(centre),
        inertia_of(volume, spread),
    );
    (moments, truth)
}

#[test]
fn polytopes_are_right_to_rounding() {
    let mut rng = Seeded::new(3);
    for case in 0..cases(120) {
        let scale = rng.magnitude(-6.0, 6.0);
        let far = if rng.chance(0.5) {
            0.0
        } else {
            rng.magnitude(0.0, 3.0)
        };
        let shift = far * rng.direction();
        // Some are plates and needles, turned anyhow.
        let thin = DVec3::new(1.0, 1.0, rng.magnitude(-5.0, 0.0));
        let thin = if rng.chance(0.3) {
            DVec3::new(1.0, thin.z, thin.z)
        } else {
            thin
        };
        let turn = rng.rotation();
        let count = 4 + rng.below(20);
        let points: Vec<DVec3> = (0..count)
            .map(|_| scale * (turn * (thin * rng.inside()) + shift))
            .collect();
        let hull = Hull::polytope(&points).unwrap();
        let HullCore::Polytope { corners, triangles } = hull.form().core else {
            unreachable!("a polytope")
        };
        let found = MassProperties::of_hull(&hull, Matter::Density(1.0)).unwrap();
        let (moments, truth) = exactly(&corners, &triangles);
        // Far corners say where they are to their own rounding only, but the judge takes them as they are.
        let thinnest = thin.z;
        let tolerance = 1e-14 / thinnest;
        assert_is(&found, truth, scale * (1.0 + far), tolerance.max(1e-14));
        // Of a thin body even the least moment is right in proportion to itself.
        let axis = found.principal_frame() * DVec3::X;
        let least = moments.moment_about(axis.to_array());
        let off = (found.principal_moments().x / least - 1.0).abs();
        assert!(
            off < 1e-9,
            "case {case}: {off:e} with a thickness of {thinnest:e}"
        );
    }
}

#[test]
fn closed_meshes_are_right_to_rounding() {
    let meshes = [
        ("gear", gear(12, 600).unwrap()),
        ("knot", torus_knot(2, 3, 1200).unwrap()),
    ];
    for (name, mesh) in meshes {
        for scale in [1e-6, 1.0, 1e6] {
            let shifted = mesh
                .vertices()
                .iter()
                .map(|&corner| scale * (corner + DVec3::new(100.0, -20.0, 3.0)))
                .collect();
            let mesh = TriMesh::new(shifted, mesh.triangles().to_vec()).unwrap();
            let found = MassProperties::of_mesh(&mesh, Matter::Density(1.0)).unwrap();
            let (_, truth) = exactly(mesh.vertices(), mesh.triangles());
            println!("{name}");
            assert_is(&found, truth, scale * 100.0, 1e-12);
        }
    }
}
