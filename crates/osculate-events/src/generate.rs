//! Seeded scenes.

mod places;

use crate::ball::Ball;
use crate::domain::Domain;
use crate::scene::{Scene, SceneError};
use crate::vector::Vector;
use std::f64::consts::TAU;

/// The generator splitmix64: the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Uniform in [0, 1).
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Normal, with variance 1.
    pub fn normal(&mut self) -> f64 {
        let length = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        length * libm::cos(TAU * self.share())
    }
}

/// `count` balls of radius 1 and mass 1 that fill `fraction` of a square or cubic domain, with normal velocities of variance 1
/// a component.
pub fn gas<const D: usize>(
    count: usize,
    fraction: f64,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Result<Scene<D>, SceneError> {
    let mut random = Random::new(seed);
    let side = root::<D>(count as f64 * unit_volume::<D>() / fraction);
    // On a lattice, each in the middle of its place and moved as far at random as it has room.
    let rows = libm::ceil(root::<D>(count as f64)) as usize;
    let pitch = side / rows as f64;
    let room = (0.5 * pitch - 1.0).max(0.0) * 0.999;
    let balls = (0..count)
        .map(|number| {
            let mut place = number;
            let position = std::array::from_fn(|_| {
                let step = place % rows;
                place /= rows;
                pitch * (step as f64 + 0.5) + random.between(-room, room)
            });
            let velocity = std::array::from_fn(|_| random.normal());
            Ball::new(position, velocity, 1.0)
        })
        .collect();
    Scene::new(balls, domain([0.0; D], [side; D]), Vec::new())
}

/// `count` balls of radii from 1 to `ratio`, as many between 1 and 2 as between 2 and 4, that fill `fraction` of a square
/// or cubic domain at random places. Mass goes with volume, 1 for a ball of radius 1, and velocities are normal with the same mean
/// energy for all, as in a gas that has come to rest: variance 1 / mass a component.
///
/// Places are drawn one after the other, so `fraction` must be moderate: some 0.5 in the plane, 0.35 in space. Beyond
/// that balls overlap, and the scene is refused.
pub fn mixed<const D: usize>(
    count: usize,
    ratio: f64,
    fraction: f64,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Result<Scene<D>, SceneError> {
    let mut random = Random::new(seed);
    let spread = libm::log(ratio);
    let radii: Vec<f64> = (0..count)
        .map(|_| libm::exp(random.between(0.0, spread)))
        .collect();
    let side = root::<D>(radii.iter().map(volume::<D>).sum::<f64>() / fraction);
    thermal(&radii, &domain([0.0; D], [side; D]), &mut random)
}

/// One ball of radius `ratio`, number 0, among `count` of radius 1 that fill `fraction` of what it leaves of a square or
/// cubic domain; masses, velocities and places as in [`mixed`].
pub fn one_among_many<const D: usize>(
    count: usize,
    ratio: f64,
    fraction: f64,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Result<Scene<D>, SceneError> {
    let mut radii = vec![1.0; count + 1];
    radii[0] = ratio;
    let side = root::<D>(volume::<D>(&ratio) + count as f64 * unit_volume::<D>() / fraction);
    let domain = domain([0.0; D], [side; D]);
    thermal(&radii, &domain, &mut Random::new(seed))
}

/// The density with which 1,024 discs of [`kaya`] have the thesis' 89,060 collisions in 5 seconds, bounces from walls
/// counted. It is fitted, since the thesis does not state it (docs/experiments.md).
pub const KAYA_DENSITY: f64 = 0.1275;

/// The scene of Kaya's thesis, which leaves open how large its discs are: `count` discs of mass 1 with radii uniform
/// between half of the largest and the largest, which is 1, that fill `density` of a square with walls at random places, and move
/// in all directions at speeds uniform up to one diagonal of the square a second.
pub fn kaya(count: usize, density: f64, seed: u64) -> Result<Scene<2>, SceneError> {
    let mut random = Random::new(seed);
    let radii: Vec<f64> = (0..count).map(|_| random.between(0.5, 1.0)).collect();
    let side = root::<2>(radii.iter().map(volume::<2>).sum::<f64>() / density);
    let domain = Domain::walls([0.0; 2], [side; 2]);
    let places = places::places(&radii, &domain, &mut random);
    let diagonal = side * std::f64::consts::SQRT_2;
    let balls = (places.into_iter().zip(&radii))
        .map(|(place, &radius)| {
            let speed = random.between(0.0, diagonal);
            let (sine, cosine) = libm::sincos(random.between(0.0, TAU));
            Ball::new(place, [speed * cosine, speed * sine], radius)
        })
        .collect();
    Scene::new(balls, domain, Vec::new())
}

/// Balls of `radii` at random places, with masses and velocities as in [`mixed`].
fn thermal<const D: usize>(
    radii: &[f64],
    domain: &Domain<D>,
    random: &mut Random,
) -> Result<Scene<D>, SceneError> {
    let places = places::places(radii, domain, random);
    let balls = (places.into_iter().zip(radii))
        .map(|(place, &radius)| {
            let mass = volume::<D>(&radius) / unit_volume::<D>();
            let speed = 1.0 / mass.sqrt();
            let velocity = std::array::from_fn(|_| speed * random.normal());
            Ball {
                mass,
                ..Ball::new(place, velocity, radius)
            }
        })
        .collect();
    Scene::new(balls, *domain, Vec::new())
}

/// The side of a square or cube of this volume.
fn root<const D: usize>(volume: f64) -> f64 {
    libm::pow(volume, 1.0 / D as f64)
}

fn volume<const D: usize>(radius: &f64) -> f64 {
    (0..D).fold(unit_volume::<D>(), |volume, _| volume * radius)
}

fn unit_volume<const D: usize>() -> f64 {
    if D == 2 { 0.5 * TAU } else { 2.0 / 3.0 * TAU }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Boundary;
    use crate::vector::{dot, minus};

    /// Of all pairs the least gap, walls too; and the share of the domain that is filled.
    fn gap_and_fill<const D: usize>(scene: &Scene<D>) -> (f64, f64) {
        let (balls, domain) = (scene.balls(), scene.domain());
        let mut least = f64::INFINITY;
        for (number, ball) in balls.iter().enumerate() {
            for other in &balls[..number] {
                let offset = domain.nearest(minus(&ball.position, &other.position));
                least = least.min(dot(&offset, &offset).sqrt() - ball.radius - other.radius);
            }
            for axis in 0..D {
                if domain.boundary[axis] == Boundary::Walls {
                    least = least.min(ball.position[axis] - ball.radius - domain.low[axis]);
                    least = least.min(domain.high[axis] - ball.radius - ball.position[axis]);
                }
            }
        }
        let filled: f64 = balls.iter().map(|ball| volume::<D>(&ball.radius)).sum();
        let all: f64 = (0..D).map(|axis| domain.side(axis)).product();
        (least, filled / all)
    }

    #[test]
    fn mixed_balls_are_apart_and_fill_what_was_asked() {
        let planes = [Domain::walls, Domain::periodic]
            .into_iter()
            .flat_map(|domain| {
                [1.0, 10.0, 1000.0].map(|ratio| mixed::<2>(900, ratio, 0.3, 7, domain))
            });
        for scene in planes {
            let (gap, fill) = gap_and_fill(&scene.expect("room"));
            assert!(gap > 0.0 && (fill - 0.3).abs() < 1e-12, "{gap} {fill}");
        }
        for domain in [Domain::walls, Domain::periodic] {
            for ratio in [1.0, 10.0] {
                let scene = mixed::<3>(2000, ratio, 0.3, 7, domain).expect("room");
                let (gap, fill) = gap_and_fill(&scene);
                assert!(gap > 0.0 && (fill - 0.3).abs() < 1e-12, "{gap} {fill}");
            }
        }
    }

    #[test]
    fn radii_spread_evenly_over_sizes_and_energy_over_bodies() {
        let scene = mixed::<2>(4000, 100.0, 0.3, 3, Domain::walls).expect("room");
        let small = |below: f64| {
            scene
                .balls()
                .iter()
                .filter(|ball| ball.radius < below)
                .count()
        };
        assert!((1850..2150).contains(&small(10.0)), "{}", small(10.0));
        assert_eq!((small(1.0), small(100.0)), (0, 4000));
        let energy = |ball: &Ball<2>| 0.5 * ball.mass * dot(&ball.velocity, &ball.velocity);
        for of_small in [true, false] {
            let those = || {
                scene
                    .balls()
                    .iter()
                    .filter(|ball| (ball.radius < 10.0) == of_small)
            };
            let mean = those().map(energy).sum::<f64>() / those().count() as f64;
            assert!((mean - 1.0).abs() < 0.1, "{mean}");
        }
    }

    #[test]
    fn one_large_ball_leaves_room_for_the_small() {
        let scene = one_among_many::<2>(1500, 30.0, 0.3, 5, Domain::walls).expect("room");
        let (gap, fill) = gap_and_fill(&scene);
        let area: f64 = scene.domain().side(0) * scene.domain().side(1);
        let small = 1500.0 * 0.5 * TAU;
        let large = 900.0 * 0.5 * TAU;
        assert!(gap > 0.0 && (fill * area - small - large).abs() < 1e-6 * area);
        assert!((small / (area - large) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_scene_of_kaya_is_as_the_thesis_says() {
        let scene = kaya(1024, 0.3, 1).expect("room");
        let (gap, fill) = gap_and_fill(&scene);
        assert!(gap > 0.0 && (fill - 0.3).abs() < 1e-12, "{gap} {fill}");
        let diagonal = scene.domain().side(0) * std::f64::consts::SQRT_2;
        let speeds = || {
            scene
                .balls()
                .iter()
                .map(|ball| dot(&ball.velocity, &ball.velocity).sqrt())
        };
        assert!(speeds().all(|speed| speed <= diagonal));
        let mean = speeds().sum::<f64>() / 1024.0;
        assert!((mean / diagonal - 0.5).abs() < 0.03, "{mean}");
        assert!(
            scene
                .balls()
                .iter()
                .all(|ball| (0.5..=1.0).contains(&ball.radius))
        );
        assert_eq!(scene, kaya(1024, 0.3, 1).expect("the same"));
    }
}
