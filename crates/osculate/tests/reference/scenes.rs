//! Seeded meshes, placements and motions, and the way from a scene to the library.

use super::judge::{Body, Scene};
use super::motion::MotionSpec;
use super::scaled::Scaled;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Limits, MeshBvh, Motion, Moving, Outcome, Placement, RationalScrew, Screw,
    Span, Sphere, TriMesh, Workspace,
};

/// splitmix64.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [low, high).
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// In [low, high].
    pub fn whole(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    pub fn chance(&mut self, share: f64) -> bool {
        self.real(0.0, 1.0) < share
    }

    /// 10 to a random power.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::pow(10.0, self.real(low, high))
    }

    /// Within the unit ball.
    pub fn inside(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(
                self.real(-1.0, 1.0),
                self.real(-1.0, 1.0),
                self.real(-1.0, 1.0),
            );
            if v.length_squared() < 1.0 {
                return v;
            }
        }
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.inside();
            if v.length_squared() > 1e-2 {
                return v.normalize();
            }
        }
    }

    pub fn rotation(&mut self) -> DQuat {
        loop {
            let q = [(); 4].map(|()| self.real(-1.0, 1.0));
            let square: f64 = q.iter().map(|c| c * c).sum();
            if (0.01..1.0).contains(&square) {
                return DQuat::from_array(q.map(|c| c / square.sqrt()));
            }
        }
    }

    /// A multiple of 1/16 in [low, high].
    pub fn dyadic(&mut self, low: f64, high: f64) -> f64 {
        (self.real(low, high) * 16.0).round() / 16.0
    }
}

pub fn mesh(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> TriMesh {
    TriMesh::new(vertices, triangles).expect("a test's mesh is valid")
}

/// From `-half` to `half` about `centre`; 12 triangles.
pub fn cuboid(centre: DVec3, half: DVec3) -> TriMesh {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        centre + half * DVec3::new(sign(0), sign(1), sign(2))
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces
        .iter()
        .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
        .collect();
    mesh((0..8).map(corner).collect(), triangles)
}

pub fn tetrahedron(rng: &mut Rng) -> TriMesh {
    let corners = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    let vertices = corners.map(|c| DVec3::from_array(c) * 0.6 + 0.3 * rng.inside());
    mesh(
        vertices.to_vec(),
        vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
    )
}

pub fn octahedron(rng: &mut Rng) -> TriMesh {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * rng.real(0.5, 1.0));
    let vertices = vec![axes[0], axes[1], -axes[0], -axes[1], axes[2], -axes[2]];
    let triangles = (0..4)
        .flat_map(|i| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]])
        .collect();
    mesh(vertices, triangles)
}

/// The polygon `outline` (fan-split from its first corner) swept from -height to height: 4n − 4 triangles.
pub fn prism(outline: &[[f64; 2]], height: f64) -> TriMesh {
    let n = outline.len() as u32;
    let ring = |z: f64| outline.iter().map(move |p| DVec3::new(p[0], p[1], z));
    let vertices = ring(-height).chain(ring(height)).collect();
    let mut triangles = Vec::new();
    for i in 1..n - 1 {
        triangles.push([0, i + 1, i]);
        triangles.push([n, n + i, n + i + 1]);
    }
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.push([i, j, n + j]);
        triangles.push([i, n + j, n + i]);
    }
    mesh(vertices, triangles)
}

/// Up to 60 triangles.
pub fn regular_prism(rng: &mut Rng) -> TriMesh {
    let n = rng.whole(3, 16);
    let radius = rng.real(0.4, 0.9);
    let corner = |i: u64| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / n as f64);
        [radius * cos, radius * sin]
    };
    prism(&(0..n).map(corner).collect::<Vec<_>>(), rng.real(0.05, 0.6))
}

pub fn l_shape(rng: &mut Rng) -> TriMesh {
    let (w, d) = (rng.real(0.2, 0.5), rng.real(0.2, 0.5));
    // The inner corner comes first, so that the fan stays inside.
    let outline = [
        [w, d],
        [w, 1.0],
        [0.0, 1.0],
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, d],
    ];
    prism(
        &outline.map(|p| [p[0] - 0.4, p[1] - 0.4]),
        rng.real(0.1, 0.4),
    )
}

/// A flat grid at z = 0.
pub fn plate(rng: &mut Rng) -> TriMesh {
    let (m, n) = (rng.whole(1, 3) as u32, rng.whole(1, 3) as u32);
    let (w, d) = (rng.real(0.5, 1.0), rng.real(0.5, 1.0));
    let at = |i: u32, n: u32| 2.0 * f64::from(i) / f64::from(n) - 1.0;
    let vertices = (0..=m)
        .flat_map(|i| (0..=n).map(move |j| DVec3::new(w * at(i, m), d * at(j, n), 0.0)))
        .collect();
    let corner = |i: u32, j: u32| i * (n + 1) + j;
    let triangles = (0..m)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            let (a, b, c, d) = (
                corner(i, j),
                corner(i + 1, j),
                corner(i + 1, j + 1),
                corner(i, j + 1),
            );
            [[a, b, c], [a, c, d]]
        })
        .collect();
    mesh(vertices, triangles)
}

pub fn soup(rng: &mut Rng, count: u64, size: f64) -> TriMesh {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let centre = rng.inside() * 0.8;
        vertices.extend((0..3).map(|_| centre + size * rng.inside()));
    }
    unshared(vertices)
}

pub fn unshared(vertices: Vec<DVec3>) -> TriMesh {
    let triangles = (0..vertices.len() as u32 / 3)
        .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
        .collect();
    mesh(vertices, triangles)
}

/// Triangles of almost no width.
pub fn needles(rng: &mut Rng) -> TriMesh {
    let mut vertices = Vec::new();
    for _ in 0..rng.whole(4, 20) {
        let (tip, end) = (rng.inside(), rng.inside());
        let width = rng.magnitude(-9.0, -2.0);
        vertices.extend([tip, end, end + width * rng.inside()]);
    }
    unshared(vertices)
}

/// Segments and points.
pub fn degenerate(rng: &mut Rng) -> TriMesh {
    let mut vertices = Vec::new();
    for _ in 0..rng.whole(4, 20) {
        let (p, q) = (rng.inside(), rng.inside());
        match rng.whole(0, 3) {
            0 => vertices.extend([p, p, p]),
            1 => vertices.extend([p, q, q]),
            2 => vertices.extend([p, q, p]),
            _ => vertices.extend([p, 0.5 * (p + q), q]),
        }
    }
    unshared(vertices)
}

/// Any of them, within about a unit of the origin.
pub fn any_mesh(rng: &mut Rng) -> TriMesh {
    match rng.whole(0, 7) {
        0 => tetrahedron(rng),
        1 => cuboid(
            DVec3::ZERO,
            DVec3::new(rng.real(0.2, 0.7), rng.real(0.2, 0.7), rng.real(0.2, 0.7)),
        ),
        2 => octahedron(rng),
        3 => l_shape(rng),
        4 => plate(rng),
        5 => regular_prism(rng),
        6 => {
            let count = rng.whole(4, 60);
            soup(rng, count, 0.3)
        }
        _ => {
            let count = rng.whole(4, 12);
            soup(rng, count, 0.8)
        }
    }
}

pub fn shifted(source: &TriMesh, by: DVec3) -> TriMesh {
    mesh(
        source.vertices().iter().map(|&v| v + by).collect(),
        source.triangles().to_vec(),
    )
}

/// The library's motion for a description.
pub fn motion(spec: &MotionSpec) -> Box<dyn Motion> {
    let placement =
        |p: [f64; 3], q: [f64; 4]| Placement::new(DVec3::from_array(p), DQuat::from_array(q));
    match *spec {
        MotionSpec::At { p, q, v, w } => Box::new(
            ConstantVelocity::new(placement(p, q), DVec3::from_array(v), DVec3::from_array(w))
                .expect("valid"),
        ),
        MotionSpec::Between { p0, q0, p1, q1 } => Box::new(
            ConstantVelocity::between(placement(p0, q0), placement(p1, q1)).expect("valid"),
        ),
        MotionSpec::Screw {
            p,
            q,
            point,
            axis,
            angular,
            sliding,
        } => {
            let (point, axis) = (DVec3::from_array(point), DVec3::from_array(axis));
            Box::new(Screw::new(placement(p, q), point, axis, angular, sliding).expect("valid"))
        }
        MotionSpec::RationalScrew {
            p,
            q,
            point,
            axis,
            tangent,
            slide,
        } => {
            let (at, point) = (placement(p, q), DVec3::from_array(point));
            let axis = DVec3::from_array(axis);
            Box::new(RationalScrew::with_tangent(at, point, axis, tangent, slide).expect("valid"))
        }
    }
}

pub fn at(p: DVec3, q: DQuat, v: DVec3, w: DVec3) -> MotionSpec {
    MotionSpec::At {
        p: p.to_array(),
        q: q.to_array(),
        v: v.to_array(),
        w: w.to_array(),
    }
}

/// The rational screw about a line along the unit `axis` that takes the body's origin from `p` to `p + by` in a unit of
/// time, turning by `angle`: the line passes the tip of the triangle over the chord.
pub fn rational_screw(p: DVec3, q: DQuat, by: DVec3, axis: DVec3, angle: f64) -> MotionSpec {
    let tangent = libm::tan(0.5 * angle);
    let across = by - axis * axis.dot(by);
    MotionSpec::RationalScrew {
        p: p.to_array(),
        q: q.to_array(),
        point: (p + 0.5 * across + axis.cross(across) / (2.0 * tangent)).to_array(),
        axis: axis.to_array(),
        tangent,
        slide: axis.dot(by),
    }
}

pub fn body(mesh: TriMesh, motion: MotionSpec) -> Body {
    Body { mesh, motion }
}

/// The methods under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    C2a,
    Hca,
    BestFirst,
    D2m,
    /// On a tree whose leaves have several triangles.
    D2mCoarse,
    Capoeira,
    /// On a tree with one triangle a leaf.
    CapoeiraFine,
}

impl Method {
    pub const ALL: [Method; 7] = [
        Method::C2a,
        Method::Hca,
        Method::BestFirst,
        Method::D2m,
        Method::D2mCoarse,
        Method::Capoeira,
        Method::CapoeiraFine,
    ];

    /// Those that heed the tolerance of the limits: Capoeira has that of its leaves.
    pub const TO_TOLERANCE: [Method; 5] = [
        Method::C2a,
        Method::Hca,
        Method::BestFirst,
        Method::D2m,
        Method::D2mCoarse,
    ];

    pub fn heeds_tolerance(self) -> bool {
        Method::TO_TOLERANCE.contains(&self)
    }
}

struct Built {
    swept: MeshBvh,
    spheres: MeshBvh<Sphere>,
    /// With leaves of several triangles.
    coarse: MeshBvh<Sphere>,
    motion: Box<dyn Motion>,
}

impl Built {
    fn new(mesh: &TriMesh, motion: Box<dyn Motion>) -> Built {
        let spheres = MeshBvh::spheres(mesh.clone(), 0.0);
        let epsilon = 0.5 * spheres.bounding_ball().1;
        Built {
            swept: MeshBvh::new(mesh.clone()),
            spheres,
            coarse: MeshBvh::spheres(mesh.clone(), epsilon),
            motion,
        }
    }
}

/// A scene, built for the library.
pub struct Query {
    a: Built,
    b: Built,
    span: Span,
    limits: Limits,
    workspace: Workspace,
}

impl Query {
    pub fn new(scene: &Scene) -> Query {
        let mut limits = Limits::default()
            .with_clearance(scene.clearance)
            .expect("valid");
        if let Some(tolerance) = scene.tolerance {
            limits = limits.with_tolerance(tolerance).expect("valid");
        }
        let span = Span::new(scene.span.0, scene.span.1).expect("valid");
        Query {
            a: Built::new(&scene.a.mesh, motion(&scene.a.motion)),
            b: Built::new(&scene.b.mesh, motion(&scene.b.motion)),
            span,
            limits,
            workspace: Workspace::new(),
        }
    }

    /// The same scene with all lengths and all times multiplied by powers of two, which is exact; `None` if some number
    /// leaves the range that is promised.
    pub fn scaled(scene: &Scene, length: f64, time: f64) -> Option<Query> {
        let mut limits = Limits::default();
        if scene.clearance > 0.0 {
            limits = limits.with_clearance(scene.clearance * length).ok()?;
        }
        if let Some(tolerance) = scene.tolerance {
            limits = limits.with_tolerance(tolerance * length).ok()?;
        }
        let built = |body: &Body| {
            let vertices = body.mesh.vertices().iter().map(|&v| v * length).collect();
            let mesh = TriMesh::new(vertices, body.mesh.triangles().to_vec()).ok()?;
            let motion = Scaled::new(motion(&body.motion), length, time)?;
            Some(Built::new(&mesh, Box::new(motion)))
        };
        Some(Query {
            a: built(&scene.a)?,
            b: built(&scene.b)?,
            span: Span::new(scene.span.0 * time, scene.span.1 * time).ok()?,
            limits,
            workspace: Workspace::new(),
        })
    }

    pub fn ask(&mut self, method: Method) -> Outcome {
        let a = Moving::new(&self.a.swept, &*self.a.motion);
        let b = Moving::new(&self.b.swept, &*self.b.motion);
        let spheres_a = Moving::new(&self.a.spheres, &*self.a.motion);
        let spheres_b = Moving::new(&self.b.spheres, &*self.b.motion);
        let coarse_a = Moving::new(&self.a.coarse, &*self.a.motion);
        let coarse_b = Moving::new(&self.b.coarse, &*self.b.motion);
        let (span, limits, workspace) = (self.span, &self.limits, &mut self.workspace);
        match method {
            Method::C2a => osculate::c2a(a, b, span, limits, workspace),
            Method::Hca => osculate::hca(a, b, span, limits, workspace),
            Method::BestFirst => osculate::best_first(a, b, span, limits, workspace),
            Method::D2m => osculate::d2m(spheres_a, spheres_b, span, limits, workspace),
            Method::D2mCoarse => osculate::d2m(coarse_a, coarse_b, span, limits, workspace),
            Method::Capoeira => osculate::capoeira(coarse_a, coarse_b, span, limits, workspace),
            Method::CapoeiraFine => {
                osculate::capoeira(spheres_a, spheres_b, span, limits, workspace)
            }
        }
    }
}
