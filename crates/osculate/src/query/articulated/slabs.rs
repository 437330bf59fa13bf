//! Time in slabs: all pairs of a robot along a path, from stretch to stretch.
//!
//! A stretch of time is looked at from its middle, where all bodies are posed at once. A pair whose balls are further apart there
//! than its joints can move them in half the stretch is done with it. Of another some time before or after may be done. It is searched in the
//! rest, if it turns by no more than [`TURN`] meanwhile: a search begins with whole bodies, and whole bodies say little once they have turned
//! far. What is left is looked at again: what is before the middle first, from the middle of all that is left there, and then
//! what is after it. As soon as one pair meets, nothing later matters.

use super::RobotStats;
use super::around::{Around, EMPTY, around_both};
use super::first_look::{Look, Whole};
use super::pair_query::{Duo, Piece, middle};
use super::reach::{Speed, Speeds, Summed};
use super::workcell::{ObstacleMotion, Workcell};
use crate::motion::{JointBounds, JointPath, Motion, PosedTree};
use crate::numbers::rounding::{length, up};
use crate::numbers::span::Span;
use crate::query::hulls::gjk::Simplex;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Outcome, Reason, Stats, Verdict};
use alloc::vec::Vec;
use core::ops::Range;

/// The angle, in radians, that two bodies may turn against each other in the stretch of time of one search.
const TURN: f64 = 0.35;

/// A stretch that is no longer than this share of a piece is not cut any further, however far pairs turn in it: a path that states no bounds, or huge
/// ones, would have it cut down to the smallest numbers, a thousand cuts deep.
const SHORTEST: f64 = 1.0 / (1_u64 << 63) as f64;

/// How many pairs of nodes are opened to see that two meshes stay apart, at most: of those that nearly touch a search finds out more.
const MOST: u64 = 1500;

/// From this angle on, bounds on accelerations are looked for in the middle of a stretch.
pub(super) const CLOSER: f64 = 0.15;

/// Memory for robots.
#[derive(Debug, Default)]
pub(crate) struct ArticulatedMemory {
    pub(super) posed: PosedTree,
    pub(super) held: Vec<JointBounds>,
    pub(super) active: Vec<Active>,
    /// Tolerances that gaps at the start made smaller.
    pub(super) tolerances: Vec<(Duo, f64)>,
    /// Obstacles that are near a body.
    near: Vec<u32>,
    whole: Vec<Whole>,
    /// Where the outlines of each pair were closest when they were last looked at.
    closest: Vec<Simplex>,
    /// How fast all reaches of the cell move, and what their joints add up to.
    speeds: Vec<Speed>,
    sums: Vec<Summed>,
}

/// A pair that is not done with a stretch of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    pub(super) duo: Duo,
    pub(super) speeds: Speeds,
    /// Clearance and tolerance: what is further apart than this is not near.
    pub(super) beyond: f64,
    pub(super) tolerance: f64,
    pub(super) clearance: f64,
    /// Where it is not done, before the middle of a stretch and after it.
    pub(super) left: [[f64; 2]; 2],
}

/// Some pairs that are active, by their numbers, and which part of what is left of each is at hand.
#[derive(Clone)]
struct Chosen {
    range: Range<usize>,
    side: usize,
}

/// A pair, and the stretch of time that is asked about.
struct Asked<'a> {
    active: &'a Active,
    span: Span,
    /// The angle that the two turn against each other meanwhile, at most.
    turn: f64,
}

impl Asked<'_> {
    /// The span, if better bounds are looked for in its middle.
    fn closer(&self) -> Option<Span> {
        (self.turn > CLOSER).then_some(self.span)
    }
}

/// What to do with an answer about a pair that is not free.
pub(super) enum After {
    /// Go on, with times up to this.
    Until(f64),
    /// Nothing else matters.
    Stop,
}

/// What a pair was found to be.
pub(super) struct Found<'f> {
    pub(super) duo: Duo,
    pub(super) piece: usize,
    pub(super) clearance: f64,
    pub(super) outcome: &'f Outcome,
}

/// A walk along a path.
pub(super) struct Walk<'w, P: ?Sized> {
    pub(super) cell: &'w Workcell<'w>,
    pub(super) path: &'w P,
    pub(super) limits: Limits,
    /// Where the walk starts, and whether all pairs are known to be apart there.
    pub(super) from: f64,
    apart: bool,
    /// Nothing later matters.
    pub(super) until: f64,
    /// Whether pairs have clearances of their own.
    pub(super) own_clearances: bool,
    /// A pair that need not be looked at.
    pub(super) skipped: Option<Duo>,
    /// Whether a pair that was told of is not looked at again, and those that were.
    pub(super) each_once: bool,
    told: Vec<Duo>,
    pub(super) stats: RobotStats,
    pub(super) resolution: f64,
    /// The largest tolerance.
    pub(super) tolerance: f64,
    stopped: bool,
}

/// Whether a stretch of a piece is long enough to be cut for how far pairs turn in it.
fn is_divisible<P: ?Sized>(piece: &Piece<P>, part: Span) -> bool {
    let length = |span: Span| span.end() - span.start();
    length(part) > SHORTEST * length(piece.span)
}

impl<'w, P: JointPath + ?Sized> Walk<'w, P> {
    pub(super) fn new(cell: &'w Workcell<'w>, path: &'w P, limits: Limits) -> Self {
        let knots = path.knots();
        Walk {
            cell,
            path,
            limits,
            from: knots[0],
            apart: false,
            until: knots[knots.len() - 1],
            own_clearances: true,
            skipped: None,
            each_once: false,
            told: Vec::new(),
            stats: RobotStats::default(),
            resolution: 0.0,
            tolerance: 0.0,
            stopped: false,
        }
    }

    /// From a time at which all pairs are known to be apart.
    pub(super) fn starting_at(mut self, from: f64, until: f64) -> Self {
        (self.from, self.until, self.apart) = (from, until, true);
        self
    }

    /// The steps that may still be taken.
    pub(super) fn budget_left(&self) -> u64 {
        let taken = self.stats.pairs.steps() + self.stats.intervals + self.stats.culled;
        self.limits.budget().saturating_sub(taken)
    }

    /// Goes along the path, and asks what to do with every answer that is not `Free`.
    pub(super) fn go(&mut self, workspace: &mut Workspace, mut found: impl FnMut(Found) -> After) {
        let mut memory = core::mem::take(&mut workspace.articulated);
        let pieces = self.path.knots().len() - 1;
        if !self.apart {
            memory.tolerances.clear();
        }
        for number in 0..pieces {
            let (start, end) = (self.path.knots()[number], self.path.knots()[number + 1]);
            let first = start.max(self.from);
            let last = end.min(self.until);
            // At the start even an instant matters.
            let matters = first < last || (first == last && first == self.from && !self.apart);
            if self.stopped || !matters {
                continue;
            }
            memory.held.clear();
            let whole = Span::part(start, end);
            let bounds = |coordinate| self.path.bounds(number, coordinate, whole).checked();
            memory.held.extend((0..self.path.coordinates()).map(bounds));
            let held = core::mem::take(&mut memory.held);
            let piece = Piece {
                path: self.path,
                number,
                span: whole,
                held: &held,
            };
            self.cell
                .tree
                .prepare(self.path, number, &held, &mut memory.posed);
            let part = Span::part(first, last);
            self.list(&piece, part, &mut memory);
            let count = memory.active.len();
            let all = Chosen {
                range: 0..count,
                side: 0,
            };
            self.stretch(&piece, part, all, (&mut memory, workspace), &mut found);
            memory.held = held;
        }
        workspace.articulated = memory;
    }

    /// Lists all pairs that may come near each other during a piece, or a part of it.
    pub(super) fn list(&mut self, piece: &Piece<P>, part: Span, memory: &mut ArticulatedMemory) {
        let cell = self.cell;
        memory.active.clear();
        memory.whole.resize(cell.bodies.len(), Whole::default());
        memory.closest.resize(cell.pairs.len(), Simplex::default());
        memory.closest.iter_mut().for_each(Simplex::forget);
        cell.reaches
            .speeds(piece.held, &mut memory.sums, &mut memory.speeds);
        for (number, pair) in cell.pairs.iter().enumerate() {
            let speeds = Speeds(pair.reaches.map(|reach| memory.speeds[reach as usize]));
            let radii = pair
                .bodies
                .map(|body| cell.bodies[body].cover.whole().radius);
            let own = pair.clearance.filter(|_| self.own_clearances);
            let clearance = own.unwrap_or(self.limits.clearance()) + pair.padding;
            let tolerance = self.tolerance_for(radii, speeds.far());
            memory.active.push(Active {
                duo: Duo::Pair(number as u32),
                speeds,
                beyond: up(clearance + tolerance),
                tolerance,
                clearance,
                left: [[part.start(), part.end()], EMPTY],
            });
        }
        if cell.obstacles.is_empty() {
            return;
        }
        let (middle, half) = middle(part);
        cell.tree
            .pose(piece.path, piece.number, middle, &mut memory.posed);
        let mut near = core::mem::take(&mut memory.near);
        for (number, body) in cell.bodies.iter().enumerate() {
            let speed = memory.speeds[body.reach as usize];
            let clearance = self.limits.clearance() + cell.padding(body);
            // The tolerance is no more than the radius, unless it was asked for.
            let tolerance = self.limits.tolerance().unwrap_or(body.cover.whole().radius);
            let error = memory.posed.errors[number].place;
            let whole = body.cover.whole();
            let moved = speed.at(whole.arm) * half;
            let reach = up(whole.radius + clearance + tolerance + moved + error);
            near.clear();
            let (place, _) = cell.tree.point(&memory.posed, number, 0);
            cell.still
                .near(place, reach, |obstacle| near.push(obstacle));
            near.extend_from_slice(&cell.others);
            for &obstacle in &near {
                if cell.is_checked(number, obstacle) {
                    let mut active = self.against(piece, number, obstacle, speed, clearance);
                    active.left[0] = [part.start(), part.end()];
                    if !cell.never_near(number, obstacle, active.beyond) {
                        memory.active.push(active);
                    }
                }
            }
        }
        memory.near = near;
    }

    /// A body against an obstacle.
    fn against(
        &self,
        piece: &Piece<P>,
        number: usize,
        obstacle: u32,
        speed: Speed,
        clearance: f64,
    ) -> Active {
        let body = &self.cell.bodies[number];
        let other = self.cell.obstacle(obstacle);
        let mut own = Speed::default();
        if let ObstacleMotion::Moving(motion) = other.motion {
            let rates = motion.rates(piece.span);
            let path = motion.path();
            let turning = length(rates.spin) + rates.spin_error;
            let lever = length(other.centre - path.pivot);
            let drift = length(path.drift) + length(path.drift_low);
            own = Speed::steady(up(drift + turning * lever), up(turning));
        }
        let tolerance = self.tolerance_for(
            [body.cover.whole().radius, other.radius],
            speed.far + other.far,
        );
        Active {
            duo: Duo::Obstacle {
                body: number as u32,
                obstacle,
            },
            speeds: Speeds([speed, own]),
            beyond: up(clearance + tolerance),
            tolerance,
            clearance,
            left: [EMPTY; 2],
        }
    }

    fn tolerance_for(&self, radii: [f64; 2], far: f64) -> f64 {
        let smaller = radii[0].min(radii[1]);
        self.limits.tolerance_for(smaller, || {
            far + radii[0]
                + if radii[1] < f64::INFINITY {
                    radii[1]
                } else {
                    0.0
                }
        })
    }

    /// A stretch of time, for those pairs that are not done with it.
    fn stretch(
        &mut self,
        piece: &Piece<P>,
        part: Span,
        chosen: Chosen,
        (memory, workspace): (&mut ArticulatedMemory, &mut Workspace),
        found: &mut impl FnMut(Found) -> After,
    ) {
        let Chosen { range, side } = chosen;
        if range.is_empty() || self.stopped || self.is_late(part.start()) {
            return;
        }
        if self.budget_left() == 0 {
            self.give_up_all(piece, part, (&memory.active[range], side), found);
            return;
        }
        self.stats.intervals += 1;
        let (time, _) = middle(part);
        let inside = part.start() < time && time < part.end();
        let divisible = is_divisible(piece, part);
        memory.posed.begin(time);
        let first = memory.active.len();
        let mut halves = [EMPTY; 2];
        for index in range {
            let [from, to] = memory.active[index].left[side];
            if !(from <= to) || self.is_late(from) {
                continue;
            }
            // A look from beside a stretch is no better than one from within, later.
            let beside = time < from || to < time;
            let left = if !(beside && inside) {
                let asked = Around::of(time, [from, to]);
                let kept = self.apart_around(piece, index, (time, &asked), memory);
                if kept.covers(&asked) {
                    self.stats.culled += 1;
                    continue;
                }
                kept.rest(time, [from, to])
            } else if to < time {
                [[from, to], EMPTY]
            } else {
                [EMPTY, [from, to]]
            };
            let active = Active {
                left,
                ..memory.active[index]
            };
            if self.skipped == Some(active.duo) || self.told.contains(&active.duo) {
                continue;
            }
            let turn = active.speeds.turning() * (to - from);
            // A half that is no shorter would go on for ever.
            if inside && (beside || divisible && turn > TURN) {
                halves = [0, 1].map(|half| around_both(halves[half], active.left[half]));
                memory.active.push(active);
                continue;
            }
            let [from, to] = around_both(active.left[0], active.left[1]);
            let span = Span::part(from, to.min(self.until).max(from));
            let asked = Asked {
                active: &active,
                span,
                turn,
            };
            if self.stay_apart(piece, &asked, &memory.tolerances, workspace) {
                continue;
            }
            self.search(piece, &asked, (&mut memory.tolerances, workspace), found);
            if self.stopped {
                return;
            }
        }
        let range = first..memory.active.len();
        for (side, [from, to]) in halves.into_iter().enumerate() {
            if from <= to {
                let chosen = Chosen {
                    range: range.clone(),
                    side,
                };
                let (memory, workspace) = (&mut *memory, &mut *workspace);
                self.stretch(
                    piece,
                    Span::part(from, to),
                    chosen,
                    (memory, workspace),
                    found,
                );
            }
        }
        memory.active.truncate(first);
    }

    /// Whether what is from a time on does not matter any more. At the start even an instant matters.
    fn is_late(&self, from: f64) -> bool {
        (from > self.from || self.apart) && from >= self.until
    }

    /// The budget is spent for pairs of which this side is left. One is enough to say that not all are known to be free; where each is told
    /// by itself, none may be left out.
    #[cold]
    fn give_up_all(
        &mut self,
        piece: &Piece<P>,
        part: Span,
        (left, side): (&[Active], usize),
        found: &mut impl FnMut(Found) -> After,
    ) {
        if !self.each_once {
            return self.give_up(piece, part, left[0], found);
        }
        for active in left {
            let [from, to] = active.left[side];
            if from <= to && !self.told.contains(&active.duo) {
                self.give_up(piece, part, *active, found);
            }
        }
    }

    /// The budget is spent.
    #[cold]
    pub(super) fn give_up(
        &mut self,
        piece: &Piece<P>,
        part: Span,
        active: Active,
        found: &mut impl FnMut(Found) -> After,
    ) {
        let shown = part.start() > self.from || self.apart;
        let outcome = Outcome {
            verdict: Verdict::Undecided {
                free_until: shown.then_some(part.start()),
                reason: Reason::Budget,
            },
            clearance: active.clearance,
            tolerance: active.tolerance,
            resolution: self.resolution,
            stats: Stats::default(),
        };
        self.tell(piece, &active, &outcome, found);
    }

    /// How much of a time around an instant balls and outlines show that an active pair is apart, and further than the tolerance.
    #[inline]
    fn apart_around(
        &self,
        piece: &Piece<P>,
        index: usize,
        (time, asked): (f64, &Around),
        memory: &mut ArticulatedMemory,
    ) -> Around {
        let cell = self.cell;
        let active = &memory.active[index];
        let mut place = |body: usize| {
            let posed = &mut memory.posed;
            cell.tree.pose_body(piece.path, piece.number, body, posed);
            cell.place_whole(body, posed, &mut memory.whole);
        };
        match active.duo {
            Duo::Pair(pair) => cell.pairs[pair as usize].bodies.into_iter().for_each(place),
            Duo::Obstacle { body, .. } => place(body as usize),
        }
        let look = Look {
            cell,
            posed: &memory.posed,
            time,
            whole: &memory.whole,
        };
        match active.duo {
            Duo::Pair(pair) => {
                let number = pair as usize;
                let last = &mut memory.closest[number];
                look.bodies_apart(&cell.pairs[number], active, asked, last)
            }
            Duo::Obstacle { body, obstacle } => {
                look.obstacle_apart(body as usize, cell.obstacle(obstacle), active, asked)
            }
        }
    }

    /// The limits of a search, and whether it is the first.
    fn limits(&self, asked: &Asked, tolerances: &[(Duo, f64)]) -> (Limits, bool) {
        let active = asked.active;
        let smaller = tolerances.iter().find(|entry| entry.0 == active.duo);
        let tolerance = smaller.map_or(active.tolerance, |entry| entry.1);
        let starts = asked.span.start() == self.from && !self.apart;
        let limits = self.limits.with_budget(self.budget_left()).for_pair(
            active.clearance,
            tolerance,
            !starts,
        );
        (limits, starts)
    }

    /// Whether two meshes are seen to stay apart from the middle of a stretch on.
    fn stay_apart(
        &mut self,
        piece: &Piece<P>,
        asked: &Asked,
        tolerances: &[(Duo, f64)],
        workspace: &mut Workspace,
    ) -> bool {
        let duo = asked.active.duo;
        if !self.cell.are_meshes(duo) {
            return false;
        }
        let (limits, _) = self.limits(asked, tolerances);
        let moving = self.cell.moving(duo, piece, asked.closer());
        let looked = moving.look(asked.span, &limits, MOST, workspace);
        match &looked {
            Some(Ok(outcome)) => self.take(outcome),
            Some(Err(stats)) => self.stats.pairs.add(stats),
            None => {}
        }
        matches!(looked, Some(Ok(_)))
    }

    /// What an answer took.
    fn take(&mut self, outcome: &Outcome) {
        self.stats.pairs.add(&outcome.stats);
        self.resolution = self.resolution.max(outcome.resolution);
        self.tolerance = self.tolerance.max(outcome.tolerance);
    }

    fn search(
        &mut self,
        piece: &Piece<P>,
        asked: &Asked,
        (tolerances, workspace): (&mut Vec<(Duo, f64)>, &mut Workspace),
        found: &mut impl FnMut(Found) -> After,
    ) {
        self.stats.searches += 1;
        let (active, duo) = (asked.active, asked.active.duo);
        let (limits, starts) = self.limits(asked, tolerances);
        let tolerance = limits.tolerance().unwrap_or(active.tolerance);
        let within = (asked.span, asked.closer().is_some());
        let outcome = self.cell.search(duo, piece, within, &limits, workspace);
        self.take(&outcome);
        if starts && outcome.tolerance < tolerance {
            tolerances.push((duo, outcome.tolerance));
        }
        if outcome.verdict == Verdict::Free {
            return;
        }
        self.tell(piece, active, &outcome, found);
    }

    /// Tells of an answer that is not `Free`.
    pub(super) fn tell(
        &mut self,
        piece: &Piece<P>,
        active: &Active,
        outcome: &Outcome,
        found: &mut impl FnMut(Found) -> After,
    ) {
        if self.each_once {
            self.told.push(active.duo);
        }
        let after = found(Found {
            duo: active.duo,
            piece: piece.number,
            clearance: active.clearance,
            outcome,
        });
        match after {
            After::Until(time) => self.until = self.until.min(time),
            After::Stop => self.stopped = true,
        }
    }
}
