//! Bodies that fly towards each other, or past.

use super::{query, rescaled};
use crate::meshes::judge::{Scene, body};
use crate::meshes::mesh::Mesh;
use crate::meshes::motion::{MotionSpec, at, rational_screw};
use crate::meshes::shapes::{any_mesh, degenerate, needles};
use crate::seeded::Seeded;
use glam::{DQuat, DVec3};

/// Where two bodies are and how they fly, such that about half of them meet: positions, velocities.
struct Flight {
    p: [DVec3; 2],
    v: [DVec3; 2],
}

fn flight(rng: &mut Seeded, common: f64) -> Flight {
    let away = rng.direction();
    let distance = rng.real(2.0, 4.0);
    let base = rng.inside() * 2.0;
    let lateral = rng.inside();
    let relative = -away * (distance * rng.real(0.4, 1.6)) + lateral;
    let share = common * rng.inside() * 2.0;
    Flight {
        p: [base + away * distance, base],
        v: [relative + share, share],
    }
}

/// A flight with spins of up to `spin` and start rotations if `turned`.
pub(super) fn fly(
    rng: &mut Seeded,
    meshes: [Mesh; 2],
    common: f64,
    spin: [f64; 2],
    turned: bool,
) -> Scene {
    let Flight { p, v } = flight(rng, common);
    let [a, b] = meshes;
    let mut motion = |i: usize| {
        let q = if turned {
            rng.rotation()
        } else {
            DQuat::IDENTITY
        };
        let w = if spin[i] > 0.0 {
            spin[i] * rng.inside()
        } else {
            DVec3::ZERO
        };
        at(p[i], q, v[i], w)
    };
    let (first, second) = (motion(0), motion(1));
    query(body(a, first), body(b, second))
}

pub(super) fn two(rng: &mut Seeded) -> [Mesh; 2] {
    [any_mesh(rng), any_mesh(rng)]
}

pub(super) fn one_moving(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    fly(rng, meshes, 0.0, [3.0, 0.0], true)
}

pub(super) fn both_moving(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    fly(rng, meshes, 1.0, [3.0, 3.0], true)
}

pub(super) fn shared(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let by = rng.direction()
        * if rng.chance(0.8) {
            rng.real(2.2, 3.0)
        } else {
            rng.real(0.0, 2.2)
        };
    let motion = at(
        rng.inside(),
        rng.rotation(),
        rng.inside() * 3.0,
        rng.inside() * 6.0,
    );
    query(body(a, motion), body(b.shifted(by), motion))
}

pub(super) fn translating(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    let turned = rng.chance(0.5);
    fly(rng, meshes, 1.0, [0.0, 0.0], turned)
}

pub(super) fn start_rotation(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    let mut scene = fly(rng, meshes, 1.0, [1.0, 1.0], true);
    // Not quite of unit length: the rotation is that of q/|q|.
    for body in [&mut scene.a, &mut scene.b] {
        if let MotionSpec::At { q, .. } = &mut body.motion {
            let length = 1.0 + rng.real(-9e-7, 9e-7);
            *q = q.map(|c| c * length);
        }
    }
    scene
}

pub(super) fn fast_spin(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    let spin = [rng.real(4.0, 12.0), rng.real(0.0, 12.0)];
    fly(rng, meshes, 1.0, spin, true)
}

pub(super) fn pure_rotation(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let long = a.shifted(rng.direction() * rng.real(0.5, 1.5));
    let p = rng.inside();
    let first = at(
        p,
        rng.rotation(),
        DVec3::ZERO,
        rng.direction() * rng.real(0.5, 7.0),
    );
    let w = if rng.chance(0.5) {
        rng.inside() * 3.0
    } else {
        DVec3::ZERO
    };
    let second = at(
        p + rng.direction() * rng.real(1.5, 3.2),
        rng.rotation(),
        DVec3::ZERO,
        w,
    );
    query(body(long, first), body(b, second))
}

pub(super) fn no_motion(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let p = rng.inside() * 3.0;
    let first = at(p, rng.rotation(), DVec3::ZERO, DVec3::ZERO);
    let second = at(
        p + rng.direction() * rng.real(0.3, 3.0),
        rng.rotation(),
        DVec3::ZERO,
        DVec3::ZERO,
    );
    query(body(a, first), body(b, second))
}

pub(super) fn scales(rng: &mut Seeded) -> Scene {
    let scene = both_moving(rng);
    rescaled(&scene, rng.magnitude(-6.0, 6.0))
}

pub(super) fn far_away(rng: &mut Seeded) -> Scene {
    let mut scene = both_moving(rng);
    let by = rng.direction() * 1e6;
    for body in [&mut scene.a, &mut scene.b] {
        if let MotionSpec::At { p, .. } = &mut body.motion {
            *p = (DVec3::from_array(*p) + by).to_array();
        }
    }
    scene
}

pub(super) fn zero_area(rng: &mut Seeded) -> Scene {
    let a = degenerate(rng);
    let b = if rng.chance(0.3) {
        degenerate(rng)
    } else {
        any_mesh(rng)
    };
    fly(rng, [a, b], 1.0, [3.0, 3.0], true)
}

pub(super) fn needle(rng: &mut Seeded) -> Scene {
    let a = needles(rng);
    let b = if rng.chance(0.5) {
        needles(rng)
    } else {
        any_mesh(rng)
    };
    fly(rng, [a, b], 1.0, [3.0, 3.0], true)
}

pub(super) fn from_to(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let Flight { p, v } = flight(rng, 1.0);
    let mut motion = |i: usize| {
        let q0 = rng.rotation();
        let q1 = match rng.whole(0, 3) {
            0 => q0,
            1 => -q0,
            _ => rng.rotation(),
        };
        MotionSpec::Between {
            p0: p[i].to_array(),
            q0: q0.to_array(),
            p1: (p[i] + v[i]).to_array(),
            q1: q1.to_array(),
        }
    };
    let (first, second) = (motion(0), motion(1));
    query(body(a, first), body(b, second))
}

pub(super) fn screws(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let Flight { p, v } = flight(rng, 0.0);
    let axis = rng.direction();
    let first = MotionSpec::Screw {
        p: p[0].to_array(),
        q: rng.rotation().to_array(),
        point: (p[0] + 0.5 * v[0] + 0.5 * rng.inside()).to_array(),
        axis: (axis * rng.magnitude(-2.0, 2.0)).to_array(),
        angular: rng.real(-4.0, 4.0),
        sliding: axis.dot(v[0]),
    };
    let second = if rng.chance(0.5) {
        at(p[1], rng.rotation(), DVec3::ZERO, rng.inside())
    } else {
        MotionSpec::Screw {
            p: p[1].to_array(),
            q: rng.rotation().to_array(),
            point: (p[1] + rng.inside()).to_array(),
            axis: rng.direction().to_array(),
            angular: rng.real(-2.0, 2.0),
            sliding: rng.real(-1.0, 1.0),
        }
    };
    query(body(a, first), body(b, second))
}

/// Redon's, against bodies at rest and against each other.
pub(super) fn rational_screws(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let Flight { p, v } = flight(rng, 0.0);
    let turn = |rng: &mut Seeded| rng.real(0.05, 3.04) * if rng.chance(0.5) { 1.0 } else { -1.0 };
    let (axis, angle) = (rng.direction(), turn(rng));
    let first = rational_screw(p[0], rng.rotation(), v[0], axis, angle);
    let second = if rng.chance(0.7) {
        at(p[1], rng.rotation(), DVec3::ZERO, DVec3::ZERO)
    } else {
        let (axis, angle) = (rng.direction(), turn(rng));
        rational_screw(p[1], rng.rotation(), 0.3 * rng.inside(), axis, angle)
    };
    query(body(a, first), body(b, second))
}

/// Falling and spinning about a centre of mass, against bodies that rest, fly straight or fall too.
pub(super) fn ballistic(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let Flight { p, v } = flight(rng, 0.0);
    let fall = |rng: &mut Seeded, p: DVec3, v: DVec3| {
        let size = rng.magnitude(-2.0, 1.0);
        let a = size * rng.direction();
        // By time 1 it has come as far as it would without falling.
        let v = v - 0.5 * a;
        MotionSpec::Ballistic {
            p: p.to_array(),
            q: rng.rotation().to_array(),
            v: v.to_array(),
            w: (3.0 * rng.inside()).to_array(),
            a: a.to_array(),
            pivot: if rng.chance(0.5) {
                [0.0; 3]
            } else {
                (0.5 * rng.inside()).to_array()
            },
        }
    };
    let first = fall(rng, p[0], v[0]);
    let second = match rng.whole(0, 2) {
        0 => at(p[1], rng.rotation(), DVec3::ZERO, DVec3::ZERO),
        1 => at(p[1], rng.rotation(), 0.5 * rng.inside(), rng.inside()),
        _ => {
            let slow = 0.5 * rng.inside();
            fall(rng, p[1], slow)
        }
    };
    query(body(a, first), body(b, second))
}

pub(super) fn other_spans(rng: &mut Seeded) -> Scene {
    let mut scene = both_moving(rng);
    scene.span = match rng.whole(0, 4) {
        0 => (0.25, 0.75),
        1 => (-2.0, 2.0),
        2 => (-1.0, 0.0),
        3 => {
            let start = rng.real(0.0, 1.0);
            (start, start + rng.magnitude(-4.0, -1.0))
        }
        _ => {
            let instant = rng.real(0.0, 1.0);
            (instant, instant)
        }
    };
    scene
}

pub(super) fn clearance(rng: &mut Seeded) -> Scene {
    let mut scene = both_moving(rng);
    scene.clearance = rng.magnitude(-4.0, -0.3);
    scene
}

pub(super) fn huge_and_tiny(rng: &mut Seeded) -> Scene {
    let [a, b] = two(rng);
    let size = rng.magnitude(-5.0, -2.0);
    let tiny = a.scaled(size);
    let mut scene = fly(rng, [tiny, b], 1.0, [3.0, 1.0], true);
    if rng.chance(0.5) {
        scene = Scene {
            a: scene.b,
            b: scene.a,
            ..scene
        };
    }
    scene
}

pub(super) fn fine(rng: &mut Seeded) -> Scene {
    let mut scene = both_moving(rng);
    scene.tolerance = Some(rng.magnitude(-12.0, -2.0));
    scene
}
