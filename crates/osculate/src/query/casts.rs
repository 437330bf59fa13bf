//! Casts: along a straight line, without turning.

use super::first_contact::first_contact_with;
use super::workspace::Workspace;
use super::{Limits, Moving, Outcome, Verdict};
use crate::body::Shape;
use crate::mesh::{LONGEST, SHORTEST};
use crate::motion::{Placement, Resting, Sweep};
use crate::numbers::rounding::length;
use crate::numbers::span::Span;
use crate::shape::Hull;
use glam::DVec3;
use thiserror::Error;

/// When does a body that is swept along a line first touch another one at rest? Neither turns; times are shares of the
/// displacement, from 0 to 1.
///
/// See [`Verdict`] for what each answer proves. This is [`first_contact_with`] of motions that do not turn. For those, an axis
/// is fixed in the world and the gap along it is linear in time: each axis is a supporting plane of the Minkowski
/// difference of the bodies, and following it to its end is one step of the ray cast on that difference (van den Bergen
/// 2005).
///
/// ```
/// use glam::DVec3;
/// use osculate::{Hull, Limits, Placement, Resting, Shape, Workspace};
/// use osculate::{motion::Sweep, query::casts::convex_cast};
///
/// let (die, ball) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(Hull::ball(1.0)?));
/// let (sweep, rest) = (Sweep::new(Placement::at(-4.0 * DVec3::X), 5.0 * DVec3::X)?, Resting::default());
/// let outcome = convex_cast((&die, &sweep), (&ball, &rest), &Limits::default(), &mut Workspace::new());
/// let contact = outcome.verdict.contact().expect("they meet");
/// assert!(contact.lower < 0.5 && 0.5 <= contact.upper && contact.upper < 0.5001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(
    alias = "shape cast",
    alias = "shape_cast",
    alias = "sweep",
    alias = "linear cast"
)]
pub fn convex_cast(
    (a, sweep): (&Shape, &Sweep),
    (b, rest): (&Shape, &Resting),
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let (a, b) = (Moving::new(a, sweep), Moving::new(b, rest));
    first_contact_with(a, b, Span::UNIT, limits, workspace)
}

/// The points `origin + s·direction`, `s` from 0 to `length`.
///
/// ```
/// use glam::DVec3;
/// use osculate::query::casts::{Ray, RayError};
/// let ray = Ray::new(DVec3::X, DVec3::new(0.0, 3.0, 0.0), 10.0)?;
/// assert_eq!(ray.at(2.0), DVec3::new(1.0, 2.0, 0.0));
/// assert!(matches!(Ray::new(DVec3::X, DVec3::Y, f64::NAN), Err(RayError::BadLength(_))));
/// # Ok::<(), RayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: DVec3,
    direction: DVec3,
    length: f64,
}

/// Why a [`Ray`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RayError {
    /// An origin that is NaN, infinite or out of range.
    #[error("the origin {0:?} of a ray must be finite, and zero or between 1e-60 and 1e60")]
    BadOrigin([f64; 3]),
    /// A direction without a direction, NaN or infinite.
    #[error("the direction {0:?} of a ray must be finite and not zero")]
    BadDirection([f64; 3]),
    /// A length that is negative, NaN, infinite or out of range.
    #[error("the length of a ray must be 0 or between 1e-60 and 1e60, not {0}")]
    BadLength(f64),
}

impl Ray {
    /// From `origin` along `direction`, which may have any length but zero: it is made a unit vector and rounded here,
    /// once, and what results is the ray. To see as far as there is anything, give the largest `length`, 1e60: answers
    /// are no coarser for it.
    pub fn new(origin: DVec3, direction: DVec3, length: f64) -> Result<Ray, RayError> {
        let far = origin.abs().max_element();
        if !(origin.is_finite() && (far == 0.0 || (SHORTEST..=LONGEST).contains(&far))) {
            return Err(RayError::BadOrigin(origin.to_array()));
        }
        let largest = direction.abs().max_element();
        if !(direction.is_finite() && largest > 0.0) {
            return Err(RayError::BadDirection(direction.to_array()));
        }
        if !(length == 0.0 || (SHORTEST..=LONGEST).contains(&length)) {
            return Err(RayError::BadLength(length));
        }
        // A quotient by a subnormal number keeps its accuracy, a product with its inverse would not.
        let scaled = direction / largest;
        Ok(Ray {
            origin,
            direction: scaled / crate::numbers::rounding::length(scaled),
            length,
        })
    }

    /// Where it starts.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Where it goes, of unit length to within rounding.
    pub fn direction(&self) -> DVec3 {
        self.direction
    }

    /// How far it goes.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Its point at a distance from the origin, rounded.
    pub fn at(&self, distance: f64) -> DVec3 {
        self.origin + distance * self.direction
    }
}

/// Where does a ray first meet a body at rest?
///
/// The answer is that of a point that moves along the ray, with distances along the ray as times. Of a
/// [`Contact`](crate::Contact), `lower` is a distance up to and including which the ray is proven outside, `point_b` is the
/// point on the body, `normal` points out of the body, and `features[1]` and `parts[1]` say what was hit.
/// [`Verdict::Overlapping`]: the ray starts inside a solid, or on a surface.
///
/// A ray into a solid ends in [`Evidence::Crossing`](crate::Evidence::Crossing): at `upper` it is inside. Through a mesh,
/// which is a surface, it ends in [`Evidence::Near`](crate::Evidence::Near): between one `f64` and the next it passes
/// from one side to the other, and at none of them is it certainly on a triangle. So a ray that passes a mesh
/// within the tolerance may count as a hit; none that touches is missed. The default tolerance is 2⁻⁴⁰ of the largest
/// distance between the body and what of the ray comes near it. A ray that is level with a half-space, and so long that its
/// direction's rounding exceeds its height, is [`Verdict::Undecided`].
///
/// ```
/// use glam::DVec3;
/// use osculate::{Limits, MeshBvh, Resting, Shape, Workspace, mesh::icosphere};
/// use osculate::query::casts::{Ray, ray_cast};
///
/// let (ball, rest) = (Shape::from(MeshBvh::new(icosphere(1.0, 1280)?)), Resting::default());
/// let ray = Ray::new(DVec3::new(0.1, 0.2, -5.0), DVec3::Z, 100.0)?;
/// let outcome = ray_cast(&ray, (&ball, &rest), &Limits::default(), &mut Workspace::new());
/// let hit = outcome.verdict.contact().expect("a hit");
/// assert!(hit.lower > 4.0 && hit.lower < 4.1 && hit.normal.z < -0.9);
/// assert!(hit.features[1].triangle().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "raycast", alias = "line of sight")]
pub fn ray_cast(
    ray: &Ray,
    (shape, rest): (&Shape, &Resting),
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    let point = Shape::Hull(Hull::point());
    let flight = Sweep::new(Placement::at(ray.origin), ray.direction).expect("a ray is checked");
    let (a, body) = (Moving::new(&point, &flight), Moving::new(shape, rest));
    let mut cast = |end: f64| first_contact_with(a, body, Span::part(0.0, end), limits, workspace);
    let useful = useful_length(ray, body, limits.clearance());
    let outcome = cast(useful.min(ray.length));
    // Of a half-space the useful length is a guess, and a ray that starts on it goes on into it behind that.
    let guessed = matches!(body.shape, Shape::HalfSpace(_)) && useful < ray.length;
    match outcome.verdict {
        Verdict::Free | Verdict::Overlapping { .. } if guessed => cast(ray.length),
        _ => outcome,
    }
}

/// How far a ray needs to be followed: beyond, there is nothing of the body. The default tolerance goes by it.
fn useful_length(ray: &Ray, body: Moving<Shape>, clearance: f64) -> f64 {
    let (shape, pose, path) = (body.shape, body.motion.pose(0.0), body.motion.path());
    let from = ray.origin - path.anchor;
    // More than all rounding here and of the direction's length.
    let more = 1.0 + 1e-12;
    if let Shape::HalfSpace(half_space) = shape {
        let normal = pose.rotation * half_space.normal();
        let (height, sinking) = (
            normal.dot(from) - half_space.offset(),
            -normal.dot(ray.direction),
        );
        // As deep as it began high.
        return if height > 0.0 && sinking > 0.0 {
            2.0 * height / sinking
        } else {
            f64::INFINITY
        };
    }
    // All points of the body are within `reach` of its origin, all points of the ray from there on further away.
    let (centre, radius) = shape.bounding_ball();
    let reach = length(centre) + radius + clearance;
    more * (length(from) + reach)
}
