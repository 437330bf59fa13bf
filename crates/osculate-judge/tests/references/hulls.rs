//! The judge of convex bodies against what is simpler still: exhaustive distances, closed forms, plain walks.

use glam::{DQuat, DVec3};
use osculate_judge::hulls::bodies::{Body, Core};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::{Kind, SPINS, pair};
use osculate_judge::hulls::walk::{Judge, Moved, Pair};
use osculate_judge::seeded::Seeded;

fn still(a: Body, at_a: Flight, b: Body, at_b: Flight) -> Pair {
    Pair {
        a: Moved {
            body: a,
            flight: at_a,
        },
        b: Moved {
            body: b,
            flight: at_b,
        },
        span: (0.0, 0.0),
        tolerance: None,
    }
}

/// Corners, and the edges and triangles between them; of boxes and tetrahedra.
struct Solid {
    corners: Vec<DVec3>,
    edges: Vec<[usize; 2]>,
    faces: Vec<[usize; 3]>,
}

fn solid(corners: Vec<DVec3>) -> Solid {
    // Every triple with all corners on one side of it is part of a face; of coplanar faces all triples are.
    let n = corners.len();
    let (mut edges, mut faces) = (Vec::new(), Vec::new());
    for i in 0..n {
        for j in i + 1..n {
            edges.push([i, j]);
            for k in j + 1..n {
                let normal = (corners[j] - corners[i]).cross(corners[k] - corners[i]);
                let sides = corners.iter().map(|&c| normal.dot(c - corners[i]));
                let (low, high) = sides.fold((0.0_f64, 0.0_f64), |(low, high), side| {
                    (low.min(side), high.max(side))
                });
                if low > -1e-12 || high < 1e-12 {
                    faces.push([i, j, k]);
                }
            }
        }
    }
    Solid {
        corners,
        edges,
        faces,
    }
}

fn segment_distance(p: DVec3, q: DVec3, r: DVec3, s: DVec3) -> f64 {
    let (d, e, w) = (q - p, s - r, p - r);
    let (a, b, c) = (d.dot(d), d.dot(e), e.dot(e));
    let at = |x: f64, y: f64| (w + d * x - e * y).length();
    let mut best = f64::INFINITY;
    let determinant = a * c - b * b;
    if determinant > 1e-14 * a * c {
        let x = ((b * w.dot(e) - c * w.dot(d)) / determinant).clamp(0.0, 1.0);
        let y = ((a * w.dot(e) - b * w.dot(d)) / determinant).clamp(0.0, 1.0);
        best = at(x, y);
    }
    for end in [0.0, 1.0] {
        let y = ((w + d * end).dot(e) / c).clamp(0.0, 1.0);
        let x = ((e * end - w).dot(d) / a).clamp(0.0, 1.0);
        best = best.min(at(end, y)).min(at(x, end));
    }
    best
}

/// To the interior of the triangle; infinite if the point is not above it.
fn above_triangle(x: DVec3, [p, q, r]: [DVec3; 3]) -> f64 {
    let normal = (q - p).cross(r - p);
    let inside = [(p, q), (q, r), (r, p)]
        .into_iter()
        .all(|(from, to)| normal.dot((to - from).cross(x - from)) >= 0.0);
    if inside {
        (normal.dot(x - p) / normal.length()).abs()
    } else {
        f64::INFINITY
    }
}

/// Of solids that are apart: the least over all corners and faces, edges and edges.
fn exhaustive(a: &Solid, b: &Solid) -> f64 {
    let mut best = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for &corner in &one.corners {
            for face in &other.faces {
                best = best.min(above_triangle(corner, face.map(|i| other.corners[i])));
            }
        }
    }
    for &[i, j] in &a.edges {
        for &[k, l] in &b.edges {
            let ends = (a.corners[i], a.corners[j], b.corners[k], b.corners[l]);
            best = best.min(segment_distance(ends.0, ends.1, ends.2, ends.3));
        }
    }
    best
}

/// The largest gap over all normals of faces and all crosses of edges: minus the depth where the solids overlap.
fn separating_axis(a: &Solid, b: &Solid) -> f64 {
    let mut axes = Vec::new();
    for solid in [a, b] {
        for &[i, j, k] in &solid.faces {
            let [p, q, r] = [i, j, k].map(|i| solid.corners[i]);
            axes.push((q - p).cross(r - p));
        }
    }
    for &[i, j] in &a.edges {
        for &[k, l] in &b.edges {
            axes.push((a.corners[j] - a.corners[i]).cross(b.corners[l] - b.corners[k]));
        }
    }
    axes.iter()
        .filter(|axis| axis.length() > 1e-9)
        .map(|axis| {
            let n = axis.normalize();
            let reach = |solid: &Solid| {
                let along = solid.corners.iter().map(|&c| n.dot(c));
                along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                    (low.min(x), high.max(x))
                })
            };
            let (one, other) = (reach(a), reach(b));
            (one.0 - other.1).max(other.0 - one.1)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

fn corners(body: &Body) -> Vec<DVec3> {
    match &body.core {
        Core::Polytope { corners } => corners.clone(),
        Core::Cuboid { half } => (0..8)
            .map(|i| {
                let side = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
                *half * DVec3::new(side(0), side(1), side(2))
            })
            .collect(),
        other => panic!("{other:?} has no corners"),
    }
}

#[test]
fn distances_and_depths_of_solids_are_the_exhaustive_ones() {
    let mut rng = Seeded::new(2);
    let (mut apart, mut overlapping) = (0, 0);
    let mut worst = 0.0_f64;
    for case in 0..600 {
        let body = |rng: &mut Seeded| match case % 3 {
            0 => Kind::Cuboid.body(rng),
            _ => Body::polytope((0..rng.whole(4, 9)).map(|_| rng.inside()).collect()),
        };
        let (a, b) = (body(&mut rng), body(&mut rng));
        let near = rng.direction() * rng.real(0.3, 2.0);
        let pair = still(
            a.clone(),
            Flight::at(near).turned(rng.rotation()),
            b.clone(),
            Flight::at(DVec3::ZERO).turned(rng.rotation()),
        );
        let judge = Judge::new(&pair);
        let placed = |moved: &Moved| {
            let flight = moved.flight;
            let points = corners(&moved.body);
            solid(
                points
                    .iter()
                    .map(|&c| flight.position + flight.rotation * c)
                    .collect(),
            )
        };
        let (solid_a, solid_b) = (placed(&pair.a), placed(&pair.b));
        let axis = separating_axis(&solid_a, &solid_b);
        let found = judge.separation(0.0);
        if axis > 0.0 {
            apart += 1;
            let exact = exhaustive(&solid_a, &solid_b);
            let error = (found.upper - exact).abs().max((found.lower - exact).abs());
            worst = worst.max(error);
            assert!(error < 1e-12, "case {case}: {found:?}, exactly {exact}");
            assert!(!judge.overlap_by(0.0, 1e-12));
        } else {
            overlapping += 1;
            assert!(found.upper <= 1e-14, "case {case}: {found:?}");
            assert!(judge.overlap_by(0.0, -0.25 * axis), "case {case}");
            assert!(!judge.overlap_by(0.0, -axis + 1e-12), "case {case}");
        }
    }
    println!("{apart} apart, {overlapping} overlapping, errors at most {worst:e}");
    assert!(apart > 100 && overlapping > 100);
}

#[test]
fn distances_of_all_kinds_lie_between_close_bounds() {
    let mut rng = Seeded::new(3);
    for one in Kind::ALL {
        for other in Kind::ALL {
            let mut widest = 0.0_f64;
            for _ in 0..100 {
                let (a, b) = (one.body(&mut rng), other.body(&mut rng));
                let far = rng.direction() * (a.size() + b.size());
                let (qa, qb) = (rng.rotation(), rng.rotation());
                let at = |s: f64| {
                    still(
                        a.clone(),
                        Flight::at(far * s).turned(qa),
                        b.clone(),
                        Flight::at(DVec3::ZERO).turned(qb),
                    )
                };
                // Brought to within a random tiny distance.
                let (mut apart, mut touching) = (1.01, 0.0);
                let wanted = rng.magnitude(-8.0, -1.0);
                for _ in 0..60 {
                    let middle = 0.5 * (apart + touching);
                    let pair = at(middle);
                    if Judge::new(&pair).separation(0.0).lower > wanted {
                        apart = middle;
                    } else {
                        touching = middle;
                    }
                }
                let pair = at(apart);
                let found = Judge::new(&pair).separation(0.0);
                widest = widest.max(found.upper - found.lower);
                assert!((found.normal.length() - 1.0).abs() < 1e-12);
            }
            println!("{one:?} {other:?}: bounds at most {widest:e} apart");
            assert!(widest < 1e-10, "{one:?} {other:?}: {widest:e}");
        }
    }
}

#[test]
fn walks_agree() {
    let mut rng = Seeded::new(4);
    let (mut contacts, mut looks, mut queries, mut plain_looks, mut given_up) = (0, 0, 0, 0, 0);
    for one in Kind::ALL {
        for other in Kind::ALL {
            for spin in SPINS {
                for translating in [true, false] {
                    let pair = pair([one, other], spin, translating, &mut rng);
                    let judge = Judge::new(&pair);
                    let truth = judge.first_overlap();
                    looks += judge.looks.take();
                    queries += 1;
                    assert!(!truth.doubt, "{pair:?}");
                    let Some(plain) = judge.first_overlap_plainly(3_000) else {
                        given_up += 1;
                        continue;
                    };
                    plain_looks += judge.looks.take();
                    match (truth.overlap_at, plain.overlap_at) {
                        (None, None) => {}
                        (Some(x), Some(y)) => {
                            contacts += 1;
                            assert!((x - y).abs() < 1e-5, "{x} {y} {pair:?}");
                        }
                        _ => panic!("{truth:?} {plain:?} {pair:?}"),
                    }
                }
            }
        }
    }
    println!(
        "{queries} queries, {contacts} contacts, {looks} looks; the plain walk {plain_looks}, given up {given_up}"
    );
    assert!(contacts > 100 && 20 * given_up < queries);
}

#[test]
fn a_ball_on_a_screw_meets_a_ball_when_the_formula_says_so() {
    // A ball that circles at radius 2 meets one on the x axis.
    let orbit = Body::ball(0.5).placed(DVec3::new(0.0, 2.0, 0.0), DQuat::IDENTITY);
    let pair = Pair {
        a: Moved {
            body: orbit,
            flight: Flight::at(DVec3::ZERO).spinning(DVec3::new(0.0, 0.0, -2.0)),
        },
        b: Moved {
            body: Body::ball(0.25),
            flight: Flight::at(DVec3::new(2.0, 0.0, 0.0)),
        },
        span: (0.0, 1.0),
        tolerance: None,
    };
    let judge = Judge::new(&pair);
    // The chord 2·2·sin(angle/2) is 0.75.
    let angle = 2.0 * libm::asin(0.75 / 4.0);
    let expected = (std::f64::consts::FRAC_PI_2 - angle) / 2.0;
    let truth = judge.first_overlap();
    let found = truth.overlap_at.expect("they meet");
    assert!(
        (found - expected).abs() < 1e-8 && found >= expected - 1e-12,
        "{found} {expected}"
    );
}

#[test]
fn points_are_outside_by_their_distance() {
    let mut rng = Seeded::new(5);
    for kind in Kind::ALL {
        for _ in 0..500 {
            let body = kind.body(&mut rng).placed(rng.inside(), rng.rotation());
            let flight = Flight::at(rng.inside()).turned(rng.rotation());
            let point = flight.position + rng.inside() * 2.5;
            let pair = still(body.clone(), flight, Body::ball(0.0), Flight::at(point));
            let judge = Judge::new(&pair);
            let (off, distance) = (judge.outside(true, point, 0.0), judge.separation(0.0));
            // For an ellipsoid it is an upper bound, exact on the surface.
            let most = if kind == Kind::Ellipsoid { 30.0 } else { 1.0 };
            if distance.lower > 1e-9 {
                assert!(
                    off > distance.lower - 1e-12 && off < most * distance.upper + 1e-12,
                    "{kind:?} {off} {distance:?}"
                );
            } else {
                assert!(off <= 1e-12, "{kind:?} {off} {distance:?}");
            }
        }
    }
}
