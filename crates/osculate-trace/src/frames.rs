//! Frames at given times, for programs that know no motions.

use crate::playback::Playback;

mod glb;
mod surface;
mod xyz;

pub use glb::write_glb;
pub use xyz::write_xyz;

/// What was left out of frames, since their format has no room for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Bodies whose shape has no surface that can be drawn.
    pub shapes: usize,
}

/// The times from `from` to `to` in steps of `every`, both ends included; none if there are more than `most`.
pub fn frame_times(from: f64, to: f64, every: f64, most: usize) -> Option<Vec<f64>> {
    let steps = (to - from) / every;
    if !(steps >= 0.0 && steps < most as f64) {
        return None;
    }
    // The last step is not left out because its time was rounded up.
    let whole = (steps * (1.0 + 1e-12)) as usize;
    let mut times: Vec<f64> = (0..=whole)
        .map(|n| (from + n as f64 * every).min(to))
        .collect();
    if times.last().is_some_and(|&last| last < to) {
        times.push(to);
    }
    Some(times)
}

/// Whether a body is ever anywhere else than at the start of `times`.
fn moves(playback: &Playback, body: usize, times: &[f64]) -> bool {
    let first = times.first().map(|&time| playback.placement(body, time));
    times
        .iter()
        .any(|&time| Some(playback.placement(body, time)) != first)
}
