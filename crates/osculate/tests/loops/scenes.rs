//! What a loop is run on: bodies and what they fall, slide and roll on, with their points and planes for a judge.

use super::body::Body;
use glam::{DQuat, DVec3};
use osculate::mesh::{cuboid, icosphere};
use osculate::{Compound, HalfSpace, Hull, Placement, Shape, TriMesh};

/// A body, with the points that its hull is of and the radius around them: enough to know how far it is from a plane.
pub struct Known {
    pub name: &'static str,
    pub shape: Shape,
    pub points: Vec<DVec3>,
    pub radius: f64,
    pub inverse_inertia: DVec3,
}

impl Known {
    /// How far the body is from a plane, at least: by its points, in plain numbers.
    pub fn above(&self, placement: &Placement, plane: &Plane) -> f64 {
        let normal = plane.normal;
        let height = |x: &DVec3| normal.dot(placement.position + placement.rotation * *x);
        let lowest = self.points.iter().map(height).fold(f64::INFINITY, f64::min);
        lowest - self.radius - plane.offset
    }

    pub fn at(&self, placement: Placement) -> Body {
        Body {
            shape: self.shape.clone(),
            placement,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            inverse_inertia: self.inverse_inertia,
        }
    }
}

/// What is below it is solid.
#[derive(Clone, Copy)]
pub struct Plane {
    pub normal: DVec3,
    pub offset: f64,
}

/// Obstacles, all of whose surface that a body may touch lies in planes.
pub struct Ground {
    pub name: &'static str,
    pub shapes: Vec<Shape>,
    pub planes: Vec<Plane>,
}

fn corners(half: DVec3) -> Vec<DVec3> {
    let sign = |i: u32, bit: u32| if i >> bit & 1 == 0 { 1.0 } else { -1.0 };
    (0..8)
        .map(|i| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2)))
        .collect()
}

/// A box, a capsule, a compound and a mesh, all about a unit across.
pub fn bodies(triangles: usize) -> Vec<Known> {
    let half = DVec3::new(0.5, 0.4, 0.3);
    let inertia = |half: DVec3| {
        let square = half * half;
        3.0 / DVec3::new(
            square.y + square.z,
            square.x + square.z,
            square.x + square.y,
        )
    };
    let (bar, end) = (DVec3::new(0.5, 0.2, 0.15), DVec3::new(0.2, 0.5, 0.15));
    let part = |half: DVec3, at: DVec3| {
        Hull::cuboid(half)
            .and_then(|hull| hull.placed(at, DQuat::IDENTITY))
            .unwrap()
    };
    let (at_bar, at_end) = (DVec3::new(0.0, -0.1, 0.0), DVec3::new(-0.3, 0.1, 0.0));
    let moved = |half: DVec3, at: DVec3| corners(half).into_iter().map(move |x| x + at);
    let ball = icosphere(0.5, triangles).unwrap();
    vec![
        Known {
            name: "box",
            shape: Hull::cuboid(half).unwrap().into(),
            points: corners(half),
            radius: 0.0,
            inverse_inertia: inertia(half),
        },
        Known {
            name: "capsule",
            shape: Hull::capsule(0.4, 0.25).unwrap().into(),
            points: vec![0.4 * DVec3::Z, -0.4 * DVec3::Z],
            radius: 0.25,
            inverse_inertia: DVec3::new(9.0, 9.0, 32.0),
        },
        Known {
            name: "compound",
            shape: Compound::new(vec![part(bar, at_bar), part(end, at_end)])
                .unwrap()
                .into(),
            points: moved(bar, at_bar).chain(moved(end, at_end)).collect(),
            radius: 0.0,
            inverse_inertia: inertia(half),
        },
        Known {
            name: "mesh",
            points: ball.vertices().to_vec(),
            shape: ball.into(),
            radius: 0.0,
            inverse_inertia: DVec3::splat(10.0),
        },
    ]
}

/// A flat sheet of triangles at z = 0, as wide as `size` both ways.
pub fn sheet(columns: u32, size: f64, height: impl Fn(f64, f64) -> f64) -> TriMesh {
    let at = |i: u32| size * (f64::from(i) / f64::from(columns) - 0.5);
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..=columns {
        for j in 0..=columns {
            points.push(DVec3::new(at(i), at(j), height(at(i), at(j))));
            if i < columns && j < columns {
                let k = i * (columns + 1) + j;
                let next = k + columns + 1;
                triangles.extend([[k, next, next + 1], [k, next + 1, k + 1]]);
            }
        }
    }
    TriMesh::new(points, triangles).unwrap()
}

const FLOOR: Plane = Plane {
    normal: DVec3::Z,
    offset: 0.0,
};

fn half_space(plane: &Plane) -> Shape {
    HalfSpace::new(plane.normal, plane.offset).unwrap().into()
}

/// Floors of all kinds, all at z = 0; `fine` columns of the finest mesh.
pub fn floors(fine: u32) -> Vec<Ground> {
    let slab = |half: DVec3, at: DVec3| {
        let hull = Hull::cuboid(half).and_then(|hull| hull.placed(at, DQuat::IDENTITY));
        hull.unwrap()
    };
    let tiles = |count: i32| -> Vec<Hull> {
        let at = |i: i32| f64::from(2 * i - count + 1);
        (0..count * count)
            .map(|k| {
                let (i, j) = (k / count, k % count);
                slab(DVec3::new(1.0, 1.0, 0.5), DVec3::new(at(i), at(j), -0.5))
            })
            .collect()
    };
    let floor = |name, shapes| Ground {
        name,
        shapes,
        planes: vec![FLOOR],
    };
    let wide = DVec3::new(20.0, 20.0, 0.5);
    vec![
        floor("half-space", vec![half_space(&FLOOR)]),
        floor("slab", vec![slab(wide, -0.5 * DVec3::Z).into()]),
        floor("mesh of 800", vec![sheet(20, 40.0, |_, _| 0.0).into()]),
        floor("fine mesh", vec![sheet(fine, 40.0, |_, _| 0.0).into()]),
        floor(
            "flush tiles",
            vec![Compound::new(tiles(12)).unwrap().into()],
        ),
        floor("box mesh", {
            let mesh = cuboid(wide).unwrap();
            let lowered = mesh.vertices().iter().map(|&x| x - 0.5 * DVec3::Z);
            vec![
                TriMesh::new(lowered.collect(), mesh.triangles().to_vec())
                    .unwrap()
                    .into(),
            ]
        }),
    ]
}

/// A plane that falls by this angle along x, as a half-space, a slab and a mesh.
pub fn ramps(angle: f64) -> Vec<Ground> {
    let turn = DQuat::from_rotation_y(angle);
    let plane = Plane {
        normal: turn * DVec3::Z,
        offset: 0.0,
    };
    let slab = Hull::cuboid(DVec3::new(60.0, 20.0, 0.5))
        .and_then(|hull| hull.placed(turn * (-0.5 * DVec3::Z), turn))
        .unwrap();
    let flat = sheet(20, 60.0, |_, _| 0.0);
    let turned: Vec<DVec3> = flat.vertices().iter().map(|&x| turn * x).collect();
    let mesh = TriMesh::new(turned, flat.triangles().to_vec()).unwrap();
    [
        ("half-space", half_space(&plane)),
        ("slab", slab.into()),
        ("mesh", mesh.into()),
    ]
    .into_iter()
    .map(|(name, shape)| Ground {
        name,
        shapes: vec![shape],
        planes: vec![plane],
    })
    .collect()
}

/// A floor and two walls.
pub fn corner() -> Ground {
    let planes = [DVec3::Z, DVec3::X, DVec3::Y].map(|normal| Plane {
        normal,
        offset: 0.0,
    });
    Ground {
        name: "corner",
        shapes: planes.iter().map(half_space).collect(),
        planes: planes.to_vec(),
    }
}
