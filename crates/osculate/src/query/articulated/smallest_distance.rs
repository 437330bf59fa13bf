//! How close a robot comes to anything along a path.
//!
//! Is the robot free with a clearance? If so, it never comes closer than that; if not, it is that close when it first touches.
//! So a few first contacts, each with another clearance, enclose the smallest distance.

use super::answer::contact_of;
use super::first_contact::{First, PairAlong};
use super::pair_query::{Duo, Piece};
use super::slabs::{After, Walk};
use super::workcell::{CellObstacle, Workcell};
use super::{RobotContact, RobotStats};
use crate::body::Shape;
use crate::motion::JointPath;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::up;
use crate::numbers::span::Span;
use crate::query::hulls::hull_separation;
use crate::query::meshes::separation;
use crate::query::workspace::Workspace;
use crate::query::{Contact, Evidence, Limits, Moving, Reason, Verdict};
use crate::robot::PathError;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How close a robot comes to itself or to an obstacle along a path.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SmallestDistance {
    /// Encloses the smallest distance; layers around links count as parts of them. Zero where they touch, infinite where nothing is
    /// checked.
    pub distance: Interval,
    /// Where they are that close: the pair, the time, the points; the separation there is at most the upper end of `distance`, and the
    /// layers around links. None where they touch already at the start, or are closest there and are not two meshes or two hulls.
    pub closest: Option<Box<RobotContact>>,
    /// What stopped the search before the ends were close enough.
    pub undecided: Option<Reason>,
    /// The work done.
    pub stats: RobotStats,
}

/// The ends of the distance are no further apart than this share of it.
const SHARE: f64 = 0.01;

/// With a clearance, the tolerance of a first contact is this share of it, or this share of how far the ends may be from each other, whichever
/// is more. What is found with a clearance is further away than that by a tolerance at most: were that all of the latter, the ends would come
/// no closer.
const COARSE: f64 = 0.002;
const PART: f64 = 0.25;

/// What one clearance showed.
enum Shown {
    Free,
    /// They come within the upper end, or are, at the start.
    Within(f64),
    Undecided(Reason),
}

/// A search under way.
struct Bracket {
    lower: f64,
    upper: f64,
    closest: Option<First>,
    /// The pair that was within a clearance at the start, and the layers around it.
    at_start: Option<(Duo, f64)>,
    stats: RobotStats,
    /// The budget that is left.
    budget: u64,
    /// The tolerance of pairs, at most.
    tolerance: f64,
}

impl Workcell<'_> {
    /// How close the robot comes to itself or to an obstacle along a path, to within 1 % or the tolerance, whichever is more.
    ///
    /// Pairs that may touch are left out, clearances do not count. Takes about ten times as long as a first contact.
    ///
    /// ```
    /// use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, RobotBuilder};
    /// use osculate::query::articulated::Workcell;
    /// use osculate::{Hull, Limits, Placement, Workspace, glam::DVec3};
    ///
    /// let mut builder = RobotBuilder::new("base");
    /// builder.link("arm");
    /// builder.shape("arm", LinkShape::new("tip", Hull::ball(0.1)?, Placement::at(DVec3::Z)));
    /// builder.joint(Joint::new("shoulder", JointKind::Revolute, "base", "arm").with_axis(DVec3::Y));
    /// let robot = builder.build()?;
    /// let mut environment = Environment::new();
    /// environment.add(Obstacle::resting("ball", Hull::ball(0.2)?, Placement::at(1.7 * DVec3::X))?);
    /// let cell = Workcell::new(&robot, &environment)?;
    /// let path = robot.straight(&[0.0], &[3.0])?;
    /// let found = cell.smallest_distance(&path, &Limits::default(), &mut Workspace::new())?;
    /// assert!(found.distance.contains(0.4) && found.distance.width() <= 0.01 * found.distance.upper);
    /// let closest = found.closest.expect("they come closest somewhere");
    /// assert!((closest.configuration[0] - core::f64::consts::FRAC_PI_2).abs() < 0.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn smallest_distance<P: JointPath + ?Sized>(
        &self,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<SmallestDistance, PathError> {
        self.check_path(path)?;
        let mut bracket = Bracket {
            lower: 0.0,
            upper: f64::INFINITY,
            closest: None,
            at_start: None,
            stats: RobotStats::default(),
            budget: limits.budget(),
            tolerance: limits.tolerance().unwrap_or(0.0),
        };
        if self.checks_nothing() {
            bracket.lower = f64::INFINITY;
            return Ok(self.told(path, &bracket, None));
        }
        let undecided = bracket.narrow(self, path, limits, workspace);
        Ok(self.told(path, &bracket, undecided))
    }

    fn told<P: JointPath + ?Sized>(
        &self,
        path: &P,
        bracket: &Bracket,
        undecided: Option<Reason>,
    ) -> SmallestDistance {
        let closest = bracket.closest.as_ref();
        SmallestDistance {
            distance: Interval::new(bracket.lower.min(bracket.upper), bracket.upper),
            closest: closest.map(|first| Box::new(contact_of(self, path, first))),
            undecided,
            stats: bracket.stats,
        }
    }

    /// Two meshes or two hulls as they stand at the start.
    fn apart_at_start<P: JointPath + ?Sized>(
        &self,
        duo: Duo,
        padding: f64,
        path: &P,
        workspace: &mut Workspace,
    ) -> Option<First> {
        let knots = path.knots();
        let (t, span) = (knots[0], Span::part(knots[0], knots[1]));
        let bounds = |coordinate| path.bounds(0, coordinate, span).checked();
        let held: Vec<_> = (0..path.coordinates()).map(bounds).collect();
        let piece = Piece {
            path,
            number: 0,
            span,
            held: &held,
        };
        let moving = self.moving(duo, &piece, None);
        let (a, b) = (&moving.first, &moving.second);
        let apart = match moving.shapes {
            [Shape::Mesh(x), Shape::Mesh(y)] => {
                separation(Moving::new(&**x, a), Moving::new(&**y, b), t, workspace)
            }
            [Shape::Hull(x), Shape::Hull(y)] => {
                hull_separation(Moving::new(x, a), Moving::new(y, b), t, workspace)
            }
            _ => return None,
        };
        let contact = Contact {
            lower: t,
            upper: t,
            evidence: Evidence::Near,
            features: apart.features,
            parts: [0; 2],
            point_a: apart.point_a,
            point_b: apart.point_b,
            normal: (apart.point_a - apart.point_b).normalize_or_zero(),
            separation: apart.separation,
        };
        Some(First {
            pair: PairAlong { duo, piece: 0 },
            contact,
            clearance: padding,
            tolerance: 0.0,
        })
    }

    /// Whether there are no two that may not touch.
    fn checks_nothing(&self) -> bool {
        let checked = |body: usize, (number, obstacle): (usize, &Option<CellObstacle>)| {
            obstacle.is_some() && self.is_checked(body, number as u32)
        };
        let obstacles = || self.obstacles.iter().enumerate();
        self.pairs.is_empty()
            && !(0..self.bodies.len()).any(|body| obstacles().any(|other| checked(body, other)))
    }

    /// A size of the robot: that of its smallest body.
    fn smallest_body(&self) -> f64 {
        let radii = self.bodies.iter().map(|body| body.cover.whole().radius);
        radii.fold(f64::INFINITY, f64::min).clamp(1e-50, 1e50)
    }
}

impl Bracket {
    fn is_narrow(&self) -> bool {
        self.upper < f64::INFINITY
            && self.upper - self.lower <= (SHARE * self.upper).max(self.tolerance)
    }

    /// Asks with one clearance after the other; what stopped that, if something did.
    fn narrow<P: JointPath + ?Sized>(
        &mut self,
        cell: &Workcell,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Option<Reason> {
        let mut clearance = 0.0;
        loop {
            let coarse = limits.for_pair(
                clearance,
                (PART * self.tolerance).max(COARSE * clearance).max(1e-60),
                false,
            );
            // Without clearance the tolerance is each pair's own.
            let asked = if clearance == 0.0 {
                limits.without_clearance()
            } else {
                coarse
            };
            let before = (self.lower, self.upper);
            match self.ask(cell, path, &asked, workspace) {
                Shown::Undecided(reason) => return Some(reason),
                Shown::Within(upper) if clearance == 0.0 => {
                    return (upper == f64::INFINITY).then_some(Reason::Resolution);
                }
                Shown::Free => self.lower = clearance,
                Shown::Within(upper) => self.upper = self.upper.min(upper),
            }
            if self.is_narrow() {
                break;
            }
            // Asked again, the same would be answered: bodies that are closest at the start are no better known than they are there.
            if clearance > 0.0 && before == (self.lower, self.upper) {
                return Some(Reason::Resolution);
            }
            clearance = self.next(cell);
            // So far that nothing further can be asked for.
            if !(clearance <= 1e59) {
                return Some(Reason::Resolution);
            }
        }
        let upper = self.upper;
        let is_closest =
            |first: &First| first.contact.separation.upper <= up(upper + first.clearance);
        self.closest = self.closest.filter(is_closest);
        if let (None, Some((duo, padding))) = (self.closest, self.at_start) {
            self.closest = cell.apart_at_start(duo, padding, path, workspace);
        }
        None
    }

    /// The clearance to ask with next.
    fn next(&self, cell: &Workcell) -> f64 {
        let (lower, upper) = (self.lower, self.upper);
        if upper == f64::INFINITY {
            return if lower == 0.0 {
                cell.smallest_body()
            } else {
                8.0 * lower
            };
        }
        if lower == 0.0 {
            return (0.125 * upper).max(0.5 * self.tolerance.min(upper));
        }
        if upper > 2.0 * lower {
            crate::numbers::rounding::sqrt(lower) * crate::numbers::rounding::sqrt(upper)
        } else {
            0.5 * lower + 0.5 * upper
        }
    }

    /// Whether the robot is free with a clearance.
    fn ask<P: JointPath + ?Sized>(
        &mut self,
        cell: &Workcell,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Shown {
        let clearance = limits.clearance();
        let mut walk = Walk::new(cell, path, limits.with_budget(self.budget).near_only());
        walk.own_clearances = false;
        let mut shown = Shown::Free;
        let start = path.knots()[0];
        let (mut first, mut at_start) = (None, None);
        walk.go(workspace, |found| match found.outcome.verdict {
            Verdict::Free => After::Until(f64::INFINITY),
            Verdict::Contact(contact) => {
                let padding = found.clearance - clearance;
                shown = Shown::Within(up((contact.separation.upper - padding).max(0.0)));
                first = Some(First {
                    pair: PairAlong {
                        duo: found.duo,
                        piece: found.piece,
                    },
                    contact,
                    clearance: padding,
                    tolerance: found.outcome.tolerance,
                });
                After::Until(contact.lower)
            }
            Verdict::Overlapping { proven, .. } => {
                let off = if proven {
                    0.0
                } else {
                    16.0 * found.outcome.resolution
                };
                shown = Shown::Within(up(clearance + off));
                at_start = Some((found.duo, found.clearance - clearance));
                first = None;
                After::Until(start)
            }
            Verdict::Undecided { reason, .. } => {
                shown = Shown::Undecided(reason);
                After::Stop
            }
        });
        self.budget = walk.budget_left();
        self.tolerance = self.tolerance.max(if clearance == 0.0 {
            walk.tolerance
        } else {
            0.0
        });
        self.stats.intervals += walk.stats.intervals;
        self.stats.culled += walk.stats.culled;
        self.stats.searches += walk.stats.searches;
        self.stats.pairs.add(&walk.stats.pairs);
        if let Shown::Within(upper) = shown {
            if clearance == 0.0 {
                self.upper = upper;
            }
            if first.is_some() {
                self.closest = first;
            }
            self.at_start = at_start.or(self.at_start);
        }
        shown
    }
}
