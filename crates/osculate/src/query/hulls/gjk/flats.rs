//! Whether what was closest last is still a point over a flat side: then one look along its normal tells all.
//!
//! Between a flat side of one body and a point of the other's core that is furthest against its normal and straight before it, nothing is
//! closer: their distance is the gap along the normal. Round bodies on flat sides are found by nothing else as quickly, since their points
//! jump across a flat side as the direction turns.

use super::{Closest, Enough, LEAST_LENGTH, PosedHulls, Simplex, Vertex};
use crate::query::meshes::triangle_distance::unit;
use crate::shape::{Convex, Foot};

impl Simplex {
    /// Looks along the normals of the flat sides that face each other about along the direction of an earlier search; whether that was
    /// enough.
    #[inline(never)]
    pub(super) fn over_flat_sides<P: Convex, Q: Convex>(
        &mut self,
        posed: &PosedHulls<P, Q>,
        enough: &Enough,
        closest: &mut Closest,
        steps: &mut u64,
    ) -> bool {
        // From a to b: a side of b looks against it.
        let n = self.direction;
        if let Some(side) = posed.b.side_facing(-n) {
            let direction = unit(-side.outward);
            *steps += 1;
            let new = posed.support(direction, [0; 2]);
            let a = posed.turn * new.corners[0].point + posed.shift;
            if let Some(mut foot) = posed.b.foot_on(&side, a + posed.pivots[1]) {
                foot.see_from(posed.pivots[1]);
                closest.points = [a, foot.point];
                if closest.follows(direction, &new, enough) {
                    self.stand(posed, &new, &foot, 1);
                    return true;
                }
            }
        }
        let back = posed.turn.transpose();
        let Some(side) = posed.a.side_facing(back * n) else {
            return false;
        };
        let direction = unit(posed.turn * side.outward);
        *steps += 1;
        let new = posed.support(direction, [0; 2]);
        let b = new.corners[1].point;
        let Some(mut foot) = posed
            .a
            .foot_on(&side, back * (b - posed.shift) + posed.pivots[0])
        else {
            return false;
        };
        foot.see_from(posed.pivots[0]);
        closest.points = [posed.turn * foot.point + posed.shift, b];
        if !closest.follows(direction, &new, enough) {
            return false;
        }
        self.stand(posed, &new, &foot, 0);
        true
    }

    /// Becomes that of a point of one body and the corners of the other's (0 for a) side that it is before.
    fn stand<P: Convex, Q: Convex>(
        &mut self,
        posed: &PosedHulls<P, Q>,
        new: &Vertex,
        foot: &Foot,
        body: usize,
    ) {
        for (vertex, corner) in self.vertices.iter_mut().zip(&foot.corners[..foot.count]) {
            vertex.corners = new.corners;
            vertex.corners[body] = *corner;
            vertex.difference = posed.difference(vertex.corners);
        }
        self.count = foot.count;
        self.weights = [1.0, 0.0, 0.0];
    }
}

impl Closest {
    /// Whether the bodies are apart by as much along a direction as the points are, up to what is enough; then that is what was found.
    fn follows(&mut self, direction: glam::DVec3, new: &Vertex, enough: &Enough) -> bool {
        let gap = direction.dot(new.difference);
        let points = self.points;
        self.measure(points);
        if gap > LEAST_LENGTH && enough.holds(self.distance, gap) {
            (self.gap, self.direction, self.corners) = (gap, direction, new.corners);
            return true;
        }
        false
    }
}
