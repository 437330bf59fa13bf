//! Cables: edges of their own, fractions a vertex, lists of pairs, and steps one after the other.

use glam::DVec3;
use osculate::Limits;
use osculate::motion::{DeformingMesh, DeformingMeshError};
use osculate::query::deforming::{
    Compared, DeformingWorkspace, PairList, Scope, deforming_contacts, free_fractions, free_step,
    free_step_with,
};
use osculate::query::points::PairKind;

fn clearance(length: f64) -> Limits {
    Limits::default().with_clearance(length).unwrap()
}

fn fractions(mesh: &DeformingMesh, compared: &Compared<'_>, limits: &Limits) -> Vec<f64> {
    let workspace = &mut DeformingWorkspace::new();
    free_fractions(mesh, compared, limits, workspace)
        .fractions
        .to_vec()
}

/// Edges along y at these places of x and z, moving along x.
fn rods(places: &[(f64, f64, f64)]) -> DeformingMesh {
    let both = |x: f64, z: f64| [DVec3::new(x, -1.0, z), DVec3::new(x, 1.0, z)];
    let start: Vec<DVec3> = places.iter().flat_map(|&(x, z, _)| both(x, z)).collect();
    let end = places.iter().flat_map(|&(x, z, way)| both(x + way, z));
    let end: Vec<DVec3> = end.collect();
    let edges = (0..places.len() as u32).map(|i| [2 * i, 2 * i + 1]);
    let mesh = DeformingMesh::new(&start, &end, &[]).unwrap();
    mesh.with_edges(&edges.collect::<Vec<_>>()).unwrap()
}

/// Those behind were compared with the first while it moved as they do; when it stops they must, too. Without comparing pairs
/// again after one of them has stopped, all but the first go through.
#[test]
fn a_train_stops_one_behind_the_other() {
    // The first meets a rod at rest half way; the others follow at the same speed.
    let mut places = vec![(0.0, 0.0, 0.0), (1.0, 0.0, -2.0)];
    places.extend((1..6).map(|i| (1.0 + 0.1 * f64::from(i), 0.0, -2.0)));
    let train = rods(&places);
    for gap in [0.0, 0.01] {
        let found = fractions(&train, &Compared::default(), &clearance(gap));
        for (rod, pair) in found.chunks(2).enumerate().skip(1) {
            // It starts at 1 and a tenth for each before it, and stops at the gap times one more than these.
            let before = (rod - 1) as f64;
            let stop = ((1.0 + 0.1 * before) - gap * (before + 1.0)) / 2.0;
            for &fraction in pair {
                assert!(
                    fraction <= stop && fraction > stop - 1e-4,
                    "{rod} at {gap}: {fraction} of {stop}"
                );
            }
        }
    }
}

#[test]
fn a_pair_in_touch_stops_nothing_else() {
    // Two rods in touch, and one far off that moves freely.
    let mesh = rods(&[(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (50.0, 0.0, 1.0)]);
    assert_eq!(free_step(&mesh, Scope::All).lower, 0.0);
    for gap in [0.0, 0.1] {
        let found = fractions(&mesh, &Compared::default(), &clearance(gap));
        assert_eq!(found, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0], "{gap}");
    }
    // Those in touch as known contacts: nothing is asked of them.
    let known: PairList = deforming_contacts(&mesh, Scope::All).collect();
    assert_eq!(
        known.len(),
        5,
        "the edges, and each end with the other edge"
    );
    let compared = Compared::default().skipping(&known);
    assert_eq!(fractions(&mesh, &compared, &Limits::default()), [1.0; 6]);
    let step = free_step_with(
        &mesh,
        &compared,
        &Limits::default(),
        &mut DeformingWorkspace::new(),
    );
    assert_eq!((step.lower, step.limit), (1.0, None));
}

#[test]
fn what_starts_close_may_part_but_not_close() {
    let limits = clearance(0.5);
    let workspace = &mut DeformingWorkspace::new();
    for (way, free) in [(1.0, true), (0.0, true), (-0.2, false)] {
        let mesh = rods(&[(0.0, 0.0, 0.0), (0.25, 0.0, way)]);
        let step = free_step_with(&mesh, &Compared::default(), &limits, workspace);
        assert!(step.stats.close_at_start > 0);
        assert_eq!(step.lower == 1.0, free, "{way}: {step:?}");
        assert!(free || step.lower < 1e-9, "{way}: {step:?}");
        // Without a clearance for this pair only touching counts.
        let near: PairList = [
            (PairKind::EdgeEdge, [1, 0]),
            (PairKind::VertexEdge, [0, 1]),
            (PairKind::VertexEdge, [1, 1]),
            (PairKind::VertexEdge, [2, 0]),
            (PairKind::VertexEdge, [3, 0]),
        ]
        .into_iter()
        .collect();
        let compared = Compared::default().without_clearance(&near);
        let step = free_step_with(&mesh, &compared, &limits, workspace);
        assert_eq!(step.lower, 1.0, "{way}");
    }
}

/// Jansen, section 3.6: an edge that folds back onto the one it is joined to touches it with its end only.
#[test]
fn a_cable_that_folds_back_is_seen() {
    let start = [DVec3::ZERO, DVec3::X, DVec3::new(1.5, 0.5, 0.0)];
    let end = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, -0.5, 0.0)];
    let cable = DeformingMesh::new(&start, &end, &[]).unwrap();
    let cable = cable.with_edges(&[[0, 1], [1, 2]]).unwrap();
    let found: Vec<_> = deforming_contacts(&cable, Scope::All).collect();
    let [only] = found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((only.kind, only.features), (PairKind::VertexEdge, [2, 0]));
    assert!((only.contact.upper - 0.5).abs() < 1e-12);
    assert!((free_step(&cable, Scope::All).lower - 0.5).abs() < 1e-11);
}

/// As a solver does: new ends, as much of the way as is proven, again.
#[test]
fn steps_one_after_the_other_keep_their_distance() {
    let mut mesh = rods(&[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.5, 0.0, 0.0)]);
    let workspace = &mut DeformingWorkspace::new();
    let limits = clearance(0.1);
    for _ in 0..60 {
        // The rod at rest stays; the others are pushed against it.
        let pushed = |(i, path): (usize, &osculate::motion::LinearPath)| {
            path.start() - if i < 2 { 0.0 } else { 0.3 } * DVec3::X
        };
        let ends: Vec<DVec3> = mesh.paths().iter().enumerate().map(pushed).collect();
        mesh.set_ends(&ends).unwrap();
        let found = free_fractions(&mesh, &Compared::default(), &limits, workspace);
        mesh.advance(found.fractions).unwrap();
        let x = |vertex: usize| mesh.paths()[vertex].start().x;
        assert!(x(2) - x(0) > 0.1 - 1e-9 && x(4) - x(2) > 0.1 - 1e-9);
    }
    // They came as close as they may.
    let x = |vertex: usize| mesh.paths()[vertex].start().x;
    assert!(x(2) - x(0) < 0.101 && x(4) - x(2) < 0.101, "{mesh:?}");
}

#[test]
fn bad_edges_ends_and_fractions_are_named() {
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let mesh = || DeformingMesh::new(&points, &points, &[[0, 1, 2]]).unwrap();
    let error = mesh().with_edges(&[[0, 1], [1, 3]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "edge 1 ends at vertex 3, but there are 3 vertices"
    );
    let joined = DeformingMesh::join(&[mesh(), mesh()]).unwrap();
    assert!(matches!(
        joined.with_edges(&[[2, 3]]),
        Err(DeformingMeshError::EdgeBetweenBodies { edge: 0, .. })
    ));
    // Sides and edges to themselves are nothing new.
    let same = mesh().with_edges(&[[1, 0], [2, 2], [2, 1]]).unwrap();
    assert_eq!((same.edges().len(), same.own_edges()), (3, &[][..]));

    let mut moved = mesh();
    assert!(moved.set_ends(&points[..2]).is_err());
    let bad = moved.set_ends(&[DVec3::X, DVec3::NAN, DVec3::X]);
    assert!(matches!(
        bad,
        Err(DeformingMeshError::NotFinite { vertex: 1, .. })
    ));
    for fraction in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(
            moved.advance(&[0.0, 0.0, fraction]),
            Err(DeformingMeshError::BadFraction { vertex: 2, .. })
        ));
    }
    assert!(moved.advance(&[0.0]).is_err());
    assert_eq!(moved, mesh(), "nothing was changed");
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_fractions() {
    let places: Vec<(f64, f64, f64)> = (0..400)
        .map(|i| {
            let i = f64::from(i);
            let wave = libm::sin;
            (0.05 * i, 0.01 * wave(1.7 * i), 0.3 * wave(0.9 * i))
        })
        .collect();
    let mesh = rods(&places);
    let answer = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let workspace = &mut DeformingWorkspace::new();
        pool.install(|| {
            let limits = clearance(0.005);
            let found = free_fractions(&mesh, &Compared::default(), &limits, workspace);
            (found.fractions.to_vec(), found.rounds, found.stats)
        })
    };
    let alone = answer(1);
    assert!(alone.1 > 1 && alone.0.iter().any(|&f| f < 1.0));
    for threads in [2, 3] {
        assert_eq!(answer(threads), alone, "{threads} threads");
    }
}
