//! The kinds of queries, each with its generator.

use super::judge::{Body, Scene};
use super::motion::MotionSpec;
use super::scenes::*;
use glam::{DQuat, DVec3};
use osculate::TriMesh;

/// A kind of query.
pub struct Kind {
    pub name: &'static str,
    pub make: fn(&mut Rng) -> Scene,
    /// Made to be hard: the methods may leave such a query undecided, and so may the reference.
    pub adversarial: bool,
}

const fn kind(name: &'static str, make: fn(&mut Rng) -> Scene) -> Kind {
    Kind {
        name,
        make,
        adversarial: false,
    }
}

pub const KINDS: &[Kind] = &[
    kind("one body moving", one_moving),
    kind("both moving", both_moving),
    kind("both sharing one motion", shared),
    kind("no rotation", translating),
    kind("start rotation", start_rotation),
    kind("spins up to 12 rad", fast_spin),
    kind("pure rotation", pure_rotation),
    kind("no motion", no_motion),
    kind("start touching", start_touching),
    kind("start overlapping", start_overlapping),
    kind("half the tolerance, resting", half_resting),
    kind("half the tolerance, separating", half_separating),
    kind("half the tolerance, sliding", half_sliding),
    kind("half the tolerance, turning", half_turning),
    kind("contact exactly at the end", contact_at_end),
    kind("coplanar faces sliding together", coplanar),
    kind("coplanar faces, tilted", coplanar_tilted),
    kind("parallel faces meeting flat", flat_on_flat),
    kind("inside a shell", inside_shell),
    kind("scales 1e-6 to 1e6", scales),
    kind("1e6 from the origin", far_away),
    kind("segments and points", zero_area),
    kind("needles", needle),
    kind("from/to", from_to),
    kind("screws", screws),
    kind("other spans", other_spans),
    kind("clearance", clearance),
    kind("huge against tiny", huge_and_tiny),
    kind("fine tolerances", fine),
    Kind {
        name: "grazing",
        make: grazing,
        adversarial: true,
    },
    // New kinds come last: a kind's place is a part of its seed.
    kind("rational screws", rational_screws),
];

/// The scene of a case.
pub fn scene(kind: usize, case: u64, seed: u64) -> Scene {
    let mix = (kind as u64).wrapping_mul(0x0100_0000_01b3)
        ^ case.wrapping_mul(0x9e37_79b9)
        ^ (seed << 40);
    let mut rng = Rng::new(mix);
    rng.next();
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

/// Where two bodies are and how they fly, such that about half of them meet: positions, velocities.
struct Flight {
    p: [DVec3; 2],
    v: [DVec3; 2],
}

fn flight(rng: &mut Rng, common: f64) -> Flight {
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
fn fly(rng: &mut Rng, meshes: [TriMesh; 2], common: f64, spin: [f64; 2], turned: bool) -> Scene {
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

fn two(rng: &mut Rng) -> [TriMesh; 2] {
    [any_mesh(rng), any_mesh(rng)]
}

fn one_moving(rng: &mut Rng) -> Scene {
    let meshes = two(rng);
    fly(rng, meshes, 0.0, [3.0, 0.0], true)
}

fn both_moving(rng: &mut Rng) -> Scene {
    let meshes = two(rng);
    fly(rng, meshes, 1.0, [3.0, 3.0], true)
}

fn shared(rng: &mut Rng) -> Scene {
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
    query(body(a, motion), body(shifted(&b, by), motion))
}

fn translating(rng: &mut Rng) -> Scene {
    let meshes = two(rng);
    let turned = rng.chance(0.5);
    fly(rng, meshes, 1.0, [0.0, 0.0], turned)
}

fn start_rotation(rng: &mut Rng) -> Scene {
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

fn fast_spin(rng: &mut Rng) -> Scene {
    let meshes = two(rng);
    let spin = [rng.real(4.0, 12.0), rng.real(0.0, 12.0)];
    fly(rng, meshes, 1.0, spin, true)
}

fn pure_rotation(rng: &mut Rng) -> Scene {
    let [a, b] = two(rng);
    let long = shifted(&a, rng.direction() * rng.real(0.5, 1.5));
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

fn no_motion(rng: &mut Rng) -> Scene {
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

/// A box whose sides are multiples of 1/16, on the origin.
fn dyadic_box(rng: &mut Rng) -> (TriMesh, DVec3) {
    let half = DVec3::new(
        rng.dyadic(0.25, 1.0),
        rng.dyadic(0.25, 1.0),
        rng.dyadic(0.25, 1.0),
    );
    (cuboid(DVec3::ZERO, half), half)
}

/// Two boxes that touch in exact arithmetic: face on face, edge on face, edge on edge or corner on corner.
fn touching_boxes(rng: &mut Rng) -> (TriMesh, TriMesh, DVec3) {
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

fn start_touching(rng: &mut Rng) -> Scene {
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

fn start_overlapping(rng: &mut Rng) -> Scene {
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

fn stack(rng: &mut Rng, low: f64, high: f64) -> Stack {
    let tolerance = rng.magnitude(low, high);
    let tilt = rng.rotation();
    let (hb, ha) = (rng.real(0.2, 0.6), rng.real(0.2, 0.6));
    let flat = |rng: &mut Rng, h: f64| {
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

fn half_resting(rng: &mut Rng) -> Scene {
    let Stack { mut scene, .. } = stack(rng, -8.0, -2.0);
    if rng.chance(0.3) {
        let v = rng.inside() * 2.0;
        set_velocity(&mut scene.a, v, DVec3::ZERO);
        set_velocity(&mut scene.b, v, DVec3::ZERO);
    }
    scene
}

fn half_separating(rng: &mut Rng) -> Scene {
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

fn half_sliding(rng: &mut Rng) -> Scene {
    let Stack {
        mut scene, side, ..
    } = stack(rng, -7.0, -2.0);
    set_velocity(&mut scene.a, side * rng.real(0.2, 1.0), DVec3::ZERO);
    scene
}

/// Turning on the spot at a constant distance. The reference needs some thousand instants a case.
fn half_turning(rng: &mut Rng) -> Scene {
    let Stack { mut scene, up, .. } = stack(rng, -2.5, -1.5);
    set_velocity(&mut scene.a, DVec3::ZERO, up * rng.real(0.5, 3.0));
    scene
}

/// Touching in exact arithmetic at the very end: dyadic translations, or a `to` pose.
fn contact_at_end(rng: &mut Rng) -> Scene {
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
fn coplanar(rng: &mut Rng) -> Scene {
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
fn coplanar_tilted(rng: &mut Rng) -> Scene {
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

fn flat_on_flat(rng: &mut Rng) -> Scene {
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

fn inside_shell(rng: &mut Rng) -> Scene {
    let shell = cuboid(
        DVec3::ZERO,
        DVec3::new(rng.real(1.5, 3.0), rng.real(1.5, 3.0), rng.real(1.5, 3.0)),
    );
    let small = any_mesh(rng).scaled(0.4).expect("valid");
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

/// The same scene, `scale` times as large.
pub fn rescaled(scene: &Scene, scale: f64) -> Scene {
    let vector = |x: [f64; 3]| x.map(|c| c * scale);
    let resize = |body: &Body| Body {
        mesh: body.mesh.scaled(scale).expect("valid"),
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

fn scales(rng: &mut Rng) -> Scene {
    let scene = both_moving(rng);
    rescaled(&scene, rng.magnitude(-6.0, 6.0))
}

fn far_away(rng: &mut Rng) -> Scene {
    let mut scene = both_moving(rng);
    let by = rng.direction() * 1e6;
    for body in [&mut scene.a, &mut scene.b] {
        if let MotionSpec::At { p, .. } = &mut body.motion {
            *p = (DVec3::from_array(*p) + by).to_array();
        }
    }
    scene
}

fn zero_area(rng: &mut Rng) -> Scene {
    let a = degenerate(rng);
    let b = if rng.chance(0.3) {
        degenerate(rng)
    } else {
        any_mesh(rng)
    };
    fly(rng, [a, b], 1.0, [3.0, 3.0], true)
}

fn needle(rng: &mut Rng) -> Scene {
    let a = needles(rng);
    let b = if rng.chance(0.5) {
        needles(rng)
    } else {
        any_mesh(rng)
    };
    fly(rng, [a, b], 1.0, [3.0, 3.0], true)
}

fn from_to(rng: &mut Rng) -> Scene {
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

fn screws(rng: &mut Rng) -> Scene {
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
fn rational_screws(rng: &mut Rng) -> Scene {
    let [a, b] = two(rng);
    let Flight { p, v } = flight(rng, 0.0);
    let turn = |rng: &mut Rng| rng.real(0.05, 3.04) * if rng.chance(0.5) { 1.0 } else { -1.0 };
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

fn other_spans(rng: &mut Rng) -> Scene {
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

fn clearance(rng: &mut Rng) -> Scene {
    let mut scene = both_moving(rng);
    scene.clearance = rng.magnitude(-4.0, -0.3);
    scene
}

fn huge_and_tiny(rng: &mut Rng) -> Scene {
    let [a, b] = two(rng);
    let size = rng.magnitude(-5.0, -2.0);
    let tiny = a.scaled(size).expect("valid");
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

fn fine(rng: &mut Rng) -> Scene {
    let mut scene = both_moving(rng);
    scene.tolerance = Some(rng.magnitude(-12.0, -2.0));
    scene
}

/// A ball-like body that passes a face at a distance of next to nothing.
fn grazing(rng: &mut Rng) -> Scene {
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
