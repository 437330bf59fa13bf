//! What a memory of two bodies must not be taken for.

use glam::{DMat3, DVec3};
use osculate::motion::{Pose, Rates};
use osculate::query::small_motions::{
    PairMemory, Stretch, apart_at_any_stops, apart_together, measure,
};
use osculate::{HalfSpace, Hull, Motion, Moving, Placement, Resting, Shape, Span, Workspace};

/// Falls through a depth and comes back to where it was, in this time.
struct Dipping {
    depth: f64,
    time: f64,
}

impl Dipping {
    fn acceleration(&self) -> f64 {
        8.0 * self.depth / self.time / self.time
    }
}

impl Motion for Dipping {
    fn pose(&self, t: f64) -> Pose {
        let share = t / self.time;
        let below = 4.0 * self.depth * share * (1.0 - share);
        let low = Pose::new(DMat3::IDENTITY, -below * DVec3::Z);
        low.with_errors(0.0, 1e-15 * self.depth)
    }

    fn rates(&self, span: Span) -> Rates {
        let speed = 4.0 * self.depth / self.time * (1.0 - 2.0 * span.start() / self.time);
        Rates::new(-speed * DVec3::Z, DVec3::ZERO)
            .with_errors(1e-14 * speed.abs(), 0.0)
            .with_accelerations(1.001 * self.acceleration(), 0.0)
    }
}

/// What strays far from the chord of its way does so however short the time: the square of that may underflow.
#[test]
fn a_short_time_is_no_reason_to_believe_in_straight_ways() {
    let size = 1e-60;
    let ball = Shape::from(Hull::ball(size).unwrap());
    let below = Resting::at(Placement::at(-3.0 * size * DVec3::Z)).unwrap();
    for time in [1.0, 1e-10, 1e-100, 1e-154, 1e-162, 1e-170, 1e-180] {
        let dipping = Dipping {
            depth: 2.0 * size,
            time,
        };
        let span = Span::new(0.0, time).unwrap();
        let (a, b) = (Moving::new(&ball, &dipping), Moving::new(&ball, &below));
        let stretches = [Stretch::new(a, span), Stretch::new(b, span)];
        let mut memory = PairMemory::new();
        memory.suggest(DVec3::Z);
        let told = [
            apart_at_any_stops(&stretches[0], &stretches[1], 0.0, &mut memory.clone()),
            apart_together(&stretches[0], &stretches[1], 0.0, &mut memory),
        ];
        assert_eq!(told, [None; 2], "in {time}");
    }
}

/// Stands still, but may be turned by a little.
struct Loose(f64);

impl Motion for Loose {
    fn pose(&self, _: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, DVec3::ZERO).with_errors(self.0, 0.0)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }
}

/// Two half-spaces that face each other are apart if they are exactly parallel; the least tilt makes them meet.
#[test]
fn parallel_half_spaces_are_not_apart_for_long() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let ceiling = Shape::from(HalfSpace::new(-DVec3::Z, -1.0).unwrap());
    let (exact, loose) = (Loose(0.0), Loose(1e-15));
    let mut memory = PairMemory::new();
    let (a, b) = (Moving::new(&ceiling, &exact), Moving::new(&floor, &exact));
    assert!(measure(a, b, 0.0, &mut memory, &mut Workspace::new()) > 0.999);
    let stretches = [Moving::new(&ceiling, &loose), b].map(|body| Stretch::new(body, Span::UNIT));
    let told = apart_at_any_stops(&stretches[0], &stretches[1], 0.0, &mut memory);
    assert_eq!(told, None);
}
