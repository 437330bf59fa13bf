//! Pairs of bodies that lie on each other: what is asked about an instant.

use crate::scenes::{file, unit};
use glam::DVec3;
use osculate::mesh::{cuboid, cuboid_with, gear, icosphere};
use osculate::query::instant::separation;
use osculate::{Hull, Moving, Placement, Resting, Shape, TriMesh, Workspace};

/// The share of the smaller body's radius that bodies rest at.
const REST: f64 = 0.0046;

/// The share of the smaller body's radius within which contacts are asked for.
const WITHIN: f64 = 0.01;

/// Two bodies, the first above the second, near it.
pub struct InstantPair {
    /// What they are.
    pub name: &'static str,
    /// The bodies.
    pub shapes: [Shape; 2],
    /// Their meshes, if both are meshes.
    pub meshes: Option<[TriMesh; 2]>,
    /// Where the first is; the second is at the origin.
    pub at: Resting,
    /// What is near.
    pub within: f64,
}

impl InstantPair {
    /// The first lowered onto the second along `down`, from `from`, until it is near.
    fn new(name: &'static str, shapes: [Shape; 2], from: DVec3, down: DVec3) -> InstantPair {
        let smaller = shapes
            .iter()
            .map(|shape| shape.bounding_ball().1)
            .fold(f64::INFINITY, f64::min);
        let mut at = from;
        for _ in 0..10_000 {
            let apart = apart(&shapes, at);
            if apart <= 1.001 * REST * smaller {
                break;
            }
            at += (apart - REST * smaller) * down;
        }
        InstantPair {
            name,
            meshes: None,
            shapes,
            at: resting(at),
            within: WITHIN * smaller,
        }
    }

    fn of_meshes(name: &'static str, meshes: [TriMesh; 2], from: DVec3, down: DVec3) -> Self {
        let shapes = meshes.clone().map(Shape::from);
        InstantPair {
            meshes: Some(meshes),
            ..InstantPair::new(name, shapes, from, down)
        }
    }

    /// The names of all pairs.
    pub const NAMES: [&str; 8] = [
        "bunny on slab",
        "bunny on bunny",
        "nut on screw",
        "gears",
        "ball on floor",
        "mesh on floor",
        "box on floor",
        "box on box",
    ];

    /// The pair of this name; `None` if there are no models for it.
    pub fn named(name: &'static str) -> Option<InstantPair> {
        let bunny = || file("stanford-bunny").map(|bunny| unit(&bunny).expect("a mesh"));
        let floor = || cuboid_with(DVec3::new(10.0, 10.0, 1.0), 100_000).expect("a floor");
        let die = |half: f64| Shape::from(Hull::cuboid(DVec3::splat(half)).expect("a box"));
        let (above, down) = (DVec3::new(0.3, 0.4, 5.0), -DVec3::Z);
        Some(match name {
            "bunny on slab" => {
                // It lies on its side: upright, it stands on hundreds of small triangles.
                let slab = cuboid(DVec3::new(3.0, 3.0, 0.2)).expect("a slab");
                InstantPair::of_meshes(name, [bunny()?, slab], above, down)
            }
            "bunny on bunny" => {
                let (from, down) = (3.0 * DVec3::Y, -DVec3::Y);
                InstantPair::of_meshes(name, [bunny()?, bunny()?], from, down)
            }
            "nut on screw" => nut_on_screw(file("nut")?, file("screw")?),
            "gears" => {
                let wheel = gear(20, 4_000).expect("a gear");
                let from = DVec3::new(3.0, 0.1, 0.0);
                InstantPair::of_meshes(name, [wheel.clone(), wheel], from, -DVec3::X)
            }
            "ball on floor" => {
                let ball = icosphere(1.0, 20_480).expect("a ball");
                InstantPair::of_meshes(name, [ball, floor()], above, down)
            }
            "mesh on floor" => {
                let die = cuboid(DVec3::splat(0.5)).expect("a box");
                InstantPair::of_meshes(name, [die, floor()], above, down)
            }
            "box on floor" => InstantPair::new(name, [die(0.5), floor().into()], above, down),
            _ => InstantPair::new(name, [die(0.5), die(2.0)], above, down),
        })
    }

    /// What is asked about.
    pub fn moving<'p>(&'p self, rest: &'p Resting) -> [Moving<'p, Shape>; 2] {
        [
            Moving::new(&self.shapes[0], &self.at),
            Moving::new(&self.shapes[1], rest),
        ]
    }

    /// Where the first is.
    pub fn position(&self) -> DVec3 {
        osculate::Motion::placement(&self.at, 0.0).position
    }
}

fn resting(at: DVec3) -> Resting {
    Resting::at(Placement::at(at)).expect("a place")
}

fn apart(shapes: &[Shape; 2], at: DVec3) -> f64 {
    let (at, rest) = (resting(at), Resting::default());
    let (a, b) = (Moving::new(&shapes[0], &at), Moving::new(&shapes[1], &rest));
    separation(a, b, 0.0, &mut Workspace::new())
        .separation
        .upper
}

/// The nut where it has the most room on the screw, and from there down the axis.
fn nut_on_screw(nut: TriMesh, screw: TriMesh) -> InstantPair {
    let shapes = [nut.clone(), screw.clone()].map(Shape::from);
    let places = (0..200).map(|step| 0.05 * f64::from(step) * DVec3::Y);
    let room = |at: DVec3| (apart(&shapes, at), at);
    let best = places.map(room).max_by(|p, q| p.0.total_cmp(&q.0));
    let (_, from) = best.expect("many places");
    InstantPair::of_meshes("nut on screw", [nut, screw], from, -DVec3::Y)
}
