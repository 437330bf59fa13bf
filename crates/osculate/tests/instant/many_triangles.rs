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

/// Two soups of triangles where they are, and how far every two triangles are apart.
struct Scene {
    sides: [Vec<[DVec3; 3]>; 2],
    motions: [Resting; 2],
    scale: f64,
    truths: Vec<([u32; 2], f64)>,
    /// How far these may be off.
    fine: f64,
}

fn scene(rng: &mut Seeded) -> Scene {
    let scale = rng.one_of(&[1.0, 1e-6, 1e6, 1e-30, 1e30]);
    let sides = [soup(rng, scale), soup(rng, scale)];
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
    // Seen from the first body, as well as it can be told.
    let offsets = [DVec3::ZERO, (far + apart) - far];
    let seen = [0, 1].map(|i| {
        let corner = |p| turns[i] * p + offsets[i];
        let all = sides[i].iter().map(|t| t.map(corner));
        all.collect::<Vec<[DVec3; 3]>>()
    });
    let mut truths = Vec::new();
    for (i, s) in seen[0].iter().enumerate() {
        for (j, t) in seen[1].iter().enumerate() {
            truths.push(([i as u32, j as u32], triangle_distance(s, t).distance));
        }
    }
    Scene {
        sides,
        motions: places.map(|place| Resting::at(place).unwrap()),
        scale,
        truths,
        fine: 1e-13 * (10.0 * scale + far.length()),
    }
}

impl Scene {
    /// Asks about two bodies, and holds what is found against all pairs.
    fn check(
        &self,
        bodies: [&Shape; 2],
        within: f64,
        exchanged: bool,
        (found, workspace): (&mut PieceContacts, &mut Workspace),
    ) {
        let order = if exchanged { [1, 0] } else { [0, 1] };
        let [a, b] = order.map(|i| Moving::new(bodies[i], &self.motions[i]));
        contacts(a, b, 0.0, Within::new(within).unwrap(), found, workspace);
        let (all, fine) = (found.found(), self.fine);
        let what = format!(
            "within {within}, exchanged {exchanged}, times {}",
            self.scale
        );
        assert!(all.is_sorted_by(|p, q| p.pieces < q.pieces), "{what}");
        for &(mut pieces, truth) in &self.truths {
            if exchanged {
                pieces.reverse();
            }
            let Ok(at) = all.binary_search_by_key(&pieces, |pair| pair.pieces) else {
                assert!(truth + fine > within, "{what}: {pieces:?} {truth}");
                continue;
            };
            let told = all[at].separation;
            let (lower, upper) = (told.lower.max(0.0), told.upper.max(0.0));
            assert!(truth <= within + 10.0 * fine, "{what} {truth} {told:?}");
            assert!(
                lower <= truth + fine && truth <= upper + fine,
                "{what} {truth} {told:?}"
            );
        }
        let told = separation(a, b, 0.0, workspace).separation;
        let truths = self.truths.iter().map(|truth| truth.1);
        let least = truths.fold(f64::INFINITY, f64::min);
        assert!(
            told.lower <= least + fine && least <= told.upper + fine,
            "{what} {least} {told:?}"
        );
    }
}

#[test]
fn walks_leave_out_nothing() {
    let (count, seed) = (seeded::cases(150), seeded::seed(0));
    let (mut workspace, mut found) = (Workspace::new(), PieceContacts::new());
    let mut total = 0;
    for case in 0..count {
        let mut rng = Seeded::of_kind(seed ^ 0x5eed, 9, case);
        let scene = scene(&mut rng);
        let meshes = [0, 1].map(|i| mesh(&scene.sides[i]));
        let some = scene.truths[rng.below(scene.truths.len())].1;
        let truths = scene.truths.iter().map(|truth| truth.1);
        let least = truths.fold(f64::INFINITY, f64::min);
        // The same of hulls of three points.
        let hulls = (case % 4 == 0 && scene.scale == 1.0).then(|| {
            [0, 1].map(|i| {
                let hulls = scene.sides[i].iter().map(|t| Hull::polytope(t).unwrap());
                Shape::from(Compound::new(hulls.collect()).unwrap())
            })
        });
        let mut bodies = vec![[&meshes[0], &meshes[1]]];
        if let Some([one, other]) = &hulls {
            bodies.extend([[one, other], [one, &meshes[1]], [&meshes[0], other]]);
        }
        for within in [0.0, least, some, 0.1 * scene.scale] {
            let within = if within < 1e-60 { 0.0 } else { within };
            for exchanged in [false, true] {
                for &two in &bodies {
                    scene.check(two, within, exchanged, (&mut found, &mut workspace));
                    total += found.found().len();
                }
            }
        }
    }
    println!("{total} near");
    assert!(total > 0);
}
