//! Deforming meshes against all pairs by brute force, against sampled instants, and on input made to hurt.

use glam::DVec3;
use osculate::{
    TriMesh,
    motion::{DeformingMesh, DeformingMeshError, LinearPath},
    query::{
        deforming::{DeformingContact, DeformingStats, Scope, deforming_contacts, free_step},
        points::{LinearContact, LinearPair, PairKind},
    },
};
use osculate_judge::seeded::Seeded;

type Key = (u8, [u32; 2]);

fn key(contact: &DeformingContact) -> Key {
    let kind = match contact.kind {
        PairKind::EdgeEdge => 1,
        PairKind::VertexEdge => 2,
        _ => 0,
    };
    (kind, contact.features)
}

/// What all of a search takes.
fn searched(mesh: &DeformingMesh) -> DeformingStats {
    let mut contacts = deforming_contacts(mesh, Scope::All);
    contacts.by_ref().for_each(drop);
    contacts.stats()
}

fn all_contacts(mesh: &DeformingMesh, scope: Scope) -> Vec<DeformingContact> {
    let mut contacts = deforming_contacts(mesh, scope);
    let found: Vec<DeformingContact> = contacts.by_ref().collect();
    let stats = contacts.stats();
    assert_eq!(stats.contacts, found.len() as u64);
    assert!(stats.candidates >= stats.contacts);

    let (mut contacts, mut parts, mut share) = (deforming_contacts(mesh, scope), Vec::new(), 0.0);
    while let Some(part) = contacts.next_part() {
        assert!((share..=1.0).contains(&contacts.share_searched()));
        share = contacts.share_searched();
        parts.extend(part);
    }
    assert_eq!(share, 1.0);
    assert_eq!(parts, found);
    found
}

/// Every vertex against every face and every edge against every other one.
fn brute_force(mesh: &DeformingMesh, scope: Scope) -> Vec<(Key, LinearContact)> {
    let path = |vertex: u32| mesh.paths()[vertex as usize];
    let wanted = |a: u32, b: u32| match [a, b].map(|vertex| mesh.body(vertex)) {
        [one, other] if one == other => match scope {
            Scope::All => true,
            Scope::AllButWithin(body) => one != body,
            _ => false,
        },
        _ => true,
    };
    let mut found = Vec::new();
    for vertex in 0..mesh.paths().len() as u32 {
        for (face, corners) in mesh.triangles().iter().enumerate() {
            if !corners.contains(&vertex) && wanted(vertex, corners[0]) {
                let pair = LinearPair::vertex_face(path(vertex), corners.map(path));
                let contact = pair.first_contact().contact;
                found.extend(contact.map(|contact| ((0, [vertex, face as u32]), contact)));
            }
        }
    }
    let is_side = |edge: &[u32; 2]| {
        let has = |face: &[u32; 3]| edge.iter().all(|vertex| face.contains(vertex));
        mesh.triangles().iter().any(has)
    };
    for (edge, ends) in mesh.edges().iter().enumerate().filter(|(_, e)| !is_side(e)) {
        for vertex in 0..mesh.paths().len() as u32 {
            if !ends.contains(&vertex) && wanted(vertex, ends[0]) {
                let pair = LinearPair::vertex_edge(path(vertex), ends.map(path));
                let contact = pair.first_contact().contact;
                found.extend(contact.map(|contact| ((2, [vertex, edge as u32]), contact)));
            }
        }
    }
    for (b, second) in mesh.edges().iter().enumerate() {
        for (a, first) in mesh.edges()[..b].iter().enumerate() {
            if !first.iter().any(|vertex| second.contains(vertex)) && wanted(first[0], second[0]) {
                let pair = LinearPair::edge_edge(first.map(path), second.map(path));
                let contact = pair.first_contact().contact;
                found.extend(contact.map(|contact| ((1, [a as u32, b as u32]), contact)));
            }
        }
    }
    found.sort_by_key(|&(key, _)| key);
    found
}

/// Compares everything with brute force; the number of contacts.
fn check(mesh: &DeformingMesh, scope: Scope) -> usize {
    let expected = brute_force(mesh, scope);
    let listed = all_contacts(mesh, scope);
    let mut sorted: Vec<_> = listed
        .iter()
        .map(|found| (key(found), found.contact))
        .collect();
    sorted.sort_by_key(|&(key, _)| key);
    assert_eq!(
        sorted.iter().map(|&(key, _)| key).collect::<Vec<_>>(),
        expected.iter().map(|&(key, _)| key).collect::<Vec<_>>()
    );
    for ((key, found), (_, expected)) in sorted.iter().zip(&expected) {
        assert_eq!(
            (found.lower, found.upper),
            (expected.lower, expected.upper),
            "{key:?}"
        );
    }

    let step = free_step(mesh, scope);
    let lowest = expected
        .iter()
        .map(|(_, contact)| contact.lower)
        .fold(1.0, f64::min);
    assert_eq!(step.lower, lowest);
    let first = listed.iter().find(|found| found.contact.lower == lowest);
    assert_eq!(step.limit.as_ref().map(key), first.map(key));
    assert_eq!(
        step.limit.map(|limit| limit.contact.upper),
        first.map(|first| first.contact.upper)
    );
    for found in &listed {
        assert_eq!(
            found.pair(mesh).first_contact().contact,
            Some(found.contact)
        );
    }
    listed.len()
}

/// A sheet of `side` by `side` squares, each two triangles.
fn sheet(side: u32, position: impl Fn(f64, f64) -> DVec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let at = |i: u32| f64::from(i) / f64::from(side);
    let vertices = (0..=side)
        .flat_map(|i| (0..=side).map(move |j| (i, j)))
        .map(|(i, j)| position(at(i), at(j)))
        .collect();
    let mut triangles = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let corner = i * (side + 1) + j;
            let (right, up) = (corner + side + 1, corner + 1);
            triangles.extend([[corner, right, up], [right, right + 1, up]]);
        }
    }
    (vertices, triangles)
}

fn moving_sheet(
    side: u32,
    start: impl Fn(f64, f64) -> DVec3,
    end: impl Fn(f64, f64) -> DVec3,
) -> DeformingMesh {
    let (start, triangles) = sheet(side, start);
    let (end, _) = sheet(side, end);
    DeformingMesh::new(&start, &end, &triangles).unwrap()
}

/// Two sheets that come together, with noise.
fn meeting_sheets(rng: &mut Seeded, side: u32, noise: f64) -> DeformingMesh {
    let bodies = [0.3, -0.3].map(|height| {
        let (mut start, triangles) = sheet(side, |x, y| DVec3::new(x, y, height));
        let (mut end, _) = sheet(side, |x, y| DVec3::new(x + height, y, -0.4 * height));
        for point in start.iter_mut().chain(&mut end) {
            *point += noise * rng.vector(1.0);
        }
        DeformingMesh::new(&start, &end, &triangles).unwrap()
    });
    DeformingMesh::join(&bodies).unwrap()
}

#[test]
fn random_soups_are_as_by_brute_force() {
    let mut rng = Seeded::new(1);
    let mut contacts = 0;
    for round in 0..60 {
        let vertices = 3 + rng.bits() % 60;
        let size = [1.0, 0.3, 0.05][round % 3];
        let centres: Vec<DVec3> = (0..vertices)
            .map(|i| {
                // Corners of a face are near each other.
                if i % 3 == 0 {
                    rng.vector(1.0)
                } else {
                    DVec3::ZERO
                }
            })
            .collect();
        let start: Vec<DVec3> = (0..vertices as usize)
            .map(|i| centres[i - i % 3] + size * rng.vector(1.0))
            .collect();
        let end: Vec<DVec3> = start
            .iter()
            .map(|&point| point + size * rng.vector(1.0))
            .collect();
        let faces = vertices as u32 / 3;
        let mut triangles: Vec<[u32; 3]> =
            (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        // Some that join vertices anywhere, twice or thrice the same one.
        for _ in 0..3 {
            triangles.push([(); 3].map(|()| (rng.bits() % vertices) as u32));
        }
        let mesh = DeformingMesh::new(&start, &end, &triangles).unwrap();
        contacts += check(&mesh, Scope::All);
        // And edges between any two.
        let edges = [(); 9].map(|()| [(); 2].map(|()| (rng.bits() % vertices) as u32));
        contacts += check(&mesh.with_edges(&edges).unwrap(), Scope::All);
    }
    assert!(contacts > 1000, "{contacts}");
}

#[test]
fn sheets_are_as_by_brute_force() {
    let mut rng = Seeded::new(2);
    for noise in [0.0, 1e-9, 0.02, 0.1] {
        let mesh = meeting_sheets(&mut rng, 9, noise);
        let (all, between) = (check(&mesh, Scope::All), check(&mesh, Scope::BetweenBodies));
        assert!(between > 0 && all >= between);
        let within = [0, 1].map(|body| all - check(&mesh, Scope::AllButWithin(body)));
        assert_eq!(all - between, within[0] + within[1]);
        assert!(free_step(&mesh, Scope::All).lower < 1.0);
    }
}

/// Whether a segment certainly crosses a triangle, by signs of volumes far above their errors.
fn crosses([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let volume = |x: DVec3, y: DVec3, z: DVec3, w: DVec3| (y - x).cross(z - x).dot(w - x);
    let (above, below) = (volume(a, b, c, p), volume(a, b, c, q));
    let sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    above * below < 0.0
        && above.abs().min(below.abs()) > 1e-12
        && (sides.iter().all(|&side| side > 1e-12) || sides.iter().all(|&side| side < -1e-12))
}

fn intersects(mesh: &DeformingMesh, time: f64) -> bool {
    let at = |vertex: u32| mesh.paths()[vertex as usize].at(time);
    mesh.edges().iter().any(|edge| {
        mesh.triangles().iter().any(|face| {
            !edge.iter().any(|vertex| face.contains(vertex)) && crosses(edge.map(at), face.map(at))
        })
    })
}

#[test]
fn nothing_intersects_before_the_step_ends() {
    let mut rng = Seeded::new(3);
    let mut later = 0;
    for round in 0..12 {
        let mesh = meeting_sheets(&mut rng, 6, 0.004 * f64::from(round));
        let step = free_step(&mesh, Scope::All);
        assert!(step.lower > 0.5 && step.lower < 1.0, "{}", step.lower);
        for sample in 0..=50 {
            let time = step.lower * f64::from(sample) / 50.0;
            assert!(!intersects(&mesh, time), "round {round} at {time}");
        }
        later += usize::from(intersects(&mesh, step.lower + 1e-3));
    }
    assert!(
        later > 6,
        "the sampled test sees intersections in {later} of 12 only"
    );
}

#[test]
fn a_sheet_folded_through_itself() {
    let fold = |x: f64, y: f64| DVec3::new((x - 0.5).abs(), y, 0.2 * (x - 0.5));
    let through = |x: f64, y: f64| DVec3::new((x - 0.5).abs(), y + 0.03 * x, -0.2 * (x - 0.5));
    let mesh = moving_sheet(8, fold, through);
    assert!(check(&mesh, Scope::All) > 50);
    assert_eq!(all_contacts(&mesh, Scope::BetweenBodies).len(), 0);
    assert_eq!(all_contacts(&mesh, Scope::AllButWithin(0)).len(), 0);
    // The vertices of both halves are in one plane half way; before that they are apart.
    let lower = free_step(&mesh, Scope::All).lower;
    assert!(lower < 0.5 && lower > 0.5 - 1e-11, "{lower}");
}

#[test]
fn flat_sheets_that_slide() {
    // In one plane, exactly: what touches is decided in two dimensions.
    let slide = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let still = moving_sheet(4, slide, slide);
    let moved = |offset: f64| move |x: f64, y: f64| DVec3::new(x + offset, y + 0.1, 0.0);
    for (from, to, free) in [(1.5, 1.25, true), (1.5, 0.5, false), (1.0, 2.0, false)] {
        let other = moving_sheet(4, moved(from), moved(to));
        let mesh = DeformingMesh::join(&[still.clone(), other]).unwrap();
        assert_eq!(check(&mesh, Scope::All) == 0, free, "from {from} to {to}");
    }
    let other = moving_sheet(4, moved(1.5), moved(0.5));
    let step = free_step(&DeformingMesh::join(&[still, other]).unwrap(), Scope::All);
    assert!(step.lower < 0.5 && step.lower > 0.5 - 1e-11);
}

#[test]
fn meshes_at_rest_in_touch() {
    let (lower, triangles) = sheet(3, |x, y| DVec3::new(x, y, 0.0));
    let (upper, _) = sheet(3, |x, y| DVec3::new(x + 0.1, y + 0.2, 0.0));
    let rest =
        [lower, upper].map(|points| DeformingMesh::new(&points, &points, &triangles).unwrap());
    let mesh = DeformingMesh::join(&rest).unwrap();
    assert!(check(&mesh, Scope::BetweenBodies) > 0);
    let step = free_step(&mesh, Scope::All);
    assert_eq!(step.lower, 0.0);
    assert_eq!(step.limit.unwrap().contact.upper, 0.0);
}

#[test]
fn duplicate_vertices_touch_from_the_start() {
    // The same square as two triangles that share no index.
    let corners = [
        DVec3::ZERO,
        DVec3::X,
        DVec3::Y,
        DVec3::X,
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::Y,
    ];
    let mesh = DeformingMesh::new(&corners, &corners, &[[0, 1, 2], [3, 4, 5]]).unwrap();
    assert!(check(&mesh, Scope::All) >= 4);
    assert_eq!(free_step(&mesh, Scope::All).lower, 0.0);
    // As one with shared vertices it is free.
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    let mesh = DeformingMesh::new(&corners, &corners, &[[0, 1, 2], [1, 3, 2]]).unwrap();
    assert_eq!(check(&mesh, Scope::All), 0);
    assert_eq!(free_step(&mesh, Scope::All).limit, None);
}

#[test]
fn everything_at_one_point() {
    let at = vec![DVec3::splat(0.1); 60];
    let triangles: Vec<[u32; 3]> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = DeformingMesh::new(&at, &at, &triangles).unwrap();
    assert_eq!(check(&mesh, Scope::All), 60 * 19 + 60 * 57 / 2);
    // Many more end the search at once.
    let at = vec![DVec3::splat(0.1); 60_000];
    let triangles: Vec<[u32; 3]> = (0..20_000).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let step = free_step(
        &DeformingMesh::new(&at, &at, &triangles).unwrap(),
        Scope::All,
    );
    assert_eq!(step.lower, 0.0);
    assert!(step.stats.candidates < 10_000, "{:?}", step.stats);
}

#[test]
fn nothing_to_touch() {
    let points = [DVec3::ZERO, DVec3::ZERO];
    for vertices in [&points[..], &[]] {
        let mesh = DeformingMesh::new(vertices, vertices, &[]).unwrap();
        assert_eq!(check(&mesh, Scope::All), 0);
    }
    assert_eq!(check(&DeformingMesh::join(&[]).unwrap(), Scope::All), 0);
}

#[test]
fn faces_without_area_and_unused_vertices() {
    let start = [
        DVec3::X,
        DVec3::X,
        DVec3::Z,
        -DVec3::Z,
        DVec3::ZERO,
        -0.5 * DVec3::X,
    ];
    let mut end = start;
    (end[4], end[5]) = (2.0 * DVec3::X, -DVec3::X);
    // A segment as a triangle, a point as one, and vertices 4 and 5 used by none.
    let mesh = DeformingMesh::new(&start, &end, &[[2, 3, 2], [0, 1, 0], [1, 1, 1]]).unwrap();
    assert_eq!(mesh.edges(), [[0, 1], [2, 3]]);
    // Vertex 4 is on the segment at the start and meets the points half way; vertices 0 and 1 are the same point.
    assert_eq!(check(&mesh, Scope::All), 4);
    assert_eq!(free_step(&mesh, Scope::All).lower, 0.0);
}

#[test]
fn huge_and_tiny_coordinates() {
    let tiny = f64::from_bits(1);
    let mut rng = Seeded::new(5);
    for scale in [1e300, f64::MAX / 4.0, 1e-300, 1e-310, 40.0 * tiny] {
        let grown = |points: Vec<DVec3>| points.into_iter().map(|p| p * scale).collect::<Vec<_>>();
        let mesh = meeting_sheets(&mut rng, 4, 0.01);
        let start = grown(mesh.paths().iter().map(LinearPath::start).collect());
        let end = grown(mesh.paths().iter().map(LinearPath::end).collect());
        let mesh = DeformingMesh::new(&start, &end, mesh.triangles()).unwrap();
        let contacts = check(&mesh, Scope::All);
        assert!(contacts > 0, "{scale:e}");
    }
    // One vertex far off does not make the others neighbours.
    let mesh = meeting_sheets(&mut rng, 20, 0.0);
    let mut start: Vec<DVec3> = mesh.paths().iter().map(LinearPath::start).collect();
    start.push(DVec3::splat(1e300));
    let far = DeformingMesh::new(&start, &start, mesh.triangles()).unwrap();
    let stats = searched(&far);
    assert_eq!(stats.contacts, 0);
    assert!(stats.candidates < 20_000, "{stats:?}");
}

#[test]
fn coherent_motion_costs_as_little_as_rest() {
    // Far and fast, all alike: swept boxes would all overlap.
    let shift = DVec3::new(30.0, -20.0, 10.0);
    let bump = |x: f64, y: f64| DVec3::new(x, y, 0.3 * x * y);
    let stats = [DVec3::ZERO, shift].map(|shift| {
        let mesh = moving_sheet(30, bump, |x, y| bump(x, y) + shift);
        searched(&mesh)
    });
    assert_eq!(stats.map(|stats| stats.contacts), [0, 0]);
    assert!(
        stats[1].candidates <= 2 * stats[0].candidates + 1000,
        "{stats:?}"
    );
}

#[test]
fn contacts_come_as_they_are_asked_for() {
    let mesh = meeting_sheets(&mut Seeded::new(6), 9, 0.02);
    let all = all_contacts(&mesh, Scope::All);
    // With more threads a few more parts are searched at once.
    with_threads(1, || {
        let mut contacts = deforming_contacts(&mesh, Scope::All);
        let seen: Vec<DeformingContact> = contacts.by_ref().take(5).collect();
        assert_eq!(seen, all[..5]);
        assert!(contacts.stats().candidates < searched(&mesh).candidates);
    });
}

/// Without feature `parallel` there is one thread anyway; one thread does what is done without it.
#[cfg(not(feature = "parallel"))]
fn with_threads<T>(_: usize, work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(feature = "parallel")]
fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(work)
}

#[test]
fn bodies_keep_their_numbers() {
    let [a, b] = [2, 3].map(|side| {
        moving_sheet(
            side,
            |x, y| DVec3::new(x, y, 0.0),
            |x, y| DVec3::new(x, y, 1.0),
        )
    });
    let none = DeformingMesh::new(&[], &[], &[]).unwrap();
    let mesh = DeformingMesh::join(&[a.clone(), none, b.clone()]).unwrap();
    assert_eq!(mesh.bodies(), 3);
    assert_eq!([0, 8, 9, 24].map(|vertex| mesh.body(vertex)), [0, 0, 2, 2]);
    assert_eq!([0, 1, 2].map(|body| mesh.first_vertex(body)), [0, 9, 9]);
    assert_eq!([0, 1, 2].map(|body| mesh.first_triangle(body)), [0, 8, 8]);
    assert_eq!(mesh.edges().len(), a.edges().len() + b.edges().len());
    let mut sorted = mesh.edges().to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted, mesh.edges());
    for (index, face) in b.triangles().iter().enumerate() {
        assert_eq!(
            mesh.triangles()[a.triangles().len() + index],
            face.map(|vertex| vertex + 9)
        );
    }
}

#[test]
fn bad_input_is_named() {
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let mut bad = points;
    bad[1].z = f64::NAN;
    let error = DeformingMesh::new(&points, &bad, &[]).unwrap_err();
    assert!(
        matches!(error, DeformingMeshError::NotFinite { vertex: 1, .. }),
        "{error}"
    );
    assert!(
        error.to_string().contains("vertex 1") && error.to_string().contains("NaN"),
        "{error}"
    );
    bad[1].z = f64::INFINITY;
    assert!(DeformingMesh::new(&bad, &points, &[]).is_err());
    assert_eq!(
        DeformingMesh::new(&points, &points, &[[0, 1, 2], [0, 3, 1]]),
        Err(DeformingMeshError::IndexOutOfRange {
            triangle: 1,
            corner: 1,
            index: 3,
            vertices: 3
        })
    );
    let mesh = |faces: &[[u32; 3]]| TriMesh::new(points.to_vec(), faces.to_vec()).unwrap();
    assert_eq!(
        DeformingMesh::between(&mesh(&[[0, 1, 2]]), &mesh(&[[0, 1, 2], [0, 1, 2]])),
        Err(DeformingMeshError::DifferentTriangleCounts { start: 1, end: 2 })
    );
    assert_eq!(
        DeformingMesh::between(&mesh(&[[0, 1, 2]]), &mesh(&[[0, 2, 1]])),
        Err(DeformingMeshError::DifferentTriangles {
            triangle: 0,
            start: [0, 1, 2],
            end: [0, 2, 1]
        })
    );
    assert!(DeformingMesh::between(&mesh(&[[0, 1, 2]]), &mesh(&[[0, 1, 2]])).is_ok());
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mesh = meeting_sheets(&mut Seeded::new(7), 40, 0.02);
    let answer = |threads: usize| {
        with_threads(threads, || {
            (
                all_contacts(&mesh, Scope::All),
                free_step(&mesh, Scope::All),
            )
        })
    };
    let alone = answer(1);
    assert!(alone.0.len() > 1000);
    for threads in [2, 3, 8] {
        assert_eq!(answer(threads), alone, "{threads} threads");
    }
}
