//! Bodies that are made to be close: touching, stacked, in one plane, one inside the other.

use super::flights::{fly, two};
use super::query;
use crate::meshes::judge::{Body, Scene, body};
use crate::meshes::mesh::Mesh;
use crate::meshes::motion::{MotionSpec, at};
use crate::meshes::shapes::{any_mesh, cuboid, plate};
use crate::seeded::Seeded;
use glam::{DQuat, DVec3};

/// A box whose sides are multiples of 1/16, on the origin.
fn dyadic_box(rng: &mut Seeded) -> (Mesh, DVec3) {
    let half = DVec3::new(
        rng.dyadic(0.25, 1.0),
        rng.dyadic(0.25, 1.0),
        rng.dyadic(0.25, 1.0),
    );
    (cuboid(DVec3::ZERO, half), half)
}

/// Two boxes that touch in exact arithmetic: face on face, edge on face, edge on edge or corner on corner.
fn touching_boxes(rng: &mut Seeded) -> (Mesh, Mesh, DVec3) {
    let ((a, ha), (b, hb)) = (dyadic_box(rng), dyadic_box(rng));
    let mut offset = DVec3::new(
        rng.dyadic(-0.25, 0.25),
        rng.dyadic(-0.25, 0.25),
        rng.dyadic(-0.25, 0.25),
    );
    let axes = rng.whole(1, 3) as usize;
    let first = rng.whole(0, 2) as usize;
    for axis in (0..axes).map(|i| (first + i) % 3) {
        let sign = if rng.chance(0.5) { 1.0 } else { -1.0 };
        offset[axis] = sign * (ha[axis] + hb[axis]);
    }
    (a, b, offset)
}

pub(super) fn start_touching(rng: &mut Seeded) -> Scene {
    let (a, b, offset) = touching_boxes(rng);
    let v = DVec3::new(
        rng.dyadic(-1.0, 1.0),
        rng.dyadic(-1.0, 1.0),
        rng.dyadic(-1.0, 1.0),
    );
    let w = if rng.chance(0.5) {
        rng.inside() * 3.0
    } else {
        DVec3::ZERO
    };
    query(
        body(a, at(offset, DQuat::IDENTITY, v, w)),
        body(b, at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, w)),
    )
}

pub(super) fn start_overlapping(rng: &mut Seeded) -> Scene {
    let meshes = two(rng);
    let mut scene = fly(rng, meshes, 1.0, [3.0, 3.0], true);
    if let (MotionSpec::At { p, .. }, MotionSpec::At { p: other, .. }) =
        (&mut scene.a.motion, scene.b.motion)
    {
        *p = (DVec3::from_array(other) + 0.5 * rng.inside()).to_array();
    }
    scene
}

/// A tilted stack: the gap along the common `up` is half the tolerance. Position of a relative to b's, `up`, tilt.
struct Stack {
    scene: Scene,
    up: DVec3,
    side: DVec3,
}

fn stack(rng: &mut Seeded, low: f64, high: f64) -> Stack {
    let tolerance = rng.magnitude(low, high);
    let tilt = rng.rotation();
    let (hb, ha) = (rng.real(0.2, 0.6), rng.real(0.2, 0.6));
    let flat = |rng: &mut Seeded, h: f64| {
        cuboid(
            DVec3::ZERO,
            DVec3::new(rng.real(0.3, 1.0), rng.real(0.3, 1.0), h),
        )
    };
    let (a, b) = (flat(rng, ha), flat(rng, hb));
    let (up, side) = (tilt * DVec3::Z, tilt * DVec3::X);
    let base = rng.inside();
    let p = base + up * (ha + hb + 0.5 * tolerance) + side * rng.real(-0.2, 0.2);
    let still = |p: DVec3| at(p, tilt, DVec3::ZERO, DVec3::ZERO);
    let scene = Scene {
        tolerance: Some(tolerance),
        ..query(body(a, still(p)), body(b, still(base)))
    };
    Stack { scene, up, side }
}

fn set_velocity(body: &mut Body, linear: DVec3, angular: DVec3) {
    if let MotionSpec::At { v, w, .. } = &mut body.motion {
        (*v, *w) = (linear.to_array(), angular.to_array());
    }
}

pub(super) fn half_resting(rng: &mut Seeded) -> Scene {
    let Stack { mut scene, .. } = stack(rng, -8.0, -2.0);
    if rng.chance(0.3) {
        let v = rng.inside() * 2.0;
        set_velocity(&mut scene.a, v, DVec3::ZERO);
        set_velocity(&mut scene.b, v, DVec3::ZERO);
    }
    scene
}

pub(super) fn half_separating(rng: &mut Seeded) -> Scene {
    let Stack {
        mut scene,
        up,
        side,
    } = stack(rng, -8.0, -2.0);
    set_velocity(
        &mut scene.a,
        up * rng.real(0.5, 2.0) + side * rng.real(-0.5, 0.5),
        DVec3::ZERO,
    );
    scene
}

pub(super) fn half_sliding(rng: &mut Seeded) -> Scene {
    let Stack {
        mut scene, side, ..
    } = stack(rng, -7.0, -2.0);
    set_velocity(&mut scene.a, side * rng.real(0.2, 1.0), DVec3::ZERO);
    scene
}

/// Turning on the spot at a constant distance. The reference needs some thousand instants a case.
pub(super) fn half_turning(rng: &mut Seeded) -> Scene {
    let Stack { mut scene, up, .. } = stack(rng, -2.5, -1.5);
    set_velocity(&mut scene.a, DVec3::ZERO, up * rng.real(0.5, 3.0));
    scene
}

/// Touching in exact arithmetic at the very end: dyadic translations, or a `to` pose.
pub(super) fn contact_at_end(rng: &mut Seeded) -> Scene {
    let (a, b, offset) = touching_boxes(rng);
    let away = DVec3::from_array(
        offset
            .to_array()
            .map(|c| if c == 0.0 { 0.0 } else { c.signum() }),
    );
    let v = away * rng.dyadic(0.5, 2.0);
    let rest = body(
        b,
        at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO),
    );
    let first = if rng.chance(0.5) {
        at(offset + v, DQuat::IDENTITY, -v, DVec3::ZERO)
    } else {
        // Turned by up to some 0.2 rad on the way, from further off.
        let lean = 0.1 * rng.inside();
        let q0 = DQuat::from_xyzw(lean.x, lean.y, lean.z, (1.0 - lean.length_squared()).sqrt());
        MotionSpec::Between {
            p0: (offset + 2.0 * away).to_array(),
            q0: q0.to_array(),
            p1: offset.to_array(),
            q1: DQuat::IDENTITY.to_array(),
        }
    };
    query(body(a, first), rest)
}

/// Two flat meshes in the plane z = 0, exactly, that stay in it.
pub(super) fn coplanar(rng: &mut Seeded) -> Scene {
    let (a, b) = (plate(rng), plate(rng));
    let angle = rng.real(0.0, std::f64::consts::TAU);
    let (sin, cos) = libm::sincos(angle);
    let p = DVec3::new(cos, sin, 0.0) * rng.real(3.0, 4.0);
    let v = -p * rng.real(0.5, 1.2) + DVec3::new(rng.real(-0.5, 0.5), rng.real(-0.5, 0.5), 0.0);
    let w = if rng.chance(0.5) {
        DVec3::Z * rng.real(-2.0, 2.0)
    } else {
        DVec3::ZERO
    };
    let flat = |p: DVec3, v: DVec3, w: DVec3| at(p, DQuat::IDENTITY, v, w);
    query(
        body(a, flat(p, v, w)),
        body(b, flat(DVec3::ZERO, DVec3::ZERO, DVec3::ZERO)),
    )
}

/// The same in some other plane, where rounding takes them out of it a little.
pub(super) fn coplanar_tilted(rng: &mut Seeded) -> Scene {
    let scene = coplanar(rng);
    let (tilt, by) = (rng.rotation(), rng.inside());
    let carry = |body: Body| match body.motion {
        MotionSpec::At { p, v, w, .. } => {
            let turned = |x: [f64; 3]| tilt * DVec3::from_array(x);
            Body {
                motion: at(by + turned(p), tilt, turned(v), turned(w)),
                ..body
            }
        }
        _ => body,
    };
    Scene {
        a: carry(scene.a),
        b: carry(scene.b),
        ..scene
    }
}

pub(super) fn flat_on_flat(rng: &mut Seeded) -> Scene {
    let ((a, ha), (b, hb)) = (dyadic_box(rng), dyadic_box(rng));
    let offset = DVec3::new(
        rng.dyadic(-0.5, 0.5),
        rng.dyadic(-0.5, 0.5),
        ha.z + hb.z + rng.dyadic(0.25, 1.0),
    );
    let v = DVec3::new(
        rng.dyadic(-0.25, 0.25),
        rng.dyadic(-0.25, 0.25),
        -rng.dyadic(0.5, 2.5),
    );
    let tilt = if rng.chance(0.5) {
        rng.rotation()
    } else {
        DQuat::IDENTITY
    };
    let base = rng.inside();
    let first = at(base + tilt * offset, tilt, tilt * v, DVec3::ZERO);
    query(
        body(a, first),
        body(b, at(base, tilt, DVec3::ZERO, DVec3::ZERO)),
    )
}

pub(super) fn inside_shell(rng: &mut Seeded) -> Scene {
    let shell = cuboid(
        DVec3::ZERO,
        DVec3::new(rng.real(1.5, 3.0), rng.real(1.5, 3.0), rng.real(1.5, 3.0)),
    );
    let small = any_mesh(rng).scaled(0.4);
    let speed = if rng.chance(0.5) { 0.5 } else { 4.0 };
    let base = rng.inside();
    let tilt = rng.rotation();
    let spin = rng.inside() * 3.0;
    let first = at(
        base + 0.5 * rng.inside(),
        rng.rotation(),
        speed * rng.inside(),
        spin,
    );
    let second = at(base, tilt, DVec3::ZERO, 0.3 * rng.inside());
    if rng.chance(0.5) {
        query(body(small, first), body(shell, second))
    } else {
        query(body(shell, second), body(small, first))
    }
}

/// A ball-like body that passes a face at a distance of next to nothing.
pub(super) fn grazing(rng: &mut Seeded) -> Scene {
    let (b, hb) = dyadic_box(rng);
    let (a, ha) = dyadic_box(rng);
    let depth = match rng.whole(0, 2) {
        0 => 0.0,
        1 => rng.magnitude(-14.0, -4.0),
        _ => -rng.magnitude(-14.0, -4.0),
    };
    let tilt = rng.rotation();
    let start = DVec3::new(-2.5, rng.dyadic(-0.25, 0.25), ha.z + hb.z + depth);
    let base = rng.inside();
    let first = at(
        base + tilt * start,
        tilt,
        tilt * DVec3::X * 5.0,
        DVec3::ZERO,
    );
    query(
        body(a, first),
        body(b, at(base, tilt, DVec3::ZERO, DVec3::ZERO)),
    )
}
