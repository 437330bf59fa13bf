//! The reference: separation at an instant, freedom over a span, first contact.
//!
//! Freedom over `[l, r]` is proven at its middle m: no point of a moves relative to a point of b faster than
//! `|v_a − v_b| + |ω_a|ρ_a + |ω_b|ρ_b`, so a pair of triangles whose distance at m exceeds the clearance by more than
//! half the length of the interval times that is apart throughout. Pairs that fail go to both halves. Two bodies that
//! share one motion do not move relative to each other at all. Two that only translate move along a fixed direction n
//! at |n·(v_a − v_b)|, which decides sliding.
//!
//! Most of this happens in `f64` with a margin; where an interval has become so short that the margin matters, the
//! same is done in balls of 192 bits.

use super::fixed::{Ball, Fixed};
use super::mesh::Mesh;
use super::motion::{BallMotion, BallPose, Balls, MotionSpec, add, apply, sub};
use super::triangles::{self, Bounds, Meeting, Triangle, inner, minus};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// A mesh and how it moves.
#[derive(Clone, Debug)]
pub struct Body {
    /// What moves.
    pub mesh: Mesh,
    /// How.
    pub motion: MotionSpec,
}

/// A mesh that moves.
pub fn body(mesh: Mesh, motion: MotionSpec) -> Body {
    Body { mesh, motion }
}

/// A query.
#[derive(Clone, Debug)]
pub struct Scene {
    /// One body.
    pub a: Body,
    /// The other.
    pub b: Body,
    /// From when to when.
    pub span: (f64, f64),
    /// How close they may come: the gap is the separation less this.
    pub clearance: f64,
    /// The tolerance that is asked for, if one is.
    pub tolerance: Option<f64>,
}

/// What the gap is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Above zero.
    Positive,
    /// At most zero; `stable` if that would survive a small change: the surfaces cross, or come closer than the
    /// clearance.
    Closed {
        /// Whether a small change would leave it so.
        stable: bool,
    },
    /// Nobody knows.
    Unknown,
}

/// Where the first contact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstContact {
    /// The gap is positive from the start up to and including this instant; `None` if not even the start is.
    pub free_until: Option<f64>,
    /// An instant at which the gap is at most zero.
    pub hit: Option<f64>,
    /// Whether the whole span is free.
    pub free: bool,
}

type Pair = (u32, u32);

struct Side {
    motion: BallMotion,
    /// Vertices, scaled.
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[usize; 3]>,
    /// |ω| times the largest distance of a triangle's corners from the turning centre.
    swing: Vec<f64>,
    /// Of the triangle, about its centroid.
    radius: Vec<f64>,
    reach: f64,
}

/// What is known of a scene.
pub struct Judge<'s> {
    /// What is judged.
    pub scene: &'s Scene,
    scale: f64,
    a: Side,
    b: Side,
    /// The relative velocity at time 0, and a bound on its length at any time of the span.
    velocity: [f64; 3],
    speed: f64,
    shared: bool,
    translating: bool,
    /// At how many instants the bodies were posed.
    pub evaluations: Cell<u64>,
    /// Separations that were asked for, by the bits of the instant: answers of many methods meet at the same ones.
    separations: RefCell<HashMap<u64, (Bounds, Meeting)>>,
}

/// Both bodies at an instant, relative to b's origin.
struct Snapshot {
    pose_a: BallPose,
    pose_b: BallPose,
    between: Balls,
    a: Vec<[f64; 3]>,
    b: Vec<[f64; 3]>,
    centre_a: Vec<[f64; 3]>,
    centre_b: Vec<[f64; 3]>,
    error: f64,
}

fn norm(x: [f64; 3]) -> f64 {
    inner(x, x).sqrt()
}

impl Side {
    fn new(body: &Body, scale: f64) -> Side {
        let motion = BallMotion::new(&body.motion, scale);
        let vertices: Vec<[f64; 3]> = body
            .mesh
            .vertices()
            .iter()
            .map(|v| v.to_array().map(|c| c * scale))
            .collect();
        let triangles: Vec<[usize; 3]> = body
            .mesh
            .triangles()
            .iter()
            .map(|t| t.map(|i| i as usize))
            .collect();
        let spin = motion.spin();
        let swing = triangles
            .iter()
            .map(|t| {
                spin * t
                    .iter()
                    .map(|&i| motion.lever(vertices[i]))
                    .fold(0.0, f64::max)
            })
            .collect();
        let radius = triangles
            .iter()
            .map(|t| {
                let corners = t.map(|i| vertices[i]);
                let centre = centroid(&corners);
                corners
                    .iter()
                    .map(|&c| norm(minus(c, centre)))
                    .fold(0.0, f64::max)
                    * (1.0 + 1e-12)
            })
            .collect();
        let reach = vertices.iter().map(|&v| norm(v)).fold(0.0, f64::max);
        Side {
            motion,
            vertices,
            triangles,
            swing,
            radius,
            reach,
        }
    }
}

fn centroid(t: &Triangle<f64>) -> [f64; 3] {
    std::array::from_fn(|i| (t[0][i] + t[1][i] + t[2][i]) / 3.0)
}

/// The largest length in a motion up to |time| `t`.
fn largest(spec: &MotionSpec, t: f64) -> f64 {
    let t = t.max(1.0);
    match *spec {
        MotionSpec::At { p, v, .. } => norm(p) + t * norm(v),
        MotionSpec::Between { p0, p1, .. } => (1.0 + t) * (norm(p0) + norm(p1)),
        MotionSpec::Screw {
            p, point, sliding, ..
        } => norm(p) + 2.0 * norm(point) + t * sliding.abs(),
        MotionSpec::RationalScrew {
            p, point, slide, ..
        } => norm(p) + 2.0 * norm(point) + t * slide.abs(),
        MotionSpec::Ballistic { p, v, a, pivot, .. } => {
            norm(p) + norm(pivot) + t * (norm(v) + t * norm(a))
        }
    }
}

impl<'s> Judge<'s> {
    /// A judge of this scene.
    pub fn new(scene: &'s Scene) -> Judge<'s> {
        let reach = |mesh: &Mesh| {
            mesh.vertices()
                .iter()
                .map(|v| norm(v.to_array()))
                .fold(0.0, f64::max)
        };
        let t = scene.span.0.abs().max(scene.span.1.abs());
        let total = reach(&scene.a.mesh)
            + reach(&scene.b.mesh)
            + largest(&scene.a.motion, t)
            + largest(&scene.b.motion, t)
            + scene.clearance;
        assert!(total > 0.0, "a scene has some size");
        // A power of two that takes the total to [1/2, 1).
        let scale = f64::from_bits((2045 << 52) - (total.to_bits() & (0x7ff << 52)));
        let (a, b) = (Side::new(&scene.a, scale), Side::new(&scene.b, scale));
        let shared = scene.a.motion == scene.b.motion;
        let relative = sub(a.motion.drift(), b.motion.drift());
        let magnitudes = relative.map(Ball::magnitude);
        let velocity = relative.map(|c| c.middle.to_f64());
        let bend = sub(a.motion.acceleration(), b.motion.acceleration()).map(Ball::magnitude);
        let straight = bend == [0.0; 3];
        let translating = a.motion.spin() == 0.0 && b.motion.spin() == 0.0 && straight;
        // At time s the pivots pass each other at `relative + s·bend`.
        let speed = (norm(magnitudes) + t * norm(bend)) * (1.0 + 1e-12);
        Judge {
            scene,
            scale,
            a,
            b,
            velocity,
            speed,
            shared,
            translating,
            evaluations: Cell::new(0),
            separations: RefCell::default(),
        }
    }

    /// A length of the scene as the judge computes with it.
    pub fn fixed(&self, length: f64) -> Fixed {
        Fixed::floor(length * self.scale).0
    }

    /// Back to the scene's units.
    pub fn length(&self, value: Fixed) -> f64 {
        value.to_f64() / self.scale
    }

    /// No point of a moves faster than this relative to a point of b.
    pub fn fastest(&self) -> f64 {
        if self.shared {
            return 0.0;
        }
        let most = |swing: &[f64]| swing.iter().fold(0.0_f64, |m, &s| m.max(s));
        (self.speed + most(&self.a.swing) + most(&self.b.swing)) / self.scale
    }

    fn rate(&self, (i, j): Pair) -> f64 {
        if self.shared {
            return 0.0;
        }
        (self.speed + self.a.swing[i as usize] + self.b.swing[j as usize]) * (1.0 + 1e-12)
    }

    fn all_pairs(&self) -> Vec<Pair> {
        let (m, n) = (self.a.triangles.len() as u32, self.b.triangles.len() as u32);
        (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).collect()
    }

    fn at(&self, t: f64) -> Snapshot {
        self.evaluations.set(self.evaluations.get() + 1);
        let (pose_a, pose_b) = (self.a.motion.pose(t), self.b.motion.pose(t));
        let between = sub(&pose_a.origin, &pose_b.origin);
        let worst = [&pose_a, &pose_b]
            .into_iter()
            .flat_map(|p| p.matrix.iter().flatten().chain(&p.origin));
        assert!(
            worst.fold(0.0_f64, |m, c| m.max(c.radius)) < 1e-39,
            "a pose is known to 128 bits"
        );
        let rounded = |m: &[Balls; 3]| m.map(|row| row.map(|c| c.middle.to_f64()));
        let (ma, mb) = (rounded(&pose_a.matrix), rounded(&pose_b.matrix));
        let shift = between.map(|c| c.middle.to_f64());
        let place = |m: &[[f64; 3]; 3], x: [f64; 3], o: [f64; 3]| {
            std::array::from_fn(|r| inner(m[r], x) + o[r])
        };
        let a: Vec<[f64; 3]> = self
            .a
            .vertices
            .iter()
            .map(|&x| place(&ma, x, shift))
            .collect();
        let b: Vec<[f64; 3]> = self
            .b
            .vertices
            .iter()
            .map(|&x| place(&mb, x, [0.0; 3]))
            .collect();
        let centres = |side: &Side, at: &[[f64; 3]]| {
            side.triangles
                .iter()
                .map(|t| centroid(&t.map(|i| at[i])))
                .collect::<Vec<_>>()
        };
        let (centre_a, centre_b) = (centres(&self.a, &a), centres(&self.b, &b));
        // A corner errs by some ten roundings of numbers below this sum: 2⁻⁴⁶ of it is ten times that for two, and
        // leaves as much for what `bounds_f64` does with them.
        let error = (self.a.reach + self.b.reach + norm(shift)) * f64::from_bits((1023 - 46) << 52);
        Snapshot {
            pose_a,
            pose_b,
            between,
            a,
            b,
            centre_a,
            centre_b,
            error,
        }
    }

    fn rough(&self, now: &Snapshot, (i, j): Pair) -> (Triangle<f64>, Triangle<f64>) {
        (
            self.a.triangles[i as usize].map(|k| now.a[k]),
            self.b.triangles[j as usize].map(|k| now.b[k]),
        )
    }

    fn precise(&self, now: &Snapshot, (i, j): Pair) -> ([Balls; 3], [Balls; 3]) {
        let a = self.a.triangles[i as usize].map(|k| {
            add(
                &now.between,
                &apply(&now.pose_a.matrix, &self.a.vertices[k].map(Ball::new)),
            )
        });
        let b = self.b.triangles[j as usize]
            .map(|k| apply(&now.pose_b.matrix, &self.b.vertices[k].map(Ball::new)));
        (a, b)
    }

    /// The corners of two triangles at an instant, relative to b's origin, and that origin in the world.
    pub fn corners(&self, t: f64, pair: Pair) -> ([Balls; 3], [Balls; 3], Balls) {
        let now = self.at(t);
        let (a, b) = self.precise(&now, pair);
        (a, b, now.pose_b.origin)
    }

    /// Bounds on the separation, and how the surfaces meet.
    pub fn separation(&self, t: f64) -> (Bounds, Meeting) {
        let known = self.separations.borrow().get(&t.to_bits()).copied();
        known.unwrap_or_else(|| {
            let found = self.find_separation(t);
            self.separations.borrow_mut().insert(t.to_bits(), found);
            found
        })
    }

    fn find_separation(&self, t: f64) -> (Bounds, Meeting) {
        let now = self.at(t);
        let mut close = Vec::new();
        let mut least = f64::INFINITY;
        for pair in self.all_pairs() {
            let (i, j) = (pair.0 as usize, pair.1 as usize);
            let centres = norm(minus(now.centre_a[i], now.centre_b[j]));
            if centres - self.a.radius[i] - self.b.radius[j] - now.error > least {
                continue;
            }
            let (a, b) = self.rough(&now, pair);
            let (lower, upper) = triangles::bounds_f64(&a, &b, now.error, 0.0, |_| 0.0);
            least = least.min(upper);
            close.push((lower, pair));
        }
        // Whatever was skipped is further away than `least`, and so than the pair that has it.
        close.retain(|&(lower, _)| lower <= least);
        let mut total = Bounds {
            lower: Fixed::ONE.doubled(40),
            upper: Fixed::ONE.doubled(40),
        };
        let mut met = Meeting::Apart;
        for (rough, pair) in close {
            let (a, b) = self.precise(&now, pair);
            let found = triangles::bounds(&a, &b, |_| 0.0);
            total.lower = total
                .lower
                .min(found.lower.max(Fixed::floor(rough.max(0.0)).0));
            total.upper = total.upper.min(found.upper);
            if found.lower <= Fixed::ZERO && rough <= 0.0 {
                let how = if found.upper == Fixed::ZERO {
                    Meeting::Touching
                } else {
                    Meeting::Unknown
                };
                met = met.max(how).max(triangles::meeting(&a, &b));
            }
            if met == Meeting::Piercing {
                break;
            }
        }
        if met >= Meeting::Touching {
            total = Bounds {
                lower: Fixed::ZERO,
                upper: Fixed::ZERO,
            };
        }
        (total, met)
    }

    /// What the gap is known to be at an instant.
    pub fn gap(&self, t: f64) -> Gap {
        let (separation, met) = self.separation(t);
        let clearance = self.fixed(self.scene.clearance);
        if separation.lower > clearance {
            Gap::Positive
        } else if separation.upper <= clearance {
            Gap::Closed {
                stable: met == Meeting::Piercing || separation.upper < clearance,
            }
        } else {
            Gap::Unknown
        }
    }

    /// Proves that the gap is positive on `[l, r]`; otherwise, up to which instant that went (`l` itself proves
    /// nothing). Intervals shorter than `shortest` are not cut, and no more than `budget` instants are looked at.
    pub fn prove_free(&self, l: f64, r: f64, shortest: f64, budget: u64) -> Result<(), f64> {
        let pairs = self.all_pairs();
        let until = self.evaluations.get() + budget;
        self.prove(l, r, &pairs, shortest, until)
    }

    fn prove(&self, l: f64, r: f64, pairs: &[Pair], shortest: f64, until: u64) -> Result<(), f64> {
        if self.evaluations.get() >= until {
            return Err(l);
        }
        let m = (l + (r - l) / 2.0).clamp(l, r);
        let half = (m - l).max(r - m) * (1.0 + 1e-15);
        let now = self.at(m);
        let left: Vec<Pair> = pairs
            .iter()
            .copied()
            .filter(|&pair| !self.apart(&now, pair, half))
            .collect();
        if left.is_empty() {
            return Ok(());
        }
        if r - l <= shortest || m <= l || m >= r {
            return Err(l);
        }
        self.prove(l, m, &left, shortest, until)?;
        self.prove(m, r, &left, shortest, until)
    }

    /// Whether the pair is apart at every instant within `half` of `now`.
    fn apart(&self, now: &Snapshot, pair: Pair, half: f64) -> bool {
        let (i, j) = (pair.0 as usize, pair.1 as usize);
        let clearance = self.scene.clearance * self.scale;
        let travel = half * self.rate(pair);
        let centres = norm(minus(now.centre_a[i], now.centre_b[j]));
        if centres - self.a.radius[i] - self.b.radius[j] - now.error - travel > clearance {
            return true;
        }
        if !self.translating && centres + now.error < clearance + travel {
            return false;
        }
        let drop = |n: [f64; 3]| {
            if self.translating && !self.shared {
                // 1e-14 covers the rounding of n and of the velocity.
                half * (inner(n, self.velocity).abs() + 1e-14 * self.speed)
            } else {
                travel
            }
        };
        let (a, b) = self.rough(now, pair);
        let (lower, upper) = triangles::bounds_f64(&a, &b, now.error, clearance, drop);
        if lower > clearance {
            return true;
        }
        // Is there hope that more digits would show it?
        let hope = if self.translating {
            upper > clearance
                && (lower + 4.0 * now.error > clearance || travel < 4096.0 * now.error)
        } else {
            upper > clearance + travel
        };
        if !hope {
            return false;
        }
        let (a, b) = self.precise(now, pair);
        triangles::bounds(&a, &b, drop).lower > self.fixed(self.scene.clearance)
    }

    /// The first contact, up to `resolution` of the span's length.
    pub fn first_contact(&self, resolution: f64, budget: u64) -> FirstContact {
        let (start, end) = self.scene.span;
        let shortest = resolution * (end - start);
        let starts = self.gap(start);
        if starts != Gap::Positive {
            let hit = matches!(starts, Gap::Closed { .. }).then_some(start);
            return FirstContact {
                free_until: None,
                hit,
                free: false,
            };
        }
        let Err(until) = self.prove_free(start, end, shortest, budget) else {
            return FirstContact {
                free_until: Some(end),
                hit: None,
                free: true,
            };
        };
        // Look for a proof of contact soon after.
        let mut step = shortest.max(f64::EPSILON * until.abs());
        let mut hit = None;
        loop {
            let t = (until + step).min(end);
            if matches!(self.gap(t), Gap::Closed { .. }) {
                hit = Some(t);
                break;
            }
            if t >= end || step == 0.0 {
                break;
            }
            step *= 2.0;
        }
        FirstContact {
            free_until: Some(until),
            hit,
            free: false,
        }
    }
}
