//! Lists of near pairs of nets without any order, where everything strays as far as it may, or further, towards one place.

use glam::DVec3;
use osculate::Limits;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{
    Compared, DeformingContact, NearPairs, PairList, Scope, deforming_contacts_with,
};
use osculate::query::points::PairKind;
use osculate_judge::seeded::{Seeded, cases};

/// A few vertices, some of no edge, and edges and triangles among them.
fn net(numbers: &mut Seeded, size: f64) -> DeformingMesh {
    let count = 4 + numbers.below(8);
    let mut place = |size: f64| size * numbers.direction() * (1.0 + numbers.below(8) as f64);
    let start: Vec<DVec3> = (0..count).map(|_| place(size)).collect();
    let end: Vec<DVec3> = start.iter().map(|at| *at + place(0.3 * size)).collect();
    let mut some = |many: usize| numbers.below(many) as u32;
    let triangles = (0..some(3)).map(|_| [0; 3].map(|_| some(count)));
    let triangles: Vec<[u32; 3]> = triangles.collect();
    let edges = (0..some(2 * count)).map(|_| [0; 2].map(|_| some(count)));
    let edges: Vec<[u32; 2]> = edges.collect();
    let mesh = DeformingMesh::new(&start, &end, &triangles).unwrap();
    mesh.with_edges(&edges).unwrap()
}

/// Any pairs, of which some are there.
fn some_pairs(numbers: &mut Seeded, mesh: &DeformingMesh) -> PairList {
    let (vertices, edges) = (mesh.paths().len(), mesh.edges().len() + 1);
    let mut pairs = Vec::new();
    for _ in 0..numbers.below(12) {
        let edge = numbers.below(edges) as u32;
        pairs.push(match numbers.below(3) {
            0 => (PairKind::VertexEdge, [numbers.below(vertices) as u32, edge]),
            _ => (PairKind::EdgeEdge, [numbers.below(edges) as u32, edge]),
        });
    }
    pairs.into_iter().collect()
}

/// Whether something is told of the pair, or of an edge that ends at its vertex.
fn is_told(mesh: &DeformingMesh, found: &[DeformingContact], wanted: &DeformingContact) -> bool {
    let [vertex, edge] = wanted.features;
    let ends = |of: u32| mesh.edges()[of as usize].contains(&vertex);
    found.iter().any(|other| {
        let [a, b] = other.features;
        let is_same = (other.kind, other.features) == (wanted.kind, wanted.features);
        let stands = wanted.kind == PairKind::VertexEdge
            && other.kind == PairKind::EdgeEdge
            && ((a == edge && ends(b)) || (b == edge && ends(a)));
        is_same || stands && other.contact.lower <= wanted.contact.lower + 1e-5
    })
}

/// It would fail if what strays were counted once, or if vertices and edges were left out for which no two edges stand.
#[test]
fn what_strays_towards_one_place_is_found() {
    let (mut known, mut told, mut dropped) = (0, 0, 0);
    for case in 0..cases(300) {
        let mut numbers = Seeded::of_case(78, case);
        let size = numbers.one_of(&[1.0, 1e-3, 1e6, 1e-50, 1e50]);
        let mut mesh = net(&mut numbers, size);
        let mut scope = Scope::All;
        if numbers.below(2) == 0 {
            mesh = DeformingMesh::join(&[mesh, net(&mut numbers, size)]).unwrap();
            scope = numbers.one_of(&[
                Scope::All,
                Scope::BetweenBodies,
                Scope::AllButWithin(0),
                Scope::AllButWithin(1),
            ]);
        }
        let touching = some_pairs(&mut numbers, &mesh);
        let reach = size * numbers.one_of(&[0.1, 0.5, 2.0]);
        let asked = reach * numbers.one_of(&[0.0, 0.1, 0.8]);
        let mut near = NearPairs::new(scope).without_clearance(touching.clone());
        near.find(&mesh, &Limits::default().with_clearance(reach).unwrap());
        let foreseen = mesh.paths().to_vec();
        let most = numbers.one_of(&[1.0 - 1e-9, 1.0 - 1e-9, 1.9]);
        let stray = most * 0.5 * (reach - asked);
        let since = numbers.one_of(&[0.0, 0.25, 0.7]);
        let until = numbers.one_of(&[since, 0.8, 1.0]);
        let to = size * numbers.direction();
        let astray = |time: f64| -> Vec<DVec3> {
            let near = |path: &osculate::motion::LinearPath| {
                let at = path.at(time);
                at + stray * ((to - at) / size).normalize_or_zero()
            };
            foreseen.iter().map(near).collect()
        };
        mesh.set_ends(&astray(since)).unwrap();
        mesh.advance(&vec![1.0; foreseen.len()]).unwrap();
        mesh.set_ends(&astray(until)).unwrap();
        let limits = Limits::default().with_clearance(asked).unwrap();
        let Some(step) = near.during(&mesh, [since, until], &limits) else {
            continue;
        };
        known += 1;
        let found: Vec<_> = step.contacts(&PairList::default()).collect();
        let compared = Compared::from(scope).without_clearance(&touching);
        for wanted in deforming_contacts_with(&mesh, &compared, &limits) {
            assert!(
                is_told(&mesh, &found, &wanted),
                "case {case}: {wanted:?} is not among {found:?}"
            );
            told += 1;
            dropped += usize::from(
                !found
                    .iter()
                    .any(|of| (of.kind, of.features) == (wanted.kind, wanted.features)),
            );
        }
    }
    println!("{known} steps known, {told} contacts, {dropped} of them told of by edges");
    assert!(
        known > 150 && told > 300 && dropped > 20,
        "{known} {told} {dropped}"
    );
}
