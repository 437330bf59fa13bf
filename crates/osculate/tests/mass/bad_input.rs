//! What has no mass properties, and the sentences that say why.

use glam::{DMat3, DVec3};
use osculate::mass::{MassError, MassProperties, Matter};
use osculate::{Compound, HalfSpace, Hull, Shape};

#[test]
fn bodies_without_volume() {
    let flat = Hull::cuboid(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    for hull in [
        flat.clone(),
        Hull::ball(0.0).unwrap(),
        Hull::capsule(1.0, 0.0).unwrap(),
        Hull::cylinder(1.0, 0.0).unwrap(),
        Hull::cone(0.0, 1.0).unwrap(),
        Hull::ellipsoid(DVec3::new(1.0, 0.0, 1.0)).unwrap(),
        Hull::polytope(&square).unwrap(),
        Hull::polytope(&square[..2]).unwrap(),
        Hull::polytope(&square[..1]).unwrap(),
    ] {
        let error = MassProperties::of_hull(&hull, Matter::Mass(1.0)).unwrap_err();
        assert_eq!(error, MassError::NoVolume { part: None }, "{hull:?}");
        // A thickness helps.
        let thick = hull.rounded(0.01).unwrap();
        assert!(MassProperties::of_hull(&thick, Matter::Mass(1.0)).is_ok());
    }
    let compound = Compound::new(vec![Hull::ball(1.0).unwrap(), flat]).unwrap();
    let error = MassProperties::of_compound(&compound, Matter::Mass(1.0)).unwrap_err();
    let sentence = "part 1 of the compound has no volume: give its mass and inertia, or give it a thickness (a margin)";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn a_half_space_has_no_end() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let error = MassProperties::of_shape(&floor, Matter::Density(1.0)).unwrap_err();
    assert_eq!(error, MassError::Unbounded);
}

#[test]
fn numbers_that_are_no_masses() {
    let ball = Hull::ball(1.0).unwrap();
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for matter in [Matter::Mass(value), Matter::Density(value)] {
            let error = MassProperties::of_hull(&ball, matter).unwrap_err();
            assert!(matches!(error, MassError::BadNumber { .. }), "{error}");
        }
        let inertia = DMat3::from_diagonal(DVec3::new(1.0, 1.0, value));
        let error = MassProperties::new(1.0, DVec3::ZERO, inertia).unwrap_err();
        assert!(matches!(error, MassError::BadInertia { .. }), "{error}");
    }
    let skew = DMat3::from_cols(DVec3::new(1.0, 0.5, 0.0), DVec3::Y, DVec3::Z);
    let error = MassProperties::new(1.0, DVec3::ZERO, skew).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("two entries that should be equal differ by")
    );
    let error = MassProperties::new(1.0, DVec3::NAN, DMat3::IDENTITY).unwrap_err();
    assert!(matches!(error, MassError::BadCentre(_)));
    let heavy = MassProperties::of_hull(&Hull::ball(1e60).unwrap(), Matter::Density(1e200));
    assert_eq!(heavy.unwrap_err(), MassError::OutOfRange);
}
