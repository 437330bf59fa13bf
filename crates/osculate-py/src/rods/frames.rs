//! The frames of a cable's edges, and the twist between them.

use glam::DVec3;
use osculate_world::rods::{RodError, Rods};

/// Unit vectors of each edge: along it, across it with its section, and across both.
pub fn of(rods: &Rods, cable: usize) -> Result<Vec<[DVec3; 3]>, RodError> {
    let (points, directors) = (rods.positions(cable)?, rods.directors(cable)?);
    let frame = |(edge, &across): (usize, &DVec3)| {
        let along = points[(edge + 1) % points.len()] - points[edge];
        let along = along.normalize_or_zero();
        [along, across, along.cross(across)]
    };
    Ok(directors.iter().enumerate().map(frame).collect())
}

/// The angle of each frame about its edge, over the frame before, turned without twist as the edges turn.
pub fn twists(frames: &[[DVec3; 3]], closed: bool) -> Vec<f64> {
    let next = frames.iter().skip(1).chain(closed.then_some(&frames[0]));
    let pairs = frames.iter().zip(next);
    pairs.map(|(before, after)| twist(before, after)).collect()
}

fn twist([from, across, _]: &[DVec3; 3], [to, one, other]: &[DVec3; 3]) -> f64 {
    // The shortest turn of one edge to the next: v + w × v + w × (w × v)/(1 + cos), by Rodrigues.
    let turn = from.cross(*to);
    let once = turn.cross(*across);
    let carried = *across + once + turn.cross(once) / (1.0 + from.dot(*to));
    // From where the section would be to where it is.
    -other.dot(carried).atan2(one.dot(carried))
}
