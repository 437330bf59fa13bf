//! Questions and answers: what every query takes, and what its answer proves. Read this first.
//!
//! A query takes two [`Moving`] bodies, a [`Span`](crate::Span) of time and [`Limits`]. The *gap* at an instant is the
//! separation of the bodies minus the clearance. All bodies are closed sets.

use crate::motion::Motion;
use crate::numbers::interval::Interval;
use core::fmt;
use glam::DVec3;

mod agenda;
mod along;
pub mod articulated;
mod batch;
pub mod casts;
mod crossing;
pub mod deforming;
mod first_contact;
pub mod hulls;
pub mod instant;
mod least;
mod limits;
pub mod many;
pub mod meshes;
mod pieces;
pub mod points;
pub mod roots;
pub mod small_motions;
mod starts;
mod workspace;

pub use crate::body::Shape;
pub use along::{Along, AlongError, PathPiece, first_contact_along};
pub use batch::{ContactQuery, first_contacts};
pub use first_contact::{first_contact, first_contact_again, first_contact_with};
pub use limits::{Limits, LimitsError};
pub use workspace::Workspace;

/// A body: a shape, and the motion that carries it.
pub struct Moving<'a, S: ?Sized> {
    /// What moves.
    pub shape: &'a S,
    /// How it moves.
    pub motion: &'a dyn Motion,
}

impl<'a, S: ?Sized> Moving<'a, S> {
    /// `shape`, carried by `motion`.
    pub fn new(shape: &'a S, motion: &'a dyn Motion) -> Self {
        Moving { shape, motion }
    }
}

impl<S: ?Sized> Clone for Moving<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for Moving<'_, S> {}

impl<S: fmt::Debug + ?Sized> fmt::Debug for Moving<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Moving")
            .field("shape", &self.shape)
            .finish_non_exhaustive()
    }
}

/// When two bodies first touch, and what about that is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Verdict {
    /// The gap is positive at every instant of the closed span.
    Free,
    /// The gap is positive up to and including `lower`, and at most the tolerance at `lower`. With [`Evidence::Crossing`]
    /// it is at most zero at `upper`, so the first contact lies in `(lower, upper]`; with [`Evidence::Near`] touching is
    /// neither proven nor excluded.
    Contact(Contact),
    /// At the start of the span the gap is at most zero (`proven`), or cannot be distinguished from zero.
    Overlapping {
        /// Whether the bodies certainly intersect; exact touching cannot be distinguished from not touching.
        proven: bool,
        /// Where they do, and how deep.
        start: Overlap,
        /// What the motion does to the overlap.
        then: Then,
    },
    /// Neither contact nor freedom could be proven. To resume, ask again with the span `[free_until, end]` and
    /// [`Limits::continuing`]; if `free_until` does not advance, use a larger budget.
    Undecided {
        /// The gap is positive up to and including this instant; `None` if nothing was proven even at the start.
        free_until: Option<f64>,
        /// What stopped the query.
        reason: Reason,
    },
}

impl Verdict {
    /// The contact, if there is one.
    pub fn contact(&self) -> Option<&Contact> {
        match self {
            Verdict::Contact(contact) => Some(contact),
            _ => None,
        }
    }

    /// Whether a simulation must not carry out the motion: false only for [`Verdict::Free`], and for overlaps that are
    /// proven to get no deeper ([`Then::Parts`], [`Then::Stays`]).
    ///
    /// ```
    /// use osculate::{ConstantVelocity, HalfSpace, Hull, Moving, Placement, Resting, Shape, Span, first_contact, glam::DVec3};
    ///
    /// let (die, floor) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(HalfSpace::new(DVec3::Z, 0.0)?));
    /// // The die stands on the floor: it may be lifted and pushed along, not down.
    /// for (velocity, blocks) in [(DVec3::Z, false), (DVec3::X, false), (-DVec3::Z, true)] {
    ///     let push = ConstantVelocity::new(Placement::at(0.5 * DVec3::Z), velocity, DVec3::ZERO)?;
    ///     let outcome = first_contact(Moving::new(&die, &push), Moving::new(&floor, &Resting::default()), Span::UNIT);
    ///     assert_eq!(outcome.verdict.blocks(), blocks, "{}", outcome.verdict);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocks(&self) -> bool {
        !matches!(
            self,
            Verdict::Free
                | Verdict::Overlapping {
                    then: Then::Parts { .. } | Then::Stays,
                    ..
                }
        )
    }

    /// An overlap without further knowledge.
    pub fn overlapping(proven: bool) -> Verdict {
        Verdict::Overlapping {
            proven,
            start: Overlap::UNKNOWN,
            then: Then::Unknown,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Free => write!(f, "free"),
            Verdict::Contact(contact) => match contact.evidence {
                Evidence::Crossing => {
                    write!(f, "contact in ({}, {}]", contact.lower, contact.upper)
                }
                Evidence::Near => write!(f, "nearly in contact at {}", contact.lower),
            },
            Verdict::Overlapping { proven, then, .. } => {
                f.write_str(if *proven {
                    "overlapping at the start"
                } else {
                    "touching or nearly so at the start"
                })?;
                match then {
                    Then::Parts { from } => write!(f, ", no deeper then, and apart from {from} on"),
                    Then::Stays => f.write_str(", and no deeper then"),
                    Then::Deepens { upper } => write!(f, ", and deeper by {upper}"),
                    Then::Unknown => Ok(()),
                }
            }
            Verdict::Undecided { free_until, reason } => {
                match free_until {
                    Some(t) => write!(f, "undecided, apart up to {t}: ")?,
                    None => write!(f, "undecided: ")?,
                }
                match reason {
                    Reason::Budget => write!(f, "the budget ran out"),
                    Reason::Resolution => write!(f, "f64 is too coarse for the tolerance"),
                }
            }
        }
    }
}

/// A first contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Contact {
    /// The gap is positive up to and including this instant, and at most the tolerance at it.
    pub lower: f64,
    /// The instant that `evidence` is about. With `Near` it is `lower`; with `Crossing` usually a little later, but as late
    /// as the end of the span if surfaces graze first.
    pub upper: f64,
    /// What is proven at `upper`.
    pub evidence: Evidence,
    /// A pair of features within the tolerance at `lower` (several may be): of a, then of b.
    pub features: [Feature; 2],
    /// Which part of a compound the features belong to: of a, then of b; zero for any other body.
    pub parts: [u32; 2],
    /// The closest point of a's feature at `lower`, in the world.
    pub point_a: DVec3,
    /// The closest point of b's feature at `lower`, in the world.
    pub point_b: DVec3,
    /// The unit direction from b to a that is proven to separate the two features at `lower`.
    pub normal: DVec3,
    /// Encloses the separation of the bodies at `lower`.
    pub separation: Interval,
}

/// Where and how deep bodies overlap at the start, or nearly do.
///
/// If bodies have several pieces (parts of a compound, triangles), this is the deepest pair of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Overlap {
    /// The features that were found deepest: of a, then of b.
    pub features: [Feature; 2],
    /// Which part of a compound the features belong to: of a, then of b; zero for any other body.
    pub parts: [u32; 2],
    /// The point of a that is deepest in b, or closest to it, in the world.
    pub point_a: DVec3,
    /// The point of b that is deepest in a, or closest to it.
    pub point_b: DVec3,
    /// The unit direction from b to a along which the shortest move parts the pair. Zero if none is known.
    pub normal: DVec3,
    /// Encloses the depth: clearance − separation if the pieces are apart, clearance + the shortest move that parts them if
    /// they intersect. Negative numbers are gaps. Unbounded if the budget ran out before it was measured.
    pub depth: Interval,
}

impl Overlap {
    pub(crate) const UNKNOWN: Overlap = Overlap {
        features: [Feature::Surface; 2],
        parts: [0; 2],
        point_a: DVec3::ZERO,
        point_b: DVec3::ZERO,
        normal: DVec3::ZERO,
        depth: Interval::EVERYTHING,
    };

    /// The same with a and b exchanged.
    pub(crate) fn exchanged(self) -> Overlap {
        let ([feature_a, feature_b], [part_a, part_b]) = (self.features, self.parts);
        Overlap {
            features: [feature_b, feature_a],
            parts: [part_b, part_a],
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            ..self
        }
    }
}

impl Default for Overlap {
    /// An overlap of which nothing is known.
    fn default() -> Overlap {
        Overlap::UNKNOWN
    }
}

/// What a motion does to bodies that overlap at its start, or nearly do: the first of these that is proven.
///
/// The *allowed depth* of a pair of pieces is its depth at the start plus 64 times the [resolution](Outcome::resolution).
/// For a pair that is apart at the start it is the largest of the other pairs', but at most the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Then {
    /// No pair ever exceeds its allowed depth, and from some time to the end of the span the gap is positive.
    Parts {
        /// That time.
        from: f64,
    },
    /// No pair ever exceeds its allowed depth.
    Stays,
    /// Some pair exceeds its allowed depth.
    Deepens {
        /// A time at which it does.
        upper: f64,
    },
    /// None of these could be proven.
    Unknown,
}

/// What is proven at a contact's `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Evidence {
    /// The gap is at most zero there, so the first contact lies in `(lower, upper]`.
    Crossing,
    /// The gap is at most the tolerance there; touching is neither proven nor excluded.
    Near,
}

/// A piece of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Feature {
    /// A triangle of a mesh, by its number there.
    Triangle(u32),
    /// A corner of a hull, by its number there.
    Vertex(u32),
    /// The edge between two corners of a hull, or a line across one of its faces.
    Edge([u32; 2]),
    /// The face of a hull that these corners are on.
    Face([u32; 3]),
    /// A round surface or a plane: of a cylinder, cone, ellipsoid or half-space. Balls and capsules have corners instead:
    /// the centre, and the ends of the axis.
    Surface,
}

impl Feature {
    /// The triangle's number, if it is one.
    pub fn triangle(&self) -> Option<u32> {
        match *self {
            Feature::Triangle(number) => Some(number),
            _ => None,
        }
    }
}

/// What stopped a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Reason {
    /// The budget of [`Limits`] ran out.
    Budget,
    /// Times or positions in `f64` are coarser here than the tolerance.
    Resolution,
}

/// The work that an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stats {
    /// Pairs of volumes that were tested.
    pub volume_pairs: u64,
    /// Evaluations of a pair of triangles.
    pub triangle_pairs: u64,
    /// Evaluations of a pair of features: a vertex and a triangle, or two edges.
    pub feature_pairs: u64,
    /// Evaluations of the supports of two convex bodies along a direction.
    pub supports: u64,
    /// Instants at which the bodies were posed.
    pub poses: u64,
    /// Pairs of volumes or triangles at which C2A's traversals ended, over all rounds: its front nodes. Other methods have none.
    pub front_pairs: u64,
    /// Rounds of the outermost loop: nodes taken off the queue, traversals or steps of advancement.
    pub iterations: u64,
}

impl Stats {
    /// Adds the work of another answer.
    pub(crate) fn add(&mut self, of: &Stats) {
        self.volume_pairs += of.volume_pairs;
        self.triangle_pairs += of.triangle_pairs;
        self.feature_pairs += of.feature_pairs;
        self.supports += of.supports;
        self.poses += of.poses;
        self.front_pairs += of.front_pairs;
        self.iterations += of.iterations;
    }

    /// What the budget counts.
    pub fn steps(&self) -> u64 {
        self.volume_pairs + self.triangle_pairs + self.feature_pairs + self.supports
    }
}

/// An answer, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Outcome {
    /// When the bodies first touch.
    pub verdict: Verdict,
    /// The clearance in force: that of the limits, or the one that their [skin](Limits::with_skin) led to.
    pub clearance: f64,
    /// The tolerance in force: that of the limits, or half the gap at the start if that gap was already within it.
    pub tolerance: f64,
    /// How far rounding may have changed a separation, at the pair in contact if there is one. The finest useful tolerance
    /// is about three times this for meshes, eight times for convex bodies.
    pub resolution: f64,
    /// The work done.
    pub stats: Stats,
}
