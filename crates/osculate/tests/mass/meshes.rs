//! Closed meshes, open ones, shells, and what is wrong with some.

use crate::{assert_frame, assert_is};
use glam::{DMat3, DVec3};
use osculate::TriMesh;
use osculate::mass::{MassError, MassProperties, Matter, MeshSurface, Orientation};
use osculate::mesh::{cuboid, icosphere};
use osculate::query::meshes::self_crossing;

fn joined(parts: &[TriMesh]) -> TriMesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(part.vertices());
        triangles.extend(part.triangles().iter().map(|t| t.map(|i| i + first)));
    }
    TriMesh::new(vertices, triangles).unwrap()
}

fn moved(mesh: &TriMesh, scale: f64, by: DVec3) -> TriMesh {
    let vertices = mesh.vertices().iter().map(|&x| scale * x + by).collect();
    TriMesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn inverted(mesh: &TriMesh) -> TriMesh {
    let turned = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]);
    TriMesh::new(mesh.vertices().to_vec(), turned.collect()).unwrap()
}

#[test]
fn inverted_meshes_are_told_and_weigh_the_same() {
    let ball = moved(
        &icosphere(1.0, 320).unwrap(),
        1.0,
        DVec3::new(3.0, 0.0, 1.0),
    );
    let right = MassProperties::of_mesh(&ball, Matter::Mass(2.0)).unwrap();
    let wrong = MassProperties::of_mesh(&inverted(&ball), Matter::Mass(2.0)).unwrap();
    assert_is(&wrong, (2.0, right.centre(), right.inertia()), 1.0, 1e-14);
    let told = MeshSurface::of(&inverted(&ball)).unwrap();
    assert_eq!(told.orientation, Orientation::Inward);
    assert!(told.volume > 0.0 && told.repeated.is_none() && told.crowded.is_none());
}

/// Corners are the same if their coordinates are.
#[test]
fn soups_are_closed_too() {
    let die = cuboid(DVec3::ONE).unwrap();
    let torn: Vec<DVec3> = (0..die.triangles().len())
        .flat_map(|number| die.triangle(number))
        .collect();
    let triangles = (0..torn.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    let soup = TriMesh::new(torn, triangles.collect()).unwrap();
    let found = MassProperties::of_mesh(&soup, Matter::Density(1.0)).unwrap();
    let moment = DMat3::from_diagonal(DVec3::splat(16.0 / 3.0));
    assert_is(&found, (8.0, DVec3::ZERO, moment), 1.0, 1e-14);
}

#[test]
fn a_cavity_is_left_out() {
    let hollow = joined(&[
        cuboid(DVec3::ONE).unwrap(),
        inverted(&cuboid(DVec3::splat(0.5)).unwrap()),
    ]);
    let found = MassProperties::of_mesh(&hollow, Matter::Density(1.0)).unwrap();
    let moment = DMat3::from_diagonal(DVec3::splat(16.0 / 3.0 - 1.0 / 6.0));
    assert_is(&found, (7.0, DVec3::ZERO, moment), 1.0, 1e-14);
    assert_eq!(self_crossing(&hollow), None);
}

#[test]
fn open_and_disoriented_meshes_are_named() {
    let die = cuboid(DVec3::ONE).unwrap();
    let mut triangles = die.triangles().to_vec();
    let gone = triangles.remove(5);
    let open = TriMesh::new(die.vertices().to_vec(), triangles).unwrap();
    let error = MassProperties::of_mesh(&open, Matter::Density(1.0)).unwrap_err();
    let MassError::OpenEdge { triangle, from, to } = error else {
        panic!("{error}")
    };
    let corners = open.triangle(triangle as usize).map(|x| x.to_array());
    assert!(corners.contains(&from) && corners.contains(&to));
    let hole = gone.map(|i| die.vertices()[i as usize].to_array());
    assert!(hole.contains(&from) && hole.contains(&to), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("the mesh is open: the edge from [")
    );

    let mut triangles = die.triangles().to_vec();
    triangles[5].swap(1, 2);
    let turned = TriMesh::new(die.vertices().to_vec(), triangles).unwrap();
    let error = MassProperties::of_mesh(&turned, Matter::Density(1.0)).unwrap_err();
    assert!(matches!(error, MassError::Disoriented { .. }), "{error}");
}

#[test]
fn what_is_covered_twice_is_told() {
    let die = cuboid(DVec3::ONE).unwrap();
    let twice = MeshSurface::of(&joined(&[die.clone(), die.clone()])).unwrap();
    assert!((twice.volume - 16.0).abs() < 1e-13);
    let [a, b] = twice.repeated.unwrap();
    assert_eq!(b - a, 12);
    assert!(twice.crowded.is_some());
    // Two that share an edge only are crowded there, and nothing is repeated.
    let beside = moved(&die, 1.0, DVec3::new(2.0, 2.0, 0.0));
    let touching = MeshSurface::of(&joined(&[die.clone(), beside])).unwrap();
    assert!(touching.crowded.is_some() && touching.repeated.is_none());
    // Two that cross are nothing of that; a test of all triangles sees it.
    let across = joined(&[die.clone(), moved(&die, 1.0, DVec3::new(0.3, 0.4, 0.5))]);
    let surface = MeshSurface::of(&across).unwrap();
    assert!(surface.crowded.is_none() && surface.repeated.is_none());
    let [a, b] = self_crossing(&across).unwrap();
    assert!((a < 12) != (b < 12), "{a} {b}");
}

#[test]
fn flat_meshes_have_no_volume() {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::new(0.3, 0.9, 0.2)];
    let both = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 1]]).unwrap();
    let error = MassProperties::of_mesh(&both, Matter::Density(1.0)).unwrap_err();
    assert_eq!(error, MassError::NoVolume { part: None });
    let sheet = MassProperties::of_shell(&both, Matter::Mass(1.0)).unwrap();
    assert_frame(&sheet);
}

/// A square sheet by hand, and the shell of a ball by its limit.
#[test]
fn shells_are_right() {
    for scale in [1e-6, 1.0, 1e6] {
        let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [0.0, 3.0]];
        let corners = corners.map(|[x, y]| scale * DVec3::new(x, y, 5.0));
        let sheet = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
        let found = MassProperties::of_shell(&sheet, Matter::Density(0.5)).unwrap();
        let mass = 3.0 * scale * scale;
        let moments = mass / 12.0 * scale * scale * DVec3::new(9.0, 4.0, 13.0);
        let centre = scale * DVec3::new(1.0, 1.5, 5.0);
        assert_is(
            &found,
            (mass, centre, DMat3::from_diagonal(moments)),
            scale,
            1e-14,
        );
    }
    let ball = icosphere(2.0, 20_480).unwrap();
    let found = MassProperties::of_shell(&ball, Matter::Mass(3.0)).unwrap();
    let moment = DMat3::from_diagonal(DVec3::splat(2.0 / 3.0 * 3.0 * 4.0));
    assert_is(&found, (3.0, DVec3::ZERO, moment), 2.0, 2e-3);
    let line = TriMesh::new(vec![DVec3::ZERO, DVec3::X, 2.0 * DVec3::X], vec![[0, 1, 2]]).unwrap();
    let error = MassProperties::of_shell(&line, Matter::Mass(3.0)).unwrap_err();
    assert_eq!(error, MassError::NoArea);
}
