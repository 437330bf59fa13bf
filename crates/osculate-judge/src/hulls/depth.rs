//! How deep two posed cores are inside each other, by trying every direction that may be the best.
//!
//! The difference of two polytopes is one, and the depth of the origin in it is the distance to the nearest of the planes of its
//! faces. Their normals are those of the faces of either, or across an edge of each. So the least overlap along all normals of three
//! corners of one, and across all pairs of corners of both, is the depth: most of these directions are no face's, and overlap by
//! more. Round cores have no such list; there the best of a few directions is improved, which is as good as that gets.

use super::bodies::{Core, Posed};
use super::distance::{Accuracy, distance};
use glam::DVec3;

/// The depth of two cores, less than zero if they are apart: between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// At least this; an estimate, if a core is round.
    pub lower: f64,
    /// At most this.
    pub upper: f64,
    /// The unit direction, from b to a, that `upper` is along.
    pub normal: DVec3,
}

impl Core {
    /// All corners, if it has no others points that are furthest along anything.
    pub fn corners(&self) -> Option<Vec<DVec3>> {
        match self {
            Core::Point => Some(vec![DVec3::ZERO]),
            &Core::Segment { half } => Some([-half, half].map(|z| DVec3::Z * z).to_vec()),
            &Core::Cuboid { half } => {
                let signs = [-1.0, 1.0];
                let corner = |i: usize| {
                    half * DVec3::new(signs[i & 1], signs[i >> 1 & 1], signs[i >> 2 & 1])
                };
                Some((0..8).map(corner).collect())
            }
            Core::Polytope { corners } => Some(corners.clone()),
            Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid { .. } => None,
        }
    }

    /// Vectors along all edges, and more.
    fn edges(&self) -> Vec<DVec3> {
        match self {
            Core::Cuboid { .. } => vec![DVec3::X, DVec3::Y, DVec3::Z],
            Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid { .. } => {
                vec![DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 0.0)]
            }
            _ => {
                let corners = self.corners().unwrap_or_default();
                let mut edges = Vec::new();
                for (i, p) in corners.iter().enumerate() {
                    edges.extend(corners[i + 1..].iter().map(|q| *q - *p));
                }
                edges
            }
        }
    }

    /// Vectors across all faces, and more.
    fn normals(&self) -> Vec<DVec3> {
        if !matches!(self, Core::Polytope { .. }) {
            return vec![DVec3::X, DVec3::Y, DVec3::Z];
        }
        let corners = self.corners().unwrap_or_default();
        let mut normals = Vec::new();
        for (i, p) in corners.iter().enumerate() {
            for (j, q) in corners.iter().enumerate().skip(i + 1) {
                normals.extend(corners[j + 1..].iter().map(|r| (*q - *p).cross(*r - *p)));
            }
        }
        normals
    }
}

/// By how much two cores overlap along a unit direction from b to a.
pub fn overlap_along(a: &Posed, b: &Posed, n: DVec3) -> f64 {
    n.dot(b.furthest(n) - a.furthest(-n))
}

/// The depth of two cores; `fine` is what does not matter of it.
pub fn depth(a: &Posed, b: &Posed, fine: f64) -> Depth {
    let accuracy = Accuracy {
        absolute: fine,
        relative: 0.0,
        margins: 0.0,
        touch: 0.0,
    };
    let apart = distance(a, b, a.centre - b.centre, accuracy);
    if apart.lower > fine {
        return Depth {
            lower: -apart.upper,
            upper: -apart.lower,
            normal: apart.normal,
        };
    }
    let mut best = (f64::INFINITY, DVec3::X);
    let mut look = |n: DVec3| {
        let size = n.length();
        if size > 0.0 {
            for n in [n / size, -n / size] {
                let overlap = overlap_along(a, b, n);
                if overlap < best.0 {
                    best = (overlap, n);
                }
            }
        }
    };
    look(apart.normal);
    look(a.centre - b.centre);
    let edges = [a, b].map(|core| core.core.edges().into_iter().map(|e| core.axes.apply(e)));
    let [edges_a, edges_b] = edges.map(Iterator::collect::<Vec<DVec3>>);
    for core in [a, b] {
        core.core
            .normals()
            .into_iter()
            .for_each(|n| look(core.axes.apply(n)));
    }
    for &p in &edges_a {
        edges_b.iter().for_each(|&q| look(p.cross(q)));
    }
    // Cores without an inside, in one plane or in one line.
    for core in [a, b] {
        core.axes.0.into_iter().for_each(&mut look);
    }
    for edge in edges_a.iter().chain(&edges_b) {
        [DVec3::X, DVec3::Y, DVec3::Z]
            .into_iter()
            .for_each(|e| look(edge.cross(e)));
    }
    [DVec3::X, DVec3::Y, DVec3::Z].into_iter().for_each(look);
    if a.core.corners().is_none() || b.core.corners().is_none() {
        best = improved(a, b, best);
    }
    Depth {
        lower: best.0,
        upper: best.0,
        normal: best.1,
    }
}

/// How often a direction is improved by steps of one size: where cores overlap by equally much along many, what is a little less for
/// rounding alone leads about without end.
const MOVES: u32 = 64;

/// A direction nearby along which cores overlap less, by ever smaller steps aside.
fn improved(a: &Posed, b: &Posed, (mut least, mut n): (f64, DVec3)) -> (f64, DVec3) {
    let (mut step, mut moves) = (0.25, 0);
    while step > 1e-9 {
        let (x, y) = n.any_orthonormal_pair();
        let mut better = false;
        for side in [x, -x, y, -y, x + y, x - y, y - x, -x - y] {
            let next = (n + side * step).normalize();
            let overlap = overlap_along(a, b, next);
            if overlap < least {
                (least, n, better) = (overlap, next, true);
            }
        }
        moves += 1;
        if !better || moves >= MOVES {
            (step, moves) = (0.5 * step, 0);
        }
    }
    (least, n)
}
