//! The meshes that cables meet in place of solid bodies: each holds the whole body.

use glam::{DMat3, DVec3};
use osculate::mesh::{MeshError, cuboid, icosphere};
use osculate::shape::{HullCore, HullForm};
use osculate::{Hull, TriMesh};

/// How many triangles there are around what is round.
const TRIANGLES: usize = 320;
/// How much larger a mesh is than it would have to be, so that rounding does not matter.
const ROOM: f64 = 1e-9;
/// Points that are nearer than this share of the body's reach count as one.
const SAME: f64 = 0.02;
/// A triangle that is thinner than this share of the body has no normal that could be relied on.
const SLIVER: f64 = 1e-9;

/// A mesh around convex bodies. Boxes and polytopes are their own; around what is round goes a polytope with corners on its surface that is
/// blown up from its middle until the body is in it: for a ball by 2.5 %.
pub(super) fn skin(hulls: &[Hull]) -> Result<TriMesh, MeshError> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for hull in hulls {
        let mesh = around(hull)?;
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.vertices());
        let moved = mesh
            .triangles()
            .iter()
            .map(|corners| corners.map(|v| v + first));
        triangles.extend(moved);
    }
    TriMesh::new(vertices, triangles)
}

/// The first of some points that is in the mesh around one of convex bodies. Surfaces do not tell: what is inside of one touches none.
pub(super) fn first_inside(hulls: &[Hull], points: &[DVec3]) -> Result<Option<usize>, MeshError> {
    let mut first: Option<usize> = None;
    for hull in hulls {
        let mesh = around(hull)?;
        let found = points
            .iter()
            .position(|&point| is_inside(&mesh, point, 0.0));
        first = first.into_iter().chain(found).min();
    }
    Ok(first)
}

/// Whether a point is in a convex mesh, or so far off it: below the planes of all triangles.
fn is_inside(mesh: &TriMesh, point: DVec3, off: f64) -> bool {
    let middle = mesh.vertices().iter().sum::<DVec3>() / mesh.vertices().len() as f64;
    mesh.triangles().iter().all(|triangle| {
        let [a, b, c] = triangle.map(|corner| mesh.vertices()[corner as usize]);
        let cross = (b - a).cross(c - a);
        let outward = if cross.dot(a - middle) < 0.0 {
            -cross
        } else {
            cross
        };
        outward.normalize_or_zero().dot(point - a) <= off
    })
}

fn around(hull: &Hull) -> Result<TriMesh, MeshError> {
    let form = hull.form();
    if form.margin == 0.0 {
        match &form.core {
            HullCore::Cuboid { half } => return placed(&cuboid(*half)?, &form),
            HullCore::Polytope { corners, triangles } if !triangles.is_empty() => {
                let mesh = TriMesh::new(corners.clone(), triangles.clone())?;
                return placed(&mesh, &form);
            }
            _ => {}
        }
    }
    match blown_up(hull) {
        Some(mesh) => mesh,
        None => ball_around(hull),
    }
}

fn placed(mesh: &TriMesh, form: &HullForm) -> Result<TriMesh, MeshError> {
    let at = |&v: &DVec3| form.axes * v + form.centre;
    let vertices = mesh.vertices().iter().map(at).collect();
    TriMesh::new(vertices, mesh.triangles().to_vec())
}

/// The polytope of points on the surface, scaled about their middle. It holds the body if and only if no face's plane cuts it: the furthest
/// point of the body along each face's normal has to be below that face. None if a face is too thin to have a normal.
fn blown_up(hull: &Hull) -> Option<Result<TriMesh, MeshError>> {
    let directions = icosphere(1.0, TRIANGLES).ok()?;
    let axes = [DMat3::IDENTITY, -DMat3::IDENTITY];
    let axes = axes.iter().flat_map(|m| [m.x_axis, m.y_axis, m.z_axis]);
    let reach = hull.bounding_ball().1;
    let mut points: Vec<DVec3> = Vec::new();
    for direction in axes.chain(directions.vertices().iter().copied()) {
        let point = hull.support(direction);
        // Points beside each other would make slivers.
        if points
            .iter()
            .all(|&other| (other - point).length() > SAME * reach)
        {
            points.push(point);
        }
    }
    let inner = Hull::polytope(&points).ok()?.form();
    let HullCore::Polytope { corners, triangles } = inner.core else {
        return None;
    };
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let size = (corners.iter()).fold(0.0_f64, |most, &corner| {
        most.max((corner - middle).length())
    });
    let mut scale = 1.0_f64;
    for triangle in &triangles {
        let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
        let cross = (b - a).cross(c - a);
        if !(cross.length() > SLIVER * size * size) {
            return None;
        }
        let outward = if cross.dot(a - middle) < 0.0 {
            -cross
        } else {
            cross
        };
        let normal = outward.normalize();
        let offset = [a, b, c].map(|corner| normal.dot(corner - middle));
        let offset = offset.into_iter().fold(f64::INFINITY, f64::min);
        if !(offset > SLIVER * size) {
            return None;
        }
        scale = scale.max(normal.dot(hull.support(normal) - middle) / offset);
    }
    let scale = scale * (1.0 + ROOM) + ROOM;
    let vertices = corners
        .iter()
        .map(|&corner| middle + scale * (corner - middle));
    (!triangles.is_empty()).then(|| TriMesh::new(vertices.collect(), triangles))
}

/// The mesh of the ball around a body: for what is too thin for a polytope of its own.
fn ball_around(hull: &Hull) -> Result<TriMesh, MeshError> {
    let (centre, radius) = hull.bounding_ball();
    let round = icosphere(1.0, TRIANGLES)?;
    // The planes of faces are nearer to the middle than their corners are.
    let nearest = round.triangles().iter().map(|triangle| {
        let [a, b, c] = triangle.map(|corner| round.vertices()[corner as usize]);
        (b - a).cross(c - a).normalize().dot(a).abs()
    });
    let nearest = nearest.fold(1.0, f64::min);
    let radius = radius.max(1e-9) * (1.0 + ROOM) / nearest;
    let vertices = round.vertices().iter().map(|&v| centre + radius * v);
    TriMesh::new(vertices.collect(), round.triangles().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn bodies_are_in_their_skins() {
        let turn = DQuat::from_rotation_y(0.7);
        let hulls = [
            (Hull::ball(0.4).unwrap(), 0.03),
            (Hull::capsule(0.5, 0.1).unwrap(), 0.05),
            (Hull::cylinder(0.4, 0.1).unwrap(), 0.05),
            (Hull::cone(0.3, 0.4).unwrap(), 0.10),
            (Hull::ellipsoid(DVec3::new(0.2, 0.3, 0.5)).unwrap(), 0.07),
            (
                Hull::cuboid(DVec3::new(0.2, 0.3, 0.1))
                    .unwrap()
                    .rounded(0.05)
                    .unwrap(),
                0.10,
            ),
            (Hull::cuboid(DVec3::new(0.2, 0.3, 0.1)).unwrap(), 0.0),
        ];
        for (hull, most) in hulls {
            let hull = hull.placed(DVec3::new(1.0, 2.0, 3.0), turn).unwrap();
            let mesh = skin(std::slice::from_ref(&hull)).unwrap();
            let (centre, radius) = hull.bounding_ball();
            let fine = icosphere(1.0, 5120).unwrap();
            for &direction in fine.vertices() {
                let point = hull.support(direction);
                assert!(is_inside(&mesh, point, 1e-12), "{hull:?} {direction}");
            }
            for axis in [
                DVec3::X,
                DVec3::Y,
                DVec3::Z,
                DVec3::NEG_X,
                DVec3::NEG_Y,
                DVec3::NEG_Z,
            ] {
                let along = turn * axis;
                let own = along.dot(hull.support(along) - centre);
                let around = mesh.vertices().iter().map(|&v| along.dot(v - centre));
                let around = around.fold(f64::NEG_INFINITY, f64::max);
                assert!(
                    around <= own + most * radius + 1e-9,
                    "{own} {around} {hull:?}"
                );
            }
            let far = mesh.vertices().iter().map(|&v| (v - centre).length());
            let far = far.fold(0.0, f64::max);
            assert!(
                far <= radius * (1.0 + most) + 1e-9,
                "{far} {radius} {hull:?}"
            );
        }
    }
}
