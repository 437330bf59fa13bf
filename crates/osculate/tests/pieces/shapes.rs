//! The same box as a hull, a polytope, a compound and a mesh: `first_contact` must say the same of all of them, either way
//! round. Meshes against meshes have their own judge (`meshes/agreement.rs`), hulls theirs (`hulls/agreement.rs`); this ties the rest
//! to them. `OSCULATE_CASES` sets the number of flights (60), `OSCULATE_SEED` shifts them.

use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, Evidence, Hull, Limits, MeshBvh, Motion, Moving, Placement, Shape,
    Span, Verdict, Workspace, first_contact_with, mesh::cuboid_with,
};
use osculate_judge::seeded::{self, Seeded};

/// Half the sides of a box.
fn half(rng: &mut Seeded) -> DVec3 {
    0.2 + DVec3::new(rng.unit(), rng.unit(), rng.unit())
}

fn rotation(rng: &mut Seeded) -> DQuat {
    DQuat::from_axis_angle(rng.vector(1.0).normalize(), 6.0 * rng.unit())
}

/// A box of these half sides as everything that it can be.
fn boxes(half: DVec3) -> Vec<(&'static str, Shape)> {
    let part = |from: f64, to: f64| {
        let size = DVec3::new(0.5 * (to - from), half.y, half.z);
        let at = DVec3::new(0.5 * (from + to), 0.0, 0.0);
        let hull = Hull::cuboid(size).unwrap();
        hull.placed(at, DQuat::IDENTITY).unwrap()
    };
    let cut = 0.3 * half.x;
    let halves = Compound::new(vec![part(-half.x, cut), part(cut, half.x)]).unwrap();
    let mesh = |triangles| MeshBvh::new(cuboid_with(half, triangles).unwrap());
    let fine = cuboid_with(half, 300).unwrap();
    vec![
        ("hull", Hull::cuboid(half).unwrap().into()),
        ("polytope", Hull::of_mesh(&fine).unwrap().into()),
        ("compound", halves.into()),
        ("mesh", mesh(12).into()),
        ("fine mesh", mesh(300).into()),
    ]
}

/// Up to when the bodies are proven apart, and from when on they certainly have met.
fn proven(verdict: &Verdict, span: Span) -> (f64, f64) {
    let never = f64::INFINITY;
    match verdict {
        Verdict::Free => (span.end(), never),
        Verdict::Contact(contact) => match contact.evidence {
            Evidence::Crossing => (contact.lower, contact.upper),
            Evidence::Near => (contact.lower, never),
        },
        Verdict::Overlapping { proven: true, .. } => (f64::NEG_INFINITY, span.start()),
        Verdict::Overlapping { proven: false, .. } => (f64::NEG_INFINITY, never),
        Verdict::Undecided { .. } => panic!("undecided"),
    }
}

#[test]
fn a_box_is_a_box() {
    let (cases, seed) = (seeded::cases(60), seeded::seed(0));
    let limits = Limits::default().with_tolerance(1e-6).unwrap();
    let mut workspace = Workspace::new();
    let (mut contacts, mut crossings, mut frees) = (0, 0, 0);
    for case in 0..cases {
        let mut rng = Seeded::new(seed.wrapping_mul(1_000_003) + case);
        let (all_a, all_b) = (boxes(half(&mut rng)), boxes(half(&mut rng)));
        // Too far to overlap at the start, where a mesh is its surface only.
        let from = 4.0 * rng.vector(1.0).normalize();
        let to = 1.6 * rng.vector(1.0);
        let spins = [6.0 * rng.vector(1.0), 6.0 * rng.vector(1.0)];
        let (turn_a, turn_b) = (rotation(&mut rng), rotation(&mut rng));
        let linear = (to - from) * (0.5 + rng.unit());
        let flight = ConstantVelocity::new(Placement::new(from, turn_a), linear, spins[0]).unwrap();
        let rest = Placement::new(DVec3::ZERO, turn_b);
        let rest = ConstantVelocity::new(rest, DVec3::ZERO, spins[1]).unwrap();
        let mut answers = Vec::new();
        for (name_a, a) in &all_a {
            for (name_b, b) in &all_b {
                let (a, b) = (Moving::new(a, &flight), Moving::new(b, &rest));
                let one = first_contact_with(a, b, Span::UNIT, &limits, &mut workspace);
                let other = first_contact_with(b, a, Span::UNIT, &limits, &mut workspace);
                for (outcome, sign) in [(one, 1.0), (other, -1.0)] {
                    let what = format!("case {case}: {name_a} and {name_b}, {sign}: {outcome:?}");
                    let (lower, upper) = proven(&outcome.verdict, Span::UNIT);
                    if let Some(contact) = outcome.verdict.contact() {
                        contacts += 1;
                        crossings += u64::from(contact.evidence == Evidence::Crossing);
                        let apart = (contact.point_a - contact.point_b).dot(contact.normal);
                        assert!(apart > 0.0 && apart < 1.01e-6, "points {apart}: {what}");
                        // From b to a, and so from where b is now.
                        let (at, turn) = {
                            let placed = rest.placement(contact.lower);
                            (placed.position, placed.rotation)
                        };
                        let on_b = turn.inverse() * (contact.point_a - at);
                        let half = all_b[0].1.bounding_ball().1;
                        assert!(on_b.length() <= half + 1e-5, "far from b: {what}");
                    } else {
                        frees += 1;
                    }
                    answers.push((lower, upper, what));
                }
            }
        }
        let last = answers.iter().max_by(|x, y| x.0.total_cmp(&y.0)).unwrap();
        let first = answers.iter().min_by(|x, y| x.1.total_cmp(&y.1)).unwrap();
        assert!(last.0 < first.1, "{}\ndisagrees with\n{}", last.2, first.2);
    }
    println!("{contacts} contacts, {crossings} of them crossing, {frees} others");
    assert!(contacts > 10 && frees > 10 && crossings * 100 >= contacts * 99);
}
