//! Compounds, sums, and bodies that are moved or made heavier.

use crate::assert_is;
use glam::{DMat3, DQuat, DVec3};
use osculate::mass::{MassProperties, Matter};
use osculate::{Compound, Hull, MeshBvh, Placement, Shape, mesh::cuboid};

fn box_at(half: DVec3, at: DVec3) -> Hull {
    Hull::cuboid(half)
        .unwrap()
        .placed(at, DQuat::IDENTITY)
        .unwrap()
}

/// Two halves of a box are the box, here and far from the origin.
#[test]
fn parts_make_the_whole() {
    for far in [0.0, 1e6] {
        let at = far * DVec3::new(0.6, -0.8, 0.3);
        let half = DVec3::new(0.5, 1.0, 1.5);
        let halves = [-0.5, 0.5].map(|x| box_at(half, at + DVec3::new(x, 0.0, 0.0)));
        let compound = Compound::new(halves.to_vec()).unwrap();
        let found = MassProperties::of_compound(&compound, Matter::Density(2.0)).unwrap();
        let whole = box_at(DVec3::new(1.0, 1.0, 1.5), at);
        let whole = MassProperties::of_hull(&whole, Matter::Density(2.0)).unwrap();
        let truth = (whole.mass(), whole.centre(), whole.inertia());
        // The halves are as far apart as rounded positions say.
        assert_is(&found, truth, 1.0 + far, 4e-16 * (10.0 + far));
        let same = MassProperties::of_compound(&compound, Matter::Mass(whole.mass())).unwrap();
        assert_is(&same, truth, 1.0 + far, 4e-16 * (10.0 + far));
    }
}

/// What is in two parts weighs twice.
#[test]
fn overlapping_parts_count_twice() {
    let one = box_at(DVec3::ONE, DVec3::ZERO);
    let compound = Compound::new(vec![one.clone(), one.clone()]).unwrap();
    let found = MassProperties::of_compound(&compound, Matter::Density(1.0)).unwrap();
    assert!((found.mass() - 16.0).abs() < 1e-13);
}

#[test]
fn moving_there_and_back_changes_nothing() {
    let cone = Hull::cone(0.5, 1.0).unwrap();
    let mass = MassProperties::of_hull(&cone, Matter::Mass(2.0)).unwrap();
    let turn = DQuat::from_xyzw(0.3, 0.1, -0.7, 0.4).normalize();
    let at = Placement::new(DVec3::new(3.0, -2.0, 1.0), turn);
    let moved = mass.moved_by(at).unwrap();
    let placed = cone.placed(at.position, turn).unwrap();
    let truth = MassProperties::of_hull(&placed, Matter::Mass(2.0)).unwrap();
    assert_is(
        &moved,
        (2.0, truth.centre(), truth.inertia()),
        1.0,
        1e-15 * 4.0,
    );
    let back = Placement::new(turn.inverse() * -at.position, turn.inverse());
    let again = moved.moved_by(back).unwrap();
    assert_is(&again, (2.0, mass.centre(), mass.inertia()), 1.0, 2e-15);
    assert!(mass.moved_by(Placement::at(DVec3::NAN)).is_err());
}

#[test]
fn heavier_bodies_turn_as_much_harder() {
    let mass = MassProperties::of_hull(&Hull::ball(1.0).unwrap(), Matter::Mass(2.0)).unwrap();
    let heavier = mass.with_mass(6.0).unwrap();
    assert_eq!(heavier.principal_moments(), 3.0 * mass.principal_moments());
    assert_eq!(heavier.mass(), 6.0);
    assert!(mass.with_mass(0.0).is_err());
    assert_eq!(MassProperties::sum(&[]), None);
    assert_eq!(MassProperties::sum(&[mass]), Some(mass));
}

/// A shape of any kind is asked as what it is.
#[test]
fn shapes_of_any_kind() {
    let die = Hull::cuboid(DVec3::ONE).unwrap();
    let compound = Compound::new(vec![die.clone()]).unwrap();
    let mesh = MeshBvh::new(cuboid(DVec3::ONE).unwrap());
    let moment = DMat3::from_diagonal(DVec3::splat(2.0));
    for shape in [Shape::from(die), Shape::from(compound), Shape::from(mesh)] {
        let found = MassProperties::of_shape(&shape, Matter::Mass(3.0)).unwrap();
        assert_is(&found, (3.0, DVec3::ZERO, moment), 1.0, 1e-14);
    }
}
