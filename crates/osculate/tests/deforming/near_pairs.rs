//! Lists of near pairs, kept over steps: whatever strays, no pair that comes within the clearance is left out.

use super::scenes::{CABLE, RECIPES, Scene, TRIANGLES};
use glam::{DVec3, Vec3Swizzles};
use osculate::Limits;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{
    Compared, DeformingContact, DeformingWorkspace, NearPairs, PairList, Scope,
    deforming_contacts_with, free_step_with,
};
use osculate::query::points::PairKind;
use osculate_judge::seeded::{Seeded, cases};

/// Steps that what is foreseen is gone in.
const STEPS: u32 = 4;

fn clearance(length: f64) -> Limits {
    Limits::default().with_clearance(length).unwrap()
}

/// Whether a pair is in a list, or an edge that ends at its vertex stands for it.
fn is_listed(mesh: &DeformingMesh, found: &[DeformingContact], wanted: &DeformingContact) -> bool {
    let [vertex, edge] = wanted.features;
    let ends = |of: u32| mesh.edges()[of as usize].contains(&vertex);
    let stands = |other: &DeformingContact| {
        let [a, b] = other.features;
        other.kind == PairKind::EdgeEdge
            && ((a == edge && ends(b)) || (b == edge && ends(a)))
            && other.contact.lower <= wanted.contact.lower + 1e-5
    };
    found.iter().any(|other| {
        let is_same = (other.kind, other.features) == (wanted.kind, wanted.features);
        is_same || (wanted.kind == PairKind::VertexEdge && stands(other))
    })
}

/// Vertices go about as was foreseen, and stray by up to twice of what the reach allows. Where the list tells something, it tells of all that the
/// search over everything finds, and a step is free for the one where it is for the other. It would fail if what strays were not counted, or
/// counted once.
#[test]
fn nothing_is_left_out() {
    let (mut known, mut unknown, mut short, mut near_ones) = (0, 0, 0, 0);
    for case in 0..cases(300) {
        let recipe = RECIPES[case as usize % RECIPES.len()];
        let mut numbers = Seeded::of_case(77, case);
        let scene = Scene::new(recipe, &mut numbers);
        let mut mesh = scene.mesh();
        let scope = numbers.one_of(&[Scope::All, Scope::AllButWithin(1)]);
        if scope != Scope::All {
            // The same once more, turned about, as a body that is not compared with itself.
            let turned = |points: &[DVec3]| -> Vec<DVec3> {
                let middle = 0.5 * (points[0] + points[1]);
                points
                    .iter()
                    .map(|p| middle + (*p - middle).zxy())
                    .collect()
            };
            let (start, end) = (turned(&scene.start), turned(&scene.end));
            let other = DeformingMesh::new(&start, &end, &TRIANGLES).unwrap();
            mesh = DeformingMesh::join(&[mesh, other.with_edges(&CABLE).unwrap()]).unwrap();
        }
        let starts: Vec<DVec3> = mesh.paths().iter().map(|path| path.start()).collect();
        let stray = numbers.one_of(&[0.01, 0.05, 0.2]) * scene.size;
        let reach = scene.clearance + 2.0 * stray;
        let touching: PairList = [(PairKind::EdgeEdge, [0, 7]), (PairKind::EdgeEdge, [6, 8])]
            .into_iter()
            .filter(|_| numbers.below(2) == 0)
            .collect();
        let mut near = NearPairs::new(scope).without_clearance(touching.clone());
        near.find(&mesh, &clearance(reach));
        let foreseen = mesh.paths().to_vec();
        let compared = Compared::from(scope).without_clearance(&touching);
        let limits = clearance(scene.clearance);
        mesh.set_ends(&starts).unwrap();
        for step in 0..STEPS {
            let span = [step, step + 1].map(|at| f64::from(at) / f64::from(STEPS));
            let least = numbers.one_of(&[0.5, 0.9, 2.0]) * stray;
            let away = |path: &osculate::motion::LinearPath| {
                path.at(span[1]) + least * numbers.direction()
            };
            let ends: Vec<DVec3> = foreseen.iter().map(away).collect();
            mesh.set_ends(&ends).unwrap();
            let all: Vec<_> = deforming_contacts_with(&mesh, &compared, &limits).collect();
            if let Some(during) = near.during(&mesh, span, &limits) {
                known += 1;
                let found: Vec<_> = during.contacts(&PairList::default()).collect();
                for wanted in &all {
                    assert!(
                        is_listed(&mesh, &found, wanted),
                        "case {case}, step {step}: {wanted:?} is not among {found:?}"
                    );
                }
                near_ones += found.len();
                let workspace = &mut DeformingWorkspace::new();
                let whole = free_step_with(&mesh, &compared, &limits, workspace);
                let least = during.too_near(None).map(|near| near.contact.lower);
                let least = least.fold(1.0, f64::min);
                // Two edges that start within the clearance keep what they start with, which may be less than what an end of one starts with.
                let is_of_end = whole.limit.is_some_and(|limit| {
                    limit.kind == PairKind::VertexEdge && whole.stats.close_at_start > 0
                });
                assert!(
                    (whole.lower == 1.0) == (least == 1.0) || is_of_end,
                    "case {case}, step {step}: {whole:?} {least}"
                );
                short += usize::from(found.len() < near.len());
            } else {
                unknown += 1;
            }
            mesh.advance(&vec![1.0; ends.len()]).unwrap();
        }
    }
    println!(
        "{known} steps known with {near_ones} contacts, {unknown} not; {short} lists had more than was asked for"
    );
    assert!(known > 100 && unknown > 100 && near_ones > 100 && short > 50);
}

/// A list knows nothing of times that were not foreseen, nor of other meshes, nor before anything was searched.
#[test]
fn what_was_not_foreseen_is_not_known() {
    let start = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE];
    let mesh = DeformingMesh::new(&start, &start, &[]).unwrap();
    let mesh = mesh.with_edges(&[[0, 1], [2, 3]]).unwrap();
    let limits = Limits::default();
    let mut near = NearPairs::new(Scope::All);
    assert!(near.during(&mesh, [0.0, 1.0], &limits).is_none());
    near.find(&mesh, &clearance(0.1));
    assert!(near.during(&mesh, [0.0, 1.0], &limits).is_some());
    for span in [
        [-0.1, 0.5],
        [0.5, 1.1],
        [0.5, 0.4],
        [f64::NAN, 1.0],
        [0.0, f64::NAN],
    ] {
        assert!(near.during(&mesh, span, &limits).is_none(), "{span:?}");
    }
    assert!(near.during(&mesh, [0.0, 1.0], &clearance(0.11)).is_none());
    assert!(near.clone().during(&mesh, [0.0, 1.0], &limits).is_none());
    let smaller = DeformingMesh::new(&start[..2], &start[..2], &[]).unwrap();
    assert!(near.during(&smaller, [0.0, 1.0], &limits).is_none());
    // As many vertices in the same places, but other edges, triangles or bodies: those would be missed.
    let same = || DeformingMesh::new(&start, &start, &[]).unwrap();
    for edges in [&[[0, 2], [1, 3]][..], &[[0, 1], [1, 2], [2, 3]], &[[0, 1]]] {
        let other = same().with_edges(edges).unwrap();
        assert!(near.during(&other, [0.0, 1.0], &limits).is_none());
    }
    let flat = DeformingMesh::new(&start, &start, &[[0, 1, 2]]).unwrap();
    assert!(near.during(&flat, [0.0, 1.0], &limits).is_none());
    let half = |at: &[DVec3]| {
        let half = DeformingMesh::new(at, at, &[]).unwrap();
        half.with_edges(&[[0, 1]]).unwrap()
    };
    let joined = DeformingMesh::join(&[half(&start[..2]), half(&start[2..])]).unwrap();
    assert_eq!(joined.edges(), mesh.edges());
    assert!(near.during(&joined, [0.0, 1.0], &limits).is_none());
    // Coordinates so large that nothing can be told of what strays.
    let far = start.map(|at| 1e20 * at);
    let far = DeformingMesh::new(&far, &far, &[]).unwrap();
    let far = far.with_edges(&[[0, 1], [2, 3]]).unwrap();
    near.find(&far, &clearance(0.1));
    assert!(near.during(&far, [0.0, 1.0], &limits).is_some());
    assert!(near.during(&far, [0.0, 0.5], &limits).is_none());
}

/// A list of pairs that are only not to touch may be longer than the mesh has features.
#[test]
fn pairs_of_no_features_change_nothing() {
    let start = [DVec3::ZERO, DVec3::X, 0.05 * DVec3::Z, DVec3::ONE];
    let mesh = DeformingMesh::new(&start, &start, &[]).unwrap();
    let mesh = mesh.with_edges(&[[0, 1], [2, 3]]).unwrap();
    let nowhere: PairList = [
        (PairKind::EdgeEdge, [0, 99]),
        (PairKind::VertexFace, [7, 7]),
    ]
    .into_iter()
    .collect();
    let mut near = NearPairs::new(Scope::All).without_clearance(nowhere);
    near.find(&mesh, &clearance(0.1));
    assert_eq!(near.len(), 1);
}
