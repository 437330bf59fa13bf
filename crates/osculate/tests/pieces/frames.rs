//! Pairs of bodies of all kinds under motions of all kinds, frame after frame, and claims about them held against samples.

use crate::sampled::{Aim, AnyMotion, Side, place, sampled, slack, some_motion, some_side, told};
use glam::DVec3;
use osculate::query::small_motions::Apart;
use osculate::{Motion, Moving, Shape, Span};
use osculate_judge::hulls::bodies::Posed;
use osculate_judge::seeded::Seeded;

/// Frames a pair.
const FRAMES: u64 = 12;

/// A pair on its way, and the frames of it that are asked about.
pub struct Case {
    pub sides: [Side; 2],
    pub motions: [AnyMotion; 2],
    pub told: [AnyMotion; 2],
    pub frames: Vec<Span>,
    pub clearance: f64,
    pub slack: f64,
}

impl Case {
    pub fn new(seed: u64, case: u64) -> Option<Case> {
        let rng = &mut Seeded::of_kind(seed, 23, case);
        let size = if rng.once_in(7) {
            rng.magnitude(-40.0, 40.0)
        } else {
            1.0
        };
        let ratio = rng.magnitude(-1.0, 1.0);
        let sides = [some_side(rng, size), some_side(rng, size * ratio)];
        if sides.iter().all(|side| side.plane.is_some()) {
            return None;
        }
        let (start, time) = rng.one_of(&[(0.0, 1.0), (0.0, 1.0), (-5.0, 12.0), (1e6, 1e-3)]);
        let far = if rng.once_in(6) { 1e8 * size } else { 0.0 };
        let apart = rng.real(0.3, 1.3) * (sides[0].ball.1 + sides[1].ball.1);
        let target = far * rng.direction();
        let (when, speed) = (start + time * rng.real(0.1, 1.2), rng.magnitude(-3.0, 1.0));
        let targets = [target, target + apart * rng.direction()];
        let still = rng.once_in(5);
        let motions = [0, 1].map(|i| {
            let aim = Aim {
                size: size * ratio.max(1.0),
                target: targets[i],
                middle: sides[i].ball.0,
                when,
                speed,
                time,
                still,
            };
            some_motion(rng, &aim)
        });
        let told = told(rng, &motions, size, case);
        let step = time * rng.magnitude(-4.0, -0.3);
        let mut at = start + time * rng.unit();
        let frames = (0..FRAMES)
            .map(|_| {
                // A teleport now and then, backwards too.
                at = if rng.once_in(6) {
                    start + time * rng.unit()
                } else {
                    at + step
                };
                Span::new(at, at + step).unwrap()
            })
            .collect();
        let clearance = if rng.once_in(3) {
            size * rng.magnitude(-6.0, -1.0)
        } else {
            0.0
        };
        let slack = slack(&sides, &motions, [start, start + 3.0 * time]);
        Some(Case {
            sides,
            motions,
            told,
            frames,
            clearance,
            slack,
        })
    }

    pub fn moving(&self, body: usize) -> Moving<'_, Shape> {
        Moving::new(&self.sides[body].shape, &*self.told[body])
    }

    /// Holds a claim against samples: at the ends, in the middle, anywhere.
    pub fn check(&self, apart: &Apart, span: Span, rng: &mut Seeded, name: &str) {
        let (start, end) = (span.start(), span.end());
        let mut instants = vec![start, end, 0.5 * start + 0.5 * end];
        instants.extend([(); 3].map(|()| (start + (end - start) * rng.unit()).clamp(start, end)));
        assert!(apart.separation >= self.clearance, "{name}: {apart:?}");
        for (i, &first) in instants.iter().enumerate() {
            for (j, &second) in instants.iter().enumerate() {
                if i != j && !apart.holds_for_any_stop_times {
                    continue;
                }
                let times = [first, second];
                let sides = [&self.sides[0], &self.sides[1]];
                let (_, upper) = sampled(sides, &self.motions, times, 0.1 * self.slack);
                assert!(
                    upper >= apart.separation - self.slack,
                    "{name}: {apart:?} in {span:?}, but {upper:e} at {times:?}, slack {:e}",
                    self.slack
                );
                if apart.normal != DVec3::ZERO {
                    self.check_normal(apart, times, name);
                }
            }
        }
    }

    /// Along the direction that is named, too.
    fn check_normal(&self, apart: &Apart, times: [f64; 2], name: &str) {
        let n = apart.normal;
        assert!((n.length() - 1.0).abs() < 1e-14, "{name}: {apart:?}");
        let base = self.motions[1].path().anchor;
        let places = [0, 1].map(|i| place(&self.motions[i], times[i], base));
        let extreme = |side: usize, n: DVec3| {
            let (turn, at) = places[side];
            let along = self.sides[side]
                .bodies
                .iter()
                .map(|body| n.dot(Posed::new(body, at, turn).furthest(n)) + body.margin);
            along.fold(f64::NEG_INFINITY, f64::max)
        };
        // A half-space goes as far as its plane along its normal, and for ever otherwise.
        let most = |side: usize, n: DVec3| match self.sides[side].plane {
            Some((normal, offset)) => {
                n.dot(places[side].1) + n.dot(places[side].0.apply(normal)) * offset
            }
            None => extreme(side, n),
        };
        let gap = -most(0, -n) - most(1, n);
        // The sum of what is apart, with the slack of a normal that is off by its rounding.
        assert!(
            gap >= apart.separation - 4.0 * self.slack,
            "{name}: {apart:?}, but {gap:e} along it at {times:?}"
        );
    }
}
