//! Convex bodies: a core and a margin, as one support map.

mod extent;
mod face;
mod flat;
mod form;
mod moved;
mod round;

pub use form::{HullCore, HullForm};

use super::convex_hull::{MOST_POINTS, convex_hull};
use super::polytope::Polytope;
use super::{Convex, Corner, FlatSide, Foot, Identity};
use crate::mesh::{LONGEST, SHORTEST, TriMesh};
use crate::numbers::rounding::{UNIT, length, sqrt, up};
use glam::{DMat3, DQuat, DVec3};
use thiserror::Error;

/// A solid convex body: a core and a margin around it.
///
/// A ball is a point with a margin, a capsule a segment with one; boxes, cylinders, cones, ellipsoids and polytopes have
/// none unless [`rounded`](Hull::rounded). Bodies are centred at their origin, with cylinders, cones and capsules along z,
/// unless [`placed`](Hull::placed) elsewhere.
///
/// ```
/// use glam::{DQuat, DVec3};
/// use osculate::Hull;
///
/// let die = Hull::cuboid(DVec3::splat(0.4))?.rounded(0.1)?;
/// assert_eq!(die.support(DVec3::new(2.0, 0.0, 0.0)).x, 0.5);
/// let rod = Hull::capsule(1.0, 0.1)?.placed(DVec3::Y, DQuat::IDENTITY)?;
/// assert_eq!(rod.support(DVec3::Z), DVec3::new(0.0, 1.0, 1.1));
/// assert!(Hull::ball(-1.0).is_err());
/// # Ok::<(), osculate::shape::HullError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "convex", alias = "primitive")]
pub struct Hull {
    core: Core,
    margin: f64,
    /// A point `y` of the core is the body's point `centre + axes·y`: that, with these numbers, is the shape.
    centre: DVec3,
    axes: DMat3,
    /// Whether the axes are not the body's.
    turned: bool,
    /// A ball around the placed core.
    ball: (DVec3, f64),
    identity: Identity,
}

/// What a margin is put around, in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
enum Core {
    Point,
    /// Half its length along z.
    Segment(f64),
    /// Half its sides.
    Cuboid(DVec3),
    Cylinder {
        radius: f64,
        half_height: f64,
    },
    /// Its base at the bottom.
    Cone {
        radius: f64,
        half_height: f64,
    },
    /// Its radii.
    Ellipsoid(DVec3),
    Polytope(Polytope),
}

/// Why a [`Hull`] could not be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum HullError {
    /// A length is negative, NaN, infinite or out of range.
    #[error("the {what} of the {shape} must be 0 or between 1e-60 and 1e60, not {value}")]
    BadLength {
        /// The shape's name.
        shape: &'static str,
        /// The parameter's name.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// There are no points to take the hull of.
    #[error("a polytope needs at least one point")]
    NoPoints,
    /// A point of a polytope is NaN, infinite or out of range.
    #[error(
        "point {index} of the polytope, {value:?}, must be finite and at most 1e60 in magnitude"
    )]
    BadPoint {
        /// Its index.
        index: usize,
        /// Its coordinates.
        value: [f64; 3],
    },
    /// More points than can be numbered.
    #[error("the polytope has {0} points; at most {MOST_POINTS} can be numbered")]
    TooMany(usize),
    /// All points of a polytope are so close to the origin that squares of their coordinates would vanish.
    #[error("the largest coordinate of a polytope must be 0 or at least 1e-60, not {0}")]
    TooSmall(f64),
    /// A position is NaN, infinite or out of range.
    #[error("the position {0:?} must be finite, and zero or between 1e-60 and 1e60 in magnitude")]
    BadPosition([f64; 3]),
    /// A rotation is not a unit quaternion.
    #[error("the rotation {0:?} must have a length within 1e-6 of 1")]
    NotUnit([f64; 4]),
    /// The axes of a form are not those of a rotation.
    #[error(
        "the axes must be those of a rotation: right-handed, and orthonormal to within rounding, not off by {0}"
    )]
    NotOrthonormal(f64),
}

/// On which sides the corners of a box are.
const SIDES: [DVec3; 8] = [
    DVec3::new(-1.0, -1.0, -1.0),
    DVec3::new(1.0, -1.0, -1.0),
    DVec3::new(-1.0, 1.0, -1.0),
    DVec3::new(1.0, 1.0, -1.0),
    DVec3::new(-1.0, -1.0, 1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(-1.0, 1.0, 1.0),
    DVec3::new(1.0, 1.0, 1.0),
];

fn check(shape: &'static str, what: &'static str, value: f64) -> Result<f64, HullError> {
    if value == 0.0 || (SHORTEST..=LONGEST).contains(&value) {
        Ok(value)
    } else {
        Err(HullError::BadLength { shape, what, value })
    }
}

impl Hull {
    /// A ball.
    #[doc(alias = "sphere")]
    pub fn ball(radius: f64) -> Result<Hull, HullError> {
        let margin = check("ball", "radius", radius)?;
        Ok(Hull::new(Core::Point, margin))
    }

    /// A ball without a radius.
    pub(crate) fn point() -> Hull {
        Hull::new(Core::Point, 0.0)
    }

    /// All points within `radius` of a segment of `2·half_length` along z.
    pub fn capsule(half_length: f64, radius: f64) -> Result<Hull, HullError> {
        let half = check("capsule", "half length", half_length)?;
        let margin = check("capsule", "radius", radius)?;
        Ok(Hull::new(Core::Segment(half), margin))
    }

    /// A box with these half sides.
    #[doc(alias = "box", alias = "aabb", alias = "obb")]
    pub fn cuboid(half: DVec3) -> Result<Hull, HullError> {
        for (what, side) in ["half side x", "half side y", "half side z"]
            .into_iter()
            .zip(half.to_array())
        {
            check("box", what, side)?;
        }
        Ok(Hull::new(Core::Cuboid(half), 0.0))
    }

    /// A cylinder along z.
    pub fn cylinder(radius: f64, half_height: f64) -> Result<Hull, HullError> {
        let radius = check("cylinder", "radius", radius)?;
        let half_height = check("cylinder", "half height", half_height)?;
        Ok(Hull::new(
            Core::Cylinder {
                radius,
                half_height,
            },
            0.0,
        ))
    }

    /// A cone along z: its tip at `half_height`, its base at `-half_height`.
    pub fn cone(radius: f64, half_height: f64) -> Result<Hull, HullError> {
        let radius = check("cone", "radius", radius)?;
        let half_height = check("cone", "half height", half_height)?;
        Ok(Hull::new(
            Core::Cone {
                radius,
                half_height,
            },
            0.0,
        ))
    }

    /// An ellipsoid with these radii along x, y and z.
    pub fn ellipsoid(radii: DVec3) -> Result<Hull, HullError> {
        for (what, radius) in ["radius x", "radius y", "radius z"]
            .into_iter()
            .zip(radii.to_array())
        {
            check("ellipsoid", what, radius)?;
        }
        Ok(Hull::new(Core::Ellipsoid(radii), 0.0))
    }

    /// The convex hull of any points: exactly, whatever their arrangement and scale.
    ///
    /// Points that are not needed are dropped; [`corner`](Hull::corner) gives the others by their numbers. Takes
    /// O(n log n) time on all but contrived points.
    #[doc(alias = "convex hull", alias = "convex_hull", alias = "points")]
    pub fn polytope(points: &[DVec3]) -> Result<Hull, HullError> {
        if points.is_empty() {
            return Err(HullError::NoPoints);
        }
        for (index, point) in points.iter().enumerate() {
            if !(point.abs().max_element() <= LONGEST && point.is_finite()) {
                let value = point.to_array();
                return Err(HullError::BadPoint { index, value });
            }
        }
        if points.len() > MOST_POINTS {
            return Err(HullError::TooMany(points.len()));
        }
        let largest = points
            .iter()
            .fold(0.0_f64, |most, point| most.max(point.abs().max_element()));
        if largest > 0.0 && largest < SHORTEST {
            return Err(HullError::TooSmall(largest));
        }
        let hull = convex_hull(points);
        let polytope = Polytope::new(hull.vertices, hull.first, hull.neighbours);
        Ok(Hull::new(Core::Polytope(polytope), 0.0))
    }

    /// The body with a further layer of this thickness around it.
    pub fn rounded(self, margin: f64) -> Result<Hull, HullError> {
        let margin = check("body", "margin", margin)?;
        let margin = check("body", "margin", self.margin + margin)?;
        Ok(Hull {
            margin,
            identity: Identity::new(),
            ..self
        })
    }

    /// The body rotated by `rotation` and then moved by `position`. Both are rounded once, here; the result is the exact
    /// shape. A polytope that is nearer to the body's origin than to its own gets new corners, each rounded, since its own
    /// would cost every query more than what is left of them.
    pub fn placed(self, position: DVec3, rotation: DQuat) -> Result<Hull, HullError> {
        let largest = position.abs().max_element();
        if largest > 0.0 && largest < SHORTEST {
            return Err(HullError::BadPosition(position.to_array()));
        }
        let norm = sqrt(rotation.dot(rotation));
        if !((norm - 1.0).abs() <= 1e-6) {
            return Err(HullError::NotUnit(rotation.to_array()));
        }
        let unit = DQuat::from_xyzw(
            rotation.x / norm,
            rotation.y / norm,
            rotation.z / norm,
            rotation.w / norm,
        );
        let turn = DMat3::from_quat(unit);
        let centre = position + turn * self.centre;
        if !(centre.abs().max_element() <= LONGEST && centre.is_finite()) {
            return Err(HullError::BadPosition(position.to_array()));
        }
        let axes = turn * self.axes;
        self.moved(centre, axes)
    }

    fn new(core: Core, margin: f64) -> Hull {
        let mut hull = Hull {
            core,
            margin,
            centre: DVec3::ZERO,
            axes: DMat3::IDENTITY,
            turned: false,
            ball: (DVec3::ZERO, 0.0),
            identity: Identity::new(),
        };
        hull.ball = hull.bound();
        hull
    }

    /// A ball around the placed core.
    fn bound(&self) -> (DVec3, f64) {
        let (centre, radius) = match &self.core {
            Core::Point => (DVec3::ZERO, 0.0),
            &Core::Segment(half) => (DVec3::ZERO, half),
            &Core::Cuboid(half) => (DVec3::ZERO, length(half)),
            &Core::Cylinder {
                radius,
                half_height,
            } => (
                DVec3::ZERO,
                sqrt(radius * radius + half_height * half_height),
            ),
            &Core::Cone {
                radius,
                half_height,
            } => {
                // Through the tip and the rim, or about the base if the cone is flat.
                let height = 2.0 * half_height;
                let ball = if height > radius {
                    0.5 * (height + radius * (radius / height))
                } else {
                    radius
                };
                let z = if height > radius {
                    half_height - ball
                } else {
                    -half_height
                };
                (DVec3::new(0.0, 0.0, z), ball)
            }
            &Core::Ellipsoid(radii) => (DVec3::ZERO, radii.max_element()),
            Core::Polytope(polytope) => {
                let corners = polytope.corners();
                let [low, high] = polytope.ends_of_box();
                let centre = 0.5 * low + 0.5 * high;
                let farthest = |most: f64, &corner: &DVec3| most.max(length(corner - centre));
                (centre, corners.iter().fold(0.0, farthest))
            }
        };
        let offset = length(centre);
        let centre = self.in_body(centre);
        // The axes may stretch by a few units, and the centre was rounded.
        (
            centre,
            up(radius) + 16.0 * UNIT * (offset + length(self.centre) + radius),
        )
    }

    #[inline(always)]
    fn in_body(&self, point: DVec3) -> DVec3 {
        if self.turned {
            self.centre + self.axes * point
        } else {
            self.centre + point
        }
    }

    #[inline(always)]
    fn in_core(&self, direction: DVec3) -> DVec3 {
        if self.turned {
            self.axes.transpose() * direction
        } else {
            direction
        }
    }

    /// The convex hull of a mesh's vertices.
    pub fn of_mesh(mesh: &TriMesh) -> Result<Hull, HullError> {
        Hull::polytope(mesh.vertices())
    }

    /// A corner of the core by its number in a [`Feature`](crate::Feature), in the body; `None` if there is none.
    #[inline]
    pub fn corner(&self, number: u32) -> Option<DVec3> {
        if let &Core::Cuboid(half) = &self.core {
            return self.corner_of_box(half, number);
        }
        let point = match &self.core {
            Core::Point if number == 0 => DVec3::ZERO,
            &Core::Segment(half) if number < 2 => {
                DVec3::new(0.0, 0.0, if number == 1 { half } else { -half })
            }
            Core::Polytope(polytope) => *polytope.corners().get(number as usize)?,
            _ => return None,
        };
        Some(self.in_body(point))
    }

    /// Any point of a round patch by its number, in the body; `None` if there is none.
    fn on_round_patch(&self, number: u32) -> Option<DVec3> {
        Some(self.in_body(self.core.any_on_patch(number)?))
    }

    /// The corner of a box with these half sides. Without a branch: which side a corner is on is as good as chance.
    #[inline(always)]
    fn corner_of_box(&self, half: DVec3, number: u32) -> Option<DVec3> {
        let sides = SIDES.get(number as usize)?;
        Some(self.in_body(half * *sides))
    }

    /// Looks up corners by their numbers, and tells where they are as seen from a pivot, or any point of a round patch; whether the hull
    /// has them all.
    #[inline(always)]
    pub(crate) fn look_up<'c>(
        &self,
        corners: impl Iterator<Item = (&'c mut Corner, u32)>,
        pivot: DVec3,
    ) -> bool {
        let put = |corner: &mut Corner, number: u32, point: DVec3| {
            corner.point = point - pivot;
            corner.number = number;
        };
        // What a hull is made of is asked once.
        if let &Core::Cuboid(half) = &self.core {
            for (corner, number) in corners {
                let Some(point) = self.corner_of_box(half, number) else {
                    return false;
                };
                put(corner, number, point);
            }
            return true;
        }
        for (corner, number) in corners {
            let Some(point) = self.corner(number).or_else(|| self.on_round_patch(number)) else {
                return false;
            };
            put(corner, number, point);
        }
        true
    }

    /// The axes that the core is along, in the body.
    pub(crate) fn axes(&self) -> DMat3 {
        self.axes
    }

    /// The thickness of the layer around the core.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// A ball around the body: its centre and radius. A millionth of the smaller body's radius is the default tolerance.
    pub fn bounding_ball(&self) -> (DVec3, f64) {
        let (centre, radius) = self.ball;
        (centre, up(radius + self.margin))
    }

    /// A point of the body that is furthest along `direction`, to within rounding; with a direction of zero, some point
    /// of it.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let corner = Convex::support(self, direction, 0).point;
        let size = length(direction);
        if size > 0.0 {
            corner + direction * (self.margin / size)
        } else {
            corner
        }
    }
}

impl Convex for Hull {
    #[inline(always)]
    fn support(&self, direction: DVec3, near: u32) -> Corner {
        let along = self.in_core(direction);
        let (point, number) = match &self.core {
            Core::Cuboid(half) => cuboid_corner(*half, along),
            Core::Point => (DVec3::ZERO, 0),
            &Core::Segment(half) => {
                let number = u32::from(along.z > 0.0);
                (
                    DVec3::new(0.0, 0.0, if number == 1 { half } else { -half }),
                    number,
                )
            }
            Core::Polytope(polytope) => {
                let number = polytope.furthest(along, near);
                (polytope.corners()[number as usize], number)
            }
            round => round.round_point(along),
        };
        Corner {
            point: self.in_body(point),
            number,
        }
    }

    #[inline(always)]
    fn margin(&self) -> f64 {
        self.margin
    }

    #[inline(always)]
    fn ball(&self) -> (DVec3, f64) {
        self.ball
    }

    #[inline(always)]
    fn reach_from(&self, pivot: DVec3) -> f64 {
        let (centre, radius) = self.ball;
        up(length(centre - pivot) + radius)
    }

    #[inline(always)]
    fn reach_from_axis(&self, pivot: DVec3, axis: DVec3) -> f64 {
        let (centre, radius) = self.ball;
        let from_centre = match self.core {
            Core::Cuboid(half) => {
                // The corner that is furthest from the axis is one of four, up to their opposites. Squares of its length
                // and height would leave a needle no width.
                let axis = self.in_core(axis);
                let DVec3 { x, y, z } = half;
                let corners = [
                    half,
                    DVec3::new(x, y, -z),
                    DVec3::new(x, -y, z),
                    DVec3::new(-x, y, z),
                ];
                let farthest = |most: f64, corner: DVec3| most.max(length(corner.cross(axis)));
                corners.into_iter().fold(0.0, farthest) + 64.0 * UNIT * radius
            }
            Core::Segment(half) => {
                let along = self.axes.z_axis.cross(axis);
                half * length(along) + 64.0 * UNIT * radius
            }
            _ => radius,
        };
        up(length((centre - pivot).cross(axis)) + from_centre.min(radius))
            + 64.0 * UNIT * length(centre - pivot)
    }

    #[inline]
    fn revolves_about(&self, pivot: DVec3) -> Option<DVec3> {
        let axis = match self.core {
            Core::Segment(_) | Core::Cylinder { .. } | Core::Cone { .. } => self.axes.z_axis,
            Core::Ellipsoid(radii) if radii.x == radii.y => self.axes.z_axis,
            Core::Ellipsoid(radii) if radii.y == radii.z => self.axes.x_axis,
            Core::Ellipsoid(radii) if radii.z == radii.x => self.axes.y_axis,
            _ => return None,
        };
        ((self.centre - pivot).cross(axis) == DVec3::ZERO).then_some(axis)
    }

    #[inline(always)]
    fn has_corners(&self) -> bool {
        !matches!(
            self.core,
            Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_)
        )
    }

    #[inline(always)]
    fn on_patch(&self, direction: DVec3, number: u32) -> Option<DVec3> {
        let point = self.core.on_patch(self.in_core(direction), number)?;
        Some(self.in_body(point))
    }

    fn curvature(&self, direction: DVec3, number: u32, across: [DVec3; 2]) -> Option<[f64; 3]> {
        let across = across.map(|v| self.in_core(v));
        self.core.curvature(self.in_core(direction), number, across)
    }

    #[inline(always)]
    fn side_facing(&self, direction: DVec3) -> Option<FlatSide> {
        Hull::side_facing(self, direction)
    }

    #[inline(always)]
    fn foot_on(&self, side: &FlatSide, point: DVec3) -> Option<Foot> {
        Hull::foot_on(self, side, point)
    }
}

/// The corner of a box along a direction. Its number says on which sides it lies, and the point is made from that: from
/// the direction alone, a zero and a negative zero could give a number and a point that disagree.
#[inline(always)]
pub(crate) fn cuboid_corner(half: DVec3, along: DVec3) -> (DVec3, u32) {
    let (x, y, z) = (along.x > 0.0, along.y > 0.0, along.z > 0.0);
    let side = |positive: bool, half: f64| if positive { half } else { -half };
    let point = DVec3::new(side(x, half.x), side(y, half.y), side(z, half.z));
    (point, u32::from(x) | u32::from(y) << 1 | u32::from(z) << 2)
}
