//! Bodies in slots that leave less room than their rest gaps ask for, or less than their clearances.

use crate::watch::Watch;
use crate::{angular, awake, cuboid, linear, position, put};
use osculate::Placement;
use osculate::glam::{DQuat, DVec3};
use osculate_judge::seeded::{self, Seeded};
use osculate_world::{Body, BodyHandle, Material, Settings, World};

const REST_GAP: f64 = 0.005;
const STEPS: u32 = 16;

/// A box between two plates without friction, this far from both.
struct Slot {
    world: World,
    box_: BodyHandle,
    lid: BodyHandle,
    /// The direction from one plate to the other, and one along both.
    up: DVec3,
    along: DVec3,
}

fn slot(room: f64, half: DVec3, turned: DQuat, gravity: DVec3) -> Slot {
    let slick = Material::new(0.0, 0.0);
    let mut world = awake(Settings::default().with_gravity(gravity));
    let mut plate = |side: f64| {
        let at = turned * (side * (half.z + room + 0.5) * DVec3::Z);
        let plate = Body::fixed(cuboid(DVec3::new(20.0, 20.0, 0.5))).with_material(slick);
        put(&mut world, plate.at(Placement::new(at, turned)))
    };
    let (_, lid) = (plate(-1.0), plate(1.0));
    let body = Body::dynamic(cuboid(half)).with_material(slick);
    let body = body.with_rest_gap(REST_GAP);
    let box_ = put(&mut world, body.at(Placement::new(DVec3::ZERO, turned)));
    let (up, along) = (turned * DVec3::Z, turned * DVec3::X);
    Slot {
        world,
        box_,
        lid,
        up,
        along,
    }
}

/// However narrow a slot is, a box slides in it as far as it goes freely, is not turned, and nothing is stopped for ever.
#[test]
fn boxes_slide_in_slots_that_are_too_narrow_for_their_gaps() {
    let (mut cuts, mut sticking, mut least) = (0, 0, f64::INFINITY);
    let cases = seeded::cases(300);
    for case in 0..cases {
        let mut random = Seeded::of_case(seeded::seed(1), case);
        let half = DVec3::new(
            random.real(0.1, 0.5),
            random.real(0.1, 0.5),
            random.real(0.1, 0.5),
        );
        // Below 0.1 they begin closer than their clearance, below 1 closer than they rest.
        let room = REST_GAP * random.magnitude(-3.0, 0.2);
        let speed = random.magnitude(-2.0, 0.5);
        let Slot {
            mut world,
            box_,
            up,
            along,
            ..
        } = slot(room, half, random.rotation(), DVec3::ZERO);
        // Nowhere near the middle, and turned in its plane.
        let off = random.real(-0.95, 0.95) * room;
        let rotation = world.placement(box_).expect("it is there").rotation;
        let yaw = DQuat::from_rotation_z(random.real(-3.0, 3.0));
        world
            .teleport(box_, Placement::new(off * up, rotation * yaw))
            .expect("it is there");
        world
            .set_velocity(box_, speed * along, DVec3::ZERO)
            .expect("it is there");
        let mut watch = Watch::new(&mut world);
        let (mut lost, mut stalls) = (0.0, 0);
        for _ in 0..STEPS {
            watch.step(&mut world);
            let report = world.report();
            lost += report.time_lost;
            (cuts, sticking, stalls) = (
                cuts + report.cuts,
                sticking + report.sticking,
                stalls + report.stalls,
            );
        }
        let of = format!("case {case}: room {room:e}, {speed} m/s");
        assert!(watch.violations.is_empty(), "{of}: {:?}", watch.violations);
        least = least.min(watch.least / room);
        let gone = position(&world, box_).dot(along) / (speed * f64::from(STEPS) / 64.0);
        assert!((gone - 1.0).abs() < 1e-3, "{of}: {gone} of its way");
        assert!(
            (linear(&world, box_).dot(along) / speed - 1.0).abs() < 1e-3,
            "{of}"
        );
        let aside = position(&world, box_).dot(up).abs();
        assert!(aside < room, "{of}: {aside} aside");
        let turns = angular(&world, box_).length() * half.length();
        assert!(turns < 1e-2 * speed + 1e-3, "{of}: turns at {turns}");
        assert!(
            lost == 0.0 && stalls == 0,
            "{of}: {lost} s lost, {stalls} stalls"
        );
    }
    println!(
        "{cases} slots: {cuts} cuts, {sticking} times stuck, least separation {least:.3} of the room"
    );
    assert!(
        u64::from(cuts) < 4 * cases,
        "{cuts} cuts: it hits in every step"
    );
}

/// Gravity presses it onto the lower plate; without the upper one it is lifted to its rest gap.
#[test]
fn a_box_that_its_slot_no_longer_holds_rests_as_others_do() {
    let half = DVec3::new(0.3, 0.2, 0.1);
    for room in [0.02, 0.08, 0.3] {
        let Slot {
            mut world,
            box_,
            lid,
            ..
        } = slot(room * REST_GAP, half, DQuat::IDENTITY, -9.81 * DVec3::Z);
        for _ in 0..64 {
            world.step();
        }
        world.remove(lid).expect("it is there");
        for _ in 0..64 * 4 {
            world.step();
        }
        let below = position(&world, box_).z + room * REST_GAP;
        println!(
            "room {room} of the rest gap: rests {:.3} of it above the plate",
            below / REST_GAP
        );
        assert!(below > 0.5 * REST_GAP && below < 1.1 * REST_GAP, "{below}");
        assert!(world.report().stalls == 0 && linear(&world, box_).z.abs() < 1e-6);
    }
}

/// A world that is saved in the middle of it goes on with the same bits.
#[test]
fn slots_are_saved() {
    let half = DVec3::new(0.3, 0.2, 0.1);
    let Slot {
        mut world,
        box_,
        along,
        ..
    } = slot(0.05 * REST_GAP, half, DQuat::IDENTITY, DVec3::ZERO);
    world
        .set_velocity(box_, along, DVec3::ZERO)
        .expect("it is there");
    for _ in 0..3 {
        world.step();
    }
    world.forget();
    let mut again = World::load(&world.save()).expect("it was saved");
    for _ in 0..STEPS {
        world.step();
        again.step();
        assert_eq!(world.placement(box_).ok(), again.placement(box_).ok());
    }
}

/// A sensor above a box is in nobody's way: the box rests as high as without.
#[test]
fn sensors_make_no_slots() {
    let mut world = awake(Settings::default());
    let plate = |z: f64| {
        let plate = Body::fixed(cuboid(DVec3::new(20.0, 20.0, 0.5)));
        plate.at(Placement::at(z * DVec3::Z))
    };
    put(&mut world, plate(-0.5));
    put(&mut world, plate(0.5 + 0.2 + 1.1 * REST_GAP).as_sensor());
    let half = DVec3::new(0.3, 0.2, 0.1);
    let body = Body::dynamic(cuboid(half)).with_rest_gap(REST_GAP);
    let place = Placement::at((half.z + 0.2 * REST_GAP) * DVec3::Z);
    let body = put(&mut world, body.at(place));
    for _ in 0..64 * 4 {
        world.step();
    }
    let gap = position(&world, body).z - half.z;
    assert!(gap > 0.6 * REST_GAP, "rests {gap} above the plate");
}

/// Plates that are short, or not parallel, boxes that spin, bounce, rub and are pressed: none goes through a plate or gains speed by being squeezed.
#[test]
fn whatever_is_in_a_slot_stays_between_its_plates() {
    let cases = seeded::cases(200);
    let mut fastest = 0.0_f64;
    for case in 0..cases {
        let mut random = Seeded::of_case(seeded::seed(7), case);
        let half = DVec3::from_array([0, 1, 2].map(|_| random.real(0.1, 0.5)));
        let room = REST_GAP * random.magnitude(-4.0, 0.2);
        let friction = random.one_of(&[0.0, 0.1, 0.6]);
        let material = Material::new(friction, random.one_of(&[0.0, 0.5]));
        let gravity = random.one_of(&[DVec3::ZERO, -9.81 * DVec3::Z, 9.81 * DVec3::X]);
        let mut world = awake(Settings::default().with_gravity(gravity));
        let wedge = random.one_of(&[0.0, 0.0, 1e-4, 1e-3, 0.01, 0.05]);
        let wide = random.one_of(&[20.0, 0.6]);
        for side in [-1.0, 1.0] {
            let at = side * (half.z + room + 0.5 + wedge * half.length()) * DVec3::Z;
            let tilt = DQuat::from_rotation_y(side * wedge * 0.5);
            let plate = Body::fixed(cuboid(DVec3::new(wide, 20.0, 0.5)));
            let plate = plate.at(Placement::new(at, tilt));
            put(&mut world, plate.with_material(material));
        }
        let (speed, spin) = (
            random.magnitude(-2.0, 1.5),
            random.one_of(&[0.0, 1.0, 30.0]),
        );
        let off = random.real(-0.9, 0.9) * room * DVec3::Z;
        let body = Body::dynamic(cuboid(half)).with_material(material);
        let body = body.with_rest_gap(REST_GAP);
        let body = body.at(Placement::new(
            off,
            DQuat::from_rotation_z(random.real(-3.0, 3.0)),
        ));
        let body = body.with_velocity(speed * random.direction(), spin * random.direction());
        let body = put(&mut world, body);
        let mut watch = Watch::new(&mut world);
        for _ in 0..48 {
            watch.step(&mut world);
        }
        assert!(
            watch.violations.is_empty(),
            "{case}: {:?}",
            watch.violations
        );
        let most = speed + spin * half.length() + gravity.length() * 48.0 / 64.0;
        fastest = fastest.max(linear(&world, body).length() / most);
    }
    println!("{cases} slots: at most {fastest:.4} of the speed that they could have");
    assert!(fastest < 1.01, "{fastest}");
}
