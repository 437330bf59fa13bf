//! The conversions for one precision of parry, which the module around this one names.

use super::parry::math::{Pose, Real, Rotation, Vector};
use super::parry::query::NonlinearRigidMotion;
use super::parry::shape::{self as theirs, TypedShape};
use crate::ConversionError;
use osculate::glam::{DQuat, DVec3};
use osculate::{Compound, ConstantVelocity, HalfSpace, Hull, MeshBvh, Placement, Shape, TriMesh};

/// Turns z to x, and to y: exactly, which no quarter turn about one axis does.
const Z_TO_X: DQuat = DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5);
const Z_TO_Y: DQuat = DQuat::from_xyzw(-0.5, -0.5, -0.5, 0.5);

/// Where a body is.
///
/// A rotation that is further from a unit than 1e-7, as those of `f32` may be, is made one.
pub fn placement(pose: &Pose) -> Placement {
    Placement::new(vector(pose.translation), rotation(pose.rotation))
}

/// Where a body is, for parry; rounded where its numbers are `f32`.
pub fn to_pose(placement: &Placement) -> Pose {
    let [x, y, z, w] = placement.rotation.to_array().map(narrow);
    Pose::from_parts(
        to_vector(placement.position),
        Rotation::from_xyzw(x, y, z, w),
    )
}

/// The motion of the point that parry's motion turns about, `local_center`.
///
/// It goes with a shape whose origin is that point, which [`shape_about`] makes; with [`shape`] if the point is the origin.
///
/// # Errors
///
/// If a position or a velocity is out of range or no number.
pub fn motion(motion: &NonlinearRigidMotion) -> Result<ConstantVelocity, ConversionError> {
    let Placement { position, rotation } = placement(&motion.start);
    let centre = position + rotation * vector(motion.local_center);
    let start = Placement::new(centre, rotation);
    let (linear, angular) = (vector(motion.linvel), vector(motion.angvel));
    Ok(ConstantVelocity::new(start, linear, angular)?)
}

/// A shape of any kind.
///
/// # Errors
///
/// If the shape has no counterpart, which the error names, or is out of range.
pub fn shape(shape: &dyn theirs::Shape) -> Result<Shape, ConversionError> {
    shape_about(shape, Vector::ZERO)
}

/// A shape of any kind, with this point of it as its origin.
///
/// # Errors
///
/// Those of [`shape()`].
pub fn shape_about(shape: &dyn theirs::Shape, centre: Vector) -> Result<Shape, ConversionError> {
    let centre = vector(centre);
    Ok(match shape.as_typed_shape() {
        TypedShape::Compound(parts) => compound_about(parts, centre)?.into(),
        TypedShape::HalfSpace(plane) => half_space_about(plane, centre)?.into(),
        TypedShape::TriMesh(mesh) => {
            MeshBvh::new(mesh_about(mesh.vertices(), mesh.indices(), centre)?).into()
        }
        TypedShape::HeightField(field) => {
            let (vertices, triangles) = field.to_trimesh();
            MeshBvh::new(mesh_about(&vertices, &triangles, centre)?).into()
        }
        _ => placed(hull(shape)?, -centre, DQuat::IDENTITY)?.into(),
    })
}

/// A convex shape.
///
/// # Errors
///
/// If the shape is not convex or a half-space, which the error names, or is out of range.
pub fn hull(shape: &dyn theirs::Shape) -> Result<Hull, ConversionError> {
    let unsupported = match shape.as_typed_shape() {
        TypedShape::Ball(ball) => return Ok(Hull::ball(wide(ball.radius))?),
        TypedShape::Cuboid(cuboid) => return boxed(cuboid),
        TypedShape::Capsule(shape) => return capsule(shape),
        TypedShape::Segment(segment) => return points(&[segment.a, segment.b]),
        TypedShape::Triangle(shape) => return points(shape.vertices()),
        TypedShape::ConvexPolyhedron(shape) => return points(shape.points()),
        TypedShape::Cylinder(shape) => return cylinder(shape),
        TypedShape::Cone(shape) => return cone(shape),
        TypedShape::RoundCuboid(round) => {
            return rounded(boxed(&round.inner_shape)?, round.border_radius);
        }
        TypedShape::RoundTriangle(round) => {
            return rounded(points(round.inner_shape.vertices())?, round.border_radius);
        }
        TypedShape::RoundCylinder(round) => {
            return rounded(cylinder(&round.inner_shape)?, round.border_radius);
        }
        TypedShape::RoundCone(round) => {
            return rounded(cone(&round.inner_shape)?, round.border_radius);
        }
        TypedShape::RoundConvexPolyhedron(round) => {
            return rounded(points(round.inner_shape.points())?, round.border_radius);
        }
        TypedShape::Voxels(_) => "a grid of voxels",
        TypedShape::TriMesh(_) => "a triangle mesh as a convex body",
        TypedShape::Polyline(_) => "a polyline",
        TypedShape::HalfSpace(_) => "a half-space as a convex body",
        TypedShape::HeightField(_) => "a height field as a convex body",
        TypedShape::Compound(_) => "a compound as a convex body",
        TypedShape::Custom(_) => "a user's own shape",
    };
    Err(ConversionError::Unsupported(unsupported))
}

/// A compound of convex shapes.
///
/// # Errors
///
/// If a part is not convex or a half-space, or is out of range; the error has its number.
pub fn compound(compound: &theirs::Compound) -> Result<Compound, ConversionError> {
    compound_about(compound, DVec3::ZERO)
}

/// A half-space through the body's origin, as all of parry's are.
///
/// # Errors
///
/// If its normal has no direction.
pub fn half_space(half_space: &theirs::HalfSpace) -> Result<HalfSpace, ConversionError> {
    half_space_about(half_space, DVec3::ZERO)
}

/// A half-space for parry, and where it is in the body: parry's go through the origin.
pub fn to_half_space(half_space: &HalfSpace) -> (Pose, theirs::HalfSpace) {
    let normal = half_space.normal();
    let at = Pose::from_translation(to_vector(normal * half_space.offset()));
    (at, theirs::HalfSpace::new(to_vector(normal)))
}

/// A mesh: its surface, whatever parry's flags say of its inside.
///
/// # Errors
///
/// If a vertex is out of range.
pub fn tri_mesh(mesh: &theirs::TriMesh) -> Result<TriMesh, ConversionError> {
    mesh_about(mesh.vertices(), mesh.indices(), DVec3::ZERO)
}

/// A mesh for parry; rounded where its numbers are `f32`.
///
/// # Errors
///
/// Those of parry's `TriMesh::new`.
pub fn to_trimesh(mesh: &TriMesh) -> Result<theirs::TriMesh, theirs::TriMeshBuilderError> {
    let vertices = mesh.vertices().iter().copied().map(to_vector).collect();
    theirs::TriMesh::new(vertices, mesh.triangles().to_vec())
}

fn wide(number: impl Into<f64>) -> f64 {
    number.into()
}

#[allow(
    clippy::unnecessary_cast,
    reason = "in one of the two precisions it is"
)]
fn narrow(number: f64) -> Real {
    number as Real
}

fn vector(vector: Vector) -> DVec3 {
    DVec3::new(wide(vector.x), wide(vector.y), wide(vector.z))
}

fn to_vector(vector: DVec3) -> Vector {
    let [x, y, z] = vector.to_array().map(narrow);
    Vector::new(x, y, z)
}

fn rotation(rotation: Rotation) -> DQuat {
    let turn = DQuat::from_array(rotation.to_array().map(wide));
    if (turn.length() - 1.0).abs() <= 1e-7 {
        turn
    } else {
        turn.normalize()
    }
}

/// The hull elsewhere; itself where it is.
fn placed(hull: Hull, position: DVec3, rotation: DQuat) -> Result<Hull, ConversionError> {
    if position == DVec3::ZERO && rotation == DQuat::IDENTITY {
        Ok(hull)
    } else {
        Ok(hull.placed(position, rotation)?)
    }
}

fn boxed(cuboid: &theirs::Cuboid) -> Result<Hull, ConversionError> {
    Ok(Hull::cuboid(vector(cuboid.half_extents))?)
}

fn points(points: &[Vector]) -> Result<Hull, ConversionError> {
    let points: Vec<DVec3> = points.iter().copied().map(vector).collect();
    Ok(Hull::polytope(&points)?)
}

fn cylinder(shape: &theirs::Cylinder) -> Result<Hull, ConversionError> {
    let hull = Hull::cylinder(wide(shape.radius), wide(shape.half_height))?;
    placed(hull, DVec3::ZERO, Z_TO_Y)
}

fn cone(shape: &theirs::Cone) -> Result<Hull, ConversionError> {
    let hull = Hull::cone(wide(shape.radius), wide(shape.half_height))?;
    placed(hull, DVec3::ZERO, Z_TO_Y)
}

fn capsule(shape: &theirs::Capsule) -> Result<Hull, ConversionError> {
    let (a, b) = (vector(shape.segment.a), vector(shape.segment.b));
    let axis = match (b.x != 0.0, b.y != 0.0, b.z != 0.0) {
        _ if a != -b => None,
        (_, false, false) => Some(Z_TO_X),
        (false, _, false) => Some(Z_TO_Y),
        (false, false, _) => Some(DQuat::IDENTITY),
        _ => None,
    };
    // The middle and the length of other segments would be rounded, their ends are not.
    let Some(axis) = axis else {
        return rounded(points(&[shape.segment.a, shape.segment.b])?, shape.radius);
    };
    let hull = Hull::capsule(b.abs().max_element(), wide(shape.radius))?;
    placed(hull, DVec3::ZERO, axis)
}

fn rounded(hull: Hull, margin: Real) -> Result<Hull, ConversionError> {
    Ok(hull.rounded(wide(margin))?)
}

fn compound_about(compound: &theirs::Compound, centre: DVec3) -> Result<Compound, ConversionError> {
    let part = |(part, (pose, shape)): (usize, &(Pose, theirs::SharedShape))| {
        let Placement { position, rotation } = placement(pose);
        hull(&*shape.0)
            .and_then(|hull| placed(hull, position - centre, rotation))
            .map_err(|error| ConversionError::Part {
                part,
                error: Box::new(error),
            })
    };
    let parts: Result<Vec<Hull>, _> = compound.shapes().iter().enumerate().map(part).collect();
    Ok(Compound::new(parts?)?)
}

fn half_space_about(
    half_space: &theirs::HalfSpace,
    centre: DVec3,
) -> Result<HalfSpace, ConversionError> {
    let normal = vector(half_space.normal);
    Ok(HalfSpace::new(normal, -normal.dot(centre))?)
}

fn mesh_about(
    vertices: &[Vector],
    triangles: &[[u32; 3]],
    centre: DVec3,
) -> Result<TriMesh, ConversionError> {
    let moved = |vertex: &Vector| vector(*vertex) - centre;
    let vertices = vertices.iter().map(moved).collect();
    Ok(TriMesh::new(vertices, triangles.to_vec())?)
}
