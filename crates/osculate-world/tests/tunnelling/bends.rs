//! Bodies that are led elsewhere within a step, by a hit or since their ends are corrected, next to others that their old ways kept clear of.
//!
//! What was proven of the old way is used again, less what the way was bent by: by how far it was shifted, and by how far its points were turned.
//! `OSCULATE_CASES` sets the number of cases (400), `OSCULATE_SEED` shifts them.

use crate::watch::Watch;
use core::f64::consts::{SQRT_2, TAU};
use osculate::glam::{DMat3, DQuat, DVec3};
use osculate::{Hull, Placement};
use osculate_judge::seeded::{self, Seeded};
use osculate_world::{Body, Material, Settings, World};

/// Half of the stick's sides.
const STICK: DVec3 = DVec3::new(1.0, 0.05, 0.05);

/// Half as wide as the stick is across, at most.
const ACROSS: f64 = 0.071;

/// A place next to the stick: so far off its surface, by so much along it, on the side of this angle; and a rotation with z pointing away from it.
fn beside(angle: f64, along: f64, off: f64) -> Placement {
    let away = DVec3::new(0.0, -libm::sin(angle), libm::cos(angle));
    let rotation = DQuat::from_rotation_x(angle);
    Placement::new(along * DVec3::X + (ACROSS + off) * away, rotation)
}

/// A stick that flies against a peg, between thin plates.
fn set_up(random: &mut Seeded) -> World {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    let mut world = World::new(settings.with_sleeping(None)).unwrap();
    let material = Material::new(random.real(0.0, 1.0), random.one_of(&[0.0, 0.0, 0.5, 1.0]));
    let rest_gap = random.magnitude(-4.0, -1.7);
    let side = random.real(0.0, TAU);
    let peg_half = random.real(0.01, 0.1);
    let peg = Body::fixed(Hull::cuboid(DVec3::splat(peg_half)).unwrap());
    let gap = random.magnitude(-2.0, -0.5);
    let mut at = beside(side, random.real(-1.0, 1.0), gap + 1.8 * peg_half);
    let towards = (at.position - at.position.x * DVec3::X).normalize();
    at.rotation = random.rotation();
    let peg = peg.with_material(material).at(at);
    world.insert(peg).unwrap();
    for _ in 0..random.whole(1, 4) {
        let thickness = random.magnitude(-4.0, -2.0);
        let sides = DVec3::new(random.real(0.2, 1.5), random.real(0.05, 0.5), thickness);
        let off = random.magnitude(-1.7, -0.3) + thickness;
        let angle = side + random.real(0.25, 0.75) * TAU;
        let at = beside(angle, random.real(-1.5, 1.5), off);
        let plate = Body::fixed(Hull::cuboid(sides).unwrap());
        world.insert(plate.with_material(material).at(at)).unwrap();
    }
    let speed = 64.0 * random.magnitude(-1.7, 0.3);
    let velocity = speed * (towards + random.vector(0.3));
    let spin = 64.0 * random.magnitude(-3.0, -0.3) * random.direction();
    let stick = Body::dynamic(Hull::cuboid(STICK).unwrap())
        .with_rest_gap(rest_gap)
        .with_material(material)
        .with_velocity(velocity, spin);
    world.insert(stick).unwrap();
    world
}

#[test]
fn bent_ways_stay_clear_of_what_the_old_ones_did() {
    let (mut cut, mut corrected) = (0, 0);
    let cases = seeded::cases(400);
    for case in 0..cases {
        let mut random = Seeded::of_case(seeded::seed(0xBE2D), case);
        let mut world = set_up(&mut random);
        let mut watch = Watch::new(&mut world);
        for _ in 0..6 {
            watch.step(&mut world);
            cut += u64::from(world.report().cuts > 1);
            corrected += u64::from(world.report().corrected > 0);
        }
        let violations = watch.violations;
        assert!(violations.is_empty(), "case {case}: {violations:?}");
    }
    println!("{cut} steps with several hits, {corrected} with corrected ends");
    let least = cases / 8;
    assert!(cut >= least && corrected >= least, "{cut} and {corrected}");
}

/// A stick whose edge runs into that of a bar, askew: its end is corrected sideways, by nearly as much as it goes. Beside it, further than contacts
/// are looked for, is a thin plate that its old way is clear of.
#[test]
fn corrected_ends_stay_clear_of_what_the_old_ones_did() {
    let mut corrected = 0;
    for case in 0..seeded::cases(400) {
        let random = &mut Seeded::of_case(seeded::seed(0xE2D5), case);
        let settings = Settings::default().with_gravity(DVec3::ZERO);
        let mut world = World::new(settings.with_sleeping(None)).unwrap();
        let smooth = Material::new(0.0, 0.0);
        let gap = 2e-3;
        // Away from the bar, and along it.
        let away = DVec3::new(0.0, 1.0, -1.0).normalize();
        let along = DVec3::new(random.real(-0.2, 0.2), 1.0, 1.0).normalize();
        let side = along.cross(away).normalize();
        let away = side.cross(along);
        let axes = DMat3::from_cols((side + away).normalize(), (away - side).normalize(), along);
        let half = 0.02;
        let edge = DVec3::new(0.0, -STICK.y, STICK.z) - random.real(0.5, 3.0) * gap * away;
        let middle = edge + random.real(-0.2, 0.2) * DVec3::X - half * SQRT_2 * away;
        let bar = Body::fixed(Hull::cuboid(DVec3::new(half, half, 1.0)).unwrap());
        let bar = bar.at(Placement::new(middle, DQuat::from_mat3(&axes).normalize()));
        world.insert(bar.with_material(smooth)).unwrap();
        let thickness = random.magnitude(-4.0, -2.7);
        let off = STICK.y + random.real(8.0, 26.0) * gap + thickness;
        let plate = Body::fixed(Hull::cuboid(DVec3::new(1.5, thickness, 0.5)).unwrap());
        let plate = plate.at(Placement::at(off * DVec3::Y));
        world.insert(plate.with_material(smooth)).unwrap();
        let stick = Body::dynamic(Hull::cuboid(STICK).unwrap())
            .with_rest_gap(gap)
            .with_material(smooth)
            .with_velocity(64.0 * random.real(25.0, 43.0) * gap * DVec3::Z, DVec3::ZERO);
        world.insert(stick).unwrap();
        let mut watch = Watch::new(&mut world);
        for _ in 0..3 {
            watch.step(&mut world);
            corrected += u64::from(world.report().corrected > 0);
        }
        let violations = watch.violations;
        assert!(violations.is_empty(), "case {case}: {violations:?}");
    }
    println!("{corrected} steps with corrected ends");
    assert!(corrected > 100, "{corrected}");
}
