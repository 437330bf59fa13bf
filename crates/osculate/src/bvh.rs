//! stub
#![allow(missing_docs)]
use crate::mesh::TriMesh;
use crate::*;
pub use crate::volume::SweptSphere;
#[derive(Clone, Debug)]
pub struct MeshBvh<V = SweptSphere> { mesh: TriMesh, _v: core::marker::PhantomData<V> }
impl MeshBvh<SweptSphere> {
    pub fn new(mesh: TriMesh) -> Self { MeshBvh { mesh, _v: core::marker::PhantomData } }
    pub fn mesh(&self) -> &TriMesh { &self.mesh }
}
#[derive(Debug, Default)]
pub struct Workspace;
impl Workspace { pub fn new() -> Self { Workspace } }
macro_rules! q { ($($n:ident),*) => { $(pub fn $n<A: Motion + ?Sized, B: Motion + ?Sized>(_a: Moving<MeshBvh<SweptSphere>, A>, _b: Moving<MeshBvh<SweptSphere>, B>, _span: Span, _limits: &Limits, _workspace: &mut Workspace) -> Outcome {
    Outcome { verdict: Verdict::Undecided { free_until: None, reason: Reason::Budget }, tolerance: 0.0, resolution: 0.0, stats: Stats::default() }
})* } }
q!(c2a, hca, best_first, first_contact);
