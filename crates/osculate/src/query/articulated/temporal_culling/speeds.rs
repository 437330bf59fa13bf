//! How fast the points of a body move along a direction.

use super::super::pair_query::OtherMotion;
use super::direction_table::DirectionTable;
use crate::motion::{JointPath, LinkMotion, Models, Motion, TaylorChain};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use alloc::vec::Vec;
use glam::DVec3;

/// How fast the points of a body move along a direction during a stretch of time.
#[derive(Debug)]
pub(super) enum Speeds {
    /// A link.
    Chain(DirectionTable),
    /// Any other body: the velocity of its pivot, its spin, and how far both may be off.
    Steady {
        velocity: DVec3,
        velocity_error: f64,
        spin: DVec3,
        spin_error: f64,
    },
}

/// A motion whose speeds are known.
pub(super) trait HasSpeeds: Motion {
    /// The speeds during a stretch.
    fn speeds(&self, stretch: Span) -> Speeds;

    /// The axes of all joints during a stretch, if it is a link.
    fn axes(&self, stretch: Span) -> Vec<Models>;
}

impl<P: JointPath + ?Sized> HasSpeeds for LinkMotion<'_, P> {
    fn speeds(&self, stretch: Span) -> Speeds {
        Speeds::Chain(DirectionTable::new(self.joint_rates(stretch)))
    }

    fn axes(&self, stretch: Span) -> Vec<Models> {
        TaylorChain::new(stretch).axes(self)
    }
}

impl<P: JointPath + ?Sized> HasSpeeds for OtherMotion<'_, P> {
    fn speeds(&self, stretch: Span) -> Speeds {
        match self {
            OtherMotion::Link(motion) => motion.speeds(stretch),
            other => Speeds::of_motion(other, stretch),
        }
    }

    fn axes(&self, stretch: Span) -> Vec<Models> {
        match self {
            OtherMotion::Link(motion) => motion.axes(stretch),
            _ => Vec::new(),
        }
    }
}

impl Speeds {
    /// Of the promises of a motion.
    fn of_motion<M: Motion + ?Sized>(motion: &M, span: Span) -> Speeds {
        let (rates, path) = (motion.rates(span), motion.path());
        let time = up(span.end() - span.start());
        let size = length(rates.velocity) + length(path.drift);
        let changes = rates.acceleration * time;
        Speeds::Steady {
            velocity: rates.velocity + (path.drift + path.drift_low),
            velocity_error: up(rates.velocity_error + changes + 4.0 * UNIT * size),
            spin: rates.spin,
            spin_error: up(rates.spin_error + rates.spin_acceleration * time),
        }
    }

    /// How fast points within `reach` of the pivot move along a unit direction that may be off by `error`, at most, whatever axes
    /// joints have.
    pub(super) fn anyhow(&self, direction: DVec3, error: f64, reach: f64) -> f64 {
        match self {
            Speeds::Chain(table) => table.anyhow(error, reach),
            Speeds::Steady {
                velocity,
                velocity_error,
                spin,
                spin_error,
            } => {
                let off = error + 16.0 * UNIT;
                let pivot = direction.dot(*velocity) + off * length(*velocity) + *velocity_error;
                let turning = length(direction.cross(*spin)) + off * length(*spin) + *spin_error;
                pivot + up(turning * reach)
            }
        }
    }

    /// The same, for the axes that joints have.
    pub(super) fn along(
        &mut self,
        direction: DVec3,
        error: f64,
        reach: f64,
        axes: impl FnOnce() -> Vec<Models>,
    ) -> f64 {
        match self {
            Speeds::Chain(table) => table.closing(direction, error, reach, axes),
            Speeds::Steady { .. } => self.anyhow(direction, error, reach),
        }
    }
}

/// The speeds of a body, stretch by stretch, each found when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct StretchSpeeds {
    known: Vec<Option<Speeds>>,
}

impl StretchSpeeds {
    pub(super) fn during<M: HasSpeeds + ?Sized>(
        &mut self,
        number: usize,
        stretch: Span,
        motion: &M,
    ) -> &mut Speeds {
        if self.known.len() <= number {
            self.known.resize_with(number + 1, || None);
        }
        self.known[number].get_or_insert_with(|| motion.speeds(stretch))
    }

    /// How many cells of tables were filled.
    pub(super) fn cells(&self) -> u64 {
        let filled = |speeds: &Speeds| match speeds {
            Speeds::Chain(table) => table.filled,
            Speeds::Steady { .. } => 0,
        };
        self.known.iter().flatten().map(filled).sum()
    }
}
