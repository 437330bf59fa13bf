//! Events of contacts and sensors.

use crate::scenes::{at, ball, die, floor, run, stack, weightless};
use osculate::{Hull, glam::DVec3};
use osculate_world::{Body, BodyHandle, ContactEvent, Settings, World};

/// What began (true) and ended in the last step, without hits.
fn changes(world: &World) -> Vec<(bool, [BodyHandle; 2])> {
    let events = world.events().iter();
    let changes = events.filter_map(|event| match *event {
        ContactEvent::Started { bodies } => Some((true, bodies)),
        ContactEvent::Stopped { bodies } => Some((false, bodies)),
        _ => None,
    });
    changes.collect()
}

#[test]
fn a_contact_starts_once_and_stops_once() {
    let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
    let floor = world.insert(Body::fixed(floor())).unwrap();
    let die = world
        .insert(Body::dynamic(die()).at(at(0.0, 0.0, 1.0)))
        .unwrap();
    let mut seen = Vec::new();
    for _ in 0..100 {
        world.step();
        seen.extend(changes(&world));
    }
    assert_eq!(seen, [(true, [floor, die])]);
    world
        .set_velocity(die, DVec3::new(0.0, 0.0, 3.0), DVec3::ZERO)
        .unwrap();
    seen.clear();
    for _ in 0..10 {
        world.step();
        seen.extend(changes(&world));
    }
    assert_eq!(seen, [(false, [floor, die])]);
}

#[test]
fn the_contacts_of_a_removed_body_stop() {
    let (mut world, dice) = stack(3);
    run(&mut world, 60);
    world.remove(dice[2]).unwrap();
    // Another body in its slot is another body.
    world
        .insert(Body::dynamic(ball(0.1)).at(at(9.0, 0.0, 9.0)))
        .unwrap();
    world.step();
    let stopped = changes(&world);
    assert_eq!(
        stopped[..2],
        [(false, [dice[1], dice[2]]), (false, [dice[2], dice[3]])]
    );
    world.step();
    assert!(changes(&world).is_empty());
}

#[test]
fn a_teleport_stops_contacts() {
    let (mut world, dice) = stack(2);
    run(&mut world, 60);
    world.teleport(dice[2], at(0.0, 0.0, 9.0)).unwrap();
    world.step();
    assert_eq!(changes(&world), [(false, [dice[1], dice[2]])]);
}

#[test]
fn a_sensor_tells_and_does_not_push() {
    let mut world = weightless();
    let gate = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let gate = world.insert(Body::fixed(gate).as_sensor()).unwrap();
    let bullet = Body::dynamic(ball(0.1)).at(at(-3.0, 0.0, 0.0));
    let bullet = bullet.with_velocity(DVec3::new(2.0, 0.0, 0.0), DVec3::ZERO);
    let bullet = world.insert(bullet).unwrap();
    let mut seen = Vec::new();
    while world.time() < 3.0 {
        world.step();
        let x = world.placement(bullet).unwrap().position.x;
        for change in changes(&world) {
            seen.push((change, x));
        }
    }
    // In steps of 1/32, it overlaps from -0.6 to 0.6.
    let [((true, _), x), ((false, bodies), y)] = seen[..] else {
        panic!("{seen:?}");
    };
    assert_eq!(bodies, [gate, bullet]);
    assert!((-0.6..-0.6 + 1.0 / 32.0).contains(&x), "{x}");
    assert!((0.6..0.6 + 1.0 / 32.0).contains(&y), "{y}");
    assert_eq!(
        world.velocity(bullet).unwrap()[0],
        DVec3::new(2.0, 0.0, 0.0)
    );
}

#[test]
fn what_a_sensor_notices() {
    let mut world = weightless();
    let sensor = |x| Body::fixed(ball(1.0)).as_sensor().at(at(x, 0.0, 0.0));
    let [one, two] = [0.0, 0.5].map(|x| world.insert(sensor(x)).unwrap());
    world.insert(Body::fixed(ball(1.0))).unwrap();
    let lift = world.insert(Body::kinematic(ball(1.0))).unwrap();
    world.step();
    // Neither what stands nor each other.
    assert_eq!(changes(&world), [(true, [one, lift]), (true, [two, lift])]);
    world.step();
    assert!(changes(&world).is_empty());
    world.teleport(one, at(50.0, 0.0, 0.0)).unwrap();
    world.step();
    assert_eq!(changes(&world), [(false, [one, lift])]);
    world.teleport(one, at(1.0, 0.0, 0.0)).unwrap();
    world.step();
    assert_eq!(changes(&world), [(true, [one, lift])]);
    world.remove(two).unwrap();
    world.step();
    assert_eq!(changes(&world), [(false, [two, lift])]);
}

#[test]
fn a_sensor_that_moves_notices_what_stands() {
    let mut world = weightless();
    let wall = world.insert(Body::fixed(die())).unwrap();
    let probe = Body::kinematic(ball(0.1))
        .as_sensor()
        .at(at(-1.0, 0.0, 0.0));
    let probe = probe.with_velocity(DVec3::new(4.0, 0.0, 0.0), DVec3::ZERO);
    let probe = world.insert(probe).unwrap();
    let mut seen = Vec::new();
    for _ in 0..32 {
        world.step();
        seen.extend(changes(&world));
    }
    assert_eq!(seen, [(true, [wall, probe]), (false, [wall, probe])]);
    assert!((world.placement(probe).unwrap().position.x - 1.0).abs() < 1e-9);
}
