//! Where a link of a robot is during a span of time, as Taylor models.
//!
//! Going out along the chain, a frame is a place, three Taylor models, and a rotation: a matrix of polynomials P that is off from the
//! real one by a matrix E of the Frobenius norm s, the *spread*. Going on by a rotation J gives `(P + E)·J = P·J + E·J`, and the norm
//! of E·J is that of E: what was lost before is carried on as it is. So P·J is computed with Taylor models, and their
//! remainders, taken together, are added to the spread. Remainders of entries would grow by half at every joint instead.
//!
//! A fixed placement is off by a matrix of norm e from the one that was rounded; the real rotation before it has the norm 1, so
//! the product is off by √3·e in the Frobenius norm, at most. A lever of the length l is off by s·l.

use super::LinkMotion;
use crate::motion::bounds::PoseEnclosure;
use crate::motion::chain::{ChainJoint, ChainMove, Fixed};
use crate::motion::joint_path::{JointBounds, JointPath};
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, sqrt, up};
use crate::numbers::span::Span;
use crate::numbers::taylor_model::TaylorModel;
use alloc::vec::Vec;
use glam::DVec3;

/// Three functions.
pub(crate) type Models = [TaylorModel; 3];

/// Every pose of a link over a span of time: `x ↦ position + rotation·(x − pivot)`, entry by entry.
///
/// ```
/// use osculate::robot::{Joint, JointKind, RobotBuilder};
/// use osculate::{Motion, Span, glam::DVec3};
///
/// let mut builder = RobotBuilder::new("base");
/// builder.link("arm");
/// builder.joint(Joint::new("shoulder", JointKind::Revolute, "base", "arm").with_axis(DVec3::Z));
/// let robot = builder.build()?;
/// let path = robot.straight(&[0.0], &[2.0])?;
/// let arm = robot.link_motion(1, &path, 0);
/// // The end of an arm of length 1, for a quarter of the way.
/// let end = arm.taylor_pose(Span::new(0.0, 0.25)?).apply(DVec3::X);
/// assert!(end[0].range().lower > 0.87 && end[0].range().contains(0.5_f64.cos()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TaylorPose {
    /// The columns of the rotation.
    rotation: [Models; 3],
    position: Models,
    pivot: DVec3,
}

/// What a joint of a chain does over a span of time, at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointRate {
    /// Whether it turns; else it slides.
    pub(crate) turns: bool,
    /// Its rate.
    pub(crate) rate: f64,
    /// How far the end of the chain is from a joint that turns.
    pub(crate) reach: f64,
}

/// A frame of a chain.
#[derive(Clone, Copy)]
struct TaylorFrame {
    /// The columns, without remainders.
    rotation: [Models; 3],
    spread: f64,
    place: Models,
}

/// The frames of the chain that was walked last, over one span of one piece of a path: the next chain may begin as that did.
pub(crate) struct TaylorChain {
    span: Span,
    walked: Vec<(ChainJoint, TaylorFrame)>,
}

/// `Σ factors[k]·vectors[k]`, for numbers that do not change.
fn combined(vectors: &[Models; 3], factors: DVec3) -> Models {
    core::array::from_fn(|row| {
        let mut sum: Option<TaylorModel> = None;
        for (vector, factor) in vectors.iter().zip(factors.to_array()) {
            if factor != 0.0 {
                let part = if factor == 1.0 {
                    vector[row]
                } else {
                    vector[row].scaled(factor)
                };
                sum = Some(sum.map_or(part, |sum| sum + part));
            }
        }
        sum.unwrap_or_else(|| TaylorModel::constant(vectors[0][row].span(), 0.0))
    })
}

fn added(a: &Models, b: &Models) -> Models {
    core::array::from_fn(|row| a[row] + b[row])
}

fn widened(vector: Models, by: f64) -> Models {
    if by == 0.0 {
        return vector;
    }
    vector.map(|entry| entry.widened(by))
}

impl TaylorFrame {
    fn start(span: Span) -> TaylorFrame {
        let constant = |value| TaylorModel::constant(span, value);
        let axis = |k: usize| core::array::from_fn(|row| constant(f64::from(u8::from(row == k))));
        TaylorFrame {
            rotation: [axis(0), axis(1), axis(2)],
            spread: 0.0,
            place: [constant(0.0); 3],
        }
    }

    /// Takes columns for those of the rotation, their remainders into the spread.
    fn set_columns(&mut self, first: usize, columns: &[Models]) {
        let mut lost = 0.0;
        for (number, column) in columns.iter().enumerate() {
            for (row, model) in column.iter().enumerate() {
                let (alone, radius) = model.without_remainder();
                self.rotation[first + number][row] = alone;
                lost += radius * radius;
            }
        }
        // A column has an entry of at least 1/2, whose radius is a unit of that: beside it no square that underflows matters.
        self.spread = up(self.spread + up(sqrt(lost)) + f64::MIN_POSITIVE);
    }

    fn fixed(&mut self, fixed: &Fixed) {
        let lever = combined(&self.rotation, fixed.shift);
        let error = up(self.spread * fixed.length + fixed.shift_error);
        self.place = added(&self.place, &widened(lever, error));
        let columns = [
            fixed.rotation.x_axis,
            fixed.rotation.y_axis,
            fixed.rotation.z_axis,
        ];
        let columns = columns.map(|column| combined(&self.rotation, column));
        self.set_columns(0, &columns);
        self.spread = up(self.spread + 1.75 * fixed.rotation_error);
    }

    /// `farthest` is how far a joint that slides may be.
    fn joint(&mut self, moves: ChainMove, value: TaylorModel, farthest: f64) {
        let [x, y, z] = self.rotation;
        if moves == ChainMove::Slide {
            let error = up(self.spread * farthest);
            let way = widened(z.map(|entry| entry * value), error);
            self.place = added(&self.place, &way);
            return;
        }
        let (sin, cos) = value.sin_cos();
        let columns = [
            core::array::from_fn(|row| cos * x[row] + sin * y[row]),
            core::array::from_fn(|row| cos * y[row] - sin * x[row]),
        ];
        self.set_columns(0, &columns);
    }

    /// With the spread in every entry.
    fn held(&self) -> [Models; 3] {
        self.rotation.map(|column| widened(column, self.spread))
    }
}

/// Whether two joints stand and move alike.
fn alike(a: &ChainJoint, b: &ChainJoint) -> bool {
    let placed = |joint: &ChainJoint| {
        let before = &joint.before;
        (
            before.rotation,
            before.shift,
            before.rotation_error,
            before.shift_error,
        )
    };
    let moved = |joint: &ChainJoint| {
        (
            joint.moves,
            joint.coordinate,
            joint.multiplier,
            joint.offset,
            joint.errors,
        )
    };
    placed(a) == placed(b) && moved(a) == moved(b)
}

impl TaylorChain {
    pub(crate) fn new(span: Span) -> TaylorChain {
        TaylorChain {
            span,
            walked: Vec::new(),
        }
    }

    /// Every pose of a link over the span. All motions that are asked for must follow the same piece of the same path.
    pub(crate) fn pose<P: JointPath + ?Sized>(&mut self, motion: &LinkMotion<P>) -> TaylorPose {
        let frame = self.walk(motion, |_| {});
        TaylorPose {
            rotation: frame.held(),
            position: frame.place,
            pivot: motion.pivot,
        }
    }

    /// The unit axes about which the joints of a chain turn, or along which they slide, from the first on.
    pub(crate) fn axes<P: JointPath + ?Sized>(&mut self, motion: &LinkMotion<P>) -> Vec<Models> {
        let mut axes = Vec::with_capacity(motion.chain.joints.len());
        self.walked.clear();
        self.walk(motion, |axis| axes.push(axis));
        axes
    }

    /// Goes out along a chain; `see` gets the axis of every joint that was not seen before.
    fn walk<P: JointPath + ?Sized>(
        &mut self,
        motion: &LinkMotion<P>,
        mut see: impl FnMut(Models),
    ) -> TaylorFrame {
        let joints = &motion.chain.joints;
        let shared = joints
            .iter()
            .zip(&self.walked)
            .take_while(|(joint, (walked, _))| alike(joint, walked))
            .count();
        self.walked.truncate(shared);
        let last = self.walked.last();
        let mut frame = last.map_or_else(|| TaylorFrame::start(self.span), |(_, frame)| *frame);
        for joint in &joints[shared..] {
            frame.fixed(&joint.before);
            see(widened(frame.rotation[2], frame.spread));
            let value = motion.joint_model(joint, self.span);
            frame.joint(joint.moves, value, value.range().magnitude());
            self.walked.push((*joint, frame));
        }
        frame.fixed(&motion.chain.end);
        frame
    }
}

impl<P: JointPath + ?Sized> LinkMotion<'_, P> {
    /// Every pose of a span of its piece, as functions of time; of any other span nothing is known.
    pub fn taylor_pose(&self, span: Span) -> TaylorPose {
        TaylorChain::new(span).pose(self)
    }

    /// What every joint of the chain does over a span of the piece, from the first on.
    pub(crate) fn joint_rates(&self, span: Span) -> Vec<JointRate> {
        let mut rates = Vec::with_capacity(self.chain.joints.len());
        // From the end on: the arms that follow a joint, and the ways of what slides on them.
        let mut reach = self.chain.end.length;
        for joint in self.chain.joints.iter().rev() {
            let bounds = self.joint_bounds(joint, span);
            let turns = joint.moves != ChainMove::Slide;
            rates.push(JointRate {
                turns,
                rate: bounds.rate,
                reach: up(reach),
            });
            if !turns {
                reach += bounds.value;
            }
            reach = up(reach + joint.before.length);
        }
        rates.reverse();
        rates
    }

    /// Bounds on what a joint does over a span of the piece.
    fn joint_bounds(&self, joint: &ChainJoint, span: Span) -> JointBounds {
        joint.bounds(
            self.path
                .bounds(self.piece, joint.coordinate as usize, span),
        )
    }

    /// What a joint does over a span: its coordinate by its derivatives in the middle, times the multiplier. Multiplier and offset may be
    /// off where joints follow each other.
    fn joint_model(&self, joint: &ChainJoint, span: Span) -> TaylorModel {
        if !(self.span.start() <= span.start() && span.end() <= self.span.end()) {
            return TaylorModel::unknown(span);
        }
        let (piece, number) = (self.piece, joint.coordinate as usize);
        let middle = TaylorModel::time(span).centre();
        let state = self.path.state(piece, number, middle);
        let bounds = self.path.bounds(piece, number, span).checked();
        let model = TaylorModel::of_derivatives(
            span,
            [
                Interval::around(state.value, bounds.value_error),
                Interval::around(state.rate, bounds.rate_error),
                Interval::around(state.acceleration, bounds.acceleration_error),
                Interval::around(0.0, bounds.jerk),
            ],
        );
        let (multiplier, offset, [off, shift_off]) = (joint.multiplier, joint.offset, joint.errors);
        if multiplier == 1.0 && offset == 0.0 && off == 0.0 && shift_off == 0.0 {
            return model;
        }
        let model = model.scaled(multiplier) + TaylorModel::constant(span, offset);
        model.widened(up(off * bounds.value + shift_off))
    }
}

impl TaylorPose {
    /// Where a point of the body is.
    pub fn apply(&self, x: DVec3) -> [TaylorModel; 3] {
        let lever = x - self.pivot;
        // The subtraction errs by a unit of each coordinate, and the rotation has the norm 1.
        let error = up(lever.abs().element_sum()) * UNIT;
        added(
            &self.position,
            &widened(combined(&self.rotation, lever), error),
        )
    }

    /// Which way a direction of the body points.
    pub fn turn(&self, direction: DVec3) -> [TaylorModel; 3] {
        combined(&self.rotation, direction)
    }

    /// Holds every pose at an instant of the span.
    pub fn at(&self, t: f64) -> PoseEnclosure {
        self.enclosed(|model| model.at(t))
    }

    /// Holds every pose of the span.
    pub fn range(&self) -> PoseEnclosure {
        self.enclosed(TaylorModel::range)
    }

    fn enclosed(&self, of: impl Fn(&TaylorModel) -> Interval) -> PoseEnclosure {
        PoseEnclosure {
            rotation: self
                .rotation
                .each_ref()
                .map(|column| column.each_ref().map(&of)),
            position: self.position.each_ref().map(&of),
            pivot: self.pivot,
        }
    }
}
