//! Triangles of which corners are over edges, corners and faces of others, some of them slivers or without area, at all scales and far away,
//! held against numbers of 256 bits. `OSCULATE_CASES` sets the number of scenes (600), `OSCULATE_SEED` shifts them.

use glam::{DQuat, DVec3};
use osculate::query::instant::{PieceContacts, Within, contacts, penetration, separation};
use osculate::{Moving, Placement, Resting, Shape, TriMesh, Workspace};
use osculate_judge::meshes::fixed::{Ball, Fixed};
use osculate_judge::meshes::motion::{Balls, add, apply, rotation};
use osculate_judge::meshes::triangles::{Meeting, bounds, meeting};
use osculate_judge::seeded::{self, Seeded};

type Corners = [DVec3; 3];

/// What the judge's lengths are multiplied by: its numbers are below 2^63, products of four of them included.
const UNIT: f64 = 1.0 / (1_u64 << 40) as f64;

fn down(x: f64) -> Fixed {
    Fixed::floor(x.max(-1e9) * UNIT).0
}

fn up(x: f64) -> Fixed {
    Fixed::ceil(x.max(-1e9) * UNIT)
}

fn triangle(rng: &mut Seeded) -> Corners {
    let mut corners = [(); 3].map(|()| rng.vector(1.0));
    match rng.below(8) {
        // A sliver, or nearly none.
        0 => {
            let share = rng.real(-0.2, 1.2);
            let thin = rng.magnitude(-18.0, -3.0);
            corners[2] = corners[0] + share * (corners[1] - corners[0]) + thin * rng.vector(1.0);
        }
        1 => corners[2] = corners[0] + rng.magnitude(-18.0, -3.0) * rng.vector(1.0),
        2 => corners[2] = corners[0],
        3 => corners = [corners[0]; 3],
        4 | 5 => corners = corners.map(|p| DVec3::new(p.x, p.y, 0.25)),
        _ => {}
    }
    corners
}

/// A triangle with a corner over something of another.
fn over(rng: &mut Seeded, of: &Corners) -> Corners {
    let weights = match rng.below(6) {
        0 => [1.0, 0.0, 0.0],
        1 => [0.5, 0.5, 0.0],
        2 => {
            let s = rng.unit();
            [1.0 - s, s, 0.0]
        }
        3 => [0.25, 0.25, 0.5],
        4 => {
            let s = rng.magnitude(-17.0, -8.0) * rng.one_of(&[1.0, -1.0]);
            [0.5, 0.5 - s, s]
        }
        _ => {
            let s = rng.unit();
            let r = rng.unit() * (1.0 - s);
            [s, r, 1.0 - s - r]
        }
    };
    let foot = of[0] * weights[0] + of[1] * weights[1] + of[2] * weights[2];
    let normal = (of[1] - of[0]).cross(of[2] - of[0]).normalize_or(DVec3::Z);
    let side = rng.one_of(&[1.0, -1.0]);
    let height = match rng.below(5) {
        0 => 0.0,
        1 => rng.magnitude(-17.0, -12.0),
        2 => rng.magnitude(-12.0, -3.0),
        _ => rng.magnitude(-3.0, 1.0),
    };
    let corner = foot + side * height * normal;
    let size = rng.magnitude(-6.0, 2.0);
    // Upright, flat, leaning the other way a little, or anyhow.
    let lean = rng.one_of(&[1.0, 0.0, 1e-16, 1e-14, 1e-9, -1e-16, -1e-9, -1.0]);
    let mut arm = || {
        let along = rng.vector(size);
        let flat = along - normal * normal.dot(along);
        corner + flat + side * normal * (lean * size * rng.unit())
    };
    let (second, third) = (arm(), arm());
    let third = if rng.once_in(8) { second } else { third };
    let mut corners = [corner, second, third];
    corners.rotate_left(rng.below(3));
    corners
}

fn mesh(triangles: &[Corners]) -> Shape {
    let vertices = triangles.iter().flatten().copied().collect();
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Shape::from(TriMesh::new(vertices, numbers.collect()).unwrap())
}

fn posed(triangle: &Corners, place: &Placement) -> [Balls; 3] {
    let matrix = rotation(place.rotation.to_array());
    let balls = |v: DVec3| (v * UNIT).to_array().map(Ball::new);
    triangle.map(|corner| add(&apply(&matrix, &balls(corner)), &balls(place.position)))
}

struct Truth {
    lower: Fixed,
    upper: Fixed,
    meets: bool,
}

/// Triangles, others over them, where both are, and how far every two are apart.
struct Scene {
    shapes: [Shape; 2],
    motions: [Resting; 2],
    truths: Vec<([u32; 2], Truth)>,
    what: String,
}

fn scene(rng: &mut Seeded) -> Scene {
    let scale = rng.one_of(&[1.0, 1.0, 1e-6, 1e6, 1e-3, 3e3]);
    let base: Vec<Corners> = (0..rng.whole(1, 3)).map(|_| triangle(rng)).collect();
    let others: Vec<Corners> = (0..rng.whole(1, 3))
        .map(|_| {
            let of = base[rng.below(base.len())];
            over(rng, &of)
        })
        .collect();
    let [base, others] = [base, others].map(|all| {
        let scaled = |t: &Corners| t.map(|p| p * scale);
        all.iter().map(scaled).collect::<Vec<_>>()
    });
    let turn = rng.one_of(&[DQuat::IDENTITY, DQuat::from_xyzw(0.6, 0.0, 0.0, 0.8)]);
    let turn = if rng.once_in(2) { rng.rotation() } else { turn };
    let far = rng.one_of(&[0.0, 0.0, 1.0, 1e6]) * rng.direction();
    let place = Placement::new(far, turn);
    let mut truths = Vec::new();
    for (i, s) in base.iter().enumerate() {
        for (j, t) in others.iter().enumerate() {
            let (s, t) = (posed(s, &place), posed(t, &place));
            let known = bounds(&s, &t, |_| 0.0);
            let meets = matches!(meeting(&s, &t), Meeting::Piercing | Meeting::Touching);
            let truth = Truth {
                lower: known.lower,
                upper: if meets { Fixed::ZERO } else { known.upper },
                meets,
            };
            truths.push(([i as u32, j as u32], truth));
        }
    }
    Scene {
        shapes: [mesh(&base), mesh(&others)],
        motions: [place; 2].map(|place| Resting::at(place).unwrap()),
        truths,
        what: format!("times {scale}"),
    }
}

impl Scene {
    /// Holds what is found against the truth; how many pairs are told to be near.
    fn check_contacts(&self, within: f64, exchanged: bool, found: &PieceContacts) -> usize {
        let what = format!("{}, exchanged {exchanged}, within {within}", self.what);
        assert!(found.complete());
        let limit = down(within);
        let mut near = 0;
        for (pieces, truth) in &self.truths {
            let mut pieces = *pieces;
            if exchanged {
                pieces.reverse();
            }
            let pair = found.found().iter().find(|pair| pair.pieces == pieces);
            let Some(pair) = pair else {
                assert!(truth.upper > limit, "{what}: {pieces:?} is left out");
                continue;
            };
            near += 1;
            let (l, u) = (down(pair.separation.lower), up(pair.separation.upper));
            let [lower, upper] = [truth.lower, truth.upper].map(|x| x.to_f64() / UNIT);
            assert!(l <= truth.upper, "{what}: {pair:?}, {upper}");
            if truth.lower > Fixed::ZERO {
                assert!(u >= truth.lower, "{what}: {pair:?}, {lower}");
            }
            if truth.meets {
                assert!(l <= Fixed::ZERO, "{what}: {pair:?}");
            }
        }
        near
    }

    fn check(
        &self,
        within: f64,
        exchanged: bool,
        (found, workspace): (&mut PieceContacts, &mut Workspace),
    ) -> usize {
        let order = if exchanged { [1, 0] } else { [0, 1] };
        let [a, b] = order.map(|i| Moving::new(&self.shapes[i], &self.motions[i]));
        contacts(a, b, 0.0, Within::new(within).unwrap(), found, workspace);
        let near = self.check_contacts(within, exchanged, found);
        let least = self.truths.iter().map(|t| t.1.upper).min().unwrap();
        let low = self.truths.iter().map(|t| t.1.lower).min().unwrap();
        let what = format!("{}, exchanged {exchanged}", self.what);
        let apart = separation(a, b, 0.0, workspace);
        assert!(down(apart.separation.lower) <= least, "{what}: {apart:?}");
        let deep = penetration(a, b, 0.0, workspace);
        assert!(-up(deep.depth.upper) <= least, "{what}: {deep:?}");
        if low > Fixed::ZERO {
            assert!(up(apart.separation.upper) >= low, "{what}: {apart:?}");
            assert!(!apart.intersecting, "{what}: {apart:?}");
            assert!(-down(deep.depth.lower) >= low, "{what}: {deep:?}");
        }
        near
    }
}

#[test]
fn nothing_near_is_left_out_and_every_interval_holds() {
    let (count, seed) = (seeded::cases(600), seeded::seed(0));
    let (mut workspace, mut found) = (Workspace::new(), PieceContacts::new());
    let (mut pairs, mut near) = (0, 0);
    for case in 0..count {
        let mut rng = Seeded::of_kind(seed ^ 0x7a11, 3, case);
        let mut scene = scene(&mut rng);
        scene.what = format!("case {case}, {}", scene.what);
        let some = &scene.truths[rng.below(scene.truths.len())].1;
        let one = some.upper.to_f64().max(0.0) / UNIT;
        let off = rng.one_of(&[0.0, 0.0, 1.0, 2.0, -1.0, 1e3, -1e3, 1e7]);
        let within = (one * (1.0 + off * f64::EPSILON)).max(0.0);
        let within = if within < 1e-60 { 0.0 } else { within };
        for exchanged in [false, true] {
            pairs += scene.truths.len();
            near += scene.check(within, exchanged, (&mut found, &mut workspace));
        }
    }
    println!("{pairs} pairs, {near} near");
    assert!(near > 0);
}
