//! Temporal culling: the articulated system of C2A/HCA, beside our own.
//!
//! Tang, Manocha and Kim 2013, section 5. A piece of a path is looked at in the steps of algorithm 4:
//!
//! 1. Taylor models of all links give boxes around what they pass over, the *dynamic volumes*; pairs whose boxes are apart are
//!    culled (`temporal_culling/dynamic_volume.rs`).
//! 2. Of every other pair, following two triangles may give a time by which it meets, an *upper bound*
//!    (`temporal_culling/upper_bound.rs`), and advancing the upper third of its hierarchies, with the motion bound of eq. 14, a time up
//!    to which it is apart, a *lower bound* (`temporal_culling/lower_bound.rs`). Pairs that are apart beyond the least upper bound are
//!    culled.
//! 3. The others are searched in the order of their lower bounds, up to the earliest contact known.
//!
//! What the paper has wrong is not done so. There, 1.0 is the time of a contact at the end and of none at all; the least
//! upper bound is forgotten in line 22, which starts again from 1.0; a pair of triangles that comes close is taken for one that
//! meets; and the last instants of the grid are missing. Long pieces are cut into *stretches*, since one Taylor model of a whole
//! turn says nothing.

use super::first_contact::Known;
use super::pair_query::{Duo, Piece};
use super::slabs::{Active, ArticulatedMemory, CLOSER, Walk};
use super::workcell::{ObstacleMotion, Workcell};
use super::{RobotOutcome, RobotVerdict};
use crate::body::Shape;
use crate::motion::{JointPath, LinkMotion, TaylorChain};
use crate::numbers::span::Span;
use crate::query::first_contact::first_contact_with;
use crate::query::meshes::hca::hca;
use crate::query::meshes::search::MeshSearch;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Moving, Outcome, Verdict};
use crate::robot::PathError;
use alloc::vec::Vec;
use dynamic_volume::DynamicVolume;
use lower_bound::LowerBound;
use speeds::StretchSpeeds;
use time_grid::{OpenStretches, PoseGrid, TimeGrid};
use upper_bound::{picked, upper_bound};
use volumes::Volumes;

mod direction_table;
mod dynamic_volume;
mod lower_bound;
mod speeds;
#[cfg(test)]
mod tests;
mod time_grid;
mod upper_bound;
mod volumes;

/// The angle, in radians, that a pair may turn in a stretch of time.
const TURN: f64 = 1.0;

/// The parts of temporal culling. All are on but the last: switch parts off to see what they do. Whatever is on, answers prove the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CullingParts {
    /// Boxes around what links pass over, by Taylor models (section 5.3.1).
    pub dynamic_volumes: bool,
    /// Times up to which pairs are apart, by the upper third of their hierarchies: HCA_sub, and the order that follows from it.
    pub lower_bounds: bool,
    /// Motion bounds that know directions, by the table of eq. 13; without it, those of the undirected sum.
    pub directions: bool,
    /// Links are posed at a hundred instants of a piece, once for all pairs of volumes (section 5.3.2).
    pub precomputed: bool,
    /// Times by which pairs meet, by following one pair of triangles each.
    pub upper_bounds: bool,
    /// Searches end with each stretch of time, and begin anew with whole bodies. Ours, not the paper's: whole bodies say little once
    /// they have turned far, and their parts too much.
    pub short_searches: bool,
    /// Searches by hierarchical advancement, as in the paper, in place of best-first search; for meshes.
    pub hierarchical: bool,
    /// The pair of triangles to follow is that of the last contact, if the workspace remembers one; otherwise it is picked by a seed.
    /// Off, since answers may then differ by rounding from those that a new workspace gives.
    pub remembered: bool,
}

impl Default for CullingParts {
    fn default() -> CullingParts {
        CullingParts {
            dynamic_volumes: true,
            lower_bounds: true,
            directions: true,
            precomputed: true,
            upper_bounds: true,
            short_searches: true,
            hierarchical: true,
            remembered: false,
        }
    }
}

/// What the parts of temporal culling did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CullingStats {
    /// Pairs that were looked at, over all pieces.
    pub pairs: u64,
    /// Stretches of time, over all pieces.
    pub stretches: u64,
    /// Pairs that dynamic volumes kept apart in all stretches.
    pub culled_by_volumes: u64,
    /// Stretches of other pairs in which dynamic volumes kept them apart.
    pub closed_stretches: u64,
    /// Pairs whose lower bound was looked for.
    pub lower_bounds: u64,
    /// Pairs that were apart up to the end, or beyond the least upper bound, by their lower bound.
    pub culled_by_lower_bounds: u64,
    /// Pairs of volumes that lower bounds looked at.
    pub volume_pairs: u64,
    /// Cells of tables of directions that were filled.
    pub cells: u64,
    /// Poses that lower bounds computed.
    pub poses: u64,
    /// Poses that were there already.
    pub poses_reused: u64,
    /// Pairs of triangles that were followed for an upper bound.
    pub upper_bounds: u64,
    /// Pairs that were proven to meet so.
    pub upper_bounds_found: u64,
    /// Searches of pairs.
    pub searches: u64,
}

/// The triangles of the last contact of pairs.
#[derive(Debug, Default)]
pub(crate) struct LastTriangles {
    known: Vec<(Duo, [u32; 2])>,
}

impl LastTriangles {
    fn of(&self, duo: Duo) -> Option<[u32; 2]> {
        let found = self.known.iter().find(|entry| entry.0 == duo);
        found.map(|entry| entry.1)
    }

    fn remember(&mut self, duo: Duo, triangles: [u32; 2]) {
        match self.known.iter_mut().find(|entry| entry.0 == duo) {
            Some(entry) => entry.1 = triangles,
            None => self.known.push((duo, triangles)),
        }
    }
}

/// A pair during a piece.
struct Task {
    active: Active,
    /// The stretches in which it may touch.
    open: OpenStretches,
    /// It is apart up to and including this time, unless that is the start of the path.
    lower: f64,
}

/// What is found once for a body during a piece.
#[derive(Default)]
struct BodyMemory {
    poses: PoseGrid,
    speeds: StretchSpeeds,
}

/// One query under way.
struct Culling<'w, P: ?Sized> {
    walk: Walk<'w, P>,
    parts: CullingParts,
    stats: CullingStats,
    known: Known,
    /// The volumes of bodies and of obstacles.
    bodies: Vec<Option<Volumes<'w>>>,
}

impl Workcell<'_> {
    /// [`Workcell::first_contact`] by temporal culling, the articulated system of Tang, Manocha and Kim 2013, and what its parts did.
    /// Answers prove the same as those of our own method, which is faster: this is here to be compared with.
    ///
    /// ```
    /// use osculate::query::articulated::{CullingParts, RobotVerdict, Workcell};
    /// use osculate::robot::{Environment, Joint, JointKind, LinkShape, Obstacle, RobotBuilder};
    /// use osculate::{Hull, Limits, Placement, Workspace, glam::DVec3};
    ///
    /// let mut builder = RobotBuilder::new("base");
    /// builder.link("arm");
    /// builder.shape("arm", LinkShape::new("rod", Hull::capsule(0.5, 0.1)?, Placement::at(0.5 * DVec3::Z)));
    /// builder.joint(Joint::new("shoulder", JointKind::Revolute, "base", "arm").with_axis(DVec3::Y));
    /// let robot = builder.build()?;
    /// let mut environment = Environment::new();
    /// environment.add(Obstacle::resting("ball", Hull::ball(0.2)?, Placement::at(-0.8 * DVec3::X))?);
    /// let cell = Workcell::new(&robot, &environment)?;
    ///
    /// let (mut parts, limits, mut workspace) = (CullingParts::default(), Limits::default(), Workspace::new());
    /// let path = robot.straight(&[0.0], &[1.0])?; // away from the ball
    /// let (outcome, stats) = cell.first_contact_by_culling(&path, &limits, &parts, &mut workspace)?;
    /// assert!(outcome.verdict == RobotVerdict::Free && stats.searches == 0);
    /// parts.dynamic_volumes = false; // and see what it did
    /// let (same, more) = cell.first_contact_by_culling(&path, &limits, &parts, &mut workspace)?;
    /// assert!(same.verdict == outcome.verdict && more.culled_by_volumes == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_contact_by_culling<P: JointPath + ?Sized>(
        &self,
        path: &P,
        limits: &Limits,
        parts: &CullingParts,
        workspace: &mut Workspace,
    ) -> Result<(RobotOutcome, CullingStats), PathError> {
        self.check_path(path)?;
        let shapes = self.bodies.iter().map(|body| body.shape);
        let mut culling = Culling {
            walk: Walk::new(self, path, limits.near_only()),
            parts: *parts,
            stats: CullingStats::default(),
            known: Known::new(Vec::new()),
            bodies: shapes.map(Volumes::of).collect(),
        };
        culling.go(workspace);
        let Culling {
            walk, stats, known, ..
        } = culling;
        let mut outcome = RobotOutcome {
            verdict: RobotVerdict::Free,
            tolerance: walk.tolerance,
            resolution: walk.resolution,
            stats: walk.stats,
        };
        let left = limits.with_budget(walk.budget_left());
        outcome.verdict = self.conclude(known, path, &left, workspace, &mut outcome);
        Ok((outcome, stats))
    }
}

impl<'w, P: JointPath + ?Sized> Culling<'w, P> {
    /// Goes along the path, piece by piece.
    fn go(&mut self, workspace: &mut Workspace) {
        let mut memory = core::mem::take(&mut workspace.articulated);
        memory.tolerances.clear();
        let path = self.walk.path;
        for number in 0..path.knots().len() - 1 {
            let (start, end) = (path.knots()[number], path.knots()[number + 1]);
            // Something meets by then. At the start of the path even an instant matters.
            if start >= self.walk.until && number > 0 {
                break;
            }
            let span = Span::part(start, end);
            memory.held.clear();
            let bounds = |coordinate| path.bounds(number, coordinate, span).checked();
            memory.held.extend((0..path.coordinates()).map(bounds));
            let held = core::mem::take(&mut memory.held);
            let piece = Piece {
                path,
                number,
                span,
                held: &held,
            };
            self.walk
                .cell
                .tree
                .prepare(path, number, &held, &mut memory.posed);
            self.walk.list(&piece, span, &mut memory);
            self.piece(&piece, &mut memory, workspace);
            memory.held = held;
        }
        workspace.articulated = memory;
    }

    /// Algorithm 4, for a piece.
    fn piece(
        &mut self,
        piece: &Piece<P>,
        memory: &mut ArticulatedMemory,
        workspace: &mut Workspace,
    ) {
        let turning = memory.active.iter().map(|active| active.speeds.turning());
        let grid = TimeGrid::new(piece.span, turning.fold(0.0, f64::max), TURN);
        let mut tasks: Vec<Task> = memory
            .active
            .drain(..)
            .map(|active| Task {
                active,
                open: OpenStretches::all(grid.stretches()),
                lower: piece.span.start(),
            })
            .collect();
        self.stats.pairs += tasks.len() as u64;
        self.stats.stretches += grid.stretches() as u64;
        self.walk.stats.intervals += grid.stretches() as u64;
        if self.parts.dynamic_volumes {
            self.close_stretches(piece, &grid, &mut tasks);
        }
        if self.parts.upper_bounds {
            for task in &tasks {
                self.upper_bound(piece, task, workspace);
            }
        }
        if self.parts.lower_bounds {
            self.raise_lower_bounds(piece, &grid, &mut tasks);
        }
        // As they were listed, where they are equal.
        tasks.sort_by(|a, b| a.lower.total_cmp(&b.lower));
        for task in &tasks {
            if self.walk.budget_left() == 0 {
                self.give_up(piece, task);
                return;
            }
            self.search(piece, &grid, task, memory, workspace);
        }
    }

    /// Finds the stretches in which boxes around what pairs pass over are apart, and drops pairs that are so all along.
    fn close_stretches(&mut self, piece: &Piece<P>, grid: &TimeGrid, tasks: &mut Vec<Task>) {
        let cell = self.walk.cell;
        let motions: Vec<_> = cell
            .bodies
            .iter()
            .map(|body| {
                let pivot = body.shape.bounding_ball().0;
                let held = |coordinate: usize| piece.held[coordinate];
                LinkMotion::bounded(&body.chain, pivot, piece.path, piece.number, held)
            })
            .collect();
        let mut boxes = Vec::new();
        for number in 0..grid.stretches() {
            let stretch = grid.stretch(number);
            let mut chain = TaylorChain::new(stretch);
            boxes.clear();
            boxes.extend(self.bodies.iter().zip(&motions).map(|(shape, motion)| {
                shape.as_ref().map_or(DynamicVolume::EVERYWHERE, |shape| {
                    DynamicVolume::of_link(&chain.pose(motion), shape)
                })
            }));
            for task in &mut *tasks {
                // At the start gaps within the tolerance must be looked at: they make it smaller.
                let margin = task.active.clearance + task.active.tolerance;
                let apart = match task.active.duo {
                    Duo::Pair(pair) => {
                        let [a, b] = cell.pairs[pair as usize].bodies;
                        boxes[a].apart(&boxes[b], margin)
                    }
                    Duo::Obstacle { body, obstacle } => {
                        let other = cell.obstacle(obstacle);
                        let other = match (&other.held, other.motion) {
                            (Some(held), _) => DynamicVolume::of_box(held.low, held.high),
                            (None, ObstacleMotion::Moving(motion)) => {
                                DynamicVolume::of_sides(other.shape.swept_box(motion, stretch))
                            }
                            (None, ObstacleMotion::Resting(_)) => DynamicVolume::EVERYWHERE,
                        };
                        boxes[body as usize].apart(&other, margin)
                    }
                };
                if apart {
                    task.open.close(number);
                }
            }
        }
        let before = tasks.len();
        tasks.retain(|task| task.open.any());
        let culled = (before - tasks.len()) as u64;
        self.stats.culled_by_volumes += culled;
        self.walk.stats.culled += culled;
        let closed = tasks.iter().map(|task| task.open.closed() as u64);
        self.stats.closed_stretches += closed.sum::<u64>();
    }

    /// Whether a pair has not been shown to be apart at the start of the path.
    fn starts(&self, piece: &Piece<P>, task: &Task) -> bool {
        let start = self.walk.from;
        piece.span.start() == start && task.lower == start && task.open.is_open(0)
    }

    /// Looks for a time by which two meshes meet.
    fn upper_bound(&mut self, piece: &Piece<P>, task: &Task, workspace: &mut Workspace) {
        let duo = self.walk.cell.moving(task.active.duo, piece, None);
        let [Shape::Mesh(a), Shape::Mesh(b)] = duo.shapes else {
            return;
        };
        let (start, end) = (piece.span.start(), piece.span.end().min(self.walk.until));
        if !(start < end) {
            return;
        }
        self.stats.upper_bounds += 1;
        let counts = [a, b].map(|tree| tree.mesh().triangles().len());
        let remembered = workspace.last_triangles.of(task.active.duo);
        let triangles = remembered
            .filter(|triangles| {
                let known = triangles.iter().zip(counts);
                self.parts.remembered && { known }.all(|(&number, count)| (number as usize) < count)
            })
            .unwrap_or_else(|| picked(seed(task.active.duo), counts));
        let budget = self.walk.budget_left().min(UPPER_BUDGET);
        let Active {
            clearance,
            tolerance,
            ..
        } = task.active;
        let limits = self.walk.limits.with_budget(budget);
        let limits = limits.for_pair(clearance, tolerance, true);
        let (a, b) = (
            Moving::new(&**a, &duo.first),
            Moving::new(&**b, &duo.second),
        );
        let mut search = MeshSearch::new(a, b, Span::part(start, end), &limits);
        let upper = upper_bound(&mut search, triangles, &mut workspace.stack);
        self.walk.stats.pairs.add(&search.stats);
        if let Some(upper) = upper {
            self.stats.upper_bounds_found += 1;
            self.walk.until = self.walk.until.min(upper);
            self.known.meets = Some(self.known.meets.map_or(upper, |meets| meets.min(upper)));
        }
    }

    /// Looks for times up to which pairs are apart, and drops those that are so for as long as it matters.
    fn raise_lower_bounds(&mut self, piece: &Piece<P>, grid: &TimeGrid, tasks: &mut Vec<Task>) {
        let mut bodies: Vec<BodyMemory> = Vec::new();
        bodies.resize_with(self.bodies.len(), BodyMemory::default);
        for task in &mut *tasks {
            if piece.span.start() < self.walk.until && self.walk.budget_left() > 0 {
                self.lower_bound(piece, grid, task, &mut bodies);
            }
        }
        for body in &bodies {
            self.count(body);
        }
        let before = tasks.len();
        tasks.retain(|task| self.matters(piece, task));
        self.stats.culled_by_lower_bounds += (before - tasks.len()) as u64;
    }

    /// Whether a pair may touch before anything else is known to; at the start even an instant matters.
    fn matters(&self, piece: &Piece<P>, task: &Task) -> bool {
        task.lower < self.walk.until || self.starts(piece, task)
    }

    fn count(&mut self, body: &BodyMemory) {
        self.stats.poses += body.poses.computed;
        self.stats.poses_reused += body.poses.reused;
        self.stats.cells += body.speeds.cells();
    }

    fn lower_bound(
        &mut self,
        piece: &Piece<P>,
        grid: &TimeGrid,
        task: &mut Task,
        bodies: &mut [BodyMemory],
    ) {
        let cell = self.walk.cell;
        let mut own = [BodyMemory::default(), BodyMemory::default()];
        let [own_first, own_second] = &mut own;
        let (first, second, of_first) = match task.active.duo {
            Duo::Pair(pair) => {
                let [a, b] = cell.pairs[pair as usize].bodies;
                (self.bodies[a], self.bodies[b], own_first)
            }
            Duo::Obstacle { body, obstacle } => {
                let body = body as usize;
                let shape = Volumes::of(cell.obstacle(obstacle).shape);
                // A body is seen from the world by all obstacles.
                (self.bodies[body], shape, &mut bodies[body])
            }
        };
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        let duo = cell.moving(task.active.duo, piece, None);
        let starts = self.starts(piece, task);
        let found = LowerBound {
            volumes: [&first, &second],
            motions: (&duo.first, &duo.second),
            poses: [&mut of_first.poses, &mut own_second.poses],
            grid: *grid,
            gridded: self.parts.precomputed,
            open: task.open,
            clearance: task.active.clearance,
            near: if starts { task.active.tolerance } else { 0.0 },
            from: task.lower,
            until: self.walk.until,
            budget: self.walk.budget_left(),
            directions: self.parts.directions,
            speeds: [&mut of_first.speeds, &mut own_second.speeds],
        }
        .find();
        self.stats.lower_bounds += 1;
        self.stats.volume_pairs += found.volume_pairs;
        self.walk.stats.pairs.volume_pairs += found.volume_pairs;
        for body in &own {
            self.count(body);
        }
        task.lower = task.lower.max(found.time);
    }

    /// Searches a pair, in all stretches in which it may touch before anything else does.
    fn search(
        &mut self,
        piece: &Piece<P>,
        grid: &TimeGrid,
        task: &Task,
        memory: &mut ArticulatedMemory,
        workspace: &mut Workspace,
    ) {
        let mut from = task.lower;
        let mut starts = self.starts(piece, task);
        while let Some(run) = grid.next_run(task.open, from, self.parts.short_searches) {
            let until = self.walk.until;
            if !(run.start() < until || starts) {
                return;
            }
            let span = Span::part(run.start(), run.end().min(until).max(run.start()));
            let outcome = self.search_run(piece, task, (span, starts), memory, workspace);
            if outcome.verdict != Verdict::Free {
                let (known, start) = (&mut self.known, self.walk.from);
                self.walk.tell(piece, &task.active, &outcome, &mut |found| {
                    known.add(&found, start)
                });
                return;
            }
            if run.end() >= grid.span().end() {
                return;
            }
            (from, starts) = (run.end(), false);
        }
    }

    /// Searches a pair during a span; `starts` says that it is not known to be apart at its start.
    fn search_run(
        &mut self,
        piece: &Piece<P>,
        task: &Task,
        (span, starts): (Span, bool),
        memory: &mut ArticulatedMemory,
        workspace: &mut Workspace,
    ) -> Outcome {
        self.stats.searches += 1;
        self.walk.stats.searches += 1;
        let duo = task.active.duo;
        let smaller = memory.tolerances.iter().find(|entry| entry.0 == duo);
        let tolerance = smaller.map_or(task.active.tolerance, |entry| entry.1);
        let limits = self.walk.limits.with_budget(self.walk.budget_left());
        let limits = limits.for_pair(task.active.clearance, tolerance, !starts);
        let closer = task.active.speeds.turning() * (span.end() - span.start()) > CLOSER;
        let moving = self.walk.cell.moving(duo, piece, closer.then_some(span));
        let outcome = match moving.shapes {
            [Shape::Mesh(a), Shape::Mesh(b)] if self.parts.hierarchical => {
                let a = Moving::new(&**a, &moving.first);
                let b = Moving::new(&**b, &moving.second);
                hca(a, b, span, &limits, workspace)
            }
            [a, b] => {
                let a = Moving::new(a, &moving.first);
                let b = Moving::new(b, &moving.second);
                first_contact_with(a, b, span, &limits, workspace)
            }
        };
        self.walk.stats.pairs.add(&outcome.stats);
        self.walk.resolution = self.walk.resolution.max(outcome.resolution);
        self.walk.tolerance = self.walk.tolerance.max(outcome.tolerance);
        if starts && outcome.tolerance < tolerance {
            memory.tolerances.push((duo, outcome.tolerance));
        }
        if let Verdict::Contact(contact) = outcome.verdict
            && let [Some(a), Some(b)] = contact.features.map(|feature| feature.triangle())
            && self.parts.remembered
        {
            workspace.last_triangles.remember(duo, [a, b]);
        }
        outcome
    }

    /// The budget is spent: pairs come in the order of their lower bounds, so all are apart up to that of the next.
    fn give_up(&mut self, piece: &Piece<P>, task: &Task) {
        if !self.matters(piece, task) {
            return;
        }
        let at = Span::part(task.lower, task.lower);
        let (known, start) = (&mut self.known, self.walk.from);
        self.walk.give_up(piece, at, task.active, &mut |found| {
            known.add(&found, start)
        });
    }
}

/// The most steps that following two triangles may take.
const UPPER_BUDGET: u64 = 2_000;

/// A number for a pair.
fn seed(duo: Duo) -> u64 {
    match duo {
        Duo::Pair(pair) => u64::from(pair),
        Duo::Obstacle { body, obstacle } => (u64::from(body) + 1) << 32 | u64::from(obstacle),
    }
}
