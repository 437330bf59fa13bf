//! Every method by its name, all asked alike.
use osculate::{
    Limits, MeshBvh, Moving, Outcome, Span, Workspace,
    bvh::CutBall,
    bvh::SweptSphere,
    query::meshes::{best_first, c2a, capoeira, d2m, hca},
};

/// A method over hierarchies of volumes `V`.
pub type Method<V = SweptSphere> =
    fn(Moving<MeshBvh<V>>, Moving<MeshBvh<V>>, Span, &Limits, &mut Workspace) -> Outcome;

/// Those that search trees of swept spheres.
pub const SWEPT: [(&str, Method); 3] = [("best_first", best_first), ("hca", hca), ("c2a", c2a)];

/// All of them, asked with swept spheres.
pub const METHODS: [(&str, Method); 5] = [
    SWEPT[0],
    SWEPT[1],
    SWEPT[2],
    ("d2m", |a, b, span, limits, workspace| {
        over_spheres(d2m, a, b, span, limits, workspace)
    }),
    ("capoeira", |a, b, span, limits, workspace| {
        over_spheres(capoeira, a, b, span, limits, workspace)
    }),
];

fn over_spheres(
    method: Method<CutBall>,
    a: Moving<MeshBvh>,
    b: Moving<MeshBvh>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let tree = |body: &MeshBvh| MeshBvh::spheres(body.mesh().clone(), 0.0);
    let (tree_a, tree_b) = (tree(a.shape), tree(b.shape));
    let (a, b) = (
        Moving::new(&tree_a, a.motion),
        Moving::new(&tree_b, b.motion),
    );
    method(a, b, span, limits, workspace)
}
