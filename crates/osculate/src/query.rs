//! Questions and answers: what every query takes, and what its answer proves. Read this first.
//!
//! A query takes two [`Moving`] bodies, a [`Span`](crate::Span) of time and [`Limits`]. The *gap* at an instant is
//! the separation of the bodies minus the clearance that was asked for. All bodies are closed sets.

use crate::numbers::interval::Interval;
use core::fmt;
use glam::DVec3;
use thiserror::Error;

mod agenda;
pub mod articulated;
mod batch;
pub mod casts;
mod crossing;
pub mod deforming;
mod first_contact;
pub mod hulls;
pub mod instant;
pub mod meshes;
mod pieces;
pub mod points;
pub mod roots;
mod starts;
mod workspace;

pub use crate::body::Shape;
pub use batch::{ContactQuery, first_contacts};
pub use first_contact::{first_contact, first_contact_with};
pub use workspace::Workspace;

/// A body: a shape, and the motion that carries it.
#[derive(Debug)]
pub struct Moving<'a, S: ?Sized, M: ?Sized> {
    /// What moves.
    pub shape: &'a S,
    /// How it moves.
    pub motion: &'a M,
}

impl<'a, S: ?Sized, M: ?Sized> Moving<'a, S, M> {
    /// `shape`, carried by `motion`.
    pub fn new(shape: &'a S, motion: &'a M) -> Self {
        Moving { shape, motion }
    }
}

impl<S: ?Sized, M: ?Sized> Clone for Moving<'_, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized, M: ?Sized> Copy for Moving<'_, S, M> {}

/// How close is close enough, and how much work an answer may cost. Lengths are absolute, in world units.
///
/// ```
/// use osculate::Limits;
/// let limits = Limits::default().with_tolerance(1e-9)?.with_clearance(0.01)?;
/// assert!(limits.with_tolerance(f64::NAN).is_err());
/// # Ok::<(), osculate::query::LimitsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Limits {
    clearance: f64,
    skin: f64,
    tolerance: Option<f64>,
    /// No tolerance is larger than this: half of what a skin leaves at the start.
    #[cfg_attr(feature = "serde", serde(skip))]
    widest: f64,
    budget: u64,
    /// Whether the start is known to be apart: see [`Limits::continuing`].
    #[cfg_attr(feature = "serde", serde(skip))]
    continues: bool,
    /// Whether a proof that the bodies meet is not looked for.
    #[cfg_attr(feature = "serde", serde(skip))]
    near_only: bool,
    /// Whether nothing is told of bodies that overlap at the start but that they do.
    #[cfg_attr(feature = "serde", serde(skip))]
    brief: bool,
}

/// Why [`Limits`] could not be set.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LimitsError {
    /// A tolerance must be a positive length.
    #[error("a tolerance must be a length between 1e-60 and 1e60, not {0}")]
    Tolerance(f64),
    /// A clearance must be zero or a positive length.
    #[error("a clearance must be 0 or a length between 1e-60 and 1e60, not {0}")]
    Clearance(f64),
    /// A skin must be zero or a positive length.
    #[error("a skin must be 0 or a length between 1e-60 and 1e60, not {0}")]
    Skin(f64),
    /// A skin is a clearance of its own.
    #[error("a skin of {skin} and a clearance of {clearance} were asked for; ask for one of them")]
    SkinAndClearance {
        /// The skin.
        skin: f64,
        /// The clearance.
        clearance: f64,
    },
    /// Only what was undecided can be continued.
    #[error("there is nothing to continue: the query was answered")]
    Answered,
}

impl Limits {
    /// The default budget: far more steps than any well-posed query takes.
    pub const DEFAULT_BUDGET: u64 = 10_000_000;

    /// The largest gap at which an answer may call the bodies in contact.
    ///
    /// Without it, a millionth of the smaller body's bounding radius, at least 2⁻⁴⁰ of the largest distance involved.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Limits, LimitsError> {
        if !(1e-60..=1e60).contains(&tolerance) {
            return Err(LimitsError::Tolerance(tolerance));
        }
        Ok(Limits {
            tolerance: Some(tolerance),
            ..self
        })
    }

    /// The separation that already counts as contact; zero unless set.
    pub fn with_clearance(self, clearance: f64) -> Result<Limits, LimitsError> {
        if clearance != 0.0 && !(1e-60..=1e60).contains(&clearance) {
            return Err(LimitsError::Clearance(clearance));
        }
        Limits { clearance, ..self }.one_of_both()
    }

    /// A clearance for bodies that are moved to where they nearly touch, and then asked about again, frame after frame; zero
    /// unless set. Not together with a clearance.
    ///
    /// Bodies that come close are stopped about half a skin to a whole one apart, and the next query, which begins there, still
    /// has room. With σ the skin and s the separation at the start, the clearance in force is the largest of σ/2 and
    /// s − σ/16, but at most σ, and always a little less than s; [`Outcome::clearance`] states it. So a query that begins further
    /// apart than half a skin ends so, and [`Verdict::Free`] proves that the separation is larger than the clearance that was in
    /// force. Bodies that are pressed together for long are to be parted by the caller: no query gives room back. Bodies that
    /// overlap at the start are told with a clearance of zero. Robots take no notice of a skin: they have clearances by pair.
    ///
    /// ```
    /// use osculate::{ConstantVelocity, HalfSpace, Hull, Limits, Motion, Moving, Placement, Resting, Shape, Span, Verdict};
    /// use osculate::{Workspace, first_contact_with, glam::DVec3};
    ///
    /// let (die, floor) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(HalfSpace::new(DVec3::Z, 0.0)?));
    /// let (limits, rest, mut workspace) = (Limits::default().with_skin(0.01)?, Resting::default(), Workspace::new());
    /// let mut placement = Placement::at(3.0 * DVec3::Z);
    /// for frame in 0..100 {
    ///     let fall = ConstantVelocity::new(placement, -DVec3::Z, DVec3::ZERO)?;
    ///     let (a, b) = (Moving::new(&die, &fall), Moving::new(&floor, &rest));
    ///     match first_contact_with(a, b, Span::UNIT, &limits, &mut workspace).verdict {
    ///         Verdict::Free => placement = fall.placement(1.0),
    ///         Verdict::Contact(contact) => placement = fall.placement(contact.lower),
    ///         other => panic!("frame {frame}: {other}"),
    ///     }
    /// }
    /// assert!((0.5049..0.5101).contains(&placement.position.z));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "contact skin", alias = "shell", alias = "contact margin")]
    pub fn with_skin(self, skin: f64) -> Result<Limits, LimitsError> {
        if skin != 0.0 && !(1e-60..=1e60).contains(&skin) {
            return Err(LimitsError::Skin(skin));
        }
        Limits { skin, ..self }.one_of_both()
    }

    fn one_of_both(self) -> Result<Limits, LimitsError> {
        let Limits {
            skin, clearance, ..
        } = self;
        if skin > 0.0 && clearance > 0.0 {
            return Err(LimitsError::SkinAndClearance { skin, clearance });
        }
        Ok(self)
    }

    /// How many steps (tests of a pair of volumes, triangles or features) the answer may take before it is
    /// [`Verdict::Undecided`].
    pub fn with_budget(self, budget: u64) -> Limits {
        Limits { budget, ..self }
    }

    /// For going on with a query that was undecided: ask again with these limits and the span `[free_until, end]`, for the same
    /// bodies and motions.
    ///
    /// The clearance and the tolerance that were in force are kept, and the start counts as apart, since it was proven to be: one within tolerance
    /// is a [`Contact`] there. Where not even the start was shown, it is the same query again. Set a larger budget if you like.
    ///
    /// ```
    /// use osculate::{ConstantVelocity, Limits, Moving, Placement, Resting, Shape, Span, Verdict, Workspace};
    /// use osculate::{first_contact_with, glam::DVec3, mesh::torus_knot};
    ///
    /// let knot = Shape::from(torus_knot(2, 3, 2_000)?);
    /// let flight = ConstantVelocity::new(Placement::at(5.0 * DVec3::X), -4.0 * DVec3::X, 6.0 * DVec3::Y)?;
    /// let rest = Resting::default();
    /// let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &rest));
    /// let (mut limits, mut span) = (Limits::default().with_budget(100), Span::UNIT);
    /// let contact = loop {
    ///     let outcome = first_contact_with(a, b, span, &limits, &mut Workspace::new());
    ///     match outcome.verdict {
    ///         Verdict::Contact(contact) => break contact,
    ///         Verdict::Undecided { free_until, .. } => {
    ///             limits = limits.continuing(&outcome)?.with_budget(2 * limits.budget());
    ///             span = Span::new(free_until.unwrap_or(0.0), 1.0)?;
    ///         }
    ///         other => panic!("{other}"),
    ///     }
    /// };
    /// assert!(contact.lower > 0.4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "resume")]
    pub fn continuing(&self, outcome: &Outcome) -> Result<Limits, LimitsError> {
        match outcome.verdict {
            Verdict::Undecided {
                free_until: Some(_),
                ..
            } => {
                let in_force = Limits {
                    clearance: outcome.clearance,
                    skin: 0.0,
                    ..*self
                };
                Ok(in_force.apart_at_start(outcome.tolerance))
            }
            Verdict::Undecided {
                free_until: None, ..
            } => Ok(*self),
            _ => Err(LimitsError::Answered),
        }
    }

    /// For bodies that are known to be apart at the start, with the tolerance in force.
    pub(crate) fn apart_at_start(self, tolerance: f64) -> Limits {
        Limits {
            tolerance: Some(tolerance),
            continues: true,
            ..self
        }
    }

    /// For one pair of many: its own clearance and tolerance, and whether it is known to be apart at the start. A sum of
    /// clearances may be larger than what may be asked for.
    pub(crate) fn for_pair(self, clearance: f64, tolerance: f64, continues: bool) -> Limits {
        Limits {
            clearance,
            skin: 0.0,
            tolerance: Some(tolerance),
            continues,
            brief: true,
            ..self
        }
    }

    /// Without a clearance.
    pub(crate) fn without_clearance(self) -> Limits {
        Limits {
            clearance: 0.0,
            skin: 0.0,
            ..self
        }
    }

    /// Without the proof that bodies within tolerance do meet.
    pub(crate) fn near_only(self) -> Limits {
        Limits {
            near_only: true,
            ..self
        }
    }

    /// The separation that counts as contact.
    pub fn clearance(&self) -> f64 {
        self.clearance
    }

    /// The skin.
    pub fn skin(&self) -> f64 {
        self.skin
    }

    /// The tolerance that was set, if any.
    pub fn tolerance(&self) -> Option<f64> {
        self.tolerance
    }

    /// The tolerance that was set, or else that for bodies of which the smaller has this radius, with this largest
    /// distance involved.
    pub(crate) fn tolerance_for(&self, radius: f64, farthest: impl FnOnce() -> f64) -> f64 {
        const FINEST: f64 = 1.0 / (1_u64 << 40) as f64;
        self.tolerance
            .unwrap_or_else(|| (1e-6 * radius).max(farthest() * FINEST).max(1e-60))
            .min(self.widest)
    }

    /// The most steps that an answer may take.
    pub fn budget(&self) -> u64 {
        self.budget
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clearance: 0.0,
            skin: 0.0,
            tolerance: None,
            widest: f64::INFINITY,
            budget: Limits::DEFAULT_BUDGET,
            continues: false,
            near_only: false,
            brief: false,
        }
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
    /// At the start of the span the gap is at most zero (`proven`), or cannot be told from zero.
    Overlapping {
        /// Whether the bodies certainly intersect; bodies that exactly touch cannot be told from ones that do not.
        proven: bool,
        /// Where they do, and how deep.
        start: Overlap,
        /// What the motion makes of it.
        then: Then,
    },
    /// Neither contact nor freedom could be shown. To go on, ask again with the span `[free_until, end]` and
    /// [`Limits::continuing`]; if that does not move, with a larger budget.
    Undecided {
        /// The gap is positive up to and including this instant; `None` if not even the start was shown.
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

    /// Whether the motion must not be carried out as it is: false only if it is [`Verdict::Free`], or if it is proven that bodies
    /// that overlap at the start get no deeper, [`Then::Parts`] or [`Then::Stays`].
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

    /// An overlap of which nothing else is known.
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
    /// The gap is positive up to and including this instant, and here at most the tolerance.
    pub lower: f64,
    /// What holds here is said by `evidence`. With `Near` it is `lower`; with `Crossing` usually a little later, but as
    /// late as the end of the span where the surfaces first graze.
    pub upper: f64,
    /// What is known at `upper`.
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

/// Bodies that overlap at the start, or cannot be told from ones that do: where, and how deep.
///
/// Where a body is made of several pieces (parts of a compound, triangles), it is the deepest pair of them.
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
    /// The unit direction from b to a along which the pair is parted soonest. Zero if none is known.
    pub normal: DVec3,
    /// Encloses the depth: the clearance less the separation, or plus the least distance that one of the two pieces must be moved
    /// for the pair to be parted. Negative numbers are gaps. Everything, if the budget ran out before it was measured.
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

/// What a motion makes of bodies that overlap at its start, or nearly do: the first of these that is proven.
///
/// Each pair of pieces may be as deep as it is at the start at most, and 64 times the [resolution](Outcome::resolution) more. A
/// pair that is apart at the start may get as deep as the deepest of the others may, but no deeper than the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Then {
    /// No pair ever gets deeper than it may, and from some time on the gap is positive, to the end of the span.
    Parts {
        /// That time.
        from: f64,
    },
    /// No pair ever gets deeper than it may.
    Stays,
    /// A pair does.
    Deepens {
        /// When it is deeper.
        upper: f64,
    },
    /// None of these could be shown.
    Unknown,
}

/// What is known at a contact's `upper`.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    /// The surface of a hull whose core is round: a cylinder's, a cone's or an ellipsoid's. Balls and capsules have corners:
    /// the ends of what their margin is around.
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
    /// The clearance that was in force: that of the limits, or what their [skin](Limits::with_skin) came to.
    pub clearance: f64,
    /// The tolerance that was in force: half the gap at the start if that was within the limits' tolerance.
    pub tolerance: f64,
    /// By how much rounding may have changed a separation: the finest tolerance worth asking for is some three times
    /// this for meshes, eight times for convex bodies. Measured at the pair in contact, if there is one.
    pub resolution: f64,
    /// The work done.
    pub stats: Stats,
}
