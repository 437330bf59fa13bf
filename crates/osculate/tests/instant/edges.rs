//! What lies at the edges of the questions: half-spaces, limits, motions that are no numbers, and the same bits.

use glam::{DMat3, DQuat, DVec3};
use osculate::mesh::{cuboid_with, icosphere};
use osculate::motion::{Pose, Rates};
use osculate::query::instant::{
    Manifolds, PieceContacts, Within, contacts, manifolds, penetration, separation,
};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Interval, Motion, Moving, Placement, Resting,
    Shape, Span, Workspace,
};

/// Of all answers of `answers_are_the_same_bits_everywhere`: it changes where a method does.
const HASH: u64 = 0xb8c4_324a_ca27_0a6f;

/// Stands still, at a pose that may be anything.
struct Any(Pose);

impl Motion for Any {
    fn pose(&self, _: f64) -> Pose {
        self.0
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }
}

fn shapes() -> [Shape; 4] {
    let part = |x: f64| {
        let hull = Hull::cuboid(DVec3::new(0.5, 1.0, 1.0)).unwrap();
        hull.placed(x * DVec3::X, DQuat::IDENTITY).unwrap()
    };
    [
        Hull::cuboid(DVec3::ONE).unwrap().into(),
        Compound::new(vec![part(-0.5), part(0.5)]).unwrap().into(),
        cuboid_with(DVec3::ONE, 108).unwrap().into(),
        HalfSpace::new(DVec3::Z, 1.0).unwrap().into(),
    ]
}

#[test]
fn half_spaces_face_each_other_or_meet() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 1.0).unwrap());
    let ceiling = Shape::from(HalfSpace::new(-DVec3::Z, -3.0).unwrap());
    let wall = Shape::from(HalfSpace::new(DVec3::X, 0.0).unwrap());
    let rest = Resting::default();
    let (mut near, workspace) = (PieceContacts::new(), &mut Workspace::new());
    let [a, b, c] = [&ceiling, &floor, &wall].map(|shape| Moving::new(shape, &rest));
    let apart = separation(a, b, 0.0, workspace);
    assert!(apart.separation.contains(2.0) && apart.separation.width() < 1e-12);
    assert!(penetration(a, b, 0.0, workspace).depth.contains(-2.0));
    for (within, count) in [(1.9, 0), (2.1, 1)] {
        contacts(
            a,
            b,
            0.0,
            Within::new(within).unwrap(),
            &mut near,
            workspace,
        );
        assert_eq!(near.found().len(), count);
    }
    assert!(near.found()[0].normal == DVec3::Z);
    for [a, b] in [[a, c], [c, b], [b, b]] {
        assert!(separation(a, b, 0.0, workspace).intersecting);
        let deep = penetration(a, b, 0.0, workspace);
        assert!(deep.depth.upper == f64::INFINITY && deep.depth.lower >= 0.0);
        contacts(a, b, 0.0, Within::TOUCHING, &mut near, workspace);
        assert_eq!(near.found().len(), 1);
        let mut found = Manifolds::new();
        manifolds(a, b, 0.0, Within::TOUCHING, &mut found, workspace);
    }
}

/// A part whose corners are far from its own origin, and which is placed back: what is looked at in its stead must hold it.
#[test]
fn parts_are_looked_at_where_they_are() {
    // Half a unit of its coordinates is lost in the middle of three units.
    for far in [1e3_f64, 1e6, 1e9, 1e12] {
        let unit = far.next_up() - far;
        let corners: Vec<DVec3> = (0..8)
            .map(|bits: u32| {
                let side = |bit: u32| f64::from(bits >> bit & 1);
                DVec3::new(far + 3.0 * unit * side(0), side(1) - 0.5, side(2) - 0.5)
            })
            .collect();
        let exact = |corner: &DVec3| corner.x - far == 0.0 || corner.x - far == 3.0 * unit;
        assert!(corners.iter().all(exact));
        let near = Hull::polytope(&corners).unwrap();
        let near = near.placed(-far * DVec3::X, DQuat::IDENTITY).unwrap();
        // Behind it by a quarter of a unit.
        let behind = Hull::cuboid(DVec3::splat(0.5)).unwrap();
        let to = DVec3::new(0.5 + 0.25 * unit, 0.0, 0.0);
        let behind = behind.placed(to, DQuat::IDENTITY).unwrap();
        let rest = Resting::default();
        let wall = Shape::from(Hull::cuboid(DVec3::new(1.0, 2.0, 2.0)).unwrap());
        let there = Resting::at(Placement::at(-3.0 * DVec3::X)).unwrap();
        for parts in [[&near, &behind], [&behind, &near]] {
            let parts = parts.map(Clone::clone).to_vec();
            let body = Shape::from(Compound::new(parts).unwrap());
            let [a, b] = [Moving::new(&body, &rest), Moving::new(&wall, &there)];
            let found = separation(a, b, 0.0, &mut Workspace::new());
            let lower = found.separation.lower;
            assert!(lower <= 2.0, "at {far}: {lower}, which is more than 2");
        }
    }
}

#[test]
fn a_limit_is_kept_and_told() {
    let [_, _, mesh, _] = shapes();
    let (rest, above) = (Resting::default(), Placement::at(2.001 * DVec3::Z));
    let above = Resting::at(above).unwrap();
    let (a, b) = (Moving::new(&mesh, &above), Moving::new(&mesh, &rest));
    let (within, workspace) = (Within::new(0.01).unwrap(), &mut Workspace::new());
    let mut all = PieceContacts::new();
    contacts(a, b, 0.0, within, &mut all, workspace);
    let count = all.found().len();
    assert!(all.complete() && count > 20);
    for limit in [0, 1, count - 1, count, count + 1] {
        let mut some = PieceContacts::new().with_limit(limit);
        contacts(a, b, 0.0, within, &mut some, workspace);
        assert_eq!(some.found().len(), limit.min(count));
        assert_eq!(some.complete(), limit >= count);
        assert!(some.found().iter().all(|pair| all.found().contains(pair)));
        let mut found = Manifolds::new().with_limit(limit);
        manifolds(a, b, 0.0, within, &mut found, workspace);
        assert_eq!(found.complete(), limit >= count);
    }
}

/// Nothing is proven where a motion says nothing, and all pairs are in doubt.
#[test]
fn motions_that_are_no_numbers_prove_nothing() {
    let nothing = f64::NAN;
    let turned = DMat3::from_cols(DVec3::X, DVec3::Y, DVec3::new(0.0, 0.0, nothing));
    let far = DVec3::new(90.0, 0.0, 0.0);
    let poses = [
        Pose::new(DMat3::IDENTITY, DVec3::new(nothing, 0.0, 9.0)),
        Pose::new(turned, far),
        Pose::new(DMat3::IDENTITY, far).with_errors(nothing, 0.0),
        Pose::new(DMat3::IDENTITY, far).with_errors(0.0, -1.0),
        Pose::new(DMat3::IDENTITY, far).with_errors(0.0, f64::INFINITY),
        Pose::new(DMat3::IDENTITY, far).with_errors(0.0, 1e3),
        Pose::new(DMat3::IDENTITY, DVec3::new(f64::INFINITY, 0.0, 0.0)),
    ];
    let rest = Any(Pose::new(DMat3::IDENTITY, DVec3::ZERO));
    let mut shapes = shapes();
    // All pairs of triangles are looked at.
    shapes[2] = cuboid_with(DVec3::ONE, 12).unwrap().into();
    let (mut near, workspace) = (PieceContacts::new(), &mut Workspace::new());
    for (number, pose) in poses.into_iter().enumerate() {
        let lost = Any(pose);
        for a in &shapes {
            for b in &shapes {
                let (a, b) = (Moving::new(a, &lost), Moving::new(b, &rest));
                let what = format!("pose {number}: {:?} and {:?}", a.shape, b.shape);
                let half_spaces = matches!(
                    [a.shape, b.shape],
                    [Shape::HalfSpace(_), Shape::HalfSpace(_)]
                );
                for [a, b] in [
                    [a, b],
                    [Moving::new(b.shape, &lost), Moving::new(a.shape, &rest)],
                ] {
                    let apart = separation(a, b, 0.0, workspace);
                    let deep = penetration(a, b, 0.0, workspace);
                    assert!(
                        apart.separation.lower == 0.0 || number == 5,
                        "{what}: {apart:?}"
                    );
                    assert!(half_spaces || !apart.intersecting, "{what}: {apart:?}");
                    assert!(half_spaces || deep.depth.lower < 0.0, "{what}: {deep:?}");
                    assert!(deep.depth.upper > 0.0, "{what}: {deep:?}");
                    contacts(a, b, 0.0, Within::TOUCHING, &mut near, workspace);
                    let pieces = |shape: &Shape| match shape {
                        Shape::Compound(compound) => compound.parts().len(),
                        Shape::Mesh(tree) => tree.mesh().triangles().len(),
                        _ => 1,
                    };
                    let all = pieces(a.shape) * pieces(b.shape);
                    assert_eq!(near.found().len(), all, "{what}");
                    manifolds(
                        a,
                        b,
                        0.0,
                        Within::TOUCHING,
                        &mut Manifolds::new(),
                        workspace,
                    );
                }
            }
        }
    }
}

/// A number that all bits of all answers go into: the same on every platform, in every build.
#[test]
fn answers_are_the_same_bits_everywhere() {
    let mut shapes = Vec::from(shapes());
    shapes.push(icosphere(1.0, 320).unwrap().into());
    shapes.push(Hull::cylinder(0.7, 1.0).unwrap().into());
    let fall = ConstantVelocity::new(
        Placement::at(DVec3::new(0.3, 0.2, 2.3)),
        DVec3::new(0.0, 0.1, -1.0),
        DVec3::new(1.0, 2.0, 0.5),
    )
    .unwrap();
    let rest = Resting::default();
    let (mut found, workspace) = (Manifolds::new(), &mut Workspace::new());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |numbers: &[f64]| {
        for number in numbers {
            hash = (hash ^ number.to_bits()).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let ends = |interval: Interval| [interval.lower, interval.upper];
    for a in &shapes {
        for b in &shapes {
            for t in [0.0, 0.3, 0.6] {
                let (a, b) = (Moving::new(a, &fall), Moving::new(b, &rest));
                add(&ends(separation(a, b, t, workspace).separation));
                let deep = penetration(a, b, t, workspace);
                add(&ends(deep.depth));
                add(&deep.point_a.to_array());
                manifolds(a, b, t, Within::new(0.05).unwrap(), &mut found, workspace);
                for pair in found.contacts().found() {
                    add(&ends(pair.separation));
                    add(&pair.normal.to_array());
                }
                for point in found.clusters().iter().flat_map(|cluster| cluster.points()) {
                    add(&point.point_b.to_array());
                    add(&[point.separation]);
                }
            }
        }
    }
    assert_eq!(hash, HASH, "{hash:#x}");
}
