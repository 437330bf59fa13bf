//! Walks over trees of triangles and over hulls, held against all pairs. `OSCULATE_CASES` sets the number of scenes (150), `OSCULATE_SEED`
//! shifts them.

use glam::{DQuat, DVec3};
use osculate::query::instant::{PieceContacts, Within, contacts, separation};
use osculate::query::meshes::triangle_distance;
use osculate::{Compound, Hull, Moving, Placement, Resting, Shape, TriMesh, Workspace};
use osculate_judge::seeded::{self, Seeded};

fn soup(rng: &mut Seeded, scale: f64) -> Vec<[DVec3; 3]> {
    let count = rng.whole(1, 60);
    let size = rng.magnitude(-2.5, 0.3);
    let grid = rng.once_in(3);
    (0..count)
        .map(|_| {
            let mut middle = rng.vector(1.0);
            if grid {
                middle = (middle * 4.0).round() / 4.0;
            }
            let t = [(); 3].map(|()| {
                let v = size * rng.vector(1.0);
                middle + if grid { DVec3::new(v.x, v.y, 0.0) } else { v }
            });
            let t = match rng.below(10) {
                0 => [t[0], t[1], t[0]],
                1 => [t[0], t[1], t[0] + 1e-13 * (t[2] - t[0])],
                _ => t,
            };
            t.map(|p| scale * p)
        })
        .collect()
}

fn mesh(triangles: &[[DVec3; 3]]) -> Shape {
    let vertices = triangles.iter().flatten().copied().collect();
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Shape::from(TriMesh::new(vertices, numbers.collect()).unwrap())
}

#[test]
fn walks_leave_out_nothing() {
    let (count, seed) = (seeded::cases(150), seeded::seed(0));
    let (mut workspace, mut found) = (Workspace::new(), PieceContacts::new());
    let mut total = 0;
    for case in 0..count {
        let mut rng = Seeded::of_kind(seed ^ 0x5eed, 9, case);
        let scale = rng.one_of(&[1.0, 1e-6, 1e6, 1e-30, 1e30]);
        let sides = [soup(&mut rng, scale), soup(&mut rng, scale)];
        let far = scale * rng.one_of(&[0.0, 0.0, 3.0, 1e6]) * rng.direction();
        let apart = scale * rng.one_of(&[0.0, 0.5, 1.5, 3.0]) * rng.direction();
        let turns = if rng.once_in(3) {
            [DQuat::IDENTITY; 2]
        } else {
            [rng.rotation(), rng.rotation()]
        };
        let places = [
            Placement::new(far, turns[0]),
            Placement::new(far + apart, turns[1]),
        ];
        let shapes = [mesh(&sides[0]), mesh(&sides[1])];
        let motions = places.map(|place| Resting::at(place).unwrap());
        // Seen from the first body, as well as it can be told.
        let shift = (far + apart) - far;
        let seen: Vec<Vec<[DVec3; 3]>> = (0..2)
            .map(|i| {
                let offset = if i == 0 { DVec3::ZERO } else { shift };
                sides[i]
                    .iter()
                    .map(|t| t.map(|p| turns[i] * p + offset))
                    .collect()
            })
            .collect();
        let fine = 1e-13 * (10.0 * scale + far.length());
        let mut truths = Vec::new();
        for (i, s) in seen[0].iter().enumerate() {
            for (j, t) in seen[1].iter().enumerate() {
                truths.push(([i as u32, j as u32], triangle_distance(s, t).distance));
            }
        }
        let some = truths[rng.below(truths.len())].1;
        let least = truths.iter().fold(f64::INFINITY, |least, t| least.min(t.1));
        for within in [0.0, least, some, 0.1 * scale] {
            let within = if within < 1e-60 { 0.0 } else { within };
            for exchanged in [false, true] {
                let what =
                    format!("case {case}, within {within}, exchanged {exchanged}, times {scale}");
                let order = if exchanged { [1, 0] } else { [0, 1] };
                let [a, b] = order.map(|i| Moving::new(&shapes[i], &motions[i]));
                contacts(
                    a,
                    b,
                    0.0,
                    Within::new(within).unwrap(),
                    &mut found,
                    &mut workspace,
                );
                let all = found.found();
                assert!(all.is_sorted_by(|p, q| p.pieces < q.pieces), "{what}");
                total += all.len();
                for &(mut pieces, truth) in &truths {
                    if exchanged {
                        pieces.reverse();
                    }
                    match all.binary_search_by_key(&pieces, |pair| pair.pieces) {
                        Ok(at) => {
                            let told = all[at].separation;
                            assert!(truth <= within + 10.0 * fine, "{what} {truth} {told:?}");
                            assert!(
                                told.lower.max(0.0) <= truth + fine,
                                "{what} {truth} {told:?}"
                            );
                            assert!(
                                truth <= told.upper.max(0.0) + fine,
                                "{what} {truth} {told:?}"
                            );
                        }
                        Err(_) => assert!(truth + fine > within, "{what}: {pieces:?} {truth}"),
                    }
                }
                let told = separation(a, b, 0.0, &mut workspace);
                let s = told.separation;
                assert!(
                    s.lower <= least + fine && least <= s.upper + fine,
                    "{what} {least} {told:?}"
                );
                // The same of hulls of three points.
                if case % 4 == 0 && scale == 1.0 {
                    let hulls = [0, 1].map(|i| {
                        let hulls = sides[i].iter().map(|t| Hull::polytope(t).unwrap());
                        Shape::from(Compound::new(hulls.collect()).unwrap())
                    });
                    for bodies in [
                        [&hulls[0], &hulls[1]],
                        [&hulls[0], &shapes[1]],
                        [&shapes[0], &hulls[1]],
                    ] {
                        let [a, b] = order.map(|i| Moving::new(bodies[i], &motions[i]));
                        contacts(
                            a,
                            b,
                            0.0,
                            Within::new(within).unwrap(),
                            &mut found,
                            &mut workspace,
                        );
                        for &(mut pieces, truth) in &truths {
                            if exchanged {
                                pieces.reverse();
                            }
                            match found
                                .found()
                                .binary_search_by_key(&pieces, |pair| pair.pieces)
                            {
                                Ok(at) => {
                                    let told = found.found()[at].separation;
                                    assert!(
                                        told.lower.max(0.0) <= truth + fine,
                                        "{what} {truth} {told:?}"
                                    );
                                    assert!(
                                        truth <= told.upper.max(0.0) + fine,
                                        "{what} {truth} {told:?}"
                                    );
                                }
                                Err(_) => {
                                    assert!(truth + fine > within, "{what}: {pieces:?} {truth}")
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    println!("{total} near");
}
