//! Two bodies under way, as the library has them and as the judge has them.

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../pieces/sampled/motions.rs"]
mod motions;

use crate::sides::Side;
use glam::{DMat3, DQuat, DVec3};
use motions::{Noisy, Own};
use osculate::{
    ConstantVelocity, Limits, Motion, Moving, Outcome, Placement, Shape, Span, Workspace,
    first_contact_with, motion::Screw, query::hulls::conservative_advancement,
};
use osculate_judge::hulls::bodies::Posed;
use osculate_judge::hulls::depth::depth;
use osculate_judge::hulls::motion::{Flight, Spinning, Turn};
use osculate_judge::seeded::Seeded;
use std::sync::Arc;

pub type AnyMotion = Arc<dyn Motion>;

/// A constant velocity, about the body's origin or about a point that does not move: then along its axis.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    pub flight: Flight,
    pub about: Option<DVec3>,
    /// Of the body's origin; the library is told by a motion of our own.
    pub acceleration: DVec3,
}

impl Path {
    pub fn at(position: DVec3) -> Path {
        Path {
            flight: Flight::at(position),
            about: None,
            acceleration: DVec3::ZERO,
        }
    }

    /// As the library has it.
    pub fn motion(&self) -> AnyMotion {
        let Flight {
            position,
            rotation,
            linear,
            angular,
        } = self.flight;
        let at = Placement::new(position, rotation);
        match self.about {
            None if self.acceleration != DVec3::ZERO => Arc::new(self.own()),
            None => Arc::new(ConstantVelocity::new(at, linear, angular).expect("a valid motion")),
            Some(point) => {
                let speed = angular.length();
                Arc::new(Screw::new(at, point, angular / speed, speed, 0.0).expect("a valid screw"))
            }
        }
    }

    /// With positions that are as coarse as they are far from the world's origin, and say so.
    fn own(&self) -> Own {
        let Flight {
            position,
            rotation,
            linear,
            angular,
        } = self.flight;
        Own {
            at: position,
            velocity: linear,
            acceleration: self.acceleration,
            rotation: DMat3::from_quat(rotation),
            axes: [angular.normalize_or(DVec3::Z), DVec3::Z],
            speeds: [angular.length(), 0.0],
            faster: 0.0,
            pivot: DVec3::ZERO,
            drift: DVec3::ZERO,
        }
    }

    /// Where a body's origin is at an instant, seen from a base, and how the body is turned.
    fn posed<'a>(&self, side: &'a Side, base: DVec3, t: f64) -> (Vec<Posed<'a>>, DVec3, Turn) {
        let turn = Spinning::new(&self.flight).at(t);
        let position = match self.about {
            None => {
                let bend = 0.5 * t * t * self.acceleration;
                (self.flight.position - base) + (t * self.flight.linear + bend)
            }
            Some(point) => {
                let still = Flight {
                    rotation: DQuat::IDENTITY,
                    ..self.flight
                };
                (point - base)
                    + Spinning::new(&still)
                        .at(t)
                        .apply(self.flight.position - point)
            }
        };
        let posed = side
            .bodies
            .iter()
            .map(|body| Posed::new(body, position, turn))
            .collect();
        (posed, position, turn)
    }

    /// All of it turned, made larger and moved.
    pub fn placed(self, turn: DQuat, scale: f64, shift: DVec3) -> Path {
        let Flight {
            position,
            rotation,
            linear,
            angular,
        } = self.flight;
        let point = |x: DVec3| shift + turn * (scale * x);
        Path {
            flight: Flight {
                position: point(position),
                rotation: (turn * rotation).normalize(),
                linear: turn * (scale * linear),
                angular: turn * angular,
            },
            about: self.about.map(point),
            acceleration: turn * (scale * self.acceleration),
        }
    }
}

/// A query, and what the judge knows of it.
pub struct Scene {
    pub sides: [Side; 2],
    pub paths: [Path; 2],
    pub told: [AnyMotion; 2],
    pub span: Span,
    pub limits: Limits,
    /// What the judge may be off by.
    pub slack: f64,
}

/// The depth of two pieces, without a clearance, between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct PairDepth {
    pub lower: f64,
    pub upper: f64,
}

impl Scene {
    pub fn new(sides: [Side; 2], paths: [Path; 2], limits: Limits) -> Scene {
        let told = [0, 1].map(|i| paths[i].motion());
        let mut scene = Scene {
            sides,
            paths,
            told,
            span: Span::UNIT,
            limits,
            slack: 0.0,
        };
        scene.slack = scene.rounding();
        scene
    }

    /// 64 units of the lengths at hand: some ten roundings each.
    fn rounding(&self) -> f64 {
        let ends = [self.span.start(), self.span.end()];
        let far = |i: usize| {
            let Path {
                flight,
                about,
                acceleration,
            } = self.paths[i];
            let base = self.paths[1].flight.position;
            let lever = about.map_or(0.0, |point| {
                (point - base).length() + (flight.position - point).length()
            });
            let time = ends[0].abs().max(ends[1].abs());
            let turned = 1.0 + 0.125 * time * flight.angular.length();
            (flight.position - base).length()
                + time * (flight.linear.length() + time * acceleration.length())
                + (self.sides[i].reach + lever) * turned
        };
        let round = if self.sides.iter().any(|side| side.round) {
            1e-9
        } else {
            0.0
        };
        (64.0 * f64::EPSILON + round) * (far(0) + far(1))
    }

    /// With errors that are stated, and made.
    pub fn noisy(mut self, rng: &mut Seeded, noise: f64) -> Scene {
        let size = self.sides[0].reach + self.sides[1].reach;
        for told in &mut self.told {
            *told = Arc::new(Noisy {
                inner: told.clone(),
                turn: noise,
                shift: noise * size,
                seed: rng.bits(),
            });
        }
        self
    }

    /// The bodies in the other order.
    pub fn exchanged(self) -> Scene {
        let ([a, b], [p, q], [s, t]) = (self.sides, self.paths, self.told);
        Scene {
            sides: [b, a],
            paths: [q, p],
            told: [t, s],
            ..self
        }
    }

    pub fn moving(&self) -> [Moving<'_, Shape>; 2] {
        [0, 1].map(|i| Moving::new(&self.sides[i].shape, &*self.told[i]))
    }

    /// The answers of all methods for the two shapes.
    pub fn ask(
        &self,
        span: Span,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Vec<(&'static str, Outcome)> {
        let [a, b] = self.moving();
        let mut outcomes = vec![(
            "first_contact",
            first_contact_with(a, b, span, limits, workspace),
        )];
        if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
            let (a, b) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
            let outcome = conservative_advancement(a, b, span, limits, workspace);
            outcomes.push(("conservative_advancement", outcome));
        }
        if let (Shape::Mesh(x), Shape::Mesh(y)) = (a.shape, b.shape) {
            for (name, method) in &crate::methods::METHODS[1..] {
                let (a, b) = (Moving::new(&**x, a.motion), Moving::new(&**y, b.motion));
                outcomes.push((name, method(a, b, span, limits, workspace)));
            }
        }
        outcomes
    }

    /// The depths of all pairs of pieces at an instant. Of those that balls show to be apart by more than the `near`, only that.
    pub fn depths(&self, t: f64, near: f64) -> Vec<PairDepth> {
        let base = self.paths[1].flight.position;
        let [(a, place_a, turn_a), (b, place_b, turn_b)] =
            [0, 1].map(|i| self.paths[i].posed(&self.sides[i], base, t));
        let mut depths = Vec::new();
        for (plane, place, turn, others, side) in [
            (self.sides[1].plane, place_b, &turn_b, &a, 0),
            (self.sides[0].plane, place_a, &turn_a, &b, 1),
        ] {
            let Some((normal, offset)) = plane else {
                continue;
            };
            let n = turn.apply(normal);
            for (posed, body) in others.iter().zip(&self.sides[side].bodies) {
                let deep = offset - n.dot(posed.furthest(-n) - place) + body.margin;
                depths.push(PairDepth {
                    lower: deep,
                    upper: deep,
                });
            }
        }
        let centres = |i: usize, place: DVec3, turn: &Turn| -> Vec<(DVec3, f64)> {
            let balls = self.sides[i].balls.iter();
            balls
                .map(|&(centre, radius)| (place + turn.apply(centre), radius))
                .collect()
        };
        let balls = [centres(0, place_a, &turn_a), centres(1, place_b, &turn_b)];
        for (i, (p, body)) in a.iter().zip(&self.sides[0].bodies).enumerate() {
            for (j, (q, other)) in b.iter().zip(&self.sides[1].bodies).enumerate() {
                let margins = body.margin + other.margin;
                let ((centre_a, radius_a), (centre_b, radius_b)) = (balls[0][i], balls[1][j]);
                let balls = (centre_a - centre_b).length() - radius_a - radius_b;
                if balls > near {
                    depths.push(PairDepth {
                        lower: f64::NEG_INFINITY,
                        upper: -balls,
                    });
                    continue;
                }
                let found = depth(p, q, 0.1 * self.slack);
                depths.push(PairDepth {
                    lower: found.lower + margins,
                    upper: found.upper + margins,
                });
            }
        }
        depths
    }

    /// What is further apart than another pair is of no interest.
    fn near(&self) -> f64 {
        f64::INFINITY
    }

    /// How far the bodies are apart, between two bounds; depths are negative.
    pub fn separation(&self, t: f64) -> (f64, f64) {
        let depths = self.depths(t, self.near());
        let fold =
            |of: fn(&PairDepth) -> f64| depths.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (-fold(|pair| pair.upper), -fold(|pair| pair.lower))
    }

    /// Instants from `from` to the end: soon after, and evenly.
    pub fn instants(&self, from: f64) -> Vec<f64> {
        let end = self.span.end();
        let soon = (1..=32_u32).map(|power| 1.0 / (1_u64 << power) as f64);
        let shares = soon.chain((1..=12).map(|i| f64::from(i) / 12.0));
        let mut instants: Vec<f64> = shares
            .map(|share| (from + (end - from) * share).min(end))
            .collect();
        instants.push(from);
        instants.sort_by(f64::total_cmp);
        instants
    }
}
