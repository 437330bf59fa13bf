//! How close is close enough, and how much work an answer may cost.

use super::{Outcome, Verdict};
use thiserror::Error;

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
    pub(super) clearance: f64,
    pub(super) skin: f64,
    pub(super) tolerance: Option<f64>,
    /// No tolerance is larger than this: half of what a skin leaves at the start.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) widest: f64,
    pub(super) budget: u64,
    /// Whether the start is known to be apart: see [`Limits::continuing`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) continues: bool,
    /// Whether a proof that the bodies meet is not looked for.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) near_only: bool,
    /// Whether an answer about bodies that overlap at the start says nothing else about them.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) brief: bool,
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
    /// By default a millionth of the smaller body's bounding radius, at least 2⁻⁴⁰ of the largest distance involved.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Limits, LimitsError> {
        if !(1e-60..=1e60).contains(&tolerance) {
            return Err(LimitsError::Tolerance(tolerance));
        }
        Ok(Limits {
            tolerance: Some(tolerance),
            ..self
        })
    }

    /// The separation that already counts as contact; zero by default.
    pub fn with_clearance(self, clearance: f64) -> Result<Limits, LimitsError> {
        if clearance != 0.0 && !(1e-60..=1e60).contains(&clearance) {
            return Err(LimitsError::Clearance(clearance));
        }
        Limits { clearance, ..self }.one_of_both()
    }

    /// A clearance for simulations that move bodies until they nearly touch and then ask again, frame after frame; zero by
    /// default. It excludes a clearance.
    ///
    /// Bodies that come close stop about half a skin to a whole skin apart, so the next query, which begins there, still has
    /// room. With σ the skin and s the separation at the start, the clearance in force is the largest of σ/2 and s − σ/16,
    /// but at most σ, and always a little less than s; [`Outcome::clearance`] states it. So a query that begins further
    /// apart than half a skin also ends further apart, and [`Verdict::Free`] proves that the separation exceeds the
    /// clearance in force. If bodies are pressed together for long, the caller must part them: no query gives room back. For
    /// bodies that overlap at the start the clearance is zero. Robots ignore the skin: they have clearances by pair.
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

    /// The most steps (tests of a pair of volumes, triangles or features); if they run out, the answer is
    /// [`Verdict::Undecided`].
    pub fn with_budget(self, budget: u64) -> Limits {
        Limits { budget, ..self }
    }

    /// Limits that resume an undecided query: ask again with them and the span `[free_until, end]`, for the same bodies and
    /// motions.
    ///
    /// They keep the clearance and the tolerance in force. The start counts as apart, since that was proven; if it is within
    /// tolerance, the answer is a [`Contact`](super::Contact) there. If nothing was proven even at the start, the whole
    /// query is repeated. You may set a larger budget.
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

    /// For bodies that are known to be apart at the start, and further than what would change clearance or tolerance.
    pub(crate) fn known_apart(self) -> Limits {
        Limits {
            clearance: self.clearance.max(self.skin),
            skin: 0.0,
            // As of bodies that have all of their skin, and a little more.
            widest: if self.skin > 0.0 {
                self.widest.min(0.0625 * self.skin)
            } else {
                self.widest
            },
            continues: true,
            ..self
        }
    }

    /// With a test of the start, and with details of an overlap there.
    pub(crate) fn tested_anew(self) -> Limits {
        Limits {
            continues: false,
            brief: false,
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

    /// For callers who only ask up to when bodies stay apart: all that is told of a contact is that they come within tolerance there, with no
    /// proof that they do meet, and nothing else is told of bodies that are not apart at the start. It is no less proven that they are
    /// apart before, and takes less time.
    ///
    /// ```
    /// use osculate::{ConstantVelocity, Hull, Limits, Moving, Placement, Resting, Shape, Span, Workspace};
    /// use osculate::{first_contact_with, glam::DVec3, query::Evidence};
    /// let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
    /// let throw = ConstantVelocity::new(Placement::at(5.0 * DVec3::X), -5.0 * DVec3::X, DVec3::Z)?;
    /// let rest = Resting::default();
    /// let (a, b) = (Moving::new(&die, &throw), Moving::new(&die, &rest));
    /// let [all, brief] = [Limits::default(), Limits::default().only_apart()].map(|limits| {
    ///     let outcome = first_contact_with(a, b, Span::UNIT, &limits, &mut Workspace::new());
    ///     *outcome.verdict.contact().expect("they meet")
    /// });
    /// assert_eq!((all.lower, brief.evidence), (brief.lower, Evidence::Near));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only_apart(self) -> Limits {
        Limits {
            near_only: true,
            brief: true,
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
