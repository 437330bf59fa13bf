//! The same bits from run to run, and from build to build.

use osculate_judge::seeded::cases;
use osculate_world::scenes;

/// FNV-1a over the bits of all placements and velocities.
fn hash(name: &str, steps: u64) -> u64 {
    let mut world = scenes::by_name(name).expect("it is there").world();
    for _ in 0..steps {
        world.step();
    }
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
        ("drop?bodies=30", 96, 0x3699_7921_b8cf_b8e5_u64),
        ("card-house", 32, 0xbefc_bcbc_e7d6_f41f),
        ("bullets", 32, 0x66b6_02a2_ae4a_3f8b),
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
