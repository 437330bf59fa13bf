//! Balls that pass the edges of triangles whose lengths are so small that products of three are too small for squares.

use glam::DVec3;
use osculate::{
    ConstantVelocity, Hull, Limits, MeshBvh, Moving, Placement, Shape, Span, TriMesh, Workspace,
    first_contact_with,
};
use osculate_judge::seeded::{self, Seeded};

/// Through the triangle's plane, with the ball's centre 0.85 radii beside the middle of an edge halfway.
#[test]
fn balls_do_not_pass_edges() {
    let mut rng = Seeded::new(seeded::seed(1));
    let mut real = move || rng.real(-1.0, 1.0);
    let radius = 0.5;
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for _ in 0..seeded::cases(4000) {
        let scale = libm::exp2(-179.0 + 3.0 * real());
        let [p, q, r] = [(); 3].map(|()| DVec3::new(real(), real(), real()));
        let normal = (q - p).cross(r - p);
        if normal.length() < 0.3 {
            continue;
        }
        let normal = normal.normalize();
        let outward = (q - p).cross(normal).normalize();
        let place = 0.5 * (p + q) + 0.85 * radius * outward;
        // Another triangle far away, so that there is a tree.
        let far = DVec3::splat(20.0);
        let corners = [p, q, r, far, far + DVec3::X, far + DVec3::Y].map(|x| x * scale);
        let mesh = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        let (a, b) = (
            Shape::from(Hull::ball(radius * scale).unwrap()),
            Shape::from(MeshBvh::new(mesh)),
        );
        let start = Placement::at((place + 2.0 * normal) * scale);
        let motion = ConstantVelocity::new(start, -4.0 * normal * scale, DVec3::ZERO).unwrap();
        let verdict = first_contact_with(
            Moving::new(&a, &motion),
            Moving::new(&b, &rest),
            Span::UNIT,
            &Limits::default(),
            &mut Workspace::new(),
        )
        .verdict;
        let contact = verdict.contact();
        assert!(
            contact.is_some_and(|contact| contact.lower < 0.5),
            "{scale:e} {p} {q} {r}: {verdict:?}"
        );
    }
}
