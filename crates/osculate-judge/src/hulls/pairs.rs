//! Seeded pairs of bodies.

use super::bodies::Body;
use super::motion::{Flight, Spinning};
use super::walk::{Moved, Pair};
use crate::seeded::Seeded;
use glam::DVec3;

/// The kinds of bodies, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A ball.
    Ball,
    /// A capsule.
    Capsule,
    /// A box.
    Cuboid,
    /// A cylinder.
    Cylinder,
    /// A cone.
    Cone,
    /// An ellipsoid.
    Ellipsoid,
    /// The convex hull of some points.
    Polytope,
    /// A box with a margin.
    RoundedCuboid,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] = [
        Kind::Ball,
        Kind::Capsule,
        Kind::Cuboid,
        Kind::Cylinder,
        Kind::Cone,
        Kind::Ellipsoid,
        Kind::Polytope,
        Kind::RoundedCuboid,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Ball => "ball",
            Kind::Capsule => "capsule",
            Kind::Cuboid => "box",
            Kind::Cylinder => "cylinder",
            Kind::Cone => "cone",
            Kind::Ellipsoid => "ellipsoid",
            Kind::Polytope => "polytope",
            Kind::RoundedCuboid => "rounded box",
        }
    }

    /// A body of about unit size, its origin inside.
    pub fn body(self, rng: &mut Seeded) -> Body {
        match self {
            Kind::Ball => Body::ball(rng.real(0.2, 0.8)),
            Kind::Capsule => Body::capsule(rng.real(0.2, 0.8), rng.real(0.05, 0.4)),
            Kind::Cuboid => {
                let [x, y, z] = [(); 3].map(|()| rng.real(0.1, 0.7));
                Body::cuboid(x, y, z)
            }
            Kind::Cylinder => Body::cylinder(rng.real(0.1, 0.6), rng.real(0.1, 0.8)),
            Kind::Cone => Body::cone(rng.real(0.1, 0.7), rng.real(0.1, 0.7)),
            Kind::Ellipsoid => {
                let [x, y, z] = [(); 3].map(|()| rng.real(0.1, 0.8));
                Body::ellipsoid(x, y, z)
            }
            Kind::Polytope => {
                let count = rng.whole(8, 20);
                let stretch =
                    DVec3::new(rng.real(0.3, 0.9), rng.real(0.3, 0.9), rng.real(0.3, 0.9));
                Body::polytope((0..count).map(|_| rng.inside() * stretch).collect())
            }
            Kind::RoundedCuboid => {
                let [x, y, z] = [(); 3].map(|()| rng.real(0.1, 0.5));
                Body::cuboid(x, y, z).rounded(rng.real(0.02, 0.2))
            }
        }
    }
}

/// The classes of spins: each component of an angular velocity is within this, in radians a span.
pub const SPINS: [f64; 5] = [0.0, 0.5, 3.0, 6.0, 12.0];

/// The span is [0, 1]. With `translating`, a flies past b or into it; without, both turn where they are, so near that
/// they may touch.
pub fn pair(kinds: [Kind; 2], spin: f64, translating: bool, rng: &mut Seeded) -> Pair {
    let [body_a, body_b] = kinds.map(|kind| kind.body(rng));
    let (size_a, size_b) = (body_a.size(), body_b.size());
    let direction = rng.direction();
    let (position, linear) = if translating {
        let position = direction * (size_a + size_b) * rng.real(1.05, 2.0);
        let aim = rng.inside() * (size_a + size_b);
        (position, (aim - position) * rng.real(0.7, 1.8))
    } else {
        (
            direction * (size_a + size_b) * rng.real(0.55, 1.0),
            DVec3::ZERO,
        )
    };
    let shared = rng.vector(if translating { 1.0 } else { 0.0 });
    let at = rng.vector(2.0);
    let mut flight = |position: DVec3, linear: DVec3| Flight {
        position,
        rotation: rng.rotation(),
        linear,
        angular: rng.vector(spin),
    };
    Pair {
        a: Moved {
            flight: flight(at + position, shared + linear),
            body: body_a,
        },
        b: Moved {
            flight: flight(at, shared),
            body: body_b,
        },
        span: (0.0, 1.0),
        tolerance: Some(1e-6),
    }
}

/// Bodies that turn about points outside of them, of any scale, far from the world's origin, at any time, to any
/// tolerance.
pub fn varied(kinds: [Kind; 2], spin: f64, rng: &mut Seeded) -> Pair {
    let mut pair = pair(kinds, spin, true, rng);
    for moved in [&mut pair.a, &mut pair.b] {
        if rng.real(0.0, 1.0) < 0.6 {
            let offset = rng.inside() * 2.0;
            let turn = rng.rotation();
            moved.body = moved.body.clone().placed(offset, turn);
            // At the middle of the span the body is where it would have been.
            let half = Flight {
                position: DVec3::ZERO,
                linear: DVec3::ZERO,
                ..moved.flight
            };
            moved.flight.position -= Spinning::new(&half).at(0.5).apply(offset);
        }
    }
    let scale = rng.magnitude(-4.0, 4.0);
    let distance = rng.magnitude(-1.0, 4.0);
    let far = rng.direction() * distance;
    let (start, length) = (rng.real(-2.0, 2.0), rng.magnitude(-3.0, 3.0));
    for moved in [&mut pair.a, &mut pair.b] {
        moved.body = moved.body.clone().scaled(scale);
        let flight = &mut moved.flight;
        flight.position = (flight.position + far) * scale;
        // The span [0, 1] becomes [start, start + 1]·length; at time 0 the body is not yet there.
        flight.linear *= scale / length;
        flight.position -= flight.linear * (start * length);
        flight.angular /= length;
    }
    pair.span = (start * length, (start + 1.0) * length);
    pair.tolerance = if rng.real(0.0, 1.0) < 0.5 {
        None
    } else {
        Some(scale * rng.magnitude(-9.0, -2.0))
    };
    pair
}
