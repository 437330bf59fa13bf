//! What is told about a contact: in the world, and in the frames of links.

use super::first_contact::First;
use super::pair_query::{Duo, Piece};
use super::workcell::{ObstacleMotion, Workcell};
use super::{Party, RobotContact};
use crate::motion::{JointPath, Motion, Placement};
use crate::numbers::span::Span;
use crate::query::workspace::Workspace;
use crate::query::{Contact, Evidence, Limits};
use crate::robot::ObstaclePlace;
use alloc::vec::Vec;
use glam::DVec3;

/// A contact, with all that is told about it.
pub(super) fn contact_of<P: JointPath + ?Sized>(
    cell: &Workcell,
    path: &P,
    first: &First,
) -> RobotContact {
    let mut contact = first.contact;
    let lower = contact.lower;
    if let Duo::Pair(pair) = first.pair.duo {
        // Seen from a link; now from the world.
        let frame = cell.pairs[pair as usize].frame;
        let at = cell
            .robot
            .link_motion(frame, path, first.pair.piece)
            .placement(lower);
        contact.point_a = at.position + at.rotation * contact.point_a;
        contact.point_b = at.position + at.rotation * contact.point_b;
        contact.normal = at.rotation * contact.normal;
    }
    let pair = cell.parties(first.pair.duo);
    let own = |party: Party, point: DVec3| {
        let at = cell.placement_of(party, path, first.pair.piece, lower);
        at.rotation.inverse() * (point - at.position)
    };
    let points = [own(pair[0], contact.point_a), own(pair[1], contact.point_b)];
    let knots = path.knots();
    let (start, end) = (knots[first.pair.piece], knots[first.pair.piece + 1]);
    RobotContact {
        pair,
        contact,
        points,
        piece: first.pair.piece,
        fraction: ((lower - start) / (end - start)).clamp(0.0, 1.0),
        configuration: configuration(cell, path, first.pair.piece, lower),
    }
}

/// The configuration at a time, to within rounding.
pub(super) fn configuration<P: JointPath + ?Sized>(
    cell: &Workcell,
    path: &P,
    piece: usize,
    t: f64,
) -> Vec<f64> {
    let value = |coordinate| path.state(piece, coordinate, t).value;
    let mut values: Vec<f64> = (0..cell.robot.width()).map(value).collect();
    for coordinate in 0..values.len() {
        if let Some(turn) = path.free_turn(piece, coordinate) {
            let rotation = turn.rotation(values[coordinate]);
            values[coordinate..coordinate + 4].copy_from_slice(&rotation.to_array());
        }
    }
    values
}

impl Workcell<'_> {
    /// Where the frame of a link is, or the body of an obstacle.
    fn placement_of<P: JointPath + ?Sized>(
        &self,
        party: Party,
        path: &P,
        piece: usize,
        t: f64,
    ) -> Placement {
        let link = |link: usize| self.robot.link_motion(link, path, piece).placement(t);
        match party {
            Party::Shape(shape) => link(self.robot.bodies[shape].link),
            Party::Obstacle(number) => match &self.obstacles[number] {
                Some(obstacle) => match obstacle.motion {
                    ObstacleMotion::Resting(rest) => rest.placement(t),
                    ObstacleMotion::Moving(motion) => motion.placement(t),
                },
                None => {
                    let ObstaclePlace::Attached { at, .. } =
                        &self.environment.obstacles[number].place
                    else {
                        return Placement::IDENTITY;
                    };
                    let carried = self.bodies.iter().find(|body| body.party == party);
                    let holder = link(carried.map_or(0, |body| body.link));
                    Placement::new(
                        holder.position + holder.rotation * at.position,
                        holder.rotation * at.rotation,
                    )
                }
            },
        }
    }

    /// The contact of a pair that is first, with the proof that it meets, looked for in the rest of its piece.
    pub(super) fn look_ahead<P: JointPath + ?Sized>(
        &self,
        first: &First,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Option<Contact> {
        let (number, lower) = (first.pair.piece, first.contact.lower);
        let knots = path.knots();
        let whole = Span::part(knots[number], knots[number + 1]);
        let bounds = |coordinate| path.bounds(number, coordinate, whole).checked();
        let held: Vec<_> = (0..path.coordinates()).map(bounds).collect();
        let piece = Piece {
            path,
            number,
            span: whole,
            held: &held,
        };
        let limits = limits.for_pair(first.clearance, first.tolerance, true);
        let turning = self.turning(first.pair.duo, &held);
        let soon = lower + SOON / turning;
        // Where nothing turns, or nothing is known, all that is left is soon.
        let soon = if soon < whole.end() {
            soon
        } else {
            whole.end()
        };
        if let [Some(a), Some(b)] = first.contact.features.map(|feature| feature.triangle()) {
            // As a rule the two that are within tolerance meet at once; then nothing else need be looked at.
            let span = Span::part(lower, soon);
            let duo = self.moving(first.pair.duo, &piece, Some(span));
            if let Some(upper) = duo.crossing([a, b], span, &limits, workspace) {
                return Some(Contact {
                    upper,
                    evidence: Evidence::Crossing,
                    ..first.contact
                });
            }
        }
        let mut found = None;
        // As a rule they meet at once, and over a short time bounds are better.
        for (end, closer) in [(soon, true), (whole.end(), false)] {
            let span = Span::part(lower, end);
            let outcome = self.search(first.pair.duo, &piece, (span, closer), &limits, workspace);
            found = match outcome.verdict.contact() {
                Some(contact) if contact.evidence == Evidence::Crossing => {
                    // The search may go on a little before it calls them in contact; that they cross is proven nevertheless.
                    let same = contact.lower == lower;
                    let of = if same { contact } else { &first.contact };
                    return Some(Contact {
                        upper: contact.upper,
                        evidence: contact.evidence,
                        ..*of
                    });
                }
                Some(contact) if contact.lower == lower => Some(*contact),
                _ => found,
            };
        }
        found
    }
}

/// The angle, in radians, by which they turn while the proof is looked for that they meet.
const SOON: f64 = 0.25;
