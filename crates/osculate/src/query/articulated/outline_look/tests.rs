//! Links that outlines and balls keep apart are apart, to the end of the longest stretch that is proven.

use super::*;
use crate::mesh::{TriMesh, icosphere};
use crate::motion::{Motion, Placement};
use crate::query::articulated::around::EMPTY;
use crate::query::articulated::first_look::Whole;
use crate::query::articulated::pair_query::Duo;
use crate::query::articulated::reach::Speeds;
use crate::robot::{Environment, Joint, JointKind, LinkShape, Path, Robot, RobotBuilder};
use crate::shape::Hull;
use glam::{DMat3, DQuat};

fn vector(random: &mut impl FnMut() -> f64) -> DVec3 {
    DVec3::new(random(), random(), random()) * 2.0 - 1.0
}

fn turn(random: &mut impl FnMut() -> f64) -> DQuat {
    let v = vector(random);
    DQuat::from_xyzw(v.x, v.y, v.z, 0.1 + random()).normalize()
}

/// An ellipsoid of triangles.
fn egg(random: &mut impl FnMut() -> f64) -> TriMesh {
    let ball = icosphere(1.0, 180).unwrap();
    let (half, at) = (
        0.05 + 0.25 * (0.5 * vector(random) + 0.5),
        0.2 * vector(random),
    );
    let points = ball.vertices().iter().map(|&p| at + half * p).collect();
    TriMesh::new(points, ball.triangles().to_vec()).unwrap()
}

/// Two arms on a base that goes anywhere: a turn, a slide and another turn each, with an egg at the end. They go anywhere, or stay `beside`
/// each other.
fn two_arms(beside: bool, random: &mut impl FnMut() -> f64) -> (Robot, [Hull; 2]) {
    let mut builder = RobotBuilder::new("world");
    builder.link("base");
    builder.joint(Joint::new("base", JointKind::Floating, "world", "base"));
    let mut hulls = Vec::new();
    let size = if beside { 0.05 } else { 0.4 };
    let apart = 0.2 + 0.2 * random();
    for (arm, side) in [("left", -apart), ("right", apart)] {
        let mut above = alloc::string::String::from("base");
        for (number, kind) in [
            JointKind::Revolute,
            JointKind::Prismatic,
            JointKind::Continuous,
        ]
        .into_iter()
        .enumerate()
        {
            let below = alloc::format!("{arm} {number}");
            builder.link(&below);
            let joint = Joint::new(&below, kind, &above, &below)
                .with_origin(Placement::new(
                    size * vector(random)
                        + if beside && number == 0 {
                            side * DVec3::X
                        } else {
                            DVec3::ZERO
                        },
                    turn(random),
                ))
                .with_axis(vector(random));
            let joint = match number {
                2 => joint,
                1 => joint.with_limits(-1.5 * size, 1.5 * size),
                _ => joint.with_limits(-3.0, 3.0),
            };
            builder.joint(joint);
            above = below;
        }
        let mesh = egg(random);
        let at = Placement::new(0.1 * vector(random), turn(random));
        let placed = |p: &DVec3| at.position + at.rotation * *p;
        let points: Vec<DVec3> = mesh.vertices().iter().map(placed).collect();
        hulls.push(Hull::polytope(&points).unwrap());
        builder.shape(&above, LinkShape::new("egg", mesh, at));
    }
    let [a, b] = <[Hull; 2]>::try_from(hulls).unwrap();
    (builder.build().unwrap(), [a, b])
}

/// How far the two are apart at a time, about.
fn apart(robot: &Robot, path: &Path, hulls: &[Hull; 2], t: f64) -> f64 {
    let places = ["left 2", "right 2"].map(|link| {
        let link = robot.link_named(link).unwrap();
        robot.link_motion(link, path, 0).placement(t)
    });
    between(places, hulls)
}

/// How far two hulls are apart at these places, about.
fn between(places: [Placement; 2], hulls: &[Hull; 2]) -> f64 {
    let turned = |of: usize| DMat3::from_quat(places[of].rotation);
    let back = turned(1).transpose();
    let posed = PosedHulls {
        a: &hulls[0],
        b: &hulls[1],
        pivots: [DVec3::ZERO; 2],
        turn: back * turned(0),
        shift: back * (places[0].position - places[1].position),
    };
    let enough = Enough {
        apart: 0.0,
        share: 1e-6,
        doubt: 1e-12,
        touching: 0.0,
        beyond: f64::INFINITY,
    };
    gjk(&posed, &mut Simplex::default(), &enough, &mut 0).distance
}

/// How long the first pair of a cell is proven to be apart around an instant of a piece: by closest points, by the usual direction, and by all
/// that there is. Of each what is left of the most that is asked for, and the longest that is proven as it is asked for.
fn proven(
    cell: &Workcell,
    path: &Path,
    piece: usize,
    (time, most): (f64, f64),
) -> [Vec<Around>; 3] {
    let knots = path.knots();
    let whole = Span::part(knots[piece], knots[piece + 1]);
    let held: Vec<_> = (0..path.coordinates())
        .map(|coordinate| path.bounds(piece, coordinate, whole).checked())
        .collect();
    let pair = &cell.pairs[0];
    let mut speeds = Vec::new();
    cell.reaches.speeds(&held, &mut Vec::new(), &mut speeds);
    let speed = |reach: u32| speeds[reach as usize];
    let active = Active {
        duo: Duo::Pair(0),
        speeds: Speeds(pair.reaches.map(speed)),
        beyond: 0.0,
        tolerance: 0.0,
        clearance: 0.0,
        left: [EMPTY; 2],
    };
    let mut posed = PosedTree::default();
    let mut balls = alloc::vec![Whole::default(); cell.bodies.len()];
    cell.tree.prepare(path, piece, &held, &mut posed);
    cell.tree.pose(path, piece, time, &mut posed);
    for body in pair.bodies {
        cell.place_whole(body, &posed, &mut balls);
    }
    let look = Look {
        cell,
        posed: &posed,
        time,
        whole: &balls,
    };
    let outlines = look.outlines(pair, &active).unwrap();
    [0, 1, 2].map(|way| {
        let (mut found, mut last) = (Vec::new(), Simplex::default());
        for k in 0..160 {
            let side = most * libm::pow(0.95, f64::from(k));
            let asked = Around {
                before: side,
                after: side,
            };
            let kept = match way {
                0 => outlines.apart(&mut last, &asked),
                1 => match &pair.usual {
                    Some(usual) => outlines.usually_apart(usual, &asked),
                    None => Around::NOTHING,
                },
                _ => look.bodies_apart(pair, &active, &asked, &mut last),
            };
            let covers = kept.covers(&asked);
            if kept != Around::NOTHING && (covers || k == 0) {
                found.push(kept);
            }
            if covers {
                break;
            }
        }
        found
    })
}

/// Some times of a stretch around an instant, with both ends.
fn times(time: f64, kept: Around) -> impl Iterator<Item = f64> {
    let side = move |k: i32| if k < 0 { kept.before } else { kept.after };
    (-12..=12).map(move |k| time + side(k).max(0.0) * f64::from(k) / 12.0)
}

#[test]
fn what_outlines_keep_apart_is_apart() {
    let mut random = seeded(8);
    let (mut counts, mut sharpest) = ([0; 3], [f64::INFINITY; 3]);
    for number in 0..200 {
        let (robot, hulls) = two_arms(number % 4 > 0, &mut random);
        let environment = Environment::new();
        let cell = Workcell::new(&robot, &environment).unwrap();
        let [start, end] = [0, 1].map(|_| {
            let mut configuration = robot.any_configuration(&mut random);
            // The base is anywhere, and turned anyhow.
            let (place, turn) = (3.0 * vector(&mut random), turn(&mut random));
            configuration[..3].copy_from_slice(&place.to_array());
            configuration[3..7].copy_from_slice(&turn.to_array());
            configuration
        });
        let path = robot.straight(&start, &end).unwrap();
        for middle in [0.3, 0.5, 0.7] {
            let ways = proven(&cell, &path, 0, (middle, 0.3));
            for (way, found) in ways.into_iter().enumerate() {
                counts[way] += found.len();
                for t in found.iter().flat_map(|&kept| times(middle, kept)) {
                    let distance = apart(&robot, &path, &hulls, t);
                    assert!(distance > 0.0, "at {t}, {found:?} around {middle}");
                    sharpest[way] = sharpest[way].min(distance);
                }
            }
        }
    }
    assert!(
        counts[0] > 200 && counts[1] > 5 && counts[2] > 200,
        "{counts:?}"
    );
    // What is proven comes close to touching: a bound that leaves something out would show.
    assert!(sharpest[0] < 0.01 && sharpest[2] < 0.01, "{sharpest:?}");
}

/// Chains of any joints, some of which follow others, from a base of any kind or from the world; the ends carry eggs.
fn any_arms(
    number: usize,
    random: &mut impl FnMut() -> f64,
) -> Option<(Robot, [Hull; 2], [usize; 2])> {
    let mut builder = RobotBuilder::new("world");
    builder.link("base");
    let base = [JointKind::Floating, JointKind::Planar, JointKind::Revolute][number % 3];
    let joint = Joint::new("base", base, "world", "base").with_axis(vector(random));
    builder.joint(match base {
        JointKind::Revolute => joint.with_limits(-3.0, 3.0),
        _ => joint,
    });
    let mut hulls = Vec::new();
    let mut ends = Vec::new();
    let beside = !number.is_multiple_of(5);
    let size = if beside { 0.1 } else { 0.4 };
    for (arm, side) in [("left", -0.35), ("right", 0.35)] {
        let from_world = arm == "left" && number.is_multiple_of(4);
        let mut above = alloc::string::String::from(if from_world { "world" } else { "base" });
        let count = if from_world {
            1
        } else {
            1 + (random() * 4.0) as usize
        };
        let mut followed: Option<alloc::string::String> = None;
        for k in 0..count {
            let below = alloc::format!("{arm} {k}");
            builder.link(&below);
            let kind = [
                JointKind::Revolute,
                JointKind::Prismatic,
                JointKind::Continuous,
                JointKind::Planar,
            ][(random() * 3.99) as usize];
            let shift = if k == 0 { side * DVec3::X } else { DVec3::ZERO };
            let joint = Joint::new(&below, kind, &above, &below)
                .with_origin(Placement::new(size * vector(random) + shift, turn(random)))
                .with_axis(vector(random));
            let joint = match kind {
                JointKind::Prismatic => joint.with_limits(-3.0 * size, 3.0 * size),
                JointKind::Revolute => joint.with_limits(-3.0, 3.0),
                _ => joint,
            };
            let single = !matches!(kind, JointKind::Planar);
            let joint = match &followed {
                Some(leader) if single && random() < 0.4 => {
                    joint.with_mimic(leader.as_str(), 4.0 * random() - 2.0, random() - 0.5)
                }
                _ => {
                    if single {
                        followed = Some(below.clone());
                    }
                    joint
                }
            };
            builder.joint(joint);
            above = below;
        }
        let mesh = egg(random);
        let at = Placement::new(0.1 * vector(random), turn(random));
        let placed = |p: &DVec3| at.position + at.rotation * *p;
        let points: Vec<DVec3> = mesh.vertices().iter().map(placed).collect();
        hulls.push(Hull::polytope(&points).unwrap());
        builder.shape(&above, LinkShape::new("egg", mesh, at));
        ends.push(above);
    }
    let [a, b] = <[Hull; 2]>::try_from(hulls).unwrap();
    let robot = builder.build().ok()?;
    let ends = [0, 1].map(|k| robot.link_named(&ends[k]).unwrap());
    Some((robot, [a, b], ends))
}

/// Three configurations; where the base `floats` it is anywhere, and turned anyhow.
fn any_waypoints(robot: &Robot, floats: bool, random: &mut impl FnMut() -> f64) -> Vec<Vec<f64>> {
    (0..3)
        .map(|_| {
            let mut values = robot.any_configuration(&mut *random);
            let skip = if floats {
                let v = turn(random);
                values[..3].copy_from_slice(&vector(random).to_array());
                values[3..7].copy_from_slice(&v.to_array());
                7
            } else {
                0
            };
            for (k, c) in robot.coordinates().iter().enumerate().skip(skip) {
                if c.limits.is_none() && !c.wraps {
                    values[k] = 0.5 * (2.0 * random() - 1.0);
                }
            }
            values
        })
        .collect()
}

#[test]
fn what_outlines_keep_apart_is_apart_along_curves() {
    let cases = std::env::var("OSCULATE_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(100);
    let mut random = seeded(1);
    let mut counted = 0;
    for number in 0..cases {
        let Some((robot, hulls, ends)) = any_arms(number, &mut random) else {
            continue;
        };
        let environment = Environment::new();
        let cell = Workcell::new(&robot, &environment).unwrap();
        if cell.pairs.is_empty() {
            continue;
        }
        let waypoints = any_waypoints(&robot, number.is_multiple_of(3), &mut random);
        let path = match !number.is_multiple_of(3) && number.is_multiple_of(2) {
            true => robot.spline(&waypoints),
            false => robot.eased(&waypoints),
        }
        .unwrap();
        let knots = path.knots().to_vec();
        for piece in 0..knots.len() - 1 {
            let width = knots[piece + 1] - knots[piece];
            for share in [0.2, 0.5, 0.8] {
                let middle = knots[piece] + share * width;
                let ways = proven(&cell, &path, piece, (middle, 0.2 * width));
                for found in ways.into_iter().flatten() {
                    counted += 1;
                    for t in times(middle, found) {
                        let places =
                            ends.map(|link| robot.link_motion(link, &path, piece).placement(t));
                        let distance = between(places, &hulls);
                        assert!(
                            distance > 0.0,
                            "case {number} piece {piece} at {t}, {found:?} around {middle}"
                        );
                    }
                }
            }
        }
    }
    assert!(counted > 10 * cases, "{counted}");
}
