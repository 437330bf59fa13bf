//! How far two solids are apart at an instant.
//!
//! All in `f64`: places have been rounded once, or come of kinematics in `f64`, and `error` is what that may have changed a
//! distance by, with what is done here.

use super::kinematics::Pose;
use super::solid::{Inside, Solid};
use crate::hulls::bodies::{Core, Posed};
use crate::hulls::distance::{Accuracy, distance};
use crate::hulls::motion::{Turn, turn_of};
use crate::meshes::triangles;
use glam::{DQuat, DVec3};

/// A solid where it is.
#[derive(Clone, Copy)]
pub struct Placed<'s> {
    /// What it is.
    pub solid: &'s Solid,
    origin: DVec3,
    turn: Turn,
}

/// Bounds on a separation; that of solids that overlap counts as zero, or somewhat less.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// It is no less than this.
    pub lower: f64,
    /// It is no more than this.
    pub upper: f64,
}

impl<'s> Placed<'s> {
    /// A solid of a link.
    pub fn new(solid: &'s Solid, pose: &Pose<f64>) -> Placed<'s> {
        let column = |c: usize| DVec3::from_array(pose.matrix.map(|row| row[c]));
        Placed {
            solid,
            origin: DVec3::from_array(pose.origin),
            turn: Turn([column(0), column(1), column(2)]),
        }
    }

    /// Where a point of the solid is.
    pub fn point(&self, x: DVec3) -> DVec3 {
        self.origin + self.turn.apply(x)
    }

    /// The normal and the offset of a half-space.
    fn plane(&self) -> Option<(DVec3, f64)> {
        match *self.solid {
            Solid::HalfSpace { normal, offset } => {
                let normal = self.turn.apply(normal);
                Some((normal, offset + normal.dot(self.origin)))
            }
            _ => None,
        }
    }

    fn posed(&self, leaf: usize) -> Posed<'s> {
        let solid: &'s Solid = self.solid;
        let mut posed = Posed {
            core: solid.core(leaf),
            centre: self.origin,
            axes: self.turn,
        };
        if let Solid::Hull(body) = solid {
            posed.centre = self.point(body.position);
            if body.rotation != DQuat::IDENTITY {
                posed.axes = self.turn.after(&turn_of(body.rotation));
            }
        }
        posed
    }

    fn triangle(&self, leaf: usize) -> Option<[[f64; 3]; 3]> {
        match self.solid {
            Solid::Mesh(tree) => {
                let corners = tree.mesh().triangle(leaf);
                Some(corners.map(|corner| self.point(corner).to_array()))
            }
            _ => None,
        }
    }
}

/// No less than the separation of what is in two balls is what is returned: a lower bound.
pub fn balls_apart(a: &Placed, i: usize, b: &Placed, j: usize) -> f64 {
    let (p, q) = (a.solid.node(i), b.solid.node(j));
    match (a.plane(), b.plane()) {
        (None, None) => (a.point(p.centre) - b.point(q.centre)).length() - p.radius - q.radius,
        (None, Some((normal, offset))) => normal.dot(a.point(p.centre)) - offset - p.radius,
        (Some((normal, offset)), None) => normal.dot(b.point(q.centre)) - offset - q.radius,
        _ => panic!("two half-spaces"),
    }
}

/// How far the furthest point of a leaf is beyond a plane.
fn beyond(a: &Placed, leaf: usize, (normal, offset): (DVec3, f64)) -> f64 {
    normal.dot(a.posed(leaf).furthest(-normal)) - a.solid.margin() - offset
}

/// How well a separation is to be known.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// What rounding may have changed it by.
    pub error: f64,
    /// What it is compared with: near this it is measured well.
    pub clearance: f64,
    /// A lower bound need not be better than this.
    pub enough: f64,
}

/// Bounds on the separation of two leaves.
pub fn leaves_apart(a: &Placed, i: usize, b: &Placed, j: usize, measure: Measure) -> Bounds {
    let Measure { error, enough, .. } = measure;
    let plane = b.plane().map(|plane| beyond(a, i, plane));
    if let Some(gap) = plane.or_else(|| a.plane().map(|plane| beyond(b, j, plane))) {
        return Bounds {
            lower: gap - error,
            upper: gap + error,
        };
    }
    if let (Some(s), Some(t)) = (a.triangle(i), b.triangle(j)) {
        // Near b's corner, so that the place of both in the world costs nothing.
        let origin = t[0];
        let local = |x: [f64; 3]| std::array::from_fn(|k| x[k] - origin[k]);
        let (s, t) = (s.map(local), t.map(local));
        let (lower, mut upper) = triangles::bounds_f64(&s, &t, error, enough, |_| 0.0);
        if lower <= 0.0 {
            // Features of triangles that pierce each other may be far apart.
            upper = upper.min(cores_apart(a, i, b, j, measure).upper);
        }
        return Bounds { lower, upper };
    }
    cores_apart(a, i, b, j, measure)
}

fn cores_apart(a: &Placed, i: usize, b: &Placed, j: usize, measure: Measure) -> Bounds {
    let Measure {
        error, clearance, ..
    } = measure;
    let margins = a.solid.margin() + b.solid.margin();
    let accuracy = Accuracy {
        absolute: 0.25 * error,
        relative: 0.1,
        margins: margins + clearance,
        touch: 0.25 * error,
    };
    let (p, q) = (a.posed(i), b.posed(j));
    let mut guess = middle(&p) - middle(&q);
    let mut best = distance(&p, &q, guess, accuracy);
    // The search may get stuck where differences are nearly flat; from elsewhere it does not.
    for turn in 0..12 {
        let wide = best.upper - best.lower > error + 0.2 * (best.upper - margins - clearance).abs();
        if best.upper <= accuracy.touch || !wide {
            break;
        }
        guess = match turn {
            0 => best.normal,
            1 => best.on_a - best.on_b,
            // Around the direction that is known, ever less far.
            _ => {
                let side = [DVec3::X, DVec3::Y, DVec3::Z][turn % 3];
                let way = if turn % 2 == 0 { 1.0 } else { -1.0 };
                best.normal + side * (way / (turn * turn) as f64)
            }
        };
        let found = distance(&p, &q, guess, accuracy);
        if found.lower > best.lower {
            (best.lower, best.normal) = (found.lower, found.normal);
        }
        if found.upper < best.upper {
            (best.upper, best.on_a, best.on_b) = (found.upper, found.on_a, found.on_b);
        }
    }
    Bounds {
        lower: best.lower - margins - error,
        upper: best.upper - margins + error,
    }
}

/// Some point inside.
fn middle(posed: &Posed) -> DVec3 {
    match posed.core {
        Core::Polytope { corners } => {
            let sum: DVec3 = corners.iter().sum();
            posed.centre + posed.axes.apply(sum / corners.len() as f64)
        }
        _ => posed.centre,
    }
}

/// Whether two leaves overlap by more than `depth`, so that moving one of them by that much in any direction does not part
/// them; sure to say so from four times that on. `hulls::walk` says why the six moves suffice.
pub fn overlap_by(a: &Placed, i: usize, b: &Placed, j: usize, depth: f64) -> bool {
    let plane = b.plane().map(|plane| beyond(a, i, plane));
    if let Some(gap) = plane.or_else(|| a.plane().map(|plane| beyond(b, j, plane))) {
        return gap < -depth;
    }
    let accuracy = Accuracy {
        absolute: 0.0,
        relative: 0.0,
        margins: 0.0,
        touch: a.solid.margin() + b.solid.margin() + depth,
    };
    let (p, q) = (a.posed(i), b.posed(j));
    [DVec3::X, DVec3::Y, DVec3::Z].into_iter().all(|axis| {
        [axis, -axis].into_iter().all(|side| {
            let moved = p.shifted(side * (12.0_f64.sqrt() * depth));
            distance(&moved, &q, side, accuracy).upper <= accuracy.touch
        })
    })
}

/// Bounds on the separation of two solids, from the balls down; none better than the error allows.
pub fn separation(a: &Placed, b: &Placed, error: f64, clearance: f64) -> Bounds {
    let measure = Measure {
        error,
        clearance,
        enough: clearance,
    };
    let mut best = Bounds {
        lower: f64::INFINITY,
        upper: f64::INFINITY,
    };
    let mut open = vec![(balls_apart(a, 0, b, 0), 0, 0)];
    while let Some((apart, i, j)) = open.pop() {
        if apart - error > best.upper {
            best.lower = best.lower.min(apart - error);
            continue;
        }
        let (p, q) = (a.solid.node(i), b.solid.node(j));
        let mut inner: Vec<(f64, usize, usize)> = match (p.inside, q.inside) {
            (Inside::Leaf(s), Inside::Leaf(t)) => {
                let found = leaves_apart(a, s, b, t, measure);
                best.lower = best.lower.min(found.lower);
                best.upper = best.upper.min(found.upper);
                continue;
            }
            (Inside::Two(k, l), Inside::Leaf(_)) => vec![(0.0, k, j), (0.0, l, j)],
            (Inside::Two(k, l), _) if p.radius >= q.radius => vec![(0.0, k, j), (0.0, l, j)],
            (_, Inside::Two(k, l)) => vec![(0.0, i, k), (0.0, i, l)],
        };
        for (apart, i, j) in &mut inner {
            *apart = balls_apart(a, *i, b, *j);
        }
        // The nearer one is looked at first.
        inner.sort_by(|x, y| y.0.total_cmp(&x.0));
        open.extend(inner);
    }
    best
}
