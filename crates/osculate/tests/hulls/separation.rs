//! The separation of convex bodies, against 256-bit arithmetic: over all features where there are corners, by the
//! supports along the line of the closest points where there are none.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

use crate::twin::Twin;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Hull, Interval, Moving, Placement, Workspace,
    query::{hulls::hull_separation, meshes::Separation},
};
use osculate_judge::meshes::hulls::PosedSpecs;
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::seeded::{self, Seeded};

/// What an answer was off by, and what it cost.
#[derive(Default)]
struct Worst {
    cases: u32,
    /// The stated interval's ends, and its middle, against the truth, over the truth.
    relative: f64,
    middle: f64,
    /// The stated interval's width over the largest distance involved, in units of 2⁻⁵³.
    width: f64,
    steps: u64,
}

impl Worst {
    fn print(&self, name: &str) {
        println!(
            "{name}: {} cases, ends off by {:.1e} of the separation, the middle by {:.1e}; {:.0} units wide; {} steps",
            self.cases, self.relative, self.middle, self.width, self.steps
        );
    }
}

#[derive(Clone, Copy)]
struct Case<'s> {
    specs: [&'s Twin; 2],
    placements: [Placement; 2],
}

impl Case<'_> {
    fn far(&self) -> f64 {
        let [a, b] = self.placements.map(|p| p.position);
        a.distance(b) + self.specs[0].size + self.specs[1].size
    }

    fn ask(&self) -> Separation {
        self.separation([&self.specs[0].hull, &self.specs[1].hull])
    }

    fn separation(&self, [a, b]: [&Hull; 2]) -> Separation {
        let motions = self
            .placements
            .map(|p| ConstantVelocity::at_rest(p).unwrap());
        let (a, b) = (Moving::new(a, &motions[0]), Moving::new(b, &motions[1]));
        hull_separation(a, b, 0.25, &mut Workspace::new())
    }

    fn check(&self, worst: &mut Worst) -> f64 {
        let answer = self.ask();
        let motions = self.placements.map(|p| MotionSpec::At {
            p: p.position.to_array(),
            q: p.rotation.to_array(),
            v: [0.0; 3],
            w: [0.0; 3],
        });
        let far = self.far();
        let posed = PosedSpecs::new(
            self.specs.map(|twin| &twin.judged),
            [&motions[0], &motions[1]],
            0.25,
            far,
        );
        let truth = if self.specs.iter().all(|s| s.judged.has_corners()) {
            let truth = posed.by_features();
            assert!(
                truth.width() < 1e-25 * far,
                "the reference is sharp: {truth:?}"
            );
            truth
        } else {
            let bare = self.separation([&self.specs[0].bare, &self.specs[1].bare]);
            posed.by_points([bare.point_a, bare.point_b])
        };
        let found = answer.separation;
        let (low, high) = (truth.exceeded_by(found.lower), truth.missed_by(found.upper));
        assert!(
            low <= 0.0 && high <= 0.0,
            "{found:?} is not {truth:?}: {self}"
        );
        assert!(!answer.intersecting, "{self}");
        worst.cases += 1;
        worst.steps = worst.steps.max(answer.stats.steps());
        worst.width = worst.width.max(found.width() / far * 9e15);
        let value = truth.value();
        worst.relative = worst
            .relative
            .max((found.upper - value).max(value - found.lower) / value);
        worst.middle = worst
            .middle
            .max((0.5 * (found.lower + found.upper) - value).abs() / value);
        value
    }
}

impl std::fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:?} at {:?} and {:?} at {:?}",
            self.specs[0].judged.core,
            self.placements[0],
            self.specs[1].judged.core,
            self.placements[1]
        )
    }
}

fn polytope(rng: &mut Seeded, count: usize, scale: f64, margin: f64) -> Twin {
    let points = (0..count).map(|_| rng.direction() * rng.real(0.9, 1.0) * scale);
    Twin::polytope(points.collect(), margin)
}

fn shapes(rng: &mut Seeded, scale: f64) -> Vec<(&'static str, Twin)> {
    let mut side = |low: f64| rng.real(low, 1.0) * scale;
    let half = DVec3::new(side(0.1), side(0.1), side(0.1));
    let radii = DVec3::new(side(0.2), side(0.2), side(0.2));
    let (r, h, m) = (side(0.1), side(0.1), side(0.01) * 0.3);
    vec![
        ("ball", Twin::ball(r)),
        ("capsule", Twin::capsule(h, r)),
        ("box", Twin::cuboid(half, 0.0)),
        ("rounded box", Twin::cuboid(half, m)),
        ("tetrahedron", polytope(rng, 4, scale, 0.0)),
        ("polytope", polytope(rng, 14, scale, 0.0)),
        ("cylinder", Twin::cylinder(r, h, 0.0)),
        ("rounded cylinder", Twin::cylinder(r, h, m)),
        ("cone", Twin::cone(r, h, 0.0)),
        ("ellipsoid", Twin::ellipsoid(radii, 0.0)),
    ]
}

/// Moves a along the line of the closest points until about `gap` is left.
fn approach<'s>(mut case: Case<'s>, gap: f64) -> Option<Case<'s>> {
    for _ in 0..40 {
        let apart = case.ask();
        if !(apart.separation.lower > 0.0) {
            return None;
        }
        let between = apart.point_b - apart.point_a;
        let excess = apart.separation.lower - gap;
        if excess.abs() < 0.1 * gap {
            return Some(case);
        }
        case.placements[0].position += between.normalize() * excess;
    }
    Some(case)
}

/// The relative error that is promised for bodies whose separation is not tiny compared to the distances involved, and
/// the width in units that is promised for all.
fn keeps_promise(worst: &Worst, near: bool) {
    assert!(
        worst.width < 1000.0,
        "the interval is {} units wide",
        worst.width
    );
    assert!(
        near || worst.relative < 1e-12,
        "off by {:e}",
        worst.relative
    );
}

#[test]
fn every_pair_of_shapes_at_every_scale() {
    let mut rng = Seeded::new(71);
    for scale in [1.0, 1e-4, 1e4, 1e-50, 1e50] {
        let mut apart = Worst::default();
        let mut near = [Worst::default(), Worst::default()];
        for _ in 0..seeded::cases(3) {
            let (first, second) = (shapes(&mut rng, scale), shapes(&mut rng, scale));
            for (a, b) in first
                .iter()
                .flat_map(|a| second.iter().map(move |b| (a, b)))
            {
                for distance in [4.2, 5.0, 15.0, 40.0] {
                    let placements = [distance * rng.direction(), DVec3::ZERO]
                        .map(|p| Placement::new((p + 0.1 * rng.inside()) * scale, rng.rotation()));
                    let case = || Case {
                        specs: [&a.1, &b.1],
                        placements,
                    };
                    case().check(&mut apart);
                    if distance < 5.0 {
                        for (gap, worst) in [1e-3, 1e-6].into_iter().zip(&mut near) {
                            if let Some(case) = approach(case(), gap * scale) {
                                case.check(worst);
                            }
                        }
                    }
                }
            }
        }
        apart.print(&format!("size {scale:e}"));
        near[0].print("  a thousandth of it apart");
        near[1].print("  a millionth of it apart");
        keeps_promise(&apart, false);
        near.iter().for_each(|worst| keeps_promise(worst, true));
    }
}

/// Faces over faces, edges along edges, corners over edges and faces: the closest points are not unique, or on the
/// border of two features.
#[test]
fn parallel_and_aligned_features() {
    let mut rng = Seeded::new(72);
    let mut worst = Worst::default();
    let quarter = |k: i64, axis: usize| {
        let half = std::f64::consts::FRAC_PI_4 * k as f64;
        let mut q = [0.0; 4];
        (q[axis], q[3]) = (half.sin(), half.cos());
        DQuat::from_array(q)
    };
    for round in 0..seeded::cases(300) {
        let scale = [1.0, 1e-4, 1e4, 1e-50, 1e50][round as usize % 5];
        let mut half = || DVec3::new(rng.dyadic(0.25, 2.0), rng.dyadic(0.25, 2.0), 0.5) * scale;
        let specs = [half(), half()].map(|half| Twin::cuboid(half, 0.0));
        let octahedron = Twin::polytope(
            [
                DVec3::X,
                -DVec3::X,
                DVec3::Y,
                -DVec3::Y,
                DVec3::Z,
                -DVec3::Z,
            ]
            .map(|p| p * scale)
            .to_vec(),
            0.0,
        );
        let other = if rng.chance(0.3) {
            &octahedron
        } else {
            &specs[1]
        };
        // Turned by multiples of a quarter or an eighth about one axis, or anyhow about an axis that they share.
        let axis = rng.whole(0, 2) as usize;
        let turn = match rng.whole(0, 2) {
            0 => quarter(2 * rng.whole(0, 3), axis),
            1 => quarter(rng.whole(0, 7), axis),
            _ => {
                let (sin, cos) = rng.real(0.0, 3.0).sin_cos();
                let mut q = [0.0, 0.0, 0.0, cos];
                q[axis] = sin;
                DQuat::from_array(q)
            }
        };
        let shared = if rng.chance(0.5) {
            DQuat::IDENTITY
        } else {
            rng.rotation()
        };
        // Off along one, two or three axes by multiples of a quarter, and by a gap.
        let mut offset = DVec3::ZERO;
        for along in 0..3 {
            if rng.chance(0.5) {
                offset[along] = rng.dyadic(-3.0, 3.0);
            }
        }
        offset[rng.whole(0, 2) as usize] = if rng.chance(0.5) { 4.25 } else { -5.5 };
        let case = Case {
            specs: [&specs[0], other],
            placements: [
                Placement::new(shared * offset * scale, shared * turn),
                Placement::new(DVec3::ZERO, shared),
            ],
        };
        case.check(&mut worst);
        for gap in [1e-3, 1e-6] {
            let mut worst = Worst::default();
            if let Some(case) = approach(case, gap * scale) {
                case.check(&mut worst);
            }
            keeps_promise(&worst, true);
        }
    }
    worst.print("aligned");
    keeps_promise(&worst, false);
}

#[test]
fn overlapping_bodies_intersect() {
    let mut rng = Seeded::new(73);
    let (mut certain, mut all) = (0, 0);
    for _ in 0..seeded::cases(20) {
        let (first, second) = (shapes(&mut rng, 1.0), shapes(&mut rng, 1.0));
        for (a, b) in first
            .iter()
            .flat_map(|a| second.iter().map(move |b| (a, b)))
        {
            let placements =
                [0.05 * rng.inside(), DVec3::ZERO].map(|p| Placement::new(p, rng.rotation()));
            let case = Case {
                specs: [&a.1, &b.1],
                placements,
            };
            let answer = case.ask();
            // Those may not have the origin inside.
            let unsure = ["tetrahedron", "polytope"]
                .iter()
                .any(|name| a.0 == *name || b.0 == *name);
            if !unsure {
                assert!(
                    answer.separation == Interval::ZERO && answer.intersecting,
                    "{case}"
                );
                certain += 1;
            }
            all += 1;
        }
    }
    assert!(certain > all / 2);
}
