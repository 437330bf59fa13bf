//! Scenes with motions and meshes that the judge does not cover.

use super::motions::{Sway, Tumble};
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, MeshBvh, Motion, Placement, Span, TriMesh,
    mesh::{cuboid, gear, icosphere, torus_knot},
    motion::{Screw, check_motion},
};
use osculate_judge::seeded::Seeded;

/// A query, and what the sampler needs to know of it.
pub struct Scene {
    pub name: String,
    pub a: MeshBvh,
    pub b: MeshBvh,
    pub motions: Motions,
    pub span: Span,
    pub samples: u32,
    /// What the sampler's margin is a share of.
    pub size: f64,
}

pub type Motions = [Box<dyn Motion>; 2];

/// A scene in the making: a comes from `at` with `velocity`, b is at the origin.
pub struct Draft<'r> {
    rng: &'r mut Seeded,
    meshes: [TriMesh; 2],
    towards: DVec3,
    at: DVec3,
    velocity: DVec3,
    span: Span,
    samples: u32,
    size: f64,
}

/// What makes the motions of a scene, and changes the rest of it, by name.
type Kind = (&'static str, fn(&mut Draft) -> Motions);

/// All kinds.
pub const KINDS: [Kind; 10] = [
    ("sway", sway),
    ("far pivots", far_pivots),
    ("fast", fast),
    ("far apart", far_apart),
    ("offset", offset),
    ("mixed", mixed),
    ("span", short_span),
    ("slide", slide),
    ("shaft", shaft),
    ("tumble", tumble),
];

/// The meshes that scenes are made of.
pub fn meshes() -> [(&'static str, TriMesh); 5] {
    let ball = icosphere(0.5, 320).unwrap();
    [
        ("knot", torus_knot(2, 3, 1500).unwrap()),
        ("gear", toothed()),
        ("needle", cuboid(DVec3::new(1.5, 1e-3, 1e-3)).unwrap()),
        ("doubled", doubled(&ball)),
        ("ball", ball),
    ]
}

fn toothed() -> TriMesh {
    gear(12, 1200).unwrap()
}

impl Scene {
    pub fn new(kind: usize, meshes: &[(&'static str, TriMesh)], rng: &mut Seeded) -> Scene {
        let mut pick = || &meshes[rng.below(meshes.len())];
        let [(first, a), (second, b)] = [pick(), pick()];
        let towards = rng.direction();
        let mut draft = Draft {
            meshes: [a.clone(), b.clone()],
            towards,
            at: towards * rng.real(3.0, 5.0),
            velocity: -towards * rng.real(2.0, 6.0) + 0.5 * rng.direction(),
            span: Span::UNIT,
            samples: 60,
            size: 1.0,
            rng,
        };
        let (name, make) = KINDS[kind];
        let motions = make(&mut draft);
        let Draft {
            meshes: [a, b],
            span,
            samples,
            size,
            ..
        } = draft;
        Scene {
            name: format!("{name} {first} {second}"),
            a: MeshBvh::new(a),
            b: MeshBvh::new(b),
            motions,
            span,
            samples,
            size,
        }
    }
}

fn constant(p: DVec3, q: DQuat, v: DVec3, w: DVec3) -> Box<dyn Motion> {
    Box::new(ConstantVelocity::new(Placement::new(p, q), v, w).unwrap())
}

impl Draft<'_> {
    /// What is at the origin, and turns.
    fn turning(&mut self, spin: f64) -> Box<dyn Motion> {
        let rotation = self.rng.rotation();
        constant(
            DVec3::ZERO,
            rotation,
            DVec3::ZERO,
            self.rng.direction() * spin,
        )
    }

    fn resting(&mut self) -> Box<dyn Motion> {
        constant(DVec3::ZERO, self.rng.rotation(), DVec3::ZERO, DVec3::ZERO)
    }
}

fn sway(draft: &mut Draft) -> Motions {
    let rng = &mut *draft.rng;
    let mut sway = |from: DVec3, velocity: DVec3| {
        Box::new(Sway {
            from,
            velocity,
            sway: rng.direction() * rng.real(0.0, 1.0),
            rate: rng.real(0.5, 12.0),
            axis: rng.direction(),
            angle: rng.real(0.0, 4.0),
            turn: rng.rotation(),
        })
    };
    let moving = sway(draft.at, draft.velocity);
    check_motion(&*moving, Span::UNIT, 1.5, 200).unwrap();
    [moving, sway(DVec3::ZERO, DVec3::ZERO)]
}

/// The start of an arc about a far point, at the speed that the distance makes of the rate.
fn far_pivots(draft: &mut Draft) -> Motions {
    let Draft { at, towards, .. } = *draft;
    let rng = &mut *draft.rng;
    let r = rng.magnitude(3.0, 6.0);
    draft.size = r * 1e-6;
    let side = towards.any_orthonormal_vector();
    let start = Placement::new(at, rng.rotation());
    let rate = rng.real(2.0, 6.0) / r * if rng.chance(0.5) { 1.0 } else { -1.0 };
    let slide = rng.real(-0.3, 0.3);
    let one = Screw::new(start, at + side * r, side.cross(towards), rate, slide);
    let start = Placement::new(DVec3::ZERO, rng.rotation());
    let (axis, rate) = (rng.direction(), rng.real(0.0, 1.0) / r);
    let other = Screw::new(start, side * -r, axis, rate, 0.1);
    [Box::new(one.unwrap()), Box::new(other.unwrap())]
}

fn fast(draft: &mut Draft) -> Motions {
    draft.samples = 400;
    let spin = draft.rng.magnitude(2.0, 3.3) * draft.rng.direction();
    let rotation = draft.rng.rotation();
    let moving = constant(draft.at, rotation, draft.velocity, spin);
    [moving, draft.resting()]
}

fn far_apart(draft: &mut Draft) -> Motions {
    let (towards, far) = (draft.towards, 1e5);
    draft.size = 10.0;
    let rng = &mut *draft.rng;
    let velocity = -towards * far * rng.real(0.9999, 1.1);
    let moving = constant(
        towards * far,
        rng.rotation(),
        velocity,
        rng.direction() * 20.0,
    );
    [moving, draft.turning(3.0)]
}

/// Bodies far from their own origins.
fn offset(draft: &mut Draft) -> Motions {
    let rng = &mut *draft.rng;
    let off = rng.direction() * 1e6;
    let [a, b] = &draft.meshes;
    draft.meshes = [moved(a, off), moved(b, -off)];
    draft.size = 10.0;
    let (one, other) = (rng.rotation(), rng.rotation());
    let from = draft.at - one * off;
    [
        constant(from, one, draft.velocity, rng.direction() * 1e-6),
        constant(other * off, other, DVec3::ZERO, rng.direction() * 1e-7),
    ]
}

/// One body is much smaller than the other.
fn mixed(draft: &mut Draft) -> Motions {
    draft.meshes[0] = draft.meshes[0].scaled(1e-4).unwrap();
    let spin = draft.rng.direction() * 30.0;
    let moving = constant(draft.at, draft.rng.rotation(), draft.velocity, spin);
    [moving, draft.turning(5.0)]
}

fn short_span(draft: &mut Draft) -> Motions {
    let rng = &mut *draft.rng;
    let (start, width) = (rng.real(-30.0, 30.0), rng.magnitude(-12.0, 0.0));
    draft.span = Span::new(start, start + width).unwrap();
    draft.size = 1e5;
    let Draft { at, velocity, .. } = *draft;
    let rng = &mut *draft.rng;
    let moving = if width < 1e-6 {
        // From where they touch or nearly do.
        constant(at * 0.3, rng.rotation(), velocity, rng.direction())
    } else {
        let velocity = velocity / width;
        constant(at - start * velocity, rng.rotation(), velocity, DVec3::ZERO)
    };
    [moving, draft.resting()]
}

/// Flat faces in one plane, sliding together.
fn slide(draft: &mut Draft) -> Motions {
    draft.meshes = [toothed(), toothed()];
    let rng = &mut *draft.rng;
    let from = DVec3::new(3.0, 0.2, if rng.chance(0.5) { 0.0 } else { 1e-3 });
    let mut turning =
        |p: DVec3, v: DVec3| constant(p, DQuat::IDENTITY, v, DVec3::Z * rng.real(-4.0, 4.0));
    [
        turning(from, DVec3::X * -1.5),
        turning(DVec3::ZERO, DVec3::ZERO),
    ]
}

/// A square shaft in a wheel's bore, with room to spare or hardly any, turning, sliding and wobbling.
fn shaft(draft: &mut Draft) -> Motions {
    let rng = &mut *draft.rng;
    let slack = rng.magnitude(-4.0, -1.0);
    let half = (0.34 - slack) * core::f64::consts::FRAC_1_SQRT_2;
    draft.meshes = [cuboid(DVec3::new(half, half, 1.5)).unwrap(), toothed()];
    let wobble = slack * rng.real(0.0, 6.0);
    let moving = constant(
        DVec3::new(0.0, 0.0, 0.3) + 0.1 * slack * rng.direction(),
        DQuat::from_rotation_z(rng.real(0.0, 6.0)),
        DVec3::Z * rng.real(-1.0, 1.0) + wobble * rng.direction(),
        DVec3::Z * rng.real(-6.0, 6.0) + wobble * rng.direction(),
    );
    let turn = DVec3::Z * rng.real(-6.0, 6.0);
    let wheel = constant(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, turn);
    [moving, wheel]
}

fn tumble(draft: &mut Draft) -> Motions {
    let rng = &mut *draft.rng;
    let mut tumble = |from: DVec3, velocity: DVec3| {
        Box::new(Tumble {
            from,
            velocity,
            gravity: rng.direction() * rng.real(0.0, 10.0),
            outer: rng.real(-30.0, 30.0),
            inner: rng.real(-30.0, 30.0),
            turn: rng.rotation(),
        })
    };
    let moving = tumble(draft.at, draft.velocity);
    let other = tumble(DVec3::ZERO, DVec3::ZERO);
    check_motion(&*moving, Span::UNIT, 1.5, 200).unwrap();
    draft.samples = 200;
    [moving, other]
}

fn moved(mesh: &TriMesh, by: DVec3) -> TriMesh {
    TriMesh::new(
        mesh.vertices().iter().map(|&v| v + by).collect(),
        mesh.triangles().to_vec(),
    )
    .unwrap()
}

/// Every triangle twice, once flipped, and with slivers along its edges.
fn doubled(mesh: &TriMesh) -> TriMesh {
    let mut v = mesh.vertices().to_vec();
    let mut t = mesh.triangles().to_vec();
    for &[i, j, k] in mesh.triangles() {
        t.push([j, i, k]);
        let m = v.len() as u32;
        let e = v[j as usize] - v[i as usize];
        v.push(v[i as usize] + 0.5 * e + 1e-9 * e.length() * DVec3::new(0.3, -0.7, 0.2));
        t.push([i, j, m]);
    }
    TriMesh::new(v, t).unwrap()
}
