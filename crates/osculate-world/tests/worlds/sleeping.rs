//! What wakes bodies that sleep.

use crate::scenes::{at, ball, die, floor, run};
use osculate::{Hull, Placement, glam::DVec3};
use osculate_world::{Body, BodyHandle, BodyKind, Filter, Material, Settings, World};

/// A shelf on legs of air, two dice on top of each other on it, and one beside them on the floor; all dice sleep.
struct Asleep {
    world: World,
    shelf: BodyHandle,
    dice: [BodyHandle; 3],
}

fn asleep() -> Asleep {
    let mut world = World::new(Settings::default()).unwrap();
    world.insert(Body::fixed(floor())).unwrap();
    let shelf = Hull::cuboid(DVec3::new(1.0, 1.0, 0.1)).unwrap();
    let shelf = Body::kinematic(shelf).at(at(0.0, 0.0, 2.0));
    let shelf = world.insert(shelf).unwrap();
    let dice = [(0.0, 2.603), (0.0, 3.607), (5.0, 0.503)];
    let dice = dice.map(|(x, z)| {
        world
            .insert(Body::dynamic(die()).at(at(x, 0.0, z)))
            .unwrap()
    });
    run(&mut world, 150);
    for die in dice {
        assert!(world.is_asleep(die).unwrap());
    }
    Asleep { world, shelf, dice }
}

impl Asleep {
    /// Which dice are awake after one more step.
    fn awake(&mut self) -> [bool; 3] {
        self.world.step();
        self.dice.map(|die| self.world.is_asleep(die) == Ok(false))
    }

    fn height(&self, die: usize) -> f64 {
        self.world.placement(self.dice[die]).unwrap().position.z
    }
}

#[test]
fn what_sleeps_stays() {
    let mut scene = asleep();
    let before = crate::scenes::bits(&scene.world);
    run(&mut scene.world, 30);
    assert_eq!(crate::scenes::bits(&scene.world)[2..], before[2..]);
    assert_eq!(
        scene.world.interpolated(scene.dice[0], 0.5),
        scene.world.placement(scene.dice[0])
    );
}

#[test]
fn a_support_that_is_removed_wakes_the_stack() {
    let mut scene = asleep();
    scene.world.remove(scene.shelf).unwrap();
    assert_eq!(scene.awake(), [true, true, false]);
    run(&mut scene.world, 100);
    assert!((scene.height(0) - 0.5).abs() < 0.01 && (scene.height(1) - 1.5).abs() < 0.02);
}

#[test]
fn a_support_that_is_changed_wakes_the_stack() {
    let ghost = Filter {
        groups: 0,
        meets: 0,
    };
    let away = Placement::at(DVec3::new(9.0, 9.0, 2.0));
    let small = Hull::cuboid(DVec3::new(0.05, 0.05, 0.1)).unwrap();
    type Change<'a> = dyn Fn(&mut World, BodyHandle) + 'a;
    let changes: [(&str, &Change); 7] = [
        ("teleport", &|world, shelf| {
            world.teleport(shelf, away).unwrap()
        }),
        ("sweep", &|world, shelf| {
            _ = world.sweep_to(shelf, at(0.0, 0.0, 1.5)).unwrap()
        }),
        ("shape", &|world, shelf| {
            world.set_shape(shelf, small.clone()).unwrap()
        }),
        ("kind", &|world, shelf| {
            world.set_kind(shelf, BodyKind::Dynamic).unwrap()
        }),
        ("filter", &|world, shelf| {
            world.set_filter(shelf, ghost).unwrap()
        }),
        ("material", &|world, shelf| {
            world.set_material(shelf, Material::new(0.0, 0.0)).unwrap()
        }),
        ("velocity", &|world, shelf| {
            world.set_velocity(shelf, -DVec3::Z, DVec3::ZERO).unwrap()
        }),
    ];
    for (name, change) in changes {
        let mut scene = asleep();
        change(&mut scene.world, scene.shelf);
        assert_eq!(scene.awake(), [true, true, false], "{name}");
    }
}

#[test]
fn gravity_wakes_all() {
    let mut scene = asleep();
    scene.world.set_gravity(DVec3::new(0.0, 0.0, 1.0)).unwrap();
    assert_eq!(scene.awake(), [true; 3]);
    run(&mut scene.world, 60);
    assert!(scene.height(2) > 0.6);
}

#[test]
fn pushes_wake() {
    type Push = dyn Fn(&mut World, BodyHandle);
    let pushes: [&Push; 6] = [
        &|world, die| world.wake(die).unwrap(),
        &|world, die| world.apply_force(die, DVec3::X, DVec3::ZERO).unwrap(),
        &|world, die| world.apply_torque(die, DVec3::X).unwrap(),
        &|world, die| world.apply_impulse(die, DVec3::X, DVec3::ZERO).unwrap(),
        &|world, die| world.set_velocity(die, DVec3::X, DVec3::ZERO).unwrap(),
        &|world, die| world.teleport(die, at(7.0, 0.0, 0.503)).unwrap(),
    ];
    for (number, push) in pushes.iter().enumerate() {
        let mut scene = asleep();
        push(&mut scene.world, scene.dice[2]);
        assert_eq!(scene.awake(), [false, false, true], "push {number}");
    }
}

#[test]
fn a_body_that_is_put_into_a_sleeping_one_wakes_it() {
    let mut scene = asleep();
    let inside = Body::dynamic(ball(0.3)).at(at(5.0, 0.0, 0.7));
    scene.world.insert(inside).unwrap();
    assert_eq!(scene.awake(), [false, false, true]);
    let mut scene = asleep();
    scene
        .world
        .teleport(scene.dice[1], at(5.3, 0.0, 0.9))
        .unwrap();
    assert!(scene.awake()[2]);
    // Beside it, it does not.
    let mut scene = asleep();
    let beside = Body::dynamic(ball(0.3)).at(at(5.0, 3.0, 0.7));
    scene.world.insert(beside).unwrap();
    assert_eq!(scene.awake(), [false; 3]);
}

/// A heavy ball runs into a light box that sleeps: whatever its speed, momentum is shared and not lost.
#[test]
fn what_runs_into_a_sleeper_keeps_the_momentum_of_both() {
    for speed in [0.1, 0.5, 3.5, 60.0] {
        let settings = Settings::default().with_gravity(DVec3::ZERO);
        let mut world = World::new(settings).unwrap();
        let sleeper = Body::dynamic(die()).with_mass(0.5);
        let sleeper = world.insert(sleeper.at(at(3.0, 0.0, 0.0))).unwrap();
        run(&mut world, 150);
        assert!(world.is_asleep(sleeper).unwrap());
        let runner = Body::dynamic(ball(0.5)).with_mass(5.0);
        let runner = runner.with_velocity(speed * DVec3::X, DVec3::ZERO);
        world.insert(runner).unwrap();
        let [before, _] = world.momentum();
        run(&mut world, (4.0 / speed * 64.0) as usize);
        let [after, _] = world.momentum();
        assert!(!world.is_asleep(sleeper).unwrap(), "at {speed}");
        assert!(world.placement(sleeper).unwrap().position.x > 3.1);
        let lost = (after - before).length() / before.length();
        assert!(lost < 1e-9, "{lost} of the momentum is lost at {speed}");
    }
}
