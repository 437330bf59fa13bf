//! The same bits from run to run, from build to build, and from a copy.

use crate::{awake, put};
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_judge::seeded::{Seeded, cases};
use osculate_world::{Body, Material, Settings, World, scenes};

/// That of a scene after its steps.
fn hash(name: &str, steps: u64) -> u64 {
    let mut world = scenes::by_name(name).expect("it is there").world();
    for _ in 0..steps {
        world.step();
    }
    hash_of(&world)
}

/// FNV-1a over the bits of all placements and velocities.
fn hash_of(world: &World) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |number: f64| {
        for byte in number.to_bits().to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for body in world.handles() {
        let at = world.placement(body).expect("it is there");
        at.position.to_array().into_iter().for_each(&mut take);
        at.rotation.to_array().into_iter().for_each(&mut take);
        for velocity in world.velocity(body).expect("it is there") {
            velocity.to_array().into_iter().for_each(&mut take);
        }
    }
    hash
}

/// The hash of a scene after its steps is that which stands here, whatever the build. A change of the step changes it.
#[test]
fn worlds_repeat_their_bits() {
    let known = [
        ("drop?bodies=30", 96, 0xe449_473d_cb15_3bc2_u64),
        ("card-house", 32, 0xc4c4_ba22_34fc_2e81),
        ("bullets", 32, 0x64be_a4ce_94b1_0cdb),
    ];
    let found = known.map(|(name, steps, _)| (name, steps, hash(name, steps)));
    assert_eq!(
        found.map(|(name, steps, _)| hash(name, steps)),
        found.map(|found| found.2)
    );
    let expected = known.map(|known| known.2);
    assert_eq!(found.map(|found| found.2), expected, "found {found:#x?}");
    // More of it, from run to run alone.
    let steps = 64 * (cases(1) - 1).min(20);
    assert_eq!(
        hash("drop?bodies=200", steps),
        hash("drop?bodies=200", steps)
    );
}

/// A copy has no memory of pairs that ended, and must not need any: bodies that are shot at each other meet others within their steps.
#[test]
fn a_copy_goes_on_with_the_same_bits() {
    for seed in 0..cases(12) {
        let random = &mut Seeded::of_kind(seed, 3, 1);
        let mut world = awake(Settings::default());
        let floor = HalfSpace::new(DVec3::Z, 0.0).expect("it is one");
        put(&mut world, Body::fixed(floor));
        let middle = 3.0 * DVec3::Z;
        for _ in 0..30 {
            let half = DVec3::new(random.real(0.05, 0.4), random.real(0.02, 0.3), 0.15);
            let hull = match random.below(3) {
                0 => Hull::ball(half.x),
                1 => Hull::cuboid(half),
                _ => Hull::cylinder(half.x, half.y),
            };
            let at = middle + DVec3::Z + random.vector(3.0);
            let body = Body::dynamic(hull.expect("it has sides"))
                .at(Placement::new(at, random.rotation()))
                .with_velocity((middle - at) * random.real(5.0, 60.0), random.vector(40.0))
                .with_material(Material::new(0.3, 0.0));
            put(&mut world, body);
        }
        let bodies: Vec<_> = world.handles().skip(1).collect();
        for step in 0..60 {
            // Back to the middle, now and then.
            for &body in bodies.iter().filter(|_| step % 15 == 7) {
                let at = world.placement(body).expect("it is there").position;
                let back = 40.0 * (DVec3::Z - at);
                let spin = random.vector(60.0);
                world.set_velocity(body, back, spin).expect("it may move");
            }
            let mut copy = world.clone();
            let reports = [&mut world, &mut copy].map(|world| format!("{:?}", world.step()));
            assert_eq!(reports[0], reports[1], "seed {seed}, step {step}");
            assert_eq!(hash_of(&world), hash_of(&copy), "seed {seed}, step {step}");
        }
    }
}
