//! Where the invariant begins: bodies that are put where they touch or overlap, far away, or under others.

use crate::watch::Watch;
use crate::{awake, fastest, position};
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_judge::hulls::bodies::{Body as Piece, Posed};
use osculate_judge::hulls::depth::depth;
use osculate_judge::hulls::motion::turn_of;
use osculate_world::{Body, BodyHandle, Settings, Sleeping, World};

fn world(settings: Settings) -> World {
    let mut world = World::new(settings).expect("settings are valid");
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("normals have a length");
    world.insert(Body::fixed(floor)).expect("a floor is valid");
    world
}

fn die(half: f64, at: DVec3) -> Body {
    let shape = Hull::cuboid(DVec3::splat(half)).expect("boxes have sides");
    Body::dynamic(shape).at(Placement::at(at))
}

/// Boxes on each other at `from`, which is on the floor.
fn stack(world: &mut World, count: u32, from: DVec3) -> Vec<BodyHandle> {
    let apart = 0.7 * 0.0046 * 0.75_f64.sqrt();
    let boxes = (0..count).map(|k| {
        let height = 0.5 + apart + f64::from(k) * (1.0 + apart);
        world
            .insert(die(0.5, from + height * DVec3::Z))
            .expect("boxes are valid")
    });
    boxes.collect()
}

fn run(watch: &mut Watch, world: &mut World, steps: u32) {
    for _ in 0..steps {
        watch.step(world);
    }
    assert!(watch.violations.is_empty(), "{:?}", watch.violations);
}

/// The piston stops before it crushes what it pushes, says how far it is behind, and stays behind.
#[test]
fn a_piston_that_presses_against_a_wall_stops() {
    let mut world = awake("piston").world();
    let mut watch = Watch::new(&mut world);
    run(&mut watch, &mut world, 64 * 8);
    println!(
        "piston: behind by {}, least separation {:e}",
        world.report().behind,
        watch.least
    );
    assert!(world.report().behind > 0.1, "{}", world.report().behind);
    let before = crate::positions(&world);
    run(&mut watch, &mut world, 64);
    let crept = crate::largest_change(&before, &crate::positions(&world));
    assert!(crept < 1e-2, "creeps by {crept}");
}

/// A box that touches the floor exactly is lifted to its rest gap, and is never deeper than it began.
#[test]
fn a_box_at_exactly_its_half_height_is_lifted() {
    let mut world = world(Settings::default().with_sleeping(None));
    let body = world
        .insert(die(0.5, 0.5 * DVec3::Z))
        .expect("boxes are valid");
    let mut lowest = f64::INFINITY;
    for _ in 0..128 {
        world.step();
        lowest = lowest.min(position(&world, body).z);
    }
    let gap = position(&world, body).z - 0.5;
    println!(
        "exactly on the floor: lowest {:e}, rests at {gap:e}",
        lowest - 0.5
    );
    assert!(lowest >= 0.5 - 1e-12, "sinks to {lowest}");
    assert!(gap > 1e-4 && gap < 0.0046, "rests at {gap}");
    assert_eq!(world.report().overlapping, 0);
    // From here on it is judged as any other.
    let mut watch = Watch::new(&mut world);
    run(&mut watch, &mut world, 64);
}

/// All pairs with the body that overlap now, which the judge is not asked for.
fn excuse(watch: &mut Watch, world: &World, body: BodyHandle) {
    let others = world.handles().filter(|other| *other != body);
    watch.unasked.extend(others.map(|other| [body, other]));
}

/// How deep two boxes of these half sides are in each other, by the judge.
fn depth_of(world: &World, boxes: [(BodyHandle, f64); 2]) -> f64 {
    let pieces = boxes.map(|(_, half)| Piece::cuboid(half, half, half));
    let posed = [0, 1].map(|k| {
        let at = world.placement(boxes[k].0).expect("it is there");
        Posed::new(&pieces[k], at.position, turn_of(at.rotation))
    });
    depth(&posed[0], &posed[1], 1e-12).upper
}

/// Both come apart, and are on the way never deeper in each other than at the start; after that they are judged as all others.
fn parts(watch: &mut Watch, world: &mut World, boxes: [(BodyHandle, f64); 2], steps: u32) {
    let mut fast = 0.0_f64;
    let (first, mut deepest) = (depth_of(world, boxes), f64::NEG_INFINITY);
    assert!(first > 0.0, "they are apart from the start");
    for _ in 0..steps {
        watch.step(world);
        deepest = deepest.max(depth_of(world, boxes));
        fast = fast.max(fastest(world));
    }
    assert!(watch.violations.is_empty(), "{:?}", watch.violations);
    assert!(deepest <= first + 1e-9, "{first} deep, then {deepest}");
    assert_eq!(world.report().overlapping, 0, "still in each other");
    println!(
        "parted; fastest ever {fast}, least separation of all others {:e}",
        watch.least
    );
    assert!(fast < 20.0, "thrown at {fast}");
    watch.unasked.clear();
    run(watch, world, 64);
}

/// A box that is put into the middle of another one of a stack gets out, and nothing is thrown or pushed into anything else.
#[test]
fn a_spawn_inside_a_stack_gets_out() {
    let mut world = world(Settings::default().with_sleeping(None));
    let boxes = stack(&mut world, 5, DVec3::ZERO);
    let mut watch = Watch::new(&mut world);
    run(&mut watch, &mut world, 32);
    let place = position(&world, boxes[2]) + DVec3::new(0.3, 0.1, 0.05);
    let spawned = world.insert(die(0.2, place)).expect("boxes are valid");
    watch.look_again(&world);
    excuse(&mut watch, &world, spawned);
    let boxes = [(spawned, 0.2), (boxes[2], 0.5)];
    parts(&mut watch, &mut world, boxes, 64 * 5);
}

/// A body that is put into a pile from elsewhere gets out of it.
#[test]
fn a_teleport_into_a_pile_gets_out() {
    let mut world = world(Settings::default().with_sleeping(None));
    let mut pile = Vec::new();
    for k in 0..3 {
        pile.extend(stack(&mut world, 2, 1.01 * f64::from(k) * DVec3::X));
    }
    let alone = world
        .insert(die(0.4, DVec3::new(0.0, 5.0, 0.41)))
        .expect("boxes are valid");
    let mut watch = Watch::new(&mut world);
    run(&mut watch, &mut world, 32);
    let place = position(&world, pile[2]) + DVec3::new(0.1, -0.2, 0.3);
    world
        .teleport(alone, Placement::at(place))
        .expect("it is there");
    excuse(&mut watch, &world, alone);
    let boxes = [(alone, 0.4), (pile[2], 0.5)];
    parts(&mut watch, &mut world, boxes, 64 * 5);
}

/// A stack a million sizes from the origin stands as one at the origin does.
#[test]
fn far_from_the_origin_stacks_stand_too() {
    let mut heights = Vec::new();
    for far in [0.0, 1e6] {
        let mut world = world(Settings::default().with_sleeping(None));
        let boxes = stack(&mut world, 5, DVec3::new(far, -far, 0.0));
        let mut watch = Watch::new(&mut world);
        let mut stalls = 0;
        for _ in 0..64 * 4 {
            watch.step(&mut world);
            stalls += world.report().stalls;
        }
        assert!(watch.violations.is_empty(), "{far}: {:?}", watch.violations);
        assert_eq!(stalls, 0, "{far}");
        assert!(fastest(&world) < 1e-5, "{far}: {}", fastest(&world));
        heights.push(
            boxes
                .iter()
                .map(|body| position(&world, *body).z)
                .sum::<f64>(),
        );
    }
    assert!((heights[0] - heights[1]).abs() < 1e-5, "{heights:?}");
}

/// A stack that sleeps falls when the lowest box is taken from under it, moved away, or removed.
#[test]
fn a_sleeping_stack_wakes_when_its_lowest_box_goes() {
    for remove in [false, true] {
        let mut world = world(Settings::default().with_sleeping(Some(Sleeping::default())));
        let boxes = stack(&mut world, 4, DVec3::ZERO);
        let mut watch = Watch::new(&mut world);
        run(&mut watch, &mut world, 64 * 4);
        assert_eq!(world.report().asleep, 4, "the stack does not sleep");
        let before = position(&world, boxes[1]).z;
        if remove {
            world.remove(boxes[0]).expect("it is there");
            watch.look_again(&world);
        } else {
            let aside = Placement::at(DVec3::new(5.0, 0.0, 0.51));
            world.teleport(boxes[0], aside).expect("it is there");
        }
        run(&mut watch, &mut world, 64 * 2);
        let fallen = before - position(&world, boxes[1]).z;
        assert!((fallen - 1.0).abs() < 0.01, "fell by {fallen}");
    }
}
