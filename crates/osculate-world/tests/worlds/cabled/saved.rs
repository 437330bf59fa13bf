//! Worlds with cables that are saved and loaded go on with the same bits.

use super::{line, net, world};
use crate::json::through_json;
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_judge::seeded::cases;
use osculate_world::rods::{Cable, End, RodMaterial, RodSettings};
use osculate_world::{Body, CabledWorld, scenes};

/// Where everything is and how fast, to the last bit.
fn bits(cabled: &CabledWorld) -> Vec<u64> {
    let rods = cabled.rods();
    let mut all: Vec<DVec3> = rods.places().collect();
    for cable in 0..rods.len() {
        all.extend(rods.velocities(cable).unwrap());
        all.extend(rods.directors(cable).unwrap());
    }
    for body in cabled.world().handles() {
        all.push(cabled.world().placement(body).unwrap().position);
        all.extend(cabled.world().velocity(body).unwrap());
    }
    let numbers = all.into_iter().flat_map(|of| of.to_array());
    numbers.map(f64::to_bits).collect()
}

fn go_on_alike(name: &str, mut cabled: CabledWorld, before: u32, after: u32) {
    for _ in 0..before {
        cabled.step();
    }
    let saved = through_json(&cabled.save());
    let mut other = CabledWorld::load(&saved).unwrap();
    assert_eq!(bits(&cabled), bits(&other), "{name} is not what was saved");
    for step in 0..after {
        cabled.step();
        other.step();
        assert_eq!(bits(&cabled), bits(&other), "{name} after {step} steps");
        assert_eq!(cabled.report(), other.report());
    }
}

/// All built-in scenes; more steps of each with `OSCULATE_CASES`.
#[test]
fn scenes_go_on_with_the_same_bits() {
    let steps = 2 * cases(1) as u32;
    for scene in scenes::names() {
        let made = scenes::by_name(scene.name).expect("it is one of them");
        if !made.cables.is_empty() {
            go_on_alike(scene.name, made.cabled(), steps, steps);
        }
    }
}

/// While a ball is in a net and another body hangs on it, on a floor that carries it.
#[test]
fn what_touches_goes_on_with_the_same_bits() {
    let mut world = world(1.0 / 240.0);
    let floor = HalfSpace::new(DVec3::Z, -0.4).unwrap();
    world.insert(Body::fixed(floor)).unwrap();
    let ball = Body::dynamic(Hull::ball(0.2).unwrap()).with_mass(0.5);
    let ball = ball.at(Placement::at(DVec3::new(0.02, 0.01, 0.215)));
    let fast = DVec3::new(0.0, 0.0, -2.0);
    world.insert(ball.with_velocity(fast, DVec3::X)).unwrap();
    let weight = Body::dynamic(Hull::cuboid(DVec3::splat(0.05)).unwrap()).with_mass(0.2);
    let weight = weight.at(Placement::at(DVec3::new(0.8, 0.0, -0.349)));
    let weight = world.insert(weight).unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let cord = RodMaterial::rope(4e-3).with_stiffness(2000.0, 5e-6, 4e-6);
    net(&mut cabled, cord, [End::Free, End::Pinned]);
    let (from, to) = (DVec3::new(0.8, 0.0, -0.29), DVec3::new(0.8, 0.0, 0.0));
    let rope = Cable::new("rope", line(from, to, 8), cord).with_ends([End::Free, End::Pinned]);
    let rope = cabled.add(rope).unwrap();
    for point in [0, 1] {
        cabled.fasten(rope, point, weight).unwrap();
    }
    go_on_alike("net and weight", cabled, 5, 4);
}

#[cfg(feature = "serde")]
#[test]
fn what_is_damaged_is_refused() {
    let made = scenes::by_name("wrecking-ball").expect("it is one of them");
    let mut cabled = made.cabled();
    cabled.step();
    let whole = crate::json::value_of(&cabled.save());
    let changes: [(&str, &str, serde_json::Value); 14] = [
        ("/cables/rods/version", "another version", 7.into()),
        (
            "/cables/rods/parts/edges/3/ends/0",
            "an edge is not whole",
            999.into(),
        ),
        (
            "/cables/rods/parts/edges/3/rest",
            "an edge is not whole",
            (-1.0).into(),
        ),
        (
            "/cables/rods/parts/bends/0/edges/1",
            "an edge is not whole",
            999.into(),
        ),
        (
            "/cables/rods/parts/strands/0/points/2",
            "a cable is not whole",
            999.into(),
        ),
        (
            "/cables/rods/parts/strands/0/edges/end",
            "a cable is not whole",
            3.into(),
        ),
        (
            "/cables/rods/parts/particles/masses/0",
            "a particle is not whole",
            0.0.into(),
        ),
        (
            "/cables/rods/obstacles/bodies/0/triangles/0/0",
            "an obstacle",
            999_999.into(),
        ),
        // Where the body is not, and as if its corners went less far where it turns.
        (
            "/cables/rods/obstacles/vertices/0/0",
            "an obstacle",
            0.25.into(),
        ),
        (
            "/cables/rods/obstacles/bodies/0/reach",
            "an obstacle",
            1e-3.into(),
        ),
        (
            "/cables/rods/obstacles/fastenings/0/body",
            "an obstacle",
            99.into(),
        ),
        ("/cables/rods/settings/step", "the setting step", 0.0.into()),
        ("/cables/felt/0", "invalid type", "yes".into()),
        (
            "/cables/bodies/0/slot",
            "not where cables meet it",
            77.into(),
        ),
    ];
    for (path, why, value) in changes {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(path).expect(path) = value;
        let read: Result<osculate_world::SavedCabledWorld, _> = crate::json::read(&damaged);
        let error = match read {
            Ok(saved) => CabledWorld::load(&saved).err().expect(path).to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(why), "{path}: {error}");
    }
}
