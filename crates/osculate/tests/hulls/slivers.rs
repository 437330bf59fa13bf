//! Bodies with features so thin that squares of their cross products underflow: no direction may be taken from those.
//! `OSCULATE_CASES` sets the number of pairs, `OSCULATE_SEED` shifts them.

use glam::{DQuat, DVec3};
use osculate::query::hulls::{hull_separation, hull_separation_again, penetration};
use osculate::query::instant;
use osculate::query::small_motions::PairMemory;
use osculate::{Hull, Interval, Moving, Placement, Resting, Shape, TriMesh, Workspace};
use osculate_judge::hulls::bodies::{Body, Core, Posed};
use osculate_judge::hulls::distance::{Accuracy, distance};
use osculate_judge::hulls::motion::turn_of;
use osculate_judge::seeded::{self, Seeded};

/// Below this, a coordinate is nothing beside the others.
const NOTHING: f64 = 1e-30;

/// How far answers may be from the judge's, who is that exact.
const FINE: f64 = 1e-12;

fn without_nothing(v: DVec3) -> DVec3 {
    DVec3::from_array(
        v.to_array()
            .map(|x| if x.abs() < NOTHING { 0.0 } else { x }),
    )
}

/// A number whose product with another is near the least that there is, as a rule.
fn tiny(random: &mut Seeded) -> f64 {
    match random.below(6) {
        0 => random.magnitude(-320.0, -40.0),
        1 | 2 => random.magnitude(-85.0, -75.0),
        _ => random.magnitude(-162.0, -157.0),
    }
}

fn coordinate(random: &mut Seeded) -> f64 {
    let size = match random.below(4) {
        0 => 0.0,
        1 => random.whole(1, 4) as f64 * 0.25,
        2 => random.real(0.1, 1.0),
        _ => tiny(random),
    };
    if random.chance(0.5) { -size } else { size }
}

/// Corners in a plane, or nearly so.
fn thin_corners(random: &mut Seeded) -> Vec<DVec3> {
    let across = random.below(4);
    let count = random.whole(3, 5);
    let mut corner = || {
        let mut corner = [(); 3].map(|()| coordinate(random));
        if across < 3 {
            corner[across] = if random.chance(0.5) {
                0.0
            } else {
                tiny(random)
            };
        }
        DVec3::from_array(corner)
    };
    (0..count).map(|_| corner()).collect()
}

fn some_core(random: &mut Seeded) -> Core {
    match random.below(4) {
        0 => Core::Point,
        1 => Core::Segment { half: 0.5 },
        2 => Core::Cuboid {
            half: DVec3::new(0.5, 0.25, 0.125),
        },
        _ => Core::Polytope {
            corners: thin_corners(random),
        },
    }
}

/// A thin polytope at the origin, and a body somewhere beside it that does not turn.
struct Case {
    corners: Vec<DVec3>,
    body: Body,
    place: DVec3,
}

impl Case {
    fn new(random: &mut Seeded) -> Case {
        let corners = thin_corners(random);
        let body = Body::new(some_core(random), random.one_of(&[0.0, 0.25, 1.0]));
        let mut place = [(); 3].map(|()| coordinate(random));
        place[random.below(3)] = random.real(0.1, 3.0);
        Case {
            corners,
            body,
            place: DVec3::from_array(place),
        }
    }

    /// How far the bodies are apart by the judge, who leaves out what is nothing; negative where the cores are closer than the
    /// margins are wide.
    fn truth(&self) -> Interval {
        let corners = |corners: &[DVec3]| Core::Polytope {
            corners: corners.iter().copied().map(without_nothing).collect(),
        };
        let core = match &self.body.core {
            Core::Polytope { corners: thin } => corners(thin),
            other => other.clone(),
        };
        let bodies = [
            Body::new(corners(&self.corners), 0.0),
            Body::new(core, self.body.margin),
        ];
        let still = turn_of(DQuat::IDENTITY);
        let a = Posed::new(&bodies[0], DVec3::ZERO, still);
        let b = Posed::new(&bodies[1], without_nothing(self.place), still);
        let accuracy = Accuracy {
            absolute: 1e-14,
            relative: 0.0,
            margins: 0.0,
            touch: 0.0,
        };
        let found = distance(&a, &b, -self.place, accuracy);
        // Where the judge is exact its bounds may be in the wrong order by a unit.
        let [lower, upper] = [found.lower.max(0.0), found.upper].map(|at| at - self.body.margin);
        Interval::new(lower.min(upper), upper.max(lower))
    }

    /// Asks in all ways, with hints that may be anything. Whether there are such bodies.
    fn check(&self, hints: u32, random: &mut Seeded) -> bool {
        let hull = match &self.body.core {
            Core::Point => Hull::ball(0.0),
            &Core::Segment { half } => Hull::capsule(half, 0.0),
            &Core::Cuboid { half } => Hull::cuboid(half),
            Core::Polytope { corners } => Hull::polytope(corners),
            _ => unreachable!("there are no such bodies"),
        };
        let (Ok(thin), Ok(hull)) = (Hull::polytope(&self.corners), hull) else {
            return false;
        };
        let hull = hull.rounded(self.body.margin).unwrap();
        let here = Resting::default();
        let there = Resting::at(Placement::at(self.place)).unwrap();
        let truth = self.truth();
        let told = |found: Interval, what: &str| {
            assert!(
                found.lower <= truth.upper.max(0.0) + FINE && found.upper >= truth.lower - FINE,
                "{what}: {found:?} is not {truth:?}: {:?}\n{:?} at {:?}",
                self.corners,
                self.body,
                self.place
            );
        };
        let workspace = &mut Workspace::new();
        let (a, b) = (Moving::new(&thin, &here), Moving::new(&hull, &there));
        told(hull_separation(a, b, 0.0, workspace).separation, "a, b");
        told(hull_separation(b, a, 0.0, workspace).separation, "b, a");
        if truth.lower > 0.0 {
            let depth = penetration(a, b, 0.0, workspace);
            told(depth.signed_distance(), "depth");
        }
        for _ in 0..hints {
            let memory = &mut PairMemory::new().misled(|| random.bits());
            let again = hull_separation_again(a, b, 0.0, memory);
            told(again.separation, "again");
        }
        if let [p, q, r] = self.corners[..]
            && let Ok(mesh) = TriMesh::new(vec![p, q, r], vec![[0, 1, 2]])
        {
            let (flat, solid) = (Shape::from(mesh), Shape::from(hull.clone()));
            let (a, b) = (Moving::new(&flat, &here), Moving::new(&solid, &there));
            let found = instant::separation(a, b, 0.0, workspace);
            told(found.separation, "of a triangle");
        }
        true
    }
}

#[test]
fn thin_features_are_as_far_apart_as_is_told() {
    let (cases, seed) = (seeded::cases(200), seeded::seed(6));
    let mut asked = 0;
    for case in 0..cases {
        let random = &mut Seeded::of_case(seed, case);
        asked += u64::from(Case::new(random).check(8, random));
    }
    assert!(asked > cases / 2, "{asked}");
}
