//! The start of a query that is decided only if something is near there.
//!
//! A search that begins at the start of its span with the roots of both trees looks at all that is near then, as a test of the
//! start would. So it does without one, as long as it does not let go of any pair of nodes at the start whose gap there is
//! not seen to be beyond the tolerance: such a pair is opened, whatever time a step gives it. If a pair of triangles comes
//! out of that which is within the tolerance, or is not advanced at all, the search is given up, the start is decided by
//! [`MeshSearch::decide_start`], and another search begins, which need not look at the start any more. If none does, every pair of
//! triangles is below a pair of nodes, or is one itself, that was seen apart by more than the tolerance at the start: the
//! bodies are apart there, and the tolerance stays what it is.

use super::search::{Advance, MeshSearch};
use super::triangle_pair::TrianglePair;
use crate::query::{Outcome, Verdict};
use crate::volume::Volume;
use alloc::vec::Vec;

/// A start that has not been decided yet, or has.
#[derive(Clone, Copy)]
pub(super) struct Starting {
    /// Gaps up to this are near; none is once the start has been decided.
    near: f64,
}

/// The answer of a search that begins at the start. It gives up with none if the start has to be decided, and begins anew.
#[inline(always)]
pub(super) fn answer<V: Volume>(
    search: &mut MeshSearch<V>,
    stack: &mut Vec<(u32, u32)>,
    mut run: impl FnMut(&mut MeshSearch<V>, &mut Vec<(u32, u32)>, Starting) -> Option<Outcome>,
) -> Outcome {
    let mut starting = Starting {
        near: search.tolerance,
    };
    if search.continues() {
        starting.end();
    }
    loop {
        if let Some(outcome) = run(search, stack, starting) {
            return outcome;
        }
        search.pose(search.span.start());
        if let Err(outcome) = search.decide_start(stack) {
            return outcome;
        }
        if search.span.is_instant() {
            return search.outcome(Verdict::Free);
        }
        starting.end();
    }
}

impl Starting {
    /// All pairs have been seen apart at the start.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        self.near = f64::NEG_INFINITY;
    }

    fn under_way(self) -> bool {
        self.near > f64::NEG_INFINITY
    }

    /// A time up to which bodies are apart that everything has been looked at: not even the start is shown before its end.
    pub(super) fn free_until(self, now: f64) -> Option<f64> {
        (!self.under_way()).then_some(now)
    }

    /// The same for pairs that do not come in the order of their times: those that wait for a later time than the start have
    /// been seen apart there.
    pub(super) fn seen_until(self, waiting: f64, start: f64) -> Option<f64> {
        (waiting > start || !self.under_way()).then_some(waiting)
    }

    /// Whether a pair of nodes with this gap need not be opened now, as far as the start goes.
    #[inline(always)]
    pub(super) fn apart(self, gap: f64) -> bool {
        gap > self.near
    }

    /// Whether the start has to be decided, because of two triangles there.
    #[inline(always)]
    pub(super) fn is_near<V: Volume>(
        self,
        search: &MeshSearch<V>,
        pair: &TrianglePair,
        advance: &Advance,
    ) -> bool {
        self.under_way() && (search.near_start(pair) || matches!(advance, Advance::Stuck))
    }
}

#[cfg(test)]
mod tests {
    use super::super::best_first::best_first;
    use super::super::c2a::c2a;
    use super::super::hca::hca;
    use super::*;
    use crate::bvh::MeshBvh;
    use crate::mesh::{TriMesh, icosphere};
    use crate::motion::{ConstantVelocity, Placement};
    use crate::numbers::span::Span;
    use crate::query::workspace::Workspace;
    use crate::query::{Limits, Moving, Verdict};
    use glam::DVec3;

    const TOLERANCE: f64 = 1e-3;

    fn moving(at: DVec3, linear: DVec3, angular: DVec3) -> ConstantVelocity {
        ConstantVelocity::new(Placement::at(at), linear, angular).unwrap()
    }

    /// Starts around the tolerance, touching ones and overlapping ones: with and without a test of the start before the search,
    /// the answer at the start and the tolerance are the same.
    #[test]
    fn starts_are_decided_as_by_a_test_before_the_search() {
        let ball = MeshBvh::new(icosphere(1.0, 320).unwrap());
        let rest = moving(DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        let limits = Limits::default().with_tolerance(TOLERANCE).unwrap();
        let mut workspace = Workspace::new();
        let (mut near, mut met) = (0, 0);
        for step in 0..20 {
            // Vertices of the ball are at distance 1 along x.
            let along = DVec3::new(2.0 + TOLERANCE * (0.3 * f64::from(step) - 1.0), 0.0, 0.0);
            for (linear, angular) in [
                (0.01 * DVec3::X, 0.5 * DVec3::X),
                (DVec3::ZERO, 2.0 * DVec3::Z),
                (-0.01 * DVec3::X, 0.3 * DVec3::Y),
                (0.3 * DVec3::X, 12.0 * DVec3::Z),
            ] {
                let flight = moving(along, linear, angular);
                let (a, b) = (Moving::new(&ball, &flight), Moving::new(&ball, &rest));
                let first = MeshSearch::begin(a, b, Span::UNIT, &limits, &mut workspace.stack);
                for method in [best_first, hca, c2a] {
                    let outcome = method(a, b, Span::UNIT, &limits, &mut workspace);
                    match &first {
                        Err(start) => {
                            // What is told of the overlap may prove more.
                            let proven = |verdict| match verdict {
                                Verdict::Overlapping { proven, .. } => u8::from(proven),
                                other => panic!("{step}: {other}"),
                            };
                            assert!(proven(outcome.verdict) >= proven(start.verdict), "{step}");
                            met += 1;
                        }
                        Ok(search) => {
                            assert_eq!(outcome.tolerance, search.tolerance, "{step}");
                            assert!(!matches!(outcome.verdict, Verdict::Overlapping { .. }));
                            near += i32::from(search.tolerance < TOLERANCE);
                        }
                    }
                }
            }
        }
        assert!(near >= 33 && met >= 20, "{near} {met}");
    }

    /// Two long sheets, close to each other all over, as rails in their guards are.
    #[test]
    fn the_start_is_not_looked_at_twice() {
        let sheet = |height: f64| {
            let (rows, columns) = (16, 128);
            let mut points = Vec::new();
            let mut triangles = Vec::new();
            for i in 0..=columns {
                for j in 0..=rows {
                    let (x, y) = (0.1 * f64::from(i), 0.1 * f64::from(j));
                    let z = height + 0.3 * libm::sin(y) + 0.1 * libm::sin(2.0 * x);
                    points.push(DVec3::new(x, y, z));
                    if i < columns && j < rows {
                        let k = (i * (rows + 1) + j) as u32;
                        let next = k + rows as u32 + 1;
                        triangles.extend([[k, next, k + 1], [k + 1, next, next + 1]]);
                    }
                }
            }
            MeshBvh::new(TriMesh::new(points, triangles).unwrap())
        };
        let (a, b) = (sheet(0.005), sheet(0.0));
        let rest = moving(DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        let slide = moving(DVec3::ZERO, 1e-3 * DVec3::Y, DVec3::ZERO);
        let (a, b) = (Moving::new(&a, &slide), Moving::new(&b, &rest));
        let (limits, mut workspace) = (Limits::default(), Workspace::new());
        let start = MeshSearch::begin(a, b, Span::UNIT, &limits, &mut workspace.stack);
        let start = start.unwrap_or_else(|_| panic!("apart")).stats.volume_pairs;
        for method in [best_first, hca] {
            let outcome = method(a, b, Span::UNIT, &limits, &mut workspace);
            assert_eq!(outcome.verdict, Verdict::Free);
            let whole = outcome.stats.volume_pairs;
            assert!(whole < start + start / 2, "{whole}, {start} at the start");
        }
    }
}
