//! What motions promise, and what queries make of promises that are none.

use crate::methods::METHODS;
use glam::{DMat3, DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Limits, MeshBvh, Motion, Moving, Placement, Shape,
    Span, Verdict, Workspace, first_contact_with,
    mesh::cuboid,
    motion::{BrokenPromise, MotionBounds, Pose, Rates, Screw, check_motion},
};

/// Flies towards the origin, with one of its promises replaced.
#[derive(Clone, Copy)]
struct Promised {
    what: What,
    value: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    RotationError,
    OffsetError,
    VelocityError,
    SpinError,
    Acceleration,
    SpinAcceleration,
}

const ALL: [What; 6] = [
    What::RotationError,
    What::OffsetError,
    What::VelocityError,
    What::SpinError,
    What::Acceleration,
    What::SpinAcceleration,
];

impl Promised {
    fn or(&self, what: What, otherwise: f64) -> f64 {
        if self.what == what {
            self.value
        } else {
            otherwise
        }
    }
}

impl Motion for Promised {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, DVec3::new(4.0 - 6.0 * t, 0.0, 0.0)).with_errors(
            self.or(What::RotationError, 0.0),
            self.or(What::OffsetError, 1e-15),
        )
    }

    fn rates(&self, _span: Span) -> Rates {
        Rates::new(DVec3::new(-6.0, 0.0, 0.0), DVec3::ZERO)
            .with_errors(
                self.or(What::VelocityError, 0.0),
                self.or(What::SpinError, 0.0),
            )
            .with_accelerations(
                self.or(What::Acceleration, 0.0),
                self.or(What::SpinAcceleration, 0.0),
            )
    }
}

const NO_ERRORS: [f64; 5] = [-1.0, -1e-300, f64::NEG_INFINITY, f64::NAN, f64::INFINITY];

fn shapes() -> Vec<Shape> {
    let cube = || Hull::cuboid(DVec3::splat(0.5)).unwrap();
    vec![
        Shape::from(cube()),
        Shape::from(Hull::ball(0.5).unwrap()),
        Shape::from(Compound::new(vec![cube(), Hull::capsule(0.7, 0.1).unwrap()]).unwrap()),
        Shape::from(MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap())),
    ]
}

/// The bodies touch at `meets`, so that `Free` would be a miss; a contact would be a proof that stands on nothing. But what
/// is known at two instants and does not accelerate is known in between, whatever is said of its velocity.
fn proves_nothing(verdict: &Verdict, what: What, meets: f64) -> bool {
    match verdict {
        Verdict::Undecided { .. } | Verdict::Overlapping { proven: false, .. } => true,
        Verdict::Contact(contact) => what == What::VelocityError && contact.lower < meets,
        _ => false,
    }
}

/// Of any motion: for each type of its own, queries would be compiled again.
fn moving<'m>(shape: &'m Shape, motion: &'m dyn Motion) -> Moving<'m, Shape> {
    Moving::new(shape, motion)
}

#[test]
fn stated_errors_that_are_none_prove_nothing() {
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let mut obstacles = shapes();
    obstacles.push(HalfSpace::new(DVec3::X, 0.0).unwrap().into());
    let limits = Limits::default().with_budget(100_000);
    let workspace = &mut Workspace::new();
    for what in ALL {
        for value in NO_ERRORS {
            let motion = Promised { what, value };
            assert!(check_motion(&motion, Span::UNIT, 1.0, 10).is_err());
            for body in &shapes() {
                for obstacle in &obstacles {
                    let (a, b) = (moving(body, &motion), moving(obstacle, &rest));
                    for verdict in [
                        first_contact_with(a, b, Span::UNIT, &limits, workspace).verdict,
                        first_contact_with(b, a, Span::UNIT, &limits, workspace).verdict,
                    ] {
                        let meets = match obstacle {
                            Shape::HalfSpace(_) => 3.5 / 6.0,
                            _ => 0.5,
                        };
                        assert!(
                            proves_nothing(&verdict, what, meets),
                            "{what:?} {value}: {verdict:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn no_method_of_meshes_stands_on_such_errors() {
    let cube = MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let limits = Limits::default().with_budget(100_000);
    for what in ALL {
        for value in NO_ERRORS {
            let motion = Promised { what, value };
            let (a, b) = (
                Moving::new(&cube, &motion as &dyn Motion),
                Moving::new(&cube, &rest as &dyn Motion),
            );
            for (name, method) in METHODS {
                for (x, y) in [(a, b), (b, a)] {
                    let outcome = method(x, y, Span::UNIT, &limits, &mut Workspace::new());
                    assert!(
                        proves_nothing(&outcome.verdict, what, 0.5),
                        "{name}, {what:?} {value}: {outcome:?}"
                    );
                }
            }
        }
    }
}

/// Flies away from what it overlaps, with one entry of its rotation replaced.
struct Misshapen {
    entry: usize,
    value: f64,
}

impl Motion for Misshapen {
    fn pose(&self, t: f64) -> Pose {
        let mut entries = DMat3::IDENTITY.to_cols_array();
        entries[self.entry] = self.value;
        let offset = DVec3::new(0.75 + 4.0 * t, 0.0, 0.0);
        Pose::new(DMat3::from_cols_array(&entries), offset).with_errors(0.0, 1e-15)
    }

    fn rates(&self, _span: Span) -> Rates {
        Rates::new(DVec3::new(4.0, 0.0, 0.0), DVec3::ZERO)
    }
}

#[test]
fn a_rotation_that_is_no_number_proves_nothing() {
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let mut obstacles = shapes();
    obstacles.push(HalfSpace::new(DVec3::X, 0.5).unwrap().into());
    let limits = Limits::default().with_budget(100_000);
    let workspace = &mut Workspace::new();
    for entry in 0..9 {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let motion = Misshapen { entry, value };
            let travelled = motion.travel(DVec3::X, DVec3::ONE, 1.0, Span::UNIT);
            assert_eq!(travelled, f64::INFINITY, "{entry} {value}");
            for body in &shapes() {
                for obstacle in &obstacles {
                    let (a, b) = (moving(body, &motion), moving(obstacle, &rest));
                    for verdict in [
                        first_contact_with(a, b, Span::UNIT, &limits, workspace).verdict,
                        first_contact_with(b, a, Span::UNIT, &limits, workspace).verdict,
                    ] {
                        let nothing = match verdict {
                            Verdict::Undecided { free_until, .. } => free_until.is_none(),
                            verdict => {
                                matches!(verdict, Verdict::Overlapping { proven: false, .. })
                            }
                        };
                        assert!(nothing, "{entry} {value}: {verdict:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn promises_are_checked_for_numbers() {
    for what in ALL {
        for value in NO_ERRORS {
            let found = check_motion(&Promised { what, value }, Span::UNIT, 1.0, 1).unwrap_err();
            assert!(matches!(found, BrokenPromise::NoNumber { .. }), "{found:?}");
        }
        let kept = Promised { what, value: 1e-3 };
        check_motion(&kept, Span::UNIT, 1.0, 1000).unwrap();
    }
}

/// A point of a body moves although the rates of its nominal motion say that it does not: `travel` knows.
#[test]
fn travel_holds_what_a_far_pivot_rounds_away() {
    let mut worst = 0.0_f64;
    for (i, far) in [2.6e6, 3.1e7, 5.7e9].into_iter().enumerate() {
        let (point, axis) = (DVec3::new(far, 0.3 * far, 0.7), DVec3::new(0.1, -0.2, 1.0));
        let turn = DQuat::from_xyzw(0.3, -0.5, 0.1, 0.7).normalize();
        let at = Placement::new(DVec3::new(0.1, 0.2, 0.3), turn);
        let screw = Screw::new(at, point, axis, 1.0 + i as f64, 0.5).unwrap();
        check_motion(&screw, Span::UNIT, 1.0, 2000).unwrap();
        // The body's point that is on the axis moves along it only; its path says so.
        let path = screw.path();
        for direction in [DVec3::X, DVec3::Y, -DVec3::X, -DVec3::Y] {
            let along = direction - axis * (direction.dot(axis) / axis.length_squared());
            let bound = screw.travel(along, path.pivot, 0.0, Span::UNIT);
            let error = screw.pose(0.0).offset_error;
            assert!(bound >= 2.0 * error * along.length(), "{bound:e} {error:e}");
            worst = worst.max(bound / far);
        }
    }
    assert!(worst < 1e-14, "and not much more: {worst:e}");
}

/// Any spin down to the smallest number is answered like any other.
#[test]
fn spins_that_are_next_to_nothing_are_spins() {
    let cube = Shape::from(Hull::cuboid(DVec3::splat(0.5)).unwrap());
    let mesh = Shape::from(MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap()));
    let floor = Shape::from(HalfSpace::new(DVec3::X, 0.0).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let smallest = f64::from_bits(1);
    let sizes = [
        smallest,
        3.0 * smallest,
        1e-320,
        1e-310,
        1e-300,
        1e-200,
        1e-150,
        1e-90,
        1e-30,
    ];
    for size in sizes {
        for direction in [
            DVec3::X,
            DVec3::new(1.0, -1.0, 1.0),
            DVec3::new(0.0, 1.0, smallest),
        ] {
            let spin = size * direction;
            let motion =
                ConstantVelocity::new(Placement::at(4.0 * DVec3::X), -6.0 * DVec3::X, spin);
            let motion = motion.unwrap();
            check_motion(&motion, Span::UNIT, 1.0, 100).unwrap();
            let off = motion.pose(1.0).rotation - DMat3::IDENTITY;
            let most = off
                .to_cols_array()
                .into_iter()
                .fold(0.0_f64, |most, x| most.max(x.abs()));
            assert!(most <= 2.0 * size + 1e-15, "{spin:?}: {most:e}");
            for body in [&cube, &mesh] {
                for (obstacle, meets) in [(&cube, 0.5), (&mesh, 0.5), (&floor, 3.5 / 6.0)] {
                    let (a, b) = (moving(body, &motion), moving(obstacle, &rest));
                    let limits = Limits::default();
                    let outcome =
                        first_contact_with(a, b, Span::UNIT, &limits, &mut Workspace::new());
                    let Verdict::Contact(contact) = outcome.verdict else {
                        panic!("{spin:?}: {:?}", outcome.verdict);
                    };
                    assert!(contact.lower < meets, "{spin:?}: {contact:?}");
                    assert!(meets - contact.lower < 1e-6, "{spin:?}: {contact:?}");
                }
            }
        }
    }
    // The same from one placement to another, and about a line.
    let to = Placement::new(DVec3::X, DQuat::from_xyzw(1e-310, 0.0, 0.0, 1.0));
    let between = ConstantVelocity::between(Placement::default(), to).unwrap();
    assert!(between.angular().x > 0.0 && between.pose(1.0).rotation.is_finite());
    let screw = Screw::new(Placement::default(), DVec3::X, DVec3::Y, 1e-320, 0.0).unwrap();
    assert!(screw.pose(1.0).rotation.is_finite() && screw.rates(Span::UNIT).spin.y > 0.0);
}
