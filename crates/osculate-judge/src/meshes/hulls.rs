//! Convex bodies at an instant: bounds on their separation in balls.
//!
//! A body is a core and a margin. Cores that are made of triangles are measured feature by feature; for those that are
//! round, any two points of the cores bound the distance from above, and the supports along any direction from below,
//! so two points that are the closest prove that they are.

use super::fixed::{Ball, Fixed};
use super::motion::{BallMotion, BallPose, Balls, MotionSpec, add, apply, cross, dot, sub, times};
use super::triangles::{Triangle, Vector, blend, guesses, inner, minus};
use glam::DVec3;

/// A core, in the numbers that a user gives.
#[derive(Clone, Debug)]
pub enum Core {
    /// Corners and the triangles between them; points and segments are triangles too. A body's name says how it is
    /// made.
    Corners {
        /// The corners.
        points: Vec<DVec3>,
        /// By the numbers of their corners.
        triangles: Vec<[usize; 3]>,
    },
    /// A cylinder along z.
    Cylinder {
        /// Of its discs.
        radius: f64,
        /// Half its height.
        half: f64,
    },
    /// A cone along z, its tip up.
    Cone {
        /// Of its disc.
        radius: f64,
        /// Half its height.
        half: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Along x, y and z.
        radii: DVec3,
    },
}

/// A core with a margin around it.
#[derive(Clone, Debug)]
pub struct HullSpec {
    /// What is inside the margin.
    pub core: Core,
    /// How far the body goes beyond its core.
    pub margin: f64,
}

const BOX: [[usize; 4]; 6] = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
];

impl HullSpec {
    fn new(core: Core, margin: f64) -> HullSpec {
        HullSpec { core, margin }
    }

    /// A point with a margin.
    pub fn ball(radius: f64) -> HullSpec {
        let core = Core::Corners {
            points: vec![DVec3::ZERO],
            triangles: vec![[0, 0, 0]],
        };
        HullSpec::new(core, radius)
    }

    /// A segment along z with a margin.
    pub fn capsule(half: f64, radius: f64) -> HullSpec {
        let core = Core::Corners {
            points: vec![DVec3::new(0.0, 0.0, -half), DVec3::new(0.0, 0.0, half)],
            triangles: vec![[0, 1, 1]],
        };
        HullSpec::new(core, radius)
    }

    /// A box, by half its sides.
    pub fn cuboid(half: DVec3, margin: f64) -> HullSpec {
        let corner = |i: u32| {
            let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            half * DVec3::new(sign(0), sign(1), sign(2))
        };
        let core = Core::Corners {
            points: (0..8).map(corner).collect(),
            triangles: BOX
                .iter()
                .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
                .collect(),
        };
        HullSpec::new(core, margin)
    }

    /// The hull of points in general position, its faces by trying every three of them.
    pub fn polytope(points: Vec<DVec3>, margin: f64) -> HullSpec {
        let mut triangles = Vec::new();
        for i in 0..points.len() {
            for j in i + 1..points.len() {
                for k in j + 1..points.len() {
                    let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                    let side = |p: &DVec3| normal.dot(*p - points[i]);
                    let others = || {
                        let numbers = 0..points.len();
                        numbers
                            .filter(|n| ![i, j, k].contains(n))
                            .map(|n| side(&points[n]))
                    };
                    if others().all(|s| s < 0.0) {
                        triangles.push([i, j, k]);
                    } else if others().all(|s| s > 0.0) {
                        triangles.push([i, k, j]);
                    }
                }
            }
        }
        HullSpec::new(Core::Corners { points, triangles }, margin)
    }

    /// A cylinder along z.
    pub fn cylinder(radius: f64, half: f64, margin: f64) -> HullSpec {
        HullSpec::new(Core::Cylinder { radius, half }, margin)
    }

    /// A cone along z, its tip up.
    pub fn cone(radius: f64, half: f64, margin: f64) -> HullSpec {
        HullSpec::new(Core::Cone { radius, half }, margin)
    }

    /// An ellipsoid, by its radii.
    pub fn ellipsoid(radii: DVec3, margin: f64) -> HullSpec {
        HullSpec::new(Core::Ellipsoid { radii }, margin)
    }

    /// Whether the core is not round.
    pub fn has_corners(&self) -> bool {
        matches!(self.core, Core::Corners { .. })
    }
}

/// Two bodies at an instant, all lengths multiplied by a power of two.
pub struct PosedSpecs<'s> {
    specs: [&'s HullSpec; 2],
    poses: [BallPose; 2],
    scale: f64,
}

/// Bounds on a separation, in the user's units.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    /// It is no less than this, scaled.
    pub lower: Fixed,
    /// It is no more than this, scaled.
    pub upper: Fixed,
    scale: f64,
}

impl Truth {
    /// How much a length exceeds the separation, at least.
    pub fn exceeded_by(&self, value: f64) -> f64 {
        (Ball::new(value * self.scale).lower() - self.upper).to_f64() / self.scale
    }

    /// How much a length falls short of the separation, at least.
    pub fn missed_by(&self, value: f64) -> f64 {
        (self.lower - Ball::new(value * self.scale).upper()).to_f64() / self.scale
    }

    /// About the separation.
    pub fn value(&self) -> f64 {
        self.upper.to_f64() / self.scale
    }

    /// How far the bounds are apart.
    pub fn width(&self) -> f64 {
        (self.upper - self.lower).to_f64() / self.scale
    }
}

fn unit(n: &Balls) -> Balls {
    let norm = dot(n, n).square_root();
    n.map(|c| c / norm)
}

fn larger(a: Ball, b: Ball) -> Ball {
    Ball::between(a.lower().max(b.lower()), a.upper().max(b.upper()))
}

fn size(a: Ball) -> Ball {
    larger(a, -a)
}

impl<'s> PosedSpecs<'s> {
    /// Two bodies where their motions are at `t`, no two of whose points are further apart than `far`.
    pub fn new(specs: [&'s HullSpec; 2], motions: [&MotionSpec; 2], t: f64, far: f64) -> Self {
        let scale = f64::from_bits((2045 << 52) - (far.to_bits() & (0x7ff << 52)));
        PosedSpecs {
            specs,
            poses: motions.map(|motion| BallMotion::new(motion, scale).pose(t)),
            scale,
        }
    }

    fn length(&self, x: f64) -> Ball {
        Ball::new(x * self.scale)
    }

    fn vector(&self, x: DVec3) -> Balls {
        x.to_array().map(|c| self.length(c))
    }

    fn in_world(&self, body: usize, x: &Balls) -> Balls {
        let pose = &self.poses[body];
        add(&pose.origin, &apply(&pose.matrix, x))
    }

    fn in_body(&self, body: usize, x: &Balls) -> Balls {
        let pose = &self.poses[body];
        let lever = sub(x, &pose.origin);
        self.turned_back(body, &lever)
    }

    fn turned_back(&self, body: usize, x: &Balls) -> Balls {
        let rows = &self.poses[body].matrix;
        std::array::from_fn(|c| rows[0][c] * x[0] + rows[1][c] * x[1] + rows[2][c] * x[2])
    }

    fn margins(&self) -> Ball {
        self.length(self.specs[0].margin) + self.length(self.specs[1].margin)
    }

    /// How far the core reaches along a direction of the world.
    fn support(&self, body: usize, n: &Balls) -> Ball {
        let y = self.turned_back(body, n);
        let along = match &self.specs[body].core {
            Core::Corners { points, .. } => points
                .iter()
                .map(|&p| dot(&y, &self.vector(p)))
                .reduce(larger)
                .unwrap(),
            Core::Cylinder { radius, half } => {
                let across = (y[0] * y[0] + y[1] * y[1]).square_root();
                self.length(*radius) * across + self.length(*half) * size(y[2])
            }
            Core::Cone { radius, half } => {
                let across = (y[0] * y[0] + y[1] * y[1]).square_root();
                let tip = self.length(*half) * y[2];
                larger(tip, self.length(*radius) * across - tip)
            }
            Core::Ellipsoid { radii } => {
                let radii = self.vector(*radii);
                let scaled: Balls = std::array::from_fn(|i| radii[i] * y[i]);
                dot(&scaled, &scaled).square_root()
            }
        };
        along + dot(n, &self.poses[body].origin)
    }

    /// What the supports leave between the bodies along the unit direction `n`, from b to a.
    pub fn gap(&self, n: &Balls) -> Ball {
        let back = n.map(|c| -c);
        -self.support(0, &back) - self.support(1, n) - self.margins()
    }

    /// A point of the core near `x`, both in the world: towards the core's middle by what it takes.
    fn pulled(&self, body: usize, x: &Balls) -> Balls {
        let mut x = self.in_body(body, x);
        let mut middle = [Ball::ZERO; 3];
        // How large the core must be about its middle to hold the point.
        let gauge = match &self.specs[body].core {
            Core::Corners { points, triangles } => match triangles[..] {
                [[0, 0, 0]] => return self.in_world(body, &middle),
                [[0, 1, 1]] => {
                    (x[0], x[1]) = (Ball::ZERO, Ball::ZERO);
                    size(x[2]) / self.length(points[1].z)
                }
                _ => {
                    let sum = points.iter().fold(DVec3::ZERO, |sum, &p| sum + p);
                    middle = self.vector(sum / points.len() as f64);
                    let beyond = |t: &[usize; 3]| {
                        let [p, q, r] = t.map(|i| self.vector(points[i]));
                        let normal = cross(&sub(&q, &p), &sub(&r, &p));
                        dot(&normal, &sub(&x, &middle)) / dot(&normal, &sub(&p, &middle))
                    };
                    triangles.iter().map(beyond).reduce(larger).unwrap()
                }
            },
            Core::Cylinder { radius, half } => {
                let across = (x[0] * x[0] + x[1] * x[1]).square_root();
                larger(
                    across / self.length(*radius),
                    size(x[2]) / self.length(*half),
                )
            }
            Core::Cone { radius, half } => {
                let half = self.length(*half);
                middle[2] = -half.by(2);
                let across = (x[0] * x[0] + x[1] * x[1]).square_root();
                let z = (x[2] - middle[2]) / half;
                let slant = across / self.length(*radius) + z.by(2);
                larger(-(z + z), (slant * Ball::new(4.0)).by(3))
            }
            Core::Ellipsoid { radii } => {
                let radii = self.vector(*radii);
                let scaled: Balls = std::array::from_fn(|i| x[i] / radii[i]);
                dot(&scaled, &scaled).square_root()
            }
        };
        if gauge.upper() <= Fixed::ONE {
            return self.in_world(body, &x);
        }
        let share = Ball::exact(Ball::ONE.middle.over(gauge.upper()).0);
        let inside = add(&middle, &times(share, &sub(&x, &middle)));
        self.in_world(body, &inside)
    }

    fn truth(&self, between: &Balls) -> Truth {
        let distance = dot(between, between).square_root();
        if distance.magnitude() < 1e-20 {
            // Cores that share a point and nothing more.
            let lower = (-self.margins()).lower();
            return Truth {
                lower,
                upper: lower,
                scale: self.scale,
            };
        }
        let upper = (distance - self.margins()).upper();
        let lower = self.gap(&unit(between)).lower();
        Truth {
            lower,
            upper,
            scale: self.scale,
        }
    }

    /// Bounds on the separation from the points of the cores that someone claims to be closest.
    pub fn by_points(&self, [a, b]: [DVec3; 2]) -> Truth {
        let (a, b) = (self.vector(a), self.vector(b));
        self.truth(&sub(&self.pulled(0, &a), &self.pulled(1, &b)))
    }

    /// Bounds on the separation from all features of two bodies with corners; they hold whatever was overlooked.
    pub fn by_features(&self) -> Truth {
        let triangles: [Vec<[Balls; 3]>; 2] = [0, 1].map(|body| {
            let Core::Corners { points, triangles } = &self.specs[body].core else {
                panic!("a round body has no features")
            };
            let posed: Vec<Balls> = points
                .iter()
                .map(|&p| self.in_world(body, &self.vector(p)))
                .collect();
            triangles.iter().map(|t| t.map(|i| posed[i])).collect()
        });
        let middle = triangles[1][0][0];
        let plain =
            |t: &[Balls; 3]| -> Triangle<Fixed> { t.map(|x| sub(&x, &middle).map(|c| c.middle)) };
        let exact = [0, 1].map(|body| triangles[body].iter().map(plain).collect::<Vec<_>>());
        let rough = [0, 1].map(|body| -> Vec<Triangle<f64>> {
            let numbers = |t: &Triangle<Fixed>| t.map(|x| x.map(Fixed::to_f64));
            exact[body].iter().map(numbers).collect()
        });
        let mut near: Vec<(f64, usize, usize)> = Vec::new();
        for (i, a) in rough[0].iter().enumerate() {
            for (j, b) in rough[1].iter().enumerate() {
                let mut least = f64::INFINITY;
                guesses(a, b, |guess| {
                    let n = minus(blend(a, guess.a), blend(b, guess.b));
                    least = least.min(inner(n, n));
                });
                near.push((least.sqrt(), i, j));
            }
        }
        let least = near.iter().fold(f64::INFINITY, |least, n| least.min(n.0));
        let mut best: Option<(Fixed, Vector<Fixed>)> = None;
        for &(distance, i, j) in &near {
            // To within the rounding of lengths of the order of one.
            if distance > least + 1e-7 {
                continue;
            }
            let (a, b) = (&exact[0][i], &exact[1][j]);
            guesses(a, b, |guess| {
                let n = minus(blend(a, guess.a), blend(b, guess.b));
                let square = inner(n, n);
                if best.is_none_or(|best| square < best.0) {
                    best = Some((square, n));
                }
            });
        }
        let (_, between) = best.unwrap();
        // The weights sum to one and are not negative, each to within the last of 192 bits; corners likewise.
        self.truth(&between.map(|c| Ball::exact(c).widened(1e-55)))
    }

    /// The least overlap of two bodies with corners along any direction, in the user's units, and the direction from b
    /// to a: the difference of the bodies has no faces but those of either and those between two edges, and may have none.
    pub fn least_overlap(&self) -> Option<(f64, [f64; 3])> {
        let mut normals: [Vec<Balls>; 2] = [Vec::new(), Vec::new()];
        let mut edges: [Vec<Balls>; 2] = [Vec::new(), Vec::new()];
        for body in 0..2 {
            let Core::Corners { points, triangles } = &self.specs[body].core else {
                panic!("a round body has no faces")
            };
            let turned = |x: DVec3| apply(&self.poses[body].matrix, &self.vector(x));
            for t in triangles {
                let [p, q, r] = t.map(|i| points[i]);
                normals[body].push(cross(&turned(q - p), &turned(r - p)));
                edges[body].extend([turned(q - p), turned(r - q), turned(p - r)]);
            }
        }
        let mut candidates: Vec<Balls> = normals.concat();
        for e in &edges[0] {
            candidates.extend(edges[1].iter().map(|f| cross(e, f)));
        }
        let rough_overlap = self.rough_overlap();
        let mut best: Option<(f64, [f64; 3])> = None;
        for n in candidates {
            let rough = n.map(|c| c.middle.to_f64());
            if inner(rough, rough) < 1e-20 {
                continue;
            }
            for n in [n, n.map(|c| -c)] {
                let rough = n.map(|c| c.middle.to_f64());
                let size = inner(rough, rough).sqrt();
                let rough = rough.map(|c| c / size);
                let overlap = rough_overlap(DVec3::from_array(rough));
                if best.is_some_and(|best| overlap > best.0 + 1e-9) {
                    continue;
                }
                let overlap = -self.gap(&unit(&n)).middle.to_f64();
                if best.is_none_or(|best| overlap < best.0) {
                    best = Some((overlap, rough));
                }
            }
        }
        best.map(|(overlap, n)| (overlap / self.scale, n))
    }

    /// About how much the bodies overlap along a unit direction from b to a, scaled.
    fn rough_overlap(&self) -> impl Fn(DVec3) -> f64 {
        let plain = |x: &Balls| DVec3::from_array(x.map(|c| c.middle.to_f64()));
        let margins = (self.specs[0].margin + self.specs[1].margin) * self.scale;
        let bodies = [(0, -1.0), (1, 1.0)].map(|(body, sign)| {
            let pose = &self.poses[body];
            let rows = [0, 1, 2].map(|i| plain(&pose.matrix[i]));
            (&self.specs[body].core, sign, plain(&pose.origin), rows)
        });
        move |n: DVec3| {
            let mut sum = margins;
            for (core, sign, origin, rows) in &bodies {
                let y = *sign * (rows[0] * n.x + rows[1] * n.y + rows[2] * n.z);
                let along = match core {
                    Core::Corners { points, .. } => points
                        .iter()
                        .fold(f64::NEG_INFINITY, |most, p| most.max(y.dot(*p))),
                    Core::Cylinder { radius, half } => {
                        radius * libm::hypot(y.x, y.y) + half * y.z.abs()
                    }
                    Core::Cone { radius, half } => {
                        (half * y.z).max(radius * libm::hypot(y.x, y.y) - half * y.z)
                    }
                    Core::Ellipsoid { radii } => (*radii * y).length(),
                };
                sum += along * self.scale + sign * n.dot(*origin);
            }
            sum
        }
    }

    /// The least overlap along any of many directions, by descent from them: the depth is no more, and hardly less.
    pub fn sampled_overlap(&self, starts: &[DVec3]) -> f64 {
        let overlap = self.rough_overlap();
        let mut least: Vec<(f64, DVec3)> = starts.iter().map(|&n| (overlap(n), n)).collect();
        least.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = f64::INFINITY;
        for &(value, n) in least.iter().take(6) {
            let (mut value, mut n, mut step) = (value, n, 0.2);
            while step > 1e-9 {
                let (u, v) = n.any_orthonormal_pair();
                let around = [u, -u, v, -v, u + v, u - v, v - u, -u - v];
                let tried = around.map(|d| (n + step * d).normalize());
                let better = tried
                    .iter()
                    .map(|&n| (overlap(n), n))
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                match better {
                    Some(better) if better.0 < value - 1e-3 * step * step => (value, n) = better,
                    _ => step *= 0.5,
                }
            }
            best = best.min(value);
        }
        best / self.scale
    }

    /// The overlap along a direction from b to a, at most.
    pub fn overlap_along(&self, n: DVec3) -> f64 {
        let n = unit(&n.to_array().map(Ball::new));
        -self.gap(&n).lower().to_f64() / self.scale
    }
}
