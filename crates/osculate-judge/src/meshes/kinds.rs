//! The kinds of queries, each with its generator.

mod close;
mod flights;

use super::judge::{Body, Scene};
use super::motion::MotionSpec;
use crate::seeded::Seeded;

/// A kind of query.
pub struct Kind {
    /// Its name in tables.
    pub name: &'static str,
    /// Makes one.
    pub make: fn(&mut Seeded) -> Scene,
    /// Made to be hard: the methods may leave such a query undecided, and so may the reference.
    pub adversarial: bool,
}

const fn kind(name: &'static str, make: fn(&mut Seeded) -> Scene) -> Kind {
    Kind {
        name,
        make,
        adversarial: false,
    }
}

/// All of them.
pub const KINDS: &[Kind] = &[
    kind("one body moving", flights::one_moving),
    kind("both moving", flights::both_moving),
    kind("both sharing one motion", flights::shared),
    kind("no rotation", flights::translating),
    kind("start rotation", flights::start_rotation),
    kind("spins up to 12 rad", flights::fast_spin),
    kind("pure rotation", flights::pure_rotation),
    kind("no motion", flights::no_motion),
    kind("start touching", close::start_touching),
    kind("start overlapping", close::start_overlapping),
    kind("half the tolerance, resting", close::half_resting),
    kind("half the tolerance, separating", close::half_separating),
    kind("half the tolerance, sliding", close::half_sliding),
    kind("half the tolerance, turning", close::half_turning),
    kind("contact exactly at the end", close::contact_at_end),
    kind("coplanar faces sliding together", close::coplanar),
    kind("coplanar faces, tilted", close::coplanar_tilted),
    kind("parallel faces meeting flat", close::flat_on_flat),
    kind("inside a shell", close::inside_shell),
    kind("scales 1e-6 to 1e6", flights::scales),
    kind("1e6 from the origin", flights::far_away),
    kind("segments and points", flights::zero_area),
    kind("needles", flights::needle),
    kind("from/to", flights::from_to),
    kind("screws", flights::screws),
    kind("other spans", flights::other_spans),
    kind("clearance", flights::clearance),
    kind("huge against tiny", flights::huge_and_tiny),
    kind("fine tolerances", flights::fine),
    Kind {
        name: "grazing",
        make: close::grazing,
        adversarial: true,
    },
    // New kinds come last: a kind's place is a part of its seed.
    kind("rational screws", flights::rational_screws),
    kind("ballistic", flights::ballistic),
];

/// The scene of a case.
pub fn scene(kind: usize, case: u64, seed: u64) -> Scene {
    let mix = (kind as u64).wrapping_mul(0x0100_0000_01b3)
        ^ case.wrapping_mul(0x9e37_79b9)
        ^ (seed << 40);
    let mut rng = Seeded::new(mix);
    rng.bits();
    (KINDS[kind].make)(&mut rng)
}

fn query(a: Body, b: Body) -> Scene {
    Scene {
        a,
        b,
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: None,
    }
}

/// The same scene, `scale` times as large.
pub fn rescaled(scene: &Scene, scale: f64) -> Scene {
    let vector = |x: [f64; 3]| x.map(|c| c * scale);
    let resize = |body: &Body| Body {
        mesh: body.mesh.scaled(scale),
        motion: match body.motion {
            MotionSpec::At { p, q, v, w } => MotionSpec::At {
                p: vector(p),
                q,
                v: vector(v),
                w,
            },
            MotionSpec::Between { p0, q0, p1, q1 } => MotionSpec::Between {
                p0: vector(p0),
                q0,
                p1: vector(p1),
                q1,
            },
            MotionSpec::Screw {
                p,
                q,
                point,
                axis,
                angular,
                sliding,
            } => MotionSpec::Screw {
                p: vector(p),
                q,
                point: vector(point),
                axis,
                angular,
                sliding: sliding * scale,
            },
            MotionSpec::RationalScrew {
                p,
                q,
                point,
                axis,
                tangent,
                slide,
            } => MotionSpec::RationalScrew {
                p: vector(p),
                q,
                point: vector(point),
                axis,
                tangent,
                slide: slide * scale,
            },
            MotionSpec::Ballistic {
                p,
                q,
                v,
                w,
                a,
                pivot,
            } => MotionSpec::Ballistic {
                p: vector(p),
                q,
                v: vector(v),
                w,
                a: vector(a),
                pivot: vector(pivot),
            },
        },
    };
    Scene {
        a: resize(&scene.a),
        b: resize(&scene.b),
        clearance: scene.clearance * scale,
        tolerance: scene.tolerance.map(|t| t * scale),
        span: scene.span,
    }
}
