//! stub
#![allow(missing_docs)]
use super::*;
fn one() -> TriMesh { TriMesh::new(alloc::vec![DVec3::ZERO, DVec3::X, DVec3::Y], alloc::vec![[0,1,2]]).unwrap() }
/// Box with half extents.
pub fn cuboid(_half: DVec3) -> TriMesh { one() }
pub fn icosphere(_radius: f64, _triangles: usize) -> TriMesh { one() }
pub fn torus_knot(_p: u32, _q: u32, _triangles: usize) -> TriMesh { one() }
pub fn gear(_teeth: u32, _triangles: usize) -> TriMesh { one() }
pub fn bumpy_club(_triangles: usize) -> TriMesh { one() }
