//! Worlds that are saved and loaded go on with the same bits.

use crate::json::through_json;
use crate::scenes::{at, ball, bits, die, run, stack};
use osculate::{Compound, HalfSpace, Hull, Placement, Shape, glam::DVec3};
use osculate_judge::seeded::Seeded;
use osculate_world::{Body, LockedAxes, Material, Settings, World};
use std::sync::Arc;

fn shape(random: &mut Seeded) -> Shape {
    let mut size = || random.real(0.2, 0.5);
    let [x, y, z] = [size(), size(), size()];
    let half = DVec3::new(x, y, z);
    let hull = match random.below(8) {
        0 => Hull::ball(x),
        1 => Hull::cuboid(half),
        2 => Hull::capsule(x, y),
        3 => Hull::cylinder(x, y),
        4 => Hull::cone(x, y),
        5 => Hull::ellipsoid(half),
        6 => Hull::cuboid(0.5 * half).and_then(|hull| hull.rounded(0.1)),
        _ => {
            let corners: Vec<DVec3> = (0..12).map(|_| 0.5 * random.direction()).collect();
            Hull::polytope(&corners)
        }
    };
    let hull = hull.unwrap();
    if random.once_in(3) {
        let placed = Hull::cuboid(half).unwrap();
        let placed = placed
            .placed(0.4 * random.direction(), random.rotation())
            .unwrap();
        return Shape::from(Compound::new(vec![hull, placed]).unwrap());
    }
    Shape::from(hull)
}

/// A slope, a wall, a sweeper, a sensor, and bodies of all shapes that fall on a heap.
fn heap(seed: u64) -> World {
    let mut random = Seeded::new(seed);
    let mut world = World::new(Settings::default()).unwrap();
    let slope = HalfSpace::new(DVec3::new(0.1, 0.2, 3.0), 0.0).unwrap();
    world.insert(Body::fixed(slope).named("slope")).unwrap();
    let wall = Body::fixed(Hull::cuboid(DVec3::new(0.1, 3.0, 3.0)).unwrap());
    world.insert(wall.at(at(-1.5, 0.0, 1.0))).unwrap();
    let arm = Body::kinematic(Hull::cuboid(DVec3::new(1.0, 0.1, 0.2)).unwrap());
    let arm = arm
        .at(at(0.5, 0.0, 0.4))
        .with_velocity(DVec3::ZERO, 0.5 * DVec3::Z);
    world.insert(arm).unwrap();
    let gate = Body::fixed(ball(0.7)).as_sensor();
    world.insert(gate.at(at(0.0, 0.0, 1.0))).unwrap();
    let shared = Arc::new(Shape::from(die()));
    for number in 0..12 {
        let kind = osculate_world::BodyKind::Dynamic;
        let body = match random.once_in(3) {
            true => Body::sharing(kind, shared.clone()),
            false => Body::dynamic(shape(&mut random)),
        };
        let place = DVec3::new(
            random.real(-0.7, 0.9),
            random.real(-0.8, 0.8),
            1.5 + 0.8 * number as f64,
        );
        let body = body
            .at(Placement::new(place, random.rotation()))
            .with_velocity(random.vector(1.0), random.vector(3.0))
            .with_material(Material::new(random.real(0.0, 1.0), random.real(0.0, 0.5)))
            .with_damping(0.0, random.real(0.0, 0.1));
        let locked = LockedAxes {
            linear: [false; 3],
            angular: [random.once_in(4), false, false],
        };
        world.insert(body.with_locked_axes(locked)).unwrap();
    }
    world
}

#[test]
fn a_world_that_is_loaded_goes_on_with_the_same_bits() {
    for seed in 0..2 {
        let mut world = heap(seed);
        for (number, before) in [3, 37, 60].into_iter().enumerate() {
            run(&mut world, before);
            // In the middle of changes, too.
            let handles: Vec<_> = world.handles().collect();
            if number > 0 {
                world.remove(handles[5 + number]).unwrap();
                world
                    .apply_impulse(handles[9], DVec3::Z, DVec3::ZERO)
                    .unwrap();
            }
            if number == 2 {
                world
                    .insert(Body::dynamic(die()).at(at(0.0, 0.0, 6.0)))
                    .unwrap();
                world.remove(handles[11]).unwrap();
            }
            let seen = bits(&world);
            let saved = world.save();
            assert_eq!(bits(&world), seen);
            let again = through_json(&saved);
            assert_eq!(again, saved);
            let mut other = World::load(&again).unwrap();
            assert_eq!(bits(&other), seen);
            for step in 0..200 {
                assert_eq!(
                    world.step(),
                    other.step(),
                    "seed {seed}, save {number}, step {step}"
                );
                assert_eq!(
                    bits(&world),
                    bits(&other),
                    "seed {seed}, save {number}, step {step}"
                );
                assert_eq!(world.events(), other.events());
            }
            let both = [&mut world, &mut other].map(|world| {
                let body = Body::dynamic(ball(0.2)).at(at(0.0, 0.5, 7.0));
                world.insert(body).unwrap()
            });
            assert_eq!(both[0], both[1]);
        }
    }
}

#[test]
fn saving_twice_saves_the_same() {
    let mut world = heap(9);
    run(&mut world, 50);
    let saved = world.save();
    assert_eq!(world.save(), saved);
    let mut other = World::load(&saved).unwrap();
    assert_eq!(other.save(), saved);
    assert_eq!(other.find("slope"), world.find("slope"));
}

#[test]
fn a_world_that_forgets_goes_on() {
    let (mut world, dice) = stack(3);
    run(&mut world, 60);
    let before = world.placement(dice[3]).unwrap().position;
    for _ in 0..30 {
        world.forget();
        world.step();
    }
    let after = world.placement(dice[3]).unwrap().position;
    assert!((after - before).length() < 1e-3, "{before} {after}");
    assert!(world.events().is_empty());
}

/// What is changed in a saved world, and what is said of it then.
#[cfg(feature = "serde")]
fn damages() -> Vec<(&'static str, serde_json::Value, &'static str)> {
    use serde_json::json;
    let skewed = json!([1.0, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    vec![
        (
            "/version",
            json!(7),
            "the saved world is damaged: its version is 7, not 1",
        ),
        ("/settings/step", json!(0.0), "the setting step must be"),
        (
            "/bodies/1/linear",
            json!([1e30, 0.0, 0.0]),
            "die: the velocity must be finite",
        ),
        ("/bodies/1/shape", json!(9), "body 1 has no shape"),
        (
            "/bodies/1/name",
            json!("floor"),
            "the name of body 1 is there twice",
        ),
        ("/bodies/1/handle/slot", json!(0), "body 0 is there twice"),
        (
            "/bodies/1/handle/generation",
            json!(5),
            "is not in this world",
        ),
        (
            "/bodies/1/placement/0",
            json!([0.0, 0.0, 9.0]),
            "body 1 is not in its box",
        ),
        // Near enough to a rotation for a body that is put somewhere, where it is divided by its length.
        (
            "/bodies/1/placement/1",
            json!([0.0, 0.0, 0.0, 1.0 + 5e-7]),
            "the rotation of body 1 is none",
        ),
        ("/bodies/1/room", json!(9.0), "body 1 is not in its box"),
        (
            "/bodies/1/filter/groups",
            json!(3),
            "body 1 is not in its box",
        ),
        (
            "/bodies/1/shape",
            json!(0),
            "die: a half-space cannot be dynamic",
        ),
        (
            "/bodies",
            json!([]),
            "its bodies are not those of its broad phase",
        ),
        ("/pairs", json!([]), "its pairs are not those of its boxes"),
        (
            "/pairs/0/clusters/0/count",
            json!(5),
            "the contacts of body 0 and body 1",
        ),
        ("/tree/unused", json!([1]), "slot 1 of the saved tree"),
        ("/tree/unused", json!([]), "slot 2 of the saved tree"),
        ("/tree/unused", json!([2, 2]), "slot 2 of the saved tree"),
        ("/shapes/1/Hull/margin", json!(-1.0), "margin"),
        (
            "/shapes/1/Hull/axes",
            skewed,
            "the axes must be those of a rotation",
        ),
        (
            "/shapes/0/HalfSpace/normal",
            json!([0.0, 0.0, 2.0]),
            "unit length",
        ),
    ]
}

#[cfg(feature = "serde")]
#[test]
fn damaged_worlds_are_refused() {
    let mut world = World::new(Settings::default()).unwrap();
    let floor = Body::fixed(crate::scenes::floor()).named("floor");
    world.insert(floor).unwrap();
    let turn = osculate::glam::DQuat::from_rotation_x(0.5);
    let turned = die().placed(DVec3::ZERO, turn).unwrap();
    let turned = Body::dynamic(turned).named("die").at(at(0.0, 0.0, 0.8));
    world.insert(turned).unwrap();
    let gone = world.insert(Body::dynamic(ball(0.1))).unwrap();
    world.remove(gone).unwrap();
    run(&mut world, 30);
    let whole = crate::json::value_of(&world.save());
    for (path, value, sentence) in damages() {
        let mut text = whole.clone();
        *text
            .pointer_mut(path)
            .unwrap_or_else(|| panic!("{path} in {whole}")) = value;
        let saved: osculate_world::SavedWorld = crate::json::read(&text).unwrap();
        let told = World::load(&saved).expect_err(path).to_string();
        assert!(told.contains(sentence), "{path}: {told}");
    }
}
