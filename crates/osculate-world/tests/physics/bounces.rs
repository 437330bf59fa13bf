//! Bounces under gravity.

use crate::{at, awake, ball, floor, linear, position, put};
use osculate::glam::DVec3;
use osculate_world::{Body, Material, Settings};

/// A ball dropped from height h with a restitution of e rises to h·e²ⁿ after n bounces, to 1 %, as long as that is more than 100
/// rest gaps.
#[test]
fn bounces_reach_the_heights_that_restitution_says() {
    let (radius, start, restitution) = (0.1, 20.0, 0.8);
    let gravity = 9.81;
    let mut world = awake(Settings::default().with_bounce_speed(0.0));
    let material = Material::new(0.0, restitution);
    put(&mut world, floor(DVec3::Z, material));
    let height = DVec3::Z * (radius + start);
    let body = Body::dynamic(ball(radius))
        .with_material(material)
        .at(at(height));
    let body = put(&mut world, body);
    let (mut bounce, mut rising, mut worst) = (0, false, 0.0_f64);
    let mut expected = start;
    for _ in 0..64 * 30 {
        world.step();
        let speed = linear(&world, body).z;
        if rising && speed <= 0.0 {
            // The top of the parabola that it is on.
            let apex = position(&world, body).z - radius + speed * speed / (2.0 * gravity);
            let off = (apex / expected - 1.0).abs();
            worst = worst.max(off);
            assert!(off < 0.01, "bounce {bounce}: {apex} instead of {expected}");
        }
        if !rising && speed > 0.0 {
            bounce += 1;
            expected *= restitution * restitution;
            if expected < 100.0 * 0.0046 * radius {
                break;
            }
        }
        rising = speed > 0.0;
    }
    println!("{bounce} bounces, {:.3} % off at most", 100.0 * worst);
    assert_eq!(
        bounce, 14,
        "so many are above 100 rest gaps, and one is not"
    );
}
