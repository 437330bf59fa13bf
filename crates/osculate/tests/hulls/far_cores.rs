//! Polytopes whose own points are far from their origin, turned, and placed back or moved back: what is told of them when they nearly touch,
//! before a judge that poses every corner with 256 bits. `OSCULATE_CASES` sets the number of pairs, `OSCULATE_SEED` shifts them.

use glam::{DQuat, DVec3};
use osculate::query::hulls::{
    conservative_advancement, contact_points, hull_separation, penetration,
};
use osculate::shape::HullCore;
use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Span, Verdict, Workspace};
use osculate::{Shape, first_contact};
use osculate_judge::hulls::bodies::{Body, Posed};
use osculate_judge::hulls::depth::depth;
use osculate_judge::hulls::distance::{Accuracy, distance};
use osculate_judge::hulls::motion::Turn;
use osculate_judge::meshes::fixed::Ball;
use osculate_judge::seeded::{self, Seeded};

type Exact = [Ball; 3];

fn exact(v: DVec3) -> Exact {
    v.to_array().map(Ball::new)
}

fn sum(a: Exact, b: Exact) -> Exact {
    [0, 1, 2].map(|i| a[i] + b[i])
}

/// What the columns of a matrix make of a vector.
fn turned(columns: [Exact; 3], v: Exact) -> Exact {
    [0, 1, 2].map(|i| columns[0][i] * v[0] + columns[1][i] * v[1] + columns[2][i] * v[2])
}

/// The columns of the rotation of q/|q|.
fn rotation(q: DQuat) -> [Exact; 3] {
    let [x, y, z, w] = q.to_array().map(Ball::new);
    let square = x * x + y * y + z * z + w * w;
    let entry = |product: Ball| (product + product) / square;
    let one = Ball::new(1.0);
    [
        [
            one - entry(y * y + z * z),
            entry(x * y + w * z),
            entry(x * z - w * y),
        ],
        [
            entry(x * y - w * z),
            one - entry(x * x + z * z),
            entry(y * z + w * x),
        ],
        [
            entry(x * z + w * y),
            entry(y * z - w * x),
            one - entry(x * x + y * y),
        ],
    ]
}

/// The corners of a polytope in its body, exactly.
fn corners(hull: &Hull) -> Vec<Exact> {
    let form = hull.form();
    let HullCore::Polytope { corners, .. } = form.core else {
        panic!("it is a polytope")
    };
    let axes = [form.axes.x_axis, form.axes.y_axis, form.axes.z_axis].map(exact);
    let place = exact(form.centre);
    corners
        .into_iter()
        .map(|corner| sum(place, turned(axes, exact(corner))))
        .collect()
}

/// A body and how it flies, without turning on its way.
struct Flying {
    hull: Hull,
    at: Placement,
    linear: DVec3,
}

impl Flying {
    fn motion(&self) -> ConstantVelocity {
        ConstantVelocity::new(self.at, self.linear, DVec3::ZERO).unwrap()
    }

    fn posed(&self, t: f64) -> Vec<Exact> {
        let turn = rotation(self.at.rotation);
        let way = exact(self.linear).map(|x| x * Ball::new(t));
        let place = sum(exact(self.at.position), way);
        corners(&self.hull)
            .into_iter()
            .map(|corner| sum(place, turned(turn, corner)))
            .collect()
    }
}

/// How far two bodies are apart at a time: at least, at most, and along which direction from b to a; and how deep.
fn truth(a: &Flying, b: &Flying, t: f64) -> ([f64; 2], DVec3, [f64; 2]) {
    let (a, b) = (a.posed(t), b.posed(t));
    let origin = b[0];
    // Small numbers now, rounded once; and seen from their middle, since the judge begins with where that is.
    let seen = |corners: Vec<Exact>| {
        let corner =
            |x: Exact| DVec3::from_array([0, 1, 2].map(|i| (x[i] - origin[i]).lower().to_f64()));
        let corners: Vec<DVec3> = corners.into_iter().map(corner).collect();
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let around = corners.iter().map(|&corner| corner - middle).collect();
        (Body::polytope(around), middle)
    };
    let (a, b) = (seen(a), seen(b));
    let still = Turn([DVec3::X, DVec3::Y, DVec3::Z]);
    let posed = [&a, &b].map(|(body, middle)| Posed::new(body, *middle, still));
    let accuracy = Accuracy {
        absolute: 1e-15,
        relative: 0.0,
        margins: 0.0,
        touch: 0.0,
    };
    let apart = distance(&posed[0], &posed[1], a.1 - b.1, accuracy);
    let deep = depth(&posed[0], &posed[1], 1e-15);
    // Along any direction they overlap by no less than they are deep. If they are apart, the judge's depth is but one of those.
    let least = if deep.lower > SLACK {
        deep.lower
    } else {
        -apart.upper
    };
    (
        [apart.lower, apart.upper],
        apart.normal,
        [least, deep.upper],
    )
}

/// A box or any points, a few of them nearly in one plane, with its points `far` from its origin.
fn polytope(rng: &mut Seeded, far: DVec3) -> Hull {
    let half = DVec3::new(rng.real(0.3, 1.0), rng.real(0.3, 1.0), rng.real(0.3, 1.0));
    let points: Vec<DVec3> = if rng.once_in(2) {
        let sign = |bit: u32| if bit & 1 == 1 { 1.0 } else { -1.0 };
        let corner = |i: u32| far + half * DVec3::new(sign(i), sign(i >> 1), sign(i >> 2));
        (0..8).map(corner).collect()
    } else {
        (0..rng.whole(4, 40))
            .map(|_| far + half * rng.direction())
            .collect()
    };
    Hull::polytope(&points).unwrap()
}

/// Two bodies near the world's origin, or far from it, a about `gap` above b along their closest direction.
fn pair(rng: &mut Seeded) -> [Flying; 2] {
    let middle = rng.one_of(&[0.0, 0.0, 1e3]) * rng.direction();
    let mut body = |at: DVec3| {
        let far = rng.one_of(&[0.0, 1e2, 1e6, 1e6]) * rng.direction();
        let (hull, turn) = (polytope(rng, far), rng.rotation());
        let flat = rng.once_in(3);
        if rng.once_in(2) {
            // Moved back by its motion.
            let position = at - turn * far;
            (hull, Placement::new(position, turn))
        } else {
            let back = if flat {
                DQuat::IDENTITY
            } else {
                rng.rotation()
            };
            let hull = hull.placed(-(back * far) + rng.vector(0.5), back).unwrap();
            (hull, Placement::new(at, turn))
        }
    };
    let (a, b) = (body(middle + 4.0 * DVec3::Z), body(middle));
    let [mut a, b] = [a, b].map(|(hull, at)| Flying {
        hull,
        at,
        linear: DVec3::ZERO,
    });
    for _ in 0..3 {
        let (apart, normal, _) = truth(&a, &b, 0.0);
        let gap = rng.real(-1.0, 1.0) * rng.magnitude(-12.0, -8.0);
        a.at.position -= normal * (apart[0].max(0.0) - gap);
    }
    [a, b]
}

/// What the judge may be off by: its numbers are about as large as the bodies.
const SLACK: f64 = 4e-15;

fn check(case: u64, [a, b]: &[Flying; 2], workspace: &mut Workspace) -> [f64; 2] {
    let (apart, _, deep) = truth(a, b, 0.0);
    let (of_a, of_b) = (a.motion(), b.motion());
    let (x, y) = (Moving::new(&a.hull, &of_a), Moving::new(&b.hull, &of_b));
    let told = hull_separation(x, y, 0.0, workspace).separation;
    assert!(
        told.lower <= apart[1] + SLACK && told.upper >= apart[0] - SLACK,
        "case {case}: {told:?} for a separation of {apart:?}"
    );
    let points = contact_points(x, y, 0.0, 1.0, workspace).depth;
    for depth in [penetration(x, y, 0.0, workspace).depth, points] {
        assert!(
            depth.lower <= deep[1] + SLACK && depth.upper >= deep[0] - SLACK,
            "case {case}: {depth:?} for a depth of {deep:?}"
        );
    }
    [told.upper - told.lower, apart[1]]
}

/// Nobody is free, or apart up to a time, who overlaps before.
fn check_flight(case: u64, [a, b]: &[Flying; 2], workspace: &mut Workspace) -> bool {
    let (of_a, of_b) = (a.motion(), b.motion());
    let (x, y) = (Moving::new(&a.hull, &of_a), Moving::new(&b.hull, &of_b));
    let shapes = [a, b].map(|body| Shape::from(body.hull.clone()));
    let limits = Limits::default();
    let outcomes = [
        first_contact(
            Moving::new(&shapes[0], &of_a),
            Moving::new(&shapes[1], &of_b),
            Span::UNIT,
        ),
        conservative_advancement(x, y, Span::UNIT, &limits, workspace),
    ];
    let mut contact = false;
    for outcome in outcomes {
        let until = match outcome.verdict {
            Verdict::Free => 1.0,
            Verdict::Contact(found) => {
                contact = true;
                found.lower
            }
            Verdict::Undecided { free_until, .. } => free_until.unwrap_or(-1.0),
            Verdict::Overlapping { proven, .. } => {
                assert!(
                    !proven || truth(a, b, 0.0).0[0] <= SLACK,
                    "case {case}: {outcome:?}"
                );
                -1.0
            }
        };
        let shares = [0.0, 0.25, 0.5, 0.75, 0.999, 1.0];
        for t in shares.map(|share| share * until) {
            if until >= 0.0 {
                let (_, _, deep) = truth(a, b, t);
                assert!(
                    deep[0] <= SLACK,
                    "case {case}: {outcome:?}, but {deep:?} deep at {t}"
                );
            }
        }
    }
    contact
}

#[test]
fn cores_far_from_their_place_are_as_far_apart_as_is_told() {
    let (count, seed) = (seeded::cases(200), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let (mut widest, mut contacts, mut apart) = (0.0_f64, 0, 0);
    for case in 0..count {
        let rng = &mut Seeded::of_kind(seed, 0xfa2, case);
        let mut bodies = pair(rng);
        let [width, gap] = check(case, &bodies, workspace);
        widest = widest.max(width);
        apart += u32::from(gap > 0.0);
        // Towards each other, or past each other.
        let normal = truth(&bodies[0], &bodies[1], 0.0).1;
        let aside = normal.any_orthonormal_vector() * rng.real(0.0, 2.0);
        let close = rng.one_of(&[0.0, 1.0, 1e-9, 1e-6]);
        bodies[0].linear = aside - normal * close;
        bodies[0].at.position += normal * rng.one_of(&[0.0, 1e-9, 1e-3]);
        contacts += u32::from(check_flight(case, &bodies, workspace));
    }
    println!(
        "{count} pairs: {apart} apart, {contacts} with contacts, intervals up to {widest:.1e} wide"
    );
}
