//! Free rotation about the middle axis, and of what whirls.

use crate::{awake, ball, cuboid, put};
use osculate::glam::DVec3;
use osculate_judge::seeded::{self, Seeded};
use osculate_world::{Body, Settings};

const MOMENTS: DVec3 = DVec3::new(1.0, 2.0, 3.0);

/// The complete elliptic integral of the first kind, of the square of its modulus.
fn elliptic(square: f64) -> f64 {
    let (mut a, mut g) = (1.0, (1.0 - square).sqrt());
    for _ in 0..40 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    core::f64::consts::FRAC_PI_2 / a
}

/// How long it takes from flip to flip: Landau and Lifshitz, Mechanics, § 37.
fn flip_period(spin: DVec3) -> f64 {
    let momentum = (MOMENTS * spin).length_squared();
    let energy = spin.dot(MOMENTS * spin);
    // The largest moment first if the momentum circles about its axis, else the smallest.
    let (near, far) = if momentum > energy * MOMENTS.y {
        (MOMENTS.z, MOMENTS.x)
    } else {
        (MOMENTS.x, MOMENTS.z)
    };
    let product = MOMENTS.x * MOMENTS.y * MOMENTS.z;
    let fast = (near - MOMENTS.y) * (momentum - energy * far);
    let slow = (MOMENTS.y - far) * (energy * near - momentum);
    2.0 * elliptic(slow / fast) / (fast / product).sqrt()
}

/// Turning about the middle axis, 1 % off, for a minute: energy and angular momentum to 1e-6, the time from flip to flip to 1e-3.
#[test]
fn bodies_flip_about_their_middle_axis_in_time() {
    for spin in [DVec3::new(0.05, 5.0, 0.0), DVec3::new(0.0, 5.0, 0.05)] {
        let mut world = awake(Settings::default().with_gravity(DVec3::ZERO));
        let body = Body::dynamic(ball(0.5))
            .with_mass_properties(1.0, DVec3::ZERO, MOMENTS)
            .with_velocity(DVec3::ZERO, spin);
        let body = put(&mut world, body);
        let (energy, momentum) = (0.5 * spin.dot(MOMENTS * spin), MOMENTS * spin);
        let (mut before, mut flips, mut drift) = (spin, Vec::new(), [0.0_f64; 2]);
        for _ in 0..64 * 60 {
            let time = world.time();
            world.step();
            let rotation = world.placement(body).expect("it is there").rotation;
            let turning = world.velocity(body).expect("it is there")[1];
            let own = rotation.conjugate() * turning;
            let kept = rotation * (MOMENTS * own);
            drift[0] = drift[0].max((0.5 * own.dot(MOMENTS * own) / energy - 1.0).abs());
            drift[1] = drift[1].max((kept - momentum).length() / momentum.length());
            if (own.y < 0.0) != (before.y < 0.0) {
                flips.push(time + before.y / (before.y - own.y) / 64.0);
            }
            before = own;
        }
        let count = flips.len() - 1;
        let period = (flips[count] - flips[0]) / count as f64;
        let off = (period / flip_period(spin) - 1.0).abs();
        println!(
            "spin {spin}: energy {:e}, angular momentum {:e}, {count} periods of {period}, {off:e} off",
            drift[0], drift[1]
        );
        assert!(drift.iter().all(|drift| *drift < 1e-6), "{spin}: {drift:?}");
        assert!(
            count >= 5 && off < 1e-3,
            "{spin}: {count} flips, off by {off:e}"
        );
    }
}

/// A thin stick has two hundred times as much inertia across as along: if its axes and its momentum do not belong together, it may have two hundred
/// times the energy.
#[test]
fn whirling_sticks_keep_their_energy() {
    let mut range = [f64::INFINITY, 0.0];
    for case in 0..seeded::cases(20) {
        let random = &mut Seeded::of_case(seeded::seed(0x571C), case);
        let mut world = awake(Settings::default().with_gravity(DVec3::ZERO));
        let spin = random.magnitude(1.0, 5.0);
        let stick = Body::dynamic(cuboid(DVec3::new(1.0, 0.05, 0.05)));
        put(
            &mut world,
            stick.with_velocity(DVec3::ZERO, spin * random.direction()),
        );
        let energy = world.energy();
        for _ in 0..64 {
            world.step();
            let share = world.energy() / energy;
            range = [range[0].min(share), range[1].max(share)];
            assert!((0.8..1.25).contains(&share), "case {case}: {share}");
        }
    }
    println!("energies of whirling sticks: {range:?} of what they had");
}
