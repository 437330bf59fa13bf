//! Principal axes where moments are equal, nearly equal, or of very different sizes.

use crate::assert_frame;
use glam::{DMat3, DQuat, DVec3};
use osculate::mass::MassProperties;
use osculate_judge::seeded::Seeded;

fn turned(moments: DVec3, turn: DQuat) -> DMat3 {
    let axes = DMat3::from_quat(turn);
    axes * DMat3::from_diagonal(moments) * axes.transpose()
}

#[test]
fn equal_and_nearly_equal_moments() {
    let mut rng = Seeded::new(5);
    for case in 0..2000 {
        let near = 1.0 + [0.0, 1e-16, 1e-15, 1e-12, 1e-8, 1e-3][case % 6];
        let moments = match case % 3 {
            0 => DVec3::new(1.0, near, near * near),
            1 => DVec3::new(1.0, near, 1.7),
            _ => DVec3::new(0.4, 1.0, near),
        };
        let scale = rng.magnitude(-20.0, 20.0);
        let inertia = turned(scale * moments, rng.rotation());
        let inertia = 0.5 * (inertia + inertia.transpose());
        let found = MassProperties::new(1.0, DVec3::ZERO, inertia).unwrap();
        assert_frame(&found);
        let off = (found.principal_moments() / (scale * moments) - DVec3::ONE).abs();
        assert!(off.max_element() < 4e-15, "{off}");
        assert_eq!(
            found,
            MassProperties::new(1.0, DVec3::ZERO, inertia).unwrap()
        );
    }
}

#[test]
fn a_diagonal_inertia_is_its_own() {
    let moments = DVec3::new(3.0, 1.0, 2.0);
    let found = MassProperties::new(1.0, DVec3::ONE, DMat3::from_diagonal(moments)).unwrap();
    assert_eq!(found.principal_moments(), DVec3::new(1.0, 2.0, 3.0));
    assert!((found.principal_frame() * DVec3::X).abs_diff_eq(DVec3::Y, 1e-15));
    assert!(
        (found.principal_frame() * DVec3::Z)
            .abs()
            .abs_diff_eq(DVec3::X, 1e-15)
    );
}
