//! Spans of no length: bodies are apart then, or they are not, and that is the answer.

use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Limits, MeshBvh, Moving, Placement, Resting,
    Shape, Span, Verdict, Workspace, first_contact_with,
    mesh::cuboid,
    query::hulls::conservative_advancement,
    query::meshes::{best_first, c2a, capoeira, d2m, hca},
};

/// Widths of the gap at the start, from what is lost in rounding to more than the tolerance.
const GAPS: [f64; 12] = [
    -0.5, 0.0, 1e-16, 1e-15, 4e-15, 1.6e-14, 1e-13, 1e-12, 1e-9, 3e-4, 2e-3, 0.5,
];

#[test]
fn bodies_are_apart_at_an_instant_or_not() {
    let half = DVec3::new(1.0, 0.75, 0.5);
    let tree = MeshBvh::new(cuboid(half).unwrap());
    let balls = MeshBvh::spheres(cuboid(half).unwrap(), 0.0);
    let hull = Hull::cuboid(half).unwrap();
    let beside = |x: f64| {
        let part = Hull::cuboid(DVec3::new(0.5, 0.75, 0.5)).unwrap();
        part.placed(x * DVec3::X, DQuat::IDENTITY).unwrap()
    };
    let shapes = [
        Shape::from(hull.clone()),
        Shape::from(Compound::new(vec![beside(-0.5), beside(0.5)]).unwrap()),
        Shape::from(cuboid(half).unwrap()),
        Shape::from(HalfSpace::new(DVec3::X, 1.0).unwrap()),
    ];
    let rest = Resting::default();
    let limits = Limits::default().with_tolerance(1e-3).unwrap();
    let workspace = &mut Workspace::new();
    for gap in GAPS {
        let place = Placement::at(DVec3::new(2.0 + gap, 0.0, 0.0));
        for (linear, angular) in [
            (DVec3::ZERO, DVec3::ZERO),
            (-DVec3::X, DVec3::ZERO),
            (-DVec3::X, DVec3::new(0.3, 1.0, -2.0)),
            (-1e40 * DVec3::X, 1e8 * DVec3::Y),
        ] {
            for pivot in [DVec3::ZERO, DVec3::new(0.3, -0.1, 0.2)] {
                let at = Placement::at(place.position + pivot);
                let flight = ConstantVelocity::about(pivot, at, linear, angular).unwrap();
                let mut outcomes = Vec::new();
                for span in [Span::new(0.0, 0.0).unwrap(), Span::new(-0.0, 0.0).unwrap()] {
                    for a in &shapes[..3] {
                        for b in &shapes {
                            let (a, b) = (Moving::new(a, &flight), Moving::new(b, &rest));
                            outcomes.push(first_contact_with(a, b, span, &limits, workspace));
                        }
                    }
                    let (a, b) = (Moving::new(&hull, &flight), Moving::new(&hull, &rest));
                    outcomes.push(conservative_advancement(a, b, span, &limits, workspace));
                    let (a, b) = (Moving::new(&tree, &flight), Moving::new(&tree, &rest));
                    for method in [best_first, hca, c2a] {
                        outcomes.push(method(a, b, span, &limits, workspace));
                    }
                    let (a, b) = (Moving::new(&balls, &flight), Moving::new(&balls, &rest));
                    for method in [d2m, capoeira] {
                        outcomes.push(method(a, b, span, &limits, workspace));
                    }
                }
                for (number, outcome) in outcomes.iter().enumerate() {
                    let verdict = outcome.verdict;
                    let apart = verdict == Verdict::Free;
                    assert!(
                        apart || matches!(verdict, Verdict::Overlapping { .. }),
                        "{number}: {gap:e} {linear} {angular} {pivot}: {verdict:?}"
                    );
                    // The place of a pivot that is not the origin is rounded.
                    if gap <= 0.0 && pivot == DVec3::ZERO {
                        assert!(!apart, "{number}: {gap:e} {linear} {angular}");
                    }
                    if gap >= 1e-12 {
                        assert!(apart, "{number}: {gap:e} {linear} {angular} {pivot}");
                    }
                }
            }
        }
    }
}
