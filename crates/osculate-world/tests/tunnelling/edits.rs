//! What was proven of pairs is kept from step to step: whatever is done to bodies by hand in between, nothing passes through anything.

use crate::watch::Watch;
use osculate::glam::{DQuat, DVec3};
use osculate::{HalfSpace, Hull, Placement, Shape};
use osculate_world::{Body, BodyHandle, BodyKind, Material, Settings, Sleeping, World};

/// Numbers from 0 to 1, the same for a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()) * 2.0 - 1.0
    }

    fn shape(&mut self) -> Shape {
        let size = 0.1 + 0.3 * self.next();
        match (4.0 * self.next()) as u32 {
            0 => Hull::ball(size).unwrap().into(),
            1 => Hull::cuboid(size * DVec3::new(1.0, 0.6, 0.1))
                .unwrap()
                .into(),
            2 => Hull::capsule(0.7 * size, 0.3 * size).unwrap().into(),
            _ => Hull::cuboid(DVec3::splat(0.5 * size)).unwrap().into(),
        }
    }

    /// Slow as a rule, so that proofs last; now and then fast.
    fn velocity(&mut self) -> DVec3 {
        let speed = [1e-3, 0.1, 3.0, 30.0][(4.0 * self.next()) as usize];
        speed * self.vector()
    }

    fn place(&mut self) -> Placement {
        let v = self.vector();
        let turn = DQuat::from_xyzw(v.x, v.y, v.z, 0.1 + self.next()).normalize();
        Placement::new(
            self.vector() * DVec3::new(1.2, 1.2, 1.0) + 1.5 * DVec3::Z,
            turn,
        )
    }
}

/// A place that is far enough from all bodies but this one, if one is found.
fn free(world: &World, random: &mut Random, but: Option<BodyHandle>) -> Option<Placement> {
    (0..20).map(|_| random.place()).find(|place| {
        world
            .handles()
            .filter(|body| Some(*body) != but)
            .all(|body| {
                let other = world.placement(body).unwrap().position;
                matches!(world.shape(body).unwrap(), Shape::HalfSpace(_))
                    || other.distance(place.position) > 0.85
            })
            && place.position.z > 0.5
    })
}

/// Leads a kinematic body to the middle: what is not dynamic keeps no distance from walls.
fn lead_inward(world: &mut World, body: BodyHandle, spin: DVec3) {
    if world.kind(body).unwrap() == BodyKind::Kinematic {
        let inward = 1.4 * DVec3::Z - world.placement(body).unwrap().position;
        world.set_velocity(body, 0.2 * inward, spin).unwrap();
    }
}

fn edit(world: &mut World, random: &mut Random) -> bool {
    let bodies: Vec<BodyHandle> = world
        .handles()
        .filter(|body| !matches!(world.shape(*body).unwrap(), Shape::HalfSpace(_)))
        .collect();
    let body = bodies[(random.next() * bodies.len() as f64) as usize % bodies.len()];
    let mut renewed = false;
    let driven = world.kind(body).unwrap() == BodyKind::Kinematic;
    let what = (8.0 * random.next()) as u32;
    match what {
        0..3 if driven => {}
        0 | 1 => world
            .set_velocity(body, random.velocity(), 2.0 * random.vector())
            .unwrap(),
        2 => {
            world.sweep_to(body, random.place()).unwrap();
        }
        3 => {
            if let Some(place) = free(world, random, Some(body)) {
                world.teleport(body, place).unwrap();
                lead_inward(world, body, DVec3::ZERO);
            }
        }
        4 => {
            if let Some(place) = free(world, random, Some(body)) {
                world.teleport(body, place).unwrap();
                world.set_shape(body, random.shape()).unwrap();
                lead_inward(world, body, DVec3::ZERO);
                renewed = true;
            }
        }
        5 => {
            if let Some(place) = free(world, random, None) {
                world.remove(body).unwrap();
                world
                    .insert(Body::dynamic(random.shape()).at(place))
                    .unwrap();
                renewed = true;
            }
        }
        6 => {
            let is_kinematic =
                |body: &BodyHandle| world.kind(*body).unwrap() == BodyKind::Kinematic;
            let none = !bodies.iter().any(is_kinematic);
            let kind = if none {
                BodyKind::Kinematic
            } else {
                BodyKind::Dynamic
            };
            world.set_kind(body, kind).unwrap();
            if none {
                lead_inward(world, body, 0.1 * random.vector());
            }
        }
        _ => {
            *world = World::load(&world.save()).unwrap();
            world.keep_moves(true);
        }
    }
    renewed
}

#[test]
fn what_is_done_by_hand_between_steps_leads_nothing_through_anything() {
    let cases = std::env::var("OSCULATE_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(10);
    let (mut travels, mut stalls) = (0, 0);
    for case in 0..cases {
        let mut random = Random(case + 2000);
        let mut sleeping = Sleeping::default();
        (sleeping.slower_than, sleeping.after) = (0.5, 0.05);
        let settings = Settings::default().with_sleeping((case % 3 > 0).then_some(sleeping));
        let gravity = if case % 2 == 0 {
            DVec3::ZERO
        } else {
            -9.81 * DVec3::Z
        };
        let mut world = World::new(settings.with_gravity(gravity)).unwrap();
        for normal in [
            DVec3::Z,
            DVec3::X,
            -DVec3::X,
            DVec3::Y,
            -DVec3::Y,
            -DVec3::Z,
        ] {
            let offset = if normal == DVec3::Z { 0.0 } else { -3.0 };
            world
                .insert(Body::fixed(HalfSpace::new(normal, offset).unwrap()))
                .unwrap();
        }
        let mut bouncy = Material::default();
        bouncy.restitution = if case % 4 == 0 { 1.0 } else { 0.0 };
        for _ in 0..9 {
            if let Some(place) = free(&world, &mut random, None) {
                let body = Body::dynamic(random.shape())
                    .at(place)
                    .with_material(bouncy);
                world
                    .insert(body.with_velocity(random.velocity(), 2.0 * random.vector()))
                    .unwrap();
            }
        }
        let mut watch = Watch::new(&mut world);
        for step in 0..150 {
            if random.next() < 0.3 && edit(&mut world, &mut random) {
                watch.look_again(&world);
            }
            watch.step(&mut world);
            let saved = world.clone().save();
            World::load(&saved).expect("what was saved can be loaded");
            travels += world.report().proofs[0];
            stalls = stalls.max(world.report().longest_stall);
            assert_eq!(
                watch.violations,
                Vec::<String>::new(),
                "case {case}, step {step}"
            );
        }
    }
    assert!(travels > 100, "something was proven by travel: {travels}");
    assert!(stalls < 20, "nothing stands for long: {stalls}");
}
