//! Queries of shapes in a batch.

use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, ContactQuery, Limits, MeshBvh, Moving, Placement, Shape, Span, Workspace,
    first_contact_with, first_contacts,
    mesh::{icosphere, torus_knot},
};

#[test]
fn a_batch_answers_like_single_queries() {
    let (knot, ball) = (
        Shape::from(MeshBvh::new(torus_knot(2, 3, 1000).unwrap())),
        Shape::from(MeshBvh::new(icosphere(0.5, 320).unwrap())),
    );
    let motions: Vec<_> = (0..200)
        .map(|i| {
            let angle = f64::from(i) * 0.7;
            let at = 3.0 * DVec3::new(libm::cos(angle), libm::sin(angle), 0.3);
            let turn = DQuat::from_axis_angle(DVec3::Y, angle);
            ConstantVelocity::new(
                Placement::new(at, turn),
                at * -1.5,
                DVec3::new(1.0, angle, 2.0),
            )
        })
        .collect::<Result<_, _>>()
        .unwrap();
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let queries: Vec<_> = motions
        .iter()
        .map(|motion| ContactQuery {
            a: Moving::new(&ball, motion),
            b: Moving::new(&knot, &rest),
            span: Span::UNIT,
            limits: Limits::default(),
        })
        .collect();
    let answers = first_contacts(&queries);
    assert!(
        answers
            .iter()
            .any(|answer| answer.verdict.contact().is_some())
    );
    for (query, answer) in queries.iter().zip(&answers) {
        let mut workspace = Workspace::new();
        let alone = first_contact_with(query.a, query.b, query.span, &query.limits, &mut workspace);
        assert_eq!(format!("{alone:?}"), format!("{answer:?}"));
    }
}
