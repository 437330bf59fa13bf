//! How deep convex bodies are inside each other, against the least overlap over all faces of their difference, and
//! against descent from many directions where there are none.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

use crate::twin::Twin;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Hull, Interval, Motion, Moving, Placement, Span, Workspace,
    motion::{Pose, Rates},
    query::hulls::{Penetration, penetration},
};
use osculate_judge::meshes::hulls::PosedSpecs;
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::seeded::{self, Seeded};

fn ask(hulls: [&Hull; 2], placements: [Placement; 2], workspace: &mut Workspace) -> Penetration {
    let [a, b] = placements.map(|p| ConstantVelocity::at_rest(p).unwrap());
    let (a, b) = (Moving::new(hulls[0], &a), Moving::new(hulls[1], &b));
    penetration(a, b, 0.5, workspace)
}

struct Pair<'s> {
    specs: [&'s Twin; 2],
    placements: [Placement; 2],
    name: String,
}

impl Pair<'_> {
    fn far(&self) -> f64 {
        let [a, b] = self.placements.map(|p| p.position);
        a.distance(b) + self.specs[0].size + self.specs[1].size
    }

    fn posed(&self) -> PosedSpecs<'_> {
        let motions = self.placements.map(|p| MotionSpec::At {
            p: p.position.to_array(),
            q: p.rotation.to_array(),
            v: [0.0; 3],
            w: [0.0; 3],
        });
        PosedSpecs::new(
            self.specs.map(|twin| &twin.judged),
            [&motions[0], &motions[1]],
            0.5,
            self.far(),
        )
    }

    /// What has to hold of any answer.
    fn ask(&self, workspace: &mut Workspace) -> Penetration {
        let found = ask(
            [&self.specs[0].hull, &self.specs[1].hull],
            self.placements,
            workspace,
        );
        let far = self.far();
        assert!(found.depth.width() < 10.0 * far, "{}: {found:?}", self.name);
        assert!((found.normal.length() - 1.0).abs() < 1e-14, "{}", self.name);
        // Moving a along the normal by the upper end takes the bodies apart.
        let along = self.posed().overlap_along(found.normal);
        assert!(
            along <= found.depth.upper,
            "{}: {along} > {:?}",
            self.name,
            found.depth
        );
        // The points are as far apart as the depth says, one within a facet of the other if there is anything round.
        let between = (found.point_b - found.point_a).dot(found.normal);
        let facet = if self.specs.iter().all(|spec| spec.judged.has_corners()) {
            1e-13 * far
        } else {
            found.depth.width() + 4e-6 * far
        };
        assert!(
            between <= found.depth.upper + 1e-13 * far && between >= found.depth.lower - facet,
            "{}: {between} is not {:?}",
            self.name,
            found.depth
        );
        found
    }
}

#[derive(Default)]
struct Worst {
    cases: u32,
    overlapping: u32,
    /// The interval's width over the largest distance involved, in units of 2⁻⁵³, and over the depth.
    units: f64,
    share: f64,
    steps: u64,
    total: u64,
}

impl Worst {
    fn add(&mut self, found: &Penetration, far: f64) {
        self.cases += 1;
        self.overlapping += u32::from(found.depth.lower > 0.0);
        self.units = self.units.max(found.depth.width() / far * 9e15);
        self.share = self
            .share
            .max(found.depth.width() / found.depth.upper.abs());
        self.steps = self.steps.max(found.stats.steps());
        self.total += found.stats.steps();
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} cases, {} certainly overlapping; {:.0} units wide, {:.1e} of the depth; at most {} steps, {:.1} as a rule",
            self.cases,
            self.overlapping,
            self.units,
            self.share,
            self.steps,
            self.total as f64 / f64::from(self.cases)
        );
    }
}

fn polytope(rng: &mut Seeded, count: usize, scale: f64, margin: f64) -> Twin {
    let points = (0..count).map(|_| rng.direction() * rng.real(0.9, 1.0) * scale);
    Twin::polytope(points.collect(), margin)
}

fn with_corners(rng: &mut Seeded, scale: f64) -> Vec<(&'static str, Twin)> {
    let mut side = |low: f64| rng.real(low, 1.0) * scale;
    let half = DVec3::new(side(0.1), side(0.1), side(0.1));
    let plate = DVec3::new(side(0.3), side(0.3), 1e-4 * scale);
    let (r, h, m) = (side(0.1), side(0.1), side(0.01) * 0.3);
    vec![
        ("ball", Twin::ball(r)),
        ("capsule", Twin::capsule(h, r)),
        ("box", Twin::cuboid(half, 0.0)),
        ("rounded box", Twin::cuboid(half, m)),
        ("plate", Twin::cuboid(plate, 0.0)),
        ("tetrahedron", polytope(rng, 4, scale, 0.0)),
        ("polytope", polytope(rng, 12, scale, 0.0)),
    ]
}

fn round(rng: &mut Seeded) -> Vec<(&'static str, Twin)> {
    let mut side = |low: f64| rng.real(low, 1.0);
    let radii = DVec3::new(side(0.2), side(0.2), side(0.2));
    let (r, h, m) = (side(0.1), side(0.1), side(0.01) * 0.3);
    vec![
        ("cylinder", Twin::cylinder(r, h, 0.0)),
        ("rounded cylinder", Twin::cylinder(r, h, m)),
        ("cone", Twin::cone(r, h, 0.0)),
        ("ellipsoid", Twin::ellipsoid(radii, 0.0)),
    ]
}

/// All pairs of two lists, at distances from none to more than they reach.
fn pairs<'s>(
    rng: &mut Seeded,
    first: &'s [(&'static str, Twin)],
    second: &'s [(&'static str, Twin)],
    scale: f64,
) -> Vec<Pair<'s>> {
    let mut pairs = Vec::new();
    for (name_a, a) in first {
        for (name_b, b) in second {
            for reach in [0.0, 0.3, 0.9, 1.6] {
                let at = rng.inside() * scale;
                let offset = rng.direction() * rng.real(0.0, reach) * scale;
                pairs.push(Pair {
                    specs: [a, b],
                    placements: [
                        Placement::new(at + offset, rng.rotation()),
                        Placement::new(at, rng.rotation()),
                    ],
                    name: format!("{name_a}/{name_b} at {reach}"),
                });
            }
        }
    }
    pairs
}

#[test]
fn bodies_with_corners() {
    let mut rng = Seeded::new(81);
    let mut workspace = Workspace::new();
    for scale in [1.0, 1e-4, 1e4, 1e-50, 1e50] {
        let mut worst = Worst::default();
        for _ in 0..seeded::cases(2) {
            let (first, second) = (with_corners(&mut rng, scale), with_corners(&mut rng, scale));
            for pair in pairs(&mut rng, &first, &second, scale) {
                let found = pair.ask(&mut workspace);
                let posed = pair.posed();
                let margins = pair.specs[0].judged.margin + pair.specs[1].judged.margin;
                // Cores that are apart are so by their closest features.
                let truth = match posed.least_overlap() {
                    Some((overlap, _)) if overlap > margins => overlap,
                    _ => -posed.by_features().value(),
                };
                let far = pair.far();
                assert!(
                    found.depth.lower <= truth + 1e-15 * far
                        && truth <= found.depth.upper + 1e-15 * far,
                    "{}: {truth:e} is not in {:?}, off by {:e}",
                    pair.name,
                    found.depth,
                    (found.depth.lower - truth) / far
                );
                assert!(
                    found.depth.width() <= 1e-13 * far,
                    "{}: {:?}",
                    pair.name,
                    found.depth
                );
                worst.add(&found, far);
            }
        }
        worst.print(&format!("corners, size {scale:e}"));
    }
}

#[test]
fn round_bodies() {
    let mut rng = Seeded::new(82);
    let mut workspace = Workspace::new();
    let starts: Vec<DVec3> = (0..500).map(|_| rng.direction()).collect();
    let mut worst = Worst::default();
    let (mut wide, mut cases) = (0, 0);
    for _ in 0..seeded::cases(2) {
        let first = round(&mut rng);
        let mut second = round(&mut rng);
        second.extend(with_corners(&mut rng, 1.0));
        for pair in pairs(&mut rng, &first, &second, 1.0) {
            let found = pair.ask(&mut workspace);
            let sampled = pair.posed().sampled_overlap(&starts);
            assert!(
                found.depth.lower <= sampled + 1e-14,
                "{}: {:?}, but it is {sampled} at most",
                pair.name,
                found.depth
            );
            cases += 1;
            if found.depth.width() > 1e-5 * found.depth.upper.abs().max(1e-3) {
                wide += 1;
            }
            worst.add(&found, pair.far());
        }
    }
    worst.print("round");
    println!("{wide} of {cases} wider than a hundred-thousandth");
    // A ball on the axis of a cone or a cylinder: all directions around it are equally deep.
    assert!(wide * 20 < cases && worst.share < 0.01);
}

/// A cube, a slab, a sheet, a rod, a point, a ball and a capsule.
fn hulls(scale: f64) -> [Hull; 7] {
    let block = |x: f64, y: f64, z: f64| Hull::cuboid(DVec3::new(x, y, z) * scale);
    [
        block(1.0, 1.0, 1.0),
        block(3.0, 3.0, 0.5),
        block(1.0, 1.0, 0.0),
        block(2.0, 0.0, 0.0),
        Hull::ball(0.0),
        Hull::ball(0.5 * scale),
        Hull::capsule(scale, 0.25 * scale),
    ]
    .map(Result::unwrap)
}

/// What overlaps, where a is and how it is turned relative to b, and how deep that is, for bodies of scale one.
type KnownDepth<'h> = (&'static str, &'h Hull, &'h Hull, DVec3, DQuat, f64);

fn known_depths([cube, slab, sheet, rod, point, ball, capsule]: &[Hull; 7]) -> Vec<KnownDepth<'_>> {
    let quarter = DQuat::from_xyzw(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt());
    let eighth = {
        let (sin, cos) = std::f64::consts::FRAC_PI_8.sin_cos();
        DQuat::from_xyzw(0.0, 0.0, sin, cos)
    };
    let still = DQuat::IDENTITY;
    let turn = DQuat::from_xyzw(0.0, 0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt());
    let (x, z) = (|length| DVec3::X * length, |length| DVec3::Z * length);
    vec![
        ("the same box twice", cube, cube, x(0.0), still, 2.0),
        ("a box a quarter turned", cube, cube, x(0.0), quarter, 2.0),
        ("a box an eighth turned", cube, cube, x(0.0), eighth, 2.0),
        ("boxes off along one axis", cube, cube, x(0.5), still, 1.5),
        ("boxes face to face", cube, cube, x(2.0), still, 0.0),
        (
            "boxes edge to edge",
            cube,
            cube,
            x(2.0) + z(2.0),
            still,
            0.0,
        ),
        ("boxes apart", cube, cube, x(2.5), still, -0.5),
        ("a box on a slab", cube, slab, z(1.25), eighth, 0.25),
        ("a sheet in its plane", sheet, sheet, x(0.5), still, 0.0),
        ("a sheet across a sheet", sheet, sheet, x(0.0), turn, 1.0),
        ("a sheet in a box", sheet, cube, z(0.25), still, 0.75),
        ("rods along one line", rod, rod, x(1.0), still, 0.0),
        ("rods across", rod, rod, x(0.0), quarter, 0.0),
        ("a rod in a box", rod, cube, x(0.0), still, 1.0),
        ("a point in a box", point, cube, x(0.75), still, 0.25),
        ("a point on a point", point, point, x(0.0), still, 0.0),
        ("a ball about a point", ball, point, x(0.0), still, 0.5),
        ("a ball in a ball", ball, ball, x(0.0), still, 1.0),
        (
            "balls",
            ball,
            ball,
            x(0.25) + z(0.25),
            still,
            1.0 - 0.125_f64.sqrt(),
        ),
        ("capsules across", capsule, capsule, x(0.0), turn, 0.5),
        ("capsules in one", capsule, capsule, x(0.0), still, 0.5),
        (
            "capsules end to end",
            capsule,
            capsule,
            z(2.25),
            still,
            0.25,
        ),
        ("a capsule in a box", capsule, cube, x(0.5), still, 0.75),
    ]
}

/// Bodies about one centre, touching, flat, without size: depths that are known.
#[test]
fn degenerate_overlaps() {
    let mut workspace = Workspace::new();
    let mut worst = 0.0_f64;
    let mut check = |name: &str, a: &Hull, b: &Hull, offset: DVec3, turn: DQuat, depth: f64| {
        let placements = [Placement::new(offset, turn), Placement::default()];
        let found = ask([a, b], placements, &mut workspace);
        let far = offset.length() + a.bounding_ball().1 + b.bounding_ball().1;
        assert!(
            found.depth.contains(depth),
            "{name}: {depth} is not in {:?}",
            found.depth
        );
        worst = worst.max(found.depth.width() / far.max(1e-60));
        assert!(
            found.depth.width() <= (1e-13 * far).max(1e-300),
            "{name}: {:?}",
            found.depth
        );
        assert!((found.normal.length() - 1.0).abs() < 1e-14, "{name}");
    };
    for scale in [1.0, 1e-30, 1e30] {
        let hulls = hulls(scale);
        for (name, a, b, offset, turn, depth) in known_depths(&hulls) {
            let offset = offset * scale;
            check(name, a, b, offset, turn, depth * scale);
            check(
                name,
                b,
                a,
                -(turn.inverse() * offset),
                turn.inverse(),
                depth * scale,
            );
        }
    }
    println!("known depths: {:.0} units wide", worst * 9e15);
}

/// A box that is moved along the normal by the upper end of the depth is apart or touches, and goes on to be a signed
/// distance without a jump.
#[test]
fn signed_distance_is_continuous() {
    let mut rng = Seeded::new(83);
    let mut workspace = Workspace::new();
    let shapes = [
        Hull::cuboid(DVec3::new(0.5, 0.7, 0.9)).unwrap(),
        Hull::capsule(0.6, 0.3).unwrap(),
        Hull::cylinder(0.5, 0.6).unwrap(),
        Hull::ellipsoid(DVec3::new(0.5, 0.7, 0.9)).unwrap(),
    ];
    for (a, b) in shapes
        .iter()
        .flat_map(|a| shapes.iter().map(move |b| (a, b)))
    {
        for _ in 0..seeded::cases(5) {
            let (turn_a, turn_b, way) = (rng.rotation(), rng.rotation(), rng.direction());
            let mut last: Option<f64> = None;
            for step in 0..100 {
                let at = way * (0.02 + 0.03 * f64::from(step));
                let placements = [
                    Placement::new(at, turn_a),
                    Placement::new(DVec3::ZERO, turn_b),
                ];
                let found = ask([a, b], placements, &mut workspace);
                let signed = found.signed_distance();
                assert!(signed.width() < 1e-4, "{signed:?}");
                let middle = 0.5 * (signed.lower + signed.upper);
                if let Some(last) = last {
                    assert!((middle - last).abs() <= 0.03 + 1e-4, "{last} to {middle}");
                }
                last = Some(middle);
            }
            assert!(last.unwrap() > 0.5);
        }
    }
}

/// The same question gives the same bits, whatever the workspace was used for before.
#[test]
fn same_bits_twice() {
    let mut rng = Seeded::new(84);
    let mut used = Workspace::new();
    let shapes = round(&mut rng);
    for pair in pairs(&mut rng, &shapes, &shapes, 1.0) {
        let first = pair.ask(&mut used);
        assert_eq!(first, pair.ask(&mut Workspace::new()), "{}", pair.name);
    }
}

/// A motion of the caller's own that is no number.
#[derive(Debug)]
struct Lost;

impl Motion for Lost {
    fn pose(&self, _: f64) -> Pose {
        Pose::new(glam::DMat3::NAN, DVec3::NAN).with_errors(f64::NAN, 0.0)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }
}

#[test]
fn no_number_proves_nothing() {
    let die = Hull::cuboid(DVec3::splat(1.0)).unwrap();
    let still = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let found = penetration(
        Moving::new(&die, &Lost),
        Moving::new(&die, &still),
        0.0,
        &mut Workspace::new(),
    );
    assert_eq!(found.depth, Interval::EVERYTHING);
}
