//! Many bodies: when does one of some first touch one of others?
//!
//! A [`ManyQuery`] compares moving bodies with other moving bodies, with [`Obstacles`] that stand still, or with both.
//! [`ManyVerdict`] says what each answer proves.

use super::{Contact, Limits, LimitsError, Moving, Overlap, Reason, Stats, Then};
use crate::body::Shape;
use crate::numbers::span::Span;
use alloc::borrow::Cow;
use core::fmt;

mod first_of_many;
mod obstacles;
mod search_in_time;

pub use obstacles::Obstacles;
pub(crate) use search_in_time::ManyMemory;

/// What a body is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Against {
    /// One of the other bodies, by its number in their list.
    Body(usize),
    /// An obstacle, by its number in [`Obstacles`].
    Obstacle(usize),
}

/// When does one of some bodies first touch one of others?
///
/// ```
/// use osculate::{ConstantVelocity, HalfSpace, Hull, Limits, Moving, Placement, Shape, Span, Workspace};
/// use osculate::{glam::DVec3, query::many::{Against, ManyQuery, ManyVerdict, Obstacles}};
///
/// let (crate_, ball) = (Shape::from(Hull::cuboid(DVec3::splat(0.5))?), Shape::from(Hull::ball(0.2)?));
/// let stack = (0..5).map(|i| (crate_.clone(), Placement::at(DVec3::new(0.0, 0.0, 0.5 + 1.01 * f64::from(i)))));
/// let floor = (Shape::from(HalfSpace::new(DVec3::Z, -0.01)?), Placement::IDENTITY);
/// let obstacles = Obstacles::new(stack.chain([floor]))?; // Once for all that stands still.
///
/// let mut workspace = Workspace::new(); // Keep it, and queries allocate nothing.
/// let throw = ConstantVelocity::new(Placement::at(DVec3::new(-5.0, 0.0, 3.0)), 9.0 * DVec3::X, DVec3::ZERO)?;
/// let thrown = Moving::new(&ball, &throw);
/// let outcome = ManyQuery::of_one(&thrown, Span::UNIT).among(&obstacles).first_contact(&mut workspace);
/// let ManyVerdict::Contact(found) = outcome.verdict else { panic!("it hits the stack") };
/// assert_eq!(found.against, Against::Obstacle(2));
/// assert!((found.contact.lower - 4.3 / 9.0).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To compare the bodies of one list with each other, give it twice, with a filter that takes each pair once:
///
/// ```
/// # use osculate::{Hull, Moving, Placement, Shape, Span, Workspace, glam::DVec3, motion::Sweep};
/// # use osculate::query::many::{Against, ManyQuery};
/// let ball = Shape::from(Hull::ball(0.5)?);
/// let flights: Vec<Sweep> = (0..9)
///     .map(|i| Sweep::new(Placement::at(2.0 * f64::from(i) * DVec3::X), f64::from(i % 3) * DVec3::X))
///     .collect::<Result<_, _>>()?;
/// let bodies: Vec<_> = flights.iter().map(|flight| Moving::new(&ball, flight)).collect();
/// let once = |body: usize, other: Against| matches!(other, Against::Body(number) if body < number);
/// let query = ManyQuery::new(&bodies, Span::UNIT).against(&bodies).filtered(&once);
/// let mut workspace = Workspace::new();
/// let found = query.first_contact(&mut workspace);
/// assert_eq!(found.verdict.contact().map(|found| (found.body, found.against)), Some((2, Against::Body(3))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Boxes around swept bodies separate most pairs, so far bodies cost little. Answers do not depend on the number of threads.
#[derive(Clone, Copy)]
pub struct ManyQuery<'a> {
    bodies: &'a [Moving<'a, Shape>],
    others: &'a [Moving<'a, Shape>],
    obstacles: Option<&'a Obstacles>,
    filter: Option<&'a (dyn Fn(usize, Against) -> bool + Sync)>,
    span: Span,
    /// Up to this time all pairs are known to be apart.
    shown: Option<f64>,
    limits: Limits,
}

impl<'a> ManyQuery<'a> {
    /// A query about these bodies, compared with nothing yet, with default limits.
    pub fn new(bodies: &'a [Moving<'a, Shape>], span: Span) -> ManyQuery<'a> {
        ManyQuery {
            bodies,
            others: &[],
            obstacles: None,
            filter: None,
            span,
            shown: None,
            limits: Limits::default(),
        }
    }

    /// A query about one body.
    pub fn of_one(body: &'a Moving<'a, Shape>, span: Span) -> ManyQuery<'a> {
        ManyQuery::new(core::slice::from_ref(body), span)
    }

    /// Compares them with other moving bodies.
    pub fn against(self, others: &'a [Moving<'a, Shape>]) -> ManyQuery<'a> {
        ManyQuery { others, ..self }
    }

    /// Compares them with obstacles that stand still.
    pub fn among(self, obstacles: &'a Obstacles) -> Self {
        let obstacles = Some(obstacles);
        ManyQuery { obstacles, ..self }
    }

    /// Leaves out the pairs for which the filter returns `false`. It gets the number of a body and what it is compared with,
    /// and must always return the same for a pair.
    pub fn filtered(self, filter: &'a (dyn Fn(usize, Against) -> bool + Sync)) -> Self {
        let filter = Some(filter);
        ManyQuery { filter, ..self }
    }

    /// Limits: clearance and tolerance of every pair, and the budget of all pairs together.
    pub fn within(self, limits: Limits) -> Self {
        ManyQuery { limits, ..self }
    }

    /// Resumes an undecided query. What was proven is not searched again, and every pair keeps its tolerance in force. If
    /// the query does not advance, set a larger budget.
    ///
    /// ```
    /// # use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Shape, Span, Workspace, glam::DVec3};
    /// # use osculate::query::many::{ManyQuery, ManyVerdict, Obstacles};
    /// # let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
    /// # let wall = Obstacles::new((0..9).map(|i| (die.clone(), Placement::at(DVec3::new(9.0, f64::from(i), 0.0)))))?;
    /// # let throw = ConstantVelocity::new(Placement::default(), DVec3::new(9.0, 4.0, 0.0), 5.0 * DVec3::Z)?;
    /// # let (thrown, mut workspace) = (Moving::new(&die, &throw), Workspace::new());
    /// let (mut query, mut budget) = (ManyQuery::of_one(&thrown, Span::UNIT).among(&wall), 1);
    /// let found = loop {
    ///     query = query.within(Limits::default().with_budget(budget));
    ///     let outcome = query.first_contact(&mut workspace);
    ///     match outcome.verdict {
    ///         ManyVerdict::Contact(found) => break found,
    ///         ManyVerdict::Undecided { .. } => (query, budget) = (query.continuing(&outcome)?, 2 * budget),
    ///         other => panic!("{other:?}"),
    ///     }
    /// };
    /// assert!(found.contact.lower > 0.8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "resume")]
    pub fn continuing(self, outcome: &ManyOutcome) -> Result<Self, LimitsError> {
        match outcome.verdict {
            ManyVerdict::Undecided { free_until, .. } => {
                let shown = free_until.or(self.shown);
                Ok(ManyQuery { shown, ..self })
            }
            _ => Err(LimitsError::Answered),
        }
    }
}

impl fmt::Debug for ManyQuery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManyQuery")
            .field("bodies", &self.bodies.len())
            .field("others", &self.others.len())
            .field("obstacles", &self.obstacles.map_or(0, Obstacles::len))
            .field("span", &self.span)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// When one of many pairs first touches, and what about that is proven. *Apart* means that the gap of every pair that is not
/// filtered out is positive.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum ManyVerdict<'w> {
    /// All pairs are apart at every time of the closed span.
    Free,
    /// All pairs are apart up to and including `lower`; the named pair is within tolerance at `lower`. With a crossing, some
    /// pair touches by `upper`; without one, touching is neither proven nor excluded.
    Contact(ManyContact),
    /// Pairs that are not apart at the start.
    Overlapping {
        /// Whether one of them certainly intersects.
        proven: bool,
        /// These pairs, in order; stored in the workspace until [`ManyOutcome::into_owned`].
        pairs: Cow<'w, [OverlappingPair]>,
        /// Whether all of them are listed; if not, the budget ran out.
        complete: bool,
        /// Up to and including this time none of them exceeds its allowed depth (see [`Then`]), and all other pairs are
        /// apart. `None` if one of them is [`Then::Deepens`] or [`Then::Unknown`]: then the other pairs are not searched.
        free_until: Option<f64>,
        /// The first contact of the other pairs, which ends that.
        contact: Option<ManyContact>,
    },
    /// Neither contact nor freedom could be proven; see [`ManyQuery::continuing`].
    Undecided {
        /// All pairs are apart up to and including this time; `None` if nothing was proven even at the start.
        free_until: Option<f64>,
        /// What stopped the query.
        reason: Reason,
        /// The body that it stopped at.
        body: usize,
        /// What it would have been compared with next, if known.
        against: Option<Against>,
        /// A time by which some pair certainly touches, if one is known.
        crossing: Option<f64>,
    },
}

/// The first contact of many pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ManyContact {
    /// Which body: a of the contact.
    pub body: usize,
    /// What it touches: b of the contact.
    pub against: Against,
    /// When and where; `upper` belongs to the first pair that is known to touch.
    pub contact: Contact,
}

/// A pair that is not apart at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OverlappingPair {
    /// Which body.
    pub body: usize,
    /// What it overlaps.
    pub against: Against,
    /// Whether they certainly intersect.
    pub proven: bool,
    /// Where they do, and how deep.
    pub start: Overlap,
    /// What the motion does to the overlap.
    pub then: Then,
}

/// An answer about many pairs, and what it cost.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ManyOutcome<'w> {
    /// When a pair first touches.
    pub verdict: ManyVerdict<'w>,
    /// The clearance in force for the pair in contact; that of the limits, or their skin, if there is none.
    pub clearance: f64,
    /// The tolerance in force for the pair in contact; the largest of all searched pairs if there is none.
    pub tolerance: f64,
    /// By how much rounding may have changed a separation, at most.
    pub resolution: f64,
    /// The work done.
    pub stats: ManyStats,
}

impl ManyOutcome<'_> {
    /// An owned copy, to keep when the workspace is used again.
    pub fn into_owned(self) -> ManyOutcome<'static> {
        let verdict = match self.verdict {
            ManyVerdict::Free => ManyVerdict::Free,
            ManyVerdict::Contact(found) => ManyVerdict::Contact(found),
            ManyVerdict::Overlapping {
                proven,
                pairs,
                complete,
                free_until,
                contact,
            } => ManyVerdict::Overlapping {
                proven,
                pairs: Cow::Owned(pairs.into_owned()),
                complete,
                free_until,
                contact,
            },
            ManyVerdict::Undecided {
                free_until,
                reason,
                body,
                against,
                crossing,
            } => ManyVerdict::Undecided {
                free_until,
                reason,
                body,
                against,
                crossing,
            },
        };
        ManyOutcome { verdict, ..self }
    }
}

impl ManyVerdict<'_> {
    /// The time up to which a simulation may carry out the motions: up to and including it nothing touches, or exceeds its
    /// allowed depth. `None` if that is not proven even at the start.
    pub fn free_until(&self, span: Span) -> Option<f64> {
        match self {
            ManyVerdict::Free => Some(span.end()),
            ManyVerdict::Contact(found) => Some(found.contact.lower),
            ManyVerdict::Overlapping { free_until, .. }
            | ManyVerdict::Undecided { free_until, .. } => *free_until,
        }
    }

    /// The contact, if there is one.
    pub fn contact(&self) -> Option<&ManyContact> {
        match self {
            ManyVerdict::Contact(found) => Some(found),
            _ => None,
        }
    }
}

/// The work that an answer about many pairs took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ManyStats {
    /// Pairs of boxes that were compared.
    pub boxes: u64,
    /// Pairs that were searched.
    pub searches: u64,
    /// The work of those searches.
    pub pairs: Stats,
}

impl ManyStats {
    /// What the budget counts.
    pub fn steps(&self) -> u64 {
        self.boxes + self.pairs.steps()
    }
}
