//! Pairs of bodies, and motions of the first past the second.

use crate::random::Random;
use crate::stopwatch::once;
use glam::DVec3;
use osculate::{
    ConstantVelocity, Limits, MeshBvh, Moving, Placement, Span, TriMesh, Verdict, Workspace,
    bvh::CutBall,
    mesh::{MeshError, bumpy_club, gear, icosphere, torus_knot},
    query::meshes::best_first,
};
use osculate_io::MaxSize;
use std::path::Path;
use std::sync::OnceLock;

/// How wide the leaves of Capoeira's trees are, in radii: the ε of the D2M paper, whose models are about this size.
pub const EPSILON: f64 = 1.0 / 32.0;

/// Two bodies and the motions to be asked about: the first flies, the second rests at the origin.
pub struct Scene {
    /// What the scene is called.
    pub name: &'static str,
    /// What the bodies are.
    pub models: String,
    /// The flying body.
    pub a: MeshBvh,
    /// The resting body, if it is another one.
    other: Option<MeshBvh>,
    /// Trees of spheres down to triangles, and down to [`EPSILON`], built when first asked for.
    fine: OnceLock<Spheres>,
    coarse: OnceLock<Spheres>,
    /// How far the flying body reaches from its origin.
    pub reach: f64,
    /// The smaller of both bodies' reaches: what tolerances are relative to.
    pub radius: f64,
    /// How long building the swept spheres took, in microseconds.
    build: f64,
    /// The flights of the first body.
    pub flights: Vec<Flight>,
    /// The second body's motion.
    pub rest: ConstantVelocity,
    /// What the C2A paper measured.
    pub paper: Option<Paper>,
}

/// The trees of spheres of both bodies, if they are two.
struct Spheres {
    a: MeshBvh<CutBall>,
    other: Option<MeshBvh<CutBall>>,
    /// How long building them took, in microseconds.
    build: f64,
}

/// What the hierarchies of a scene's bodies cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How long building them took, in microseconds.
    pub build: f64,
    /// The memory of trees and meshes a triangle.
    pub bytes_a_triangle: f64,
}

/// How deep a tree of spheres goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// To single triangles.
    Triangles,
    /// To leaves of the width [`EPSILON`].
    Epsilon,
}

type Body<'a, V> = Moving<'a, MeshBvh<V>>;

/// One motion of the first body.
pub struct Flight {
    /// Where it starts.
    pub from: Placement,
    /// The motion, over [0, 1].
    pub motion: ConstantVelocity,
}

/// A row of the C2A paper's Table 1 (2008, one core, threshold 1e-3), in milliseconds.
#[derive(Clone, Copy)]
pub struct Paper {
    /// C2A on average.
    pub c2a: f64,
    /// HCA on average.
    pub hca: f64,
}

/// A scene that can be built.
pub struct Recipe {
    /// What the scene is called.
    pub name: &'static str,
    models: fn() -> Result<Models, MeshError>,
    starts: Starts,
    paper: Option<Paper>,
}

/// The bodies; none if they are in files that are not there.
struct Models {
    meshes: Option<(TriMesh, Option<TriMesh>)>,
    what: String,
}

/// Where flights start and end.
#[derive(Clone, Copy)]
enum Starts {
    /// On a sphere about the second body, its radius in sums of both reaches.
    Sphere(f64),
    /// In the second body's bounding box, made twice as high (z).
    Above,
}

/// The scenes of the C2A paper's Table 1, by stand-ins of the same size where the models are not to be had, and pairs
/// of the models in `shared/data/meshes`. How far flights start is chosen so that roughly 60 % collide.
///
/// "Bunny dynamics" is left out: it is not a set of random motions but the steps of a rigid-body simulation, which the
/// paper does not describe.
pub fn rigid() -> Vec<Recipe> {
    let recipe = |name, starts, models| Recipe {
        name,
        models,
        starts,
        paper: None,
    };
    let paper = |c2a, hca| Some(Paper { c2a, hca });
    vec![
        Recipe {
            paper: paper(3.6, 3.4),
            ..recipe("Club vs. Club", Starts::Sphere(0.6), || {
                made("bumpy_club(104800) twice", bumpy_club(104_800)?, None)
            })
        },
        Recipe {
            paper: paper(1.98, 1.68),
            ..recipe("Gear vs. Gear", Starts::Sphere(1.0), || {
                made("gear(20, 25600) twice", gear(20, 25_600)?, None)
            })
        },
        Recipe {
            paper: paper(1.89, 1.86),
            ..recipe("Hammer vs. CAD piece", Starts::Sphere(0.85), || {
                let what = "a hammer, bumpy_club(1700), and a workpiece, gear(8, 2600)";
                made(what, bumpy_club(1_700)?, Some(gear(8, 2_600)?))
            })
        },
        Recipe {
            paper: paper(2.77, 2.77),
            ..recipe("Bunny vs. Bunny", Starts::Sphere(0.9), || {
                match file("stanford-bunny") {
                    Some(bunny) => made(
                        "the Stanford bunny, scaled to radius 1, twice",
                        unit(&bunny)?,
                        None,
                    ),
                    None => made(
                        "icosphere(69700) twice, for want of the bunny",
                        icosphere(1.0, 69_700)?,
                        None,
                    ),
                }
            })
        },
        Recipe {
            paper: paper(2.01, 2.68),
            ..recipe("Torusknot vs. Torusknot", Starts::Sphere(1.0), || {
                made(
                    "torus_knot(2, 3, 34600) twice",
                    torus_knot(2, 3, 34_600)?,
                    None,
                )
            })
        },
        recipe("rob vs. env", Starts::Above, || {
            let meshes = match (file("rob"), file("env")) {
                (Some(rob), Some(env)) => Some((rob, Some(env))),
                _ => None,
            };
            let what =
                "FCL's robot, from and to places in FCL's environment or above it".to_owned();
            Ok(Models { meshes, what })
        }),
        recipe("spot", Starts::Sphere(0.9), || twice("spot")),
        recipe("screw vs. nut", Starts::Sphere(1.0), || {
            let meshes = match (file("screw"), file("nut")) {
                (Some(screw), Some(nut)) => Some((centred(&screw)?, Some(centred(&nut)?))),
                _ => None,
            };
            Ok(Models {
                meshes,
                what: "screw and nut, centred".to_owned(),
            })
        }),
        recipe("fandisk", Starts::Sphere(0.8), || twice("fandisk")),
        recipe("beetle", Starts::Sphere(0.8), || twice("beetle")),
        recipe("suzanne", Starts::Sphere(0.9), || twice("suzanne")),
    ]
}

impl Recipe {
    /// The scene, with `flights` motions that do not start in an overlap; `None` if its models are not there.
    pub fn build(&self, flights: usize) -> Result<Option<Scene>, MeshError> {
        let Models { meshes, what } = (self.models)()?;
        let Some((a, other)) = meshes else {
            return Ok(None);
        };
        let mut scene = Scene::still(self.name, what, a, other);
        scene.paper = self.paper;
        scene.send_off(self.starts, flights);
        Ok(Some(scene))
    }
}

impl Scene {
    /// A body against itself, with flights between places on a sphere, its radius given in diameters.
    pub fn of_twins(name: &'static str, mesh: TriMesh, distance: f64, flights: usize) -> Scene {
        let mut scene = Scene::still(name, name.to_owned(), mesh, None);
        scene.send_off(Starts::Sphere(distance), flights);
        scene
    }

    /// Without flights.
    fn still(name: &'static str, models: String, a: TriMesh, other: Option<TriMesh>) -> Scene {
        let reach = radius(&a);
        let radius = other.as_ref().map_or(reach, radius).min(reach);
        let ((a, other), build) = once(|| (MeshBvh::new(a), other.map(MeshBvh::new)));
        let rest =
            ConstantVelocity::at_rest(Placement::default()).expect("the origin is a placement");
        Scene {
            name,
            models,
            a,
            other,
            fine: OnceLock::new(),
            coarse: OnceLock::new(),
            reach,
            radius,
            build,
            flights: Vec::new(),
            rest,
            paper: None,
        }
    }

    fn send_off(&mut self, starts: Starts, flights: usize) {
        let [a, b] = self.bodies().map(|body| radius(body.mesh()));
        let (low, high) = bounds(self.bodies()[1].mesh());
        let mut random = Random::new(0x05c0_1a7e);
        let mut placement = || {
            let position = match starts {
                Starts::Sphere(distance) => distance * (a + b) * random.direction(),
                Starts::Above => random.point(low, high + (high - low) * DVec3::Z),
            };
            Placement::new(position, random.rotation())
        };
        let start = Span::new(0.0, 0.0).expect("an instant is a span");
        let mut workspace = Workspace::new();
        while self.flights.len() < flights {
            let flight = Flight::between(placement(), placement());
            let (a, b) = self.moving(&flight);
            let outcome = best_first(a, b, start, &self.limits(1e-6), &mut workspace);
            if matches!(outcome.verdict, Verdict::Free) {
                self.flights.push(flight);
            }
        }
    }

    /// Both bodies.
    pub fn bodies(&self) -> [&MeshBvh; 2] {
        [&self.a, self.other.as_ref().unwrap_or(&self.a)]
    }

    /// The bodies, the first on `flight`.
    pub fn moving<'a>(
        &'a self,
        flight: &'a Flight,
    ) -> (
        Body<'a, osculate::bvh::SweptSphere>,
        Body<'a, osculate::bvh::SweptSphere>,
    ) {
        let [a, b] = self.bodies();
        (Moving::new(a, &flight.motion), Moving::new(b, &self.rest))
    }

    fn spheres(&self, depth: Depth) -> &Spheres {
        let (trees, epsilon) = match depth {
            Depth::Triangles => (&self.fine, 0.0),
            Depth::Epsilon => (&self.coarse, EPSILON * self.radius),
        };
        let build = |tree: &MeshBvh| MeshBvh::spheres(tree.mesh().clone(), epsilon);
        trees.get_or_init(|| {
            let ((a, other), build) = once(|| (build(&self.a), self.other.as_ref().map(build)));
            Spheres { a, other, build }
        })
    }

    /// What the trees of spheres cost.
    pub fn cost_of_spheres(&self, depth: Depth) -> Cost {
        let trees = self.spheres(depth);
        let stats = std::iter::once(&trees.a).chain(&trees.other);
        Cost {
            build: trees.build,
            bytes_a_triangle: bytes_a_triangle(stats.map(|tree| {
                let count = tree.mesh().triangles().len();
                (tree.stats().bytes, count)
            })),
        }
    }

    /// The bodies as trees of spheres, the first on `flight`.
    pub fn moving_spheres<'a>(
        &'a self,
        flight: &'a Flight,
        depth: Depth,
    ) -> (Body<'a, CutBall>, Body<'a, CutBall>) {
        let trees = self.spheres(depth);
        let b = trees.other.as_ref().unwrap_or(&trees.a);
        (
            Moving::new(&trees.a, &flight.motion),
            Moving::new(b, &self.rest),
        )
    }

    /// A tolerance given in radii.
    pub fn limits(&self, tolerance: f64) -> Limits {
        Limits::default()
            .with_tolerance(tolerance * self.radius)
            .expect("tolerances are positive")
    }

    /// What the trees of swept spheres cost.
    pub fn cost(&self) -> Cost {
        let bodies = std::iter::once(&self.a).chain(&self.other);
        Cost {
            build: self.build,
            bytes_a_triangle: bytes_a_triangle(bodies.map(|tree| {
                let count = tree.mesh().triangles().len();
                (tree.stats().bytes, count)
            })),
        }
    }
}

fn bytes_a_triangle(trees: impl Iterator<Item = (usize, usize)>) -> f64 {
    let (bytes, triangles) = trees.fold((0, 0), |(bytes, triangles), (more, count)| {
        (bytes + more, triangles + count)
    });
    bytes as f64 / triangles as f64
}

impl Flight {
    /// From one placement at time 0 to another at time 1.
    pub fn between(from: Placement, to: Placement) -> Flight {
        let motion = ConstantVelocity::between(from, to).expect("placements are finite");
        Flight { from, motion }
    }
}

/// How far the mesh reaches from its origin.
pub fn radius(mesh: &TriMesh) -> f64 {
    mesh.vertices()
        .iter()
        .map(|vertex| vertex.length())
        .fold(0.0, f64::max)
}

fn bounds(mesh: &TriMesh) -> (DVec3, DVec3) {
    let around = |(low, high): (DVec3, DVec3), &vertex: &DVec3| (low.min(vertex), high.max(vertex));
    mesh.vertices()
        .iter()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), around)
}

fn centred(mesh: &TriMesh) -> Result<TriMesh, MeshError> {
    let (low, high) = bounds(mesh);
    let centre = 0.5 * (low + high);
    let vertices = mesh
        .vertices()
        .iter()
        .map(|&vertex| vertex - centre)
        .collect();
    TriMesh::new(vertices, mesh.triangles().to_vec())
}

/// The mesh about its middle, at radius 1.
pub fn unit(mesh: &TriMesh) -> Result<TriMesh, MeshError> {
    let centred = centred(mesh)?;
    centred.scaled(1.0 / radius(&centred))
}

fn made(what: &str, a: TriMesh, other: Option<TriMesh>) -> Result<Models, MeshError> {
    Ok(Models {
        meshes: Some((a, other)),
        what: what.to_owned(),
    })
}

fn twice(name: &str) -> Result<Models, MeshError> {
    let mesh = file(name).map(|mesh| unit(&mesh)).transpose()?;
    Ok(Models {
        meshes: mesh.map(|mesh| (mesh, None)),
        what: format!("{name}.obj, scaled to radius 1, twice"),
    })
}

/// The mesh of that name beside the workspace, if it is there.
pub fn file(name: &str) -> Option<TriMesh> {
    let folder = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/data/meshes"
    ));
    let path = format!("{name}.obj");
    if !folder.join(&path).exists() {
        return None;
    }
    Some(
        osculate_io::load(&path, folder, MaxSize::default())
            .unwrap_or_else(|error| panic!("{error}")),
    )
}
