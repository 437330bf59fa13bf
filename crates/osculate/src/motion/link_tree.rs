//! Where the bodies of a robot are at an instant, and how fast: one pass over the tree of links.

use super::Placement;
use super::chain::{Chain, ChainBuilder};
use super::joint_path::{JointBounds, JointPath};
use super::link_motion::{Carried, ChainBounds};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use glam::DVec3;

/// The steps from link to link, parents first, and the bodies at their ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkTree {
    /// The link that a step starts from, or none for the world, and the joints on the way.
    steps: Vec<(Option<u32>, Chain)>,
    bodies: Vec<TreeBody>,
}

/// Points of a body at the end of a step.
#[derive(Clone, Debug)]
struct TreeBody {
    step: u32,
    /// Where they are there.
    points: Vec<DVec3>,
    /// How far they are from there, at most, and how far that may be off.
    length: f64,
    shift_error: f64,
}

/// A tree along a piece of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct PosedTree {
    /// How far each body may be off.
    pub(crate) errors: Vec<BodyErrors>,
    /// The ends of steps, and the moment at which each was posed.
    carried: Vec<(u64, Option<Carried<1>>)>,
    /// The time that links are posed at, if there is one, and how many such times there were.
    at: Option<f64>,
    moment: u64,
    /// Steps that are yet to be posed.
    line: Vec<u32>,
    /// The chains of steps on which a joint turns freely, as they are on this piece.
    turned: Vec<Option<Chain>>,
    bounds: Vec<ChainBounds>,
    /// How far off the spins of links may be, at any time of the piece.
    spin_errors: Vec<f64>,
}

/// The frame of a link at an instant.
pub(crate) type LinkFrame = Carried<1>;

/// How far the points of a body may be off at any time of a piece, their differences from others and what these round included; how far
/// their velocities may; and how fast they are, at most.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BodyErrors {
    pub(crate) place: f64,
    pub(crate) velocity: f64,
    pub(crate) speed: f64,
}

impl PosedTree {
    /// Goes to a time, at which nothing is posed yet; if it is there, what is posed stays so.
    pub(crate) fn begin(&mut self, t: f64) {
        if self.at != Some(t) {
            self.at = Some(t);
            self.moment += 1;
        }
    }

    /// The number of the time: another one for another time.
    #[inline]
    pub(crate) fn moment(&self) -> u64 {
        self.moment
    }
}

impl LinkTree {
    /// Adds a step from the end of another, or from the world; its number is returned.
    pub(crate) fn step(&mut self, from: Option<u32>, chain: ChainBuilder) -> u32 {
        let chain = chain.finish(Placement::IDENTITY, DVec3::ZERO);
        self.steps.push((from, chain));
        self.steps.len() as u32 - 1
    }

    /// Adds points of a body that stands at a placement at the end of a step; where further ones are there, whose errors are to be
    /// stated too.
    pub(crate) fn body(
        &mut self,
        step: u32,
        at: Placement,
        points: impl Iterator<Item = DVec3>,
        further: &[DVec3],
    ) -> Vec<DVec3> {
        let mut body = TreeBody {
            step,
            points: Vec::new(),
            length: 0.0,
            shift_error: 0.0,
        };
        let mut place = |point: DVec3| {
            let end = ChainBuilder::new().finish(at, point).end;
            body.length = body.length.max(end.length);
            body.shift_error = body.shift_error.max(end.shift_error);
            end.shift
        };
        let points = points.map(&mut place).collect();
        let further = further.iter().copied().map(place).collect();
        body.points = points;
        self.bodies.push(body);
        further
    }

    /// Prepares a piece of a path: the errors of all points, of bounds on the coordinates over the piece.
    pub(crate) fn prepare<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
        held: &[JointBounds],
        posed: &mut PosedTree,
    ) {
        posed.bounds.clear();
        posed.at = None;
        posed.turned.clear();
        posed.carried.resize(self.steps.len(), (0, None));
        for (from, chain) in &self.steps {
            // How a joint turns freely is rounded too.
            let chain = chain.for_piece(path, piece);
            let mut bounds = match from {
                Some(from) => posed.bounds[*from as usize],
                None => ChainBounds::default(),
            };
            for joint in &chain.joints {
                bounds.arm(joint.before.length);
                bounds.arm_errors(&joint.before);
                let by = joint.bounds(held[joint.coordinate as usize]);
                bounds.joint_errors(joint.moves, &by);
                bounds.joint(joint.moves, &by);
            }
            bounds.arm(chain.end.length);
            bounds.arm_errors(&chain.end);
            posed.bounds.push(bounds);
            posed.turned.push(match chain {
                Cow::Owned(chain) => Some(chain),
                Cow::Borrowed(_) => None,
            });
        }
        posed.spin_errors.clear();
        let spin_error = |bounds: &ChainBounds| bounds.spin_error_at(self.steps.len());
        posed
            .spin_errors
            .extend(posed.bounds.iter().map(spin_error));
        posed.errors.clear();
        for body in &self.bodies {
            let bounds = posed.bounds[body.step as usize];
            posed
                .errors
                .push(bounds.errors_at(body.length, body.shift_error, self.steps.len()));
        }
    }

    /// Poses all links at a time of a piece of a path that was prepared; if they are there, they stay.
    pub(crate) fn pose<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
        t: f64,
        posed: &mut PosedTree,
    ) {
        posed.begin(t);
        for step in 0..self.steps.len() {
            self.pose_step(path, piece, step, posed);
        }
    }

    /// Poses the links that a body hangs on, at the time that was begun.
    #[inline]
    pub(crate) fn pose_body<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
        body: usize,
        posed: &mut PosedTree,
    ) {
        self.pose_step(path, piece, self.bodies[body].step as usize, posed);
    }

    fn pose_step<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
        step: usize,
        posed: &mut PosedTree,
    ) {
        let (Some(t), moment) = (posed.at, posed.moment) else {
            return;
        };
        // Up to what is posed, and down again: chains may be longer than the stack is deep.
        let mut line = core::mem::take(&mut posed.line);
        let mut above = Some(step as u32);
        while let Some(step) = above.filter(|&step| posed.carried[step as usize].0 != moment) {
            line.push(step);
            above = self.steps[step as usize].0;
        }
        while let Some(step) = line.pop() {
            let (from, chain) = &self.steps[step as usize];
            let start = match from {
                Some(from) => posed.carried[*from as usize].1,
                None => Some(Carried::start()),
            };
            let chain = posed.turned[step as usize].as_ref().unwrap_or(chain);
            let end = start.and_then(|start| along(start, chain, path, piece, t));
            posed.carried[step as usize] = (moment, end);
        }
        posed.line = line;
    }

    /// A point of a body, and its velocity; no numbers where an angle is so large that it says nothing.
    #[inline]
    pub(crate) fn point(&self, posed: &PosedTree, body: usize, point: usize) -> (DVec3, DVec3) {
        let body = &self.bodies[body];
        match &posed.carried[body.step as usize].1 {
            Some(carried) => carried.point(body.points[point]),
            None => (DVec3::NAN, DVec3::NAN),
        }
    }
}

impl LinkTree {
    /// The frame at the end of a step, and how far its spin may be off; nothing where an angle is so large that it says nothing.
    #[inline]
    pub(crate) fn frame<'p>(
        &self,
        posed: &'p PosedTree,
        step: u32,
    ) -> Option<(&'p LinkFrame, f64)> {
        let carried = posed.carried[step as usize].1.as_ref()?;
        Some((carried, posed.spin_errors[step as usize]))
    }

    /// The frame of the link that a body stands in.
    #[inline]
    pub(crate) fn frame_of<'p>(&self, posed: &'p PosedTree, body: usize) -> Option<&'p LinkFrame> {
        let step = self.bodies[body].step;
        posed.carried[step as usize].1.as_ref()
    }
}

/// From the start of a chain to its end.
#[inline(always)]
fn along<P: JointPath + ?Sized>(
    mut carried: Carried<1>,
    chain: &Chain,
    path: &P,
    piece: usize,
    t: f64,
) -> Option<Carried<1>> {
    for joint in &chain.joints {
        carried.fixed(&joint.before);
        let state = joint.state(path.state(piece, joint.coordinate as usize, t));
        carried.joint(joint.moves, &state)?;
    }
    carried.fixed(&chain.end);
    Some(carried)
}
