//! The way from a scene to the library: its meshes, its motions, its methods.

use crate::scaled::Scaled;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Limits, MeshBvh, Motion, Moving, Outcome, Placement, Span, TriMesh,
    Workspace,
    bvh::CutBall,
    motion::{Ballistic, RationalScrew, Screw},
};
use osculate_judge::meshes::{Body, Mesh, MotionSpec, Scene};

/// The library's mesh for a plain one.
pub fn trimesh(mesh: &Mesh) -> TriMesh {
    let (vertices, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    TriMesh::new(vertices, triangles).expect("a test's mesh is valid")
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
        MotionSpec::Ballistic {
            p,
            q,
            v,
            w,
            a,
            pivot,
        } => {
            let [v, w, a, pivot] = [v, w, a, pivot].map(DVec3::from_array);
            Box::new(Ballistic::about(pivot, placement(p, q), v, w, a).expect("valid"))
        }
    }
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
    spheres: MeshBvh<CutBall>,
    /// With leaves of several triangles.
    coarse: MeshBvh<CutBall>,
    motion: Box<dyn Motion>,
}

impl Built {
    fn new(mesh: TriMesh, motion: Box<dyn Motion>) -> Built {
        let spheres = MeshBvh::spheres(mesh.clone(), 0.0);
        let epsilon = 0.5 * spheres.bounding_ball().1;
        Built {
            swept: MeshBvh::new(mesh.clone()),
            spheres,
            coarse: MeshBvh::spheres(mesh, epsilon),
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
            a: Built::new(trimesh(&scene.a.mesh), motion(&scene.a.motion)),
            b: Built::new(trimesh(&scene.b.mesh), motion(&scene.b.motion)),
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
            Some(Built::new(mesh, Box::new(motion)))
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
            Method::C2a => osculate::query::meshes::c2a(a, b, span, limits, workspace),
            Method::Hca => osculate::query::meshes::hca(a, b, span, limits, workspace),
            Method::BestFirst => osculate::query::meshes::best_first(a, b, span, limits, workspace),
            Method::D2m => {
                osculate::query::meshes::d2m(spheres_a, spheres_b, span, limits, workspace)
            }
            Method::D2mCoarse => {
                osculate::query::meshes::d2m(coarse_a, coarse_b, span, limits, workspace)
            }
            Method::Capoeira => {
                osculate::query::meshes::capoeira(coarse_a, coarse_b, span, limits, workspace)
            }
            Method::CapoeiraFine => {
                osculate::query::meshes::capoeira(spheres_a, spheres_b, span, limits, workspace)
            }
        }
    }
}
