//! A trace of a robot on a path: its links, what stands around it, how all of it moves, and the answer.

use crate::query_trace::flights;
use crate::traced_shape::write_shape;
use glam::{DQuat, DVec3};
use osculate::motion::JointPath;
use osculate::query::articulated::{Party, RobotOutcome, RobotVerdict};
use osculate::robot::{Environment, JointKind, ObstaclePlace, Path, Robot};
use osculate::{ConstantVelocity, Motion, Placement, motion::Ballistic};
use osculate_trace::{
    Bodies, Column, Compression, Events, Header, Joints, Moves, Part, Precision, Segments, Shape,
    ShapeKind, TraceWriter,
};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// A robot on a path, among obstacles, and what was found out about it.
#[derive(Clone, Copy, Debug)]
pub struct RobotTrace<'a> {
    /// What to call the trace.
    pub title: &'a str,
    /// The robot.
    pub robot: &'a Robot,
    /// Its path.
    pub path: &'a Path,
    /// What stands around it, moves about, or is held.
    pub environment: &'a Environment,
    /// What was found out, if it was asked: a contact becomes an event.
    pub outcome: Option<&'a RobotOutcome>,
    /// The same as an object of JSON, such as `robot_answer_json` writes, for those who read the trace; else the trace has the
    /// outcome, times, points and the normal.
    pub answer: Option<&'a str>,
}

/// Writes a trace of a robot. Its bodies are the links, of which each comes after its parent, and then the obstacles.
///
/// ```
/// use osculate::robot::{Environment, Joint, JointKind, LinkShape, RobotBuilder};
/// use osculate::{Hull, Placement, glam::DVec3};
/// use osculate_io::{RobotTrace, write_robot_trace};
/// use osculate_trace::{Compression, Playback, Precision};
///
/// let mut builder = RobotBuilder::new("base");
/// builder.link("arm");
/// builder.shape("arm", LinkShape::new("rod", Hull::capsule(0.5, 0.1)?, Placement::at(0.5 * DVec3::X)));
/// builder.joint(Joint::new("shoulder", JointKind::Continuous, "base", "arm").with_axis(DVec3::Z));
/// let robot = builder.build()?;
/// let path = robot.straight(&[0.0], &[1.0])?;
/// let trace = RobotTrace { title: "an arm", robot: &robot, path: &path, environment: &Environment::new(), outcome: None, answer: None };
/// let file = write_robot_trace(Vec::new(), &trace, Precision::F64, Compression::None)?;
/// let tip = Playback::read(file.as_slice())?.placement(1, 0.5).point([1.0, 0.0, 0.0]);
/// assert_eq!(tip, [0.5_f64.cos(), 0.5_f64.sin(), 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_robot_trace<W: Write>(
    writer: W,
    traced: &RobotTrace,
    precision: Precision,
    compression: Compression,
) -> io::Result<W> {
    let knots = traced.path.knots();
    let (start, end) = (knots[0], knots[knots.len() - 1]);
    let header = Header {
        span: Some([start, end]),
        up: Some(vec![0.0, 0.0, 1.0]),
        precision,
        ..Header::new(3, traced.title)
    };
    let mut trace = TraceWriter::new(writer, &header, compression)?;
    let tree = Tree::new(traced.robot);
    write_bodies(&mut trace, traced, &tree)?;
    let jointed = tree.jointed(traced.robot);
    if !jointed.is_empty() {
        trace.write(joints(traced.robot, &tree, &jointed))?;
    }
    for kinds in [
        &[
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
        ][..],
        &[JointKind::Planar],
        &[JointKind::Floating],
    ] {
        if let Some(segments) = segments(traced, &tree, kinds) {
            trace.write(segments)?;
        }
    }
    let moving = moving_obstacles(traced.environment);
    if !moving.is_empty() {
        let bodies = moving.iter().map(|(number, _)| tree.obstacle(*number));
        let motions = moving.iter().map(|(_, motion)| (*motion).clone().into());
        let motions: Vec<Ballistic> = motions.collect();
        let motions: Vec<&Ballistic> = motions.iter().collect();
        trace.write(Segments {
            time: Some(vec![start; moving.len()].into()),
            body: Some(bodies.collect::<Vec<u32>>().into()),
            moves: flights(&motions, start),
        })?;
    }
    if let Some(outcome) = traced.outcome {
        write_answer(&mut trace, traced, &tree, &outcome.verdict)?;
    }
    trace.end(end, "answered")
}

/// The numbers of links among the bodies of a trace, in which parents come first.
struct Tree {
    /// The links, in the order of their bodies.
    order: Vec<usize>,
    /// The body of each link.
    bodies: Vec<u32>,
    /// The parent of each link.
    parents: Vec<Option<usize>>,
}

impl Tree {
    fn new(robot: &Robot) -> Tree {
        let count = robot.links().len();
        let mut parents = vec![None; count];
        let mut children = vec![Vec::new(); count];
        for joint in 0..robot.joints().len() {
            let [parent, child] = robot.connects(joint);
            parents[child] = Some(parent);
            children[parent].push(child);
        }
        let mut order = vec![0];
        let mut next = 0;
        while let Some(&link) = order.get(next) {
            order.extend(&children[link]);
            next += 1;
        }
        let mut bodies = vec![0; count];
        for (body, &link) in order.iter().enumerate() {
            bodies[link] = body as u32;
        }
        Tree {
            order,
            bodies,
            parents,
        }
    }

    /// The body of an obstacle.
    fn obstacle(&self, number: usize) -> u32 {
        (self.order.len() + number) as u32
    }

    /// The body of what takes part in a contact.
    fn party(&self, robot: &Robot, party: Party) -> u32 {
        match party {
            Party::Shape(number) => {
                let link = robot.all_shapes().nth(number).map_or(0, |(link, _)| link);
                self.bodies[link]
            }
            Party::Obstacle(number) => self.obstacle(number),
        }
    }

    /// The joints that move, in the order of their bodies.
    fn jointed(&self, robot: &Robot) -> Vec<usize> {
        let joints = self
            .order
            .iter()
            .filter_map(|&link| robot.links()[link].joint());
        joints
            .filter(|&joint| robot.joints()[joint].kind != JointKind::Fixed)
            .collect()
    }

    /// The body that a joint moves.
    fn body(&self, robot: &Robot, joint: usize) -> u32 {
        self.bodies[robot.connects(joint)[1]]
    }
}

fn moving_obstacles(environment: &Environment) -> Vec<(usize, &ConstantVelocity)> {
    let obstacles = environment.obstacles().iter().enumerate();
    obstacles
        .filter_map(|(number, obstacle)| match &obstacle.place {
            ObstaclePlace::Moving(motion) => Some((number, motion)),
            _ => None,
        })
        .collect()
}

fn write_bodies(
    trace: &mut TraceWriter<impl Write>,
    traced: &RobotTrace,
    tree: &Tree,
) -> io::Result<()> {
    let RobotTrace {
        robot,
        path,
        environment,
        ..
    } = traced;
    let start = path.knots()[0];
    let places = robot.placements(&path.configuration(start));
    let places = places.map_err(io::Error::other)?;
    let mut rows = Rows::default();
    let mut next = 0;
    for &link in &tree.order {
        let shape = write_link(trace, robot, link, &mut next)?;
        let at = match tree.parents[link] {
            None => places[link],
            Some(parent) => within(places[parent], places[link]),
        };
        let parent = tree.parents[link].map(|parent| tree.bodies[parent]);
        rows.add(robot.links()[link].name(), shape, parent, at, 0);
    }
    for obstacle in environment.obstacles() {
        let shape = write_shape(trace, &obstacle.shape, &mut next)?;
        let (parent, at, kind) = match &obstacle.place {
            ObstaclePlace::Resting(rest) => (None, rest.placement(start), 1),
            ObstaclePlace::Moving(motion) => (None, motion.placement(start), 2),
            ObstaclePlace::Attached { link, at, .. } => {
                let link = robot.link_named(link);
                (link.map(|link| tree.bodies[link]), *at, 3)
            }
        };
        rows.add(&obstacle.name, shape, parent, at, kind);
    }
    trace.write(Bodies {
        shape: Some(rows.shapes.into()),
        name: rows.names,
        parent: Some(rows.parents.into()),
        position: Some(rows.positions.into()),
        rotation: Some(rows.rotations.into()),
        kind: Some(rows.kinds.into()),
        kinds: ["link", "obstacle", "moving obstacle", "held"]
            .map(str::to_owned)
            .to_vec(),
        ..Bodies::default()
    })
}

/// Bodies in the making.
#[derive(Default)]
struct Rows {
    names: Vec<String>,
    shapes: Vec<u32>,
    parents: Vec<i32>,
    positions: Vec<f64>,
    rotations: Vec<f64>,
    kinds: Vec<u8>,
}

impl Rows {
    fn add(&mut self, name: &str, shape: usize, parent: Option<u32>, at: Placement, kind: u8) {
        self.names.push(name.to_owned());
        self.shapes.push(shape as u32);
        self.parents.push(parent.map_or(-1, |parent| parent as i32));
        self.positions.extend(at.position.to_array());
        self.rotations.extend(at.rotation.normalize().to_array());
        self.kinds.push(kind);
    }
}

/// Writes the shapes of a link: one for all of them, whose number is given.
fn write_link(
    trace: &mut TraceWriter<impl Write>,
    robot: &Robot,
    link: usize,
    next: &mut usize,
) -> io::Result<usize> {
    let mut parts = Vec::new();
    for shape in robot.shapes(link) {
        parts.push(Part {
            shape: write_shape(trace, &shape.shape, next)?,
            position: shape.at.position.to_array(),
            rotation: shape.at.rotation.normalize().to_array(),
        });
    }
    if let [part] = parts.as_slice()
        && part.position == [0.0; 3]
        && part.rotation == [0.0, 0.0, 0.0, 1.0]
    {
        return Ok(part.shape);
    }
    trace.write(Shape::from(ShapeKind::Compound { parts }))?;
    *next += 1;
    Ok(*next - 1)
}

/// Where something is in coordinates that are at `outer`.
fn within(outer: Placement, inner: Placement) -> Placement {
    let back = outer.rotation.conjugate();
    Placement::new(
        back * (inner.position - outer.position),
        back * inner.rotation,
    )
}

const KINDS: [(&str, JointKind); 5] = [
    ("revolute", JointKind::Revolute),
    ("continuous", JointKind::Continuous),
    ("prismatic", JointKind::Prismatic),
    ("planar", JointKind::Planar),
    ("floating", JointKind::Floating),
];

/// What links hang on their parents by, but for joints that do not move.
fn joints(robot: &Robot, tree: &Tree, jointed: &[usize]) -> Joints {
    let all = jointed.iter().map(|&joint| &robot.joints()[joint]);
    let kind = |kind| KINDS.iter().position(|known| known.1 == kind);
    let vectors = |vector: &dyn Fn(usize) -> DVec3| -> Option<Column> {
        let numbers = jointed.iter().map(|&joint| vector(joint).to_array());
        Some(numbers.collect::<Vec<_>>().concat().into())
    };
    let follows: Vec<(i32, [f64; 2])> = jointed
        .iter()
        .map(|&joint| {
            let found = robot.coordinate_of(joint);
            match found.map(|(first, follows)| (robot.coordinates()[first].joint, follows)) {
                Some((leader, follows)) if leader != joint => {
                    (tree.body(robot, leader) as i32, follows)
                }
                _ => (-1, [1.0, 0.0]),
            }
        })
        .collect();
    let factor = |which: usize| -> Option<Column> {
        let numbers: Vec<f64> = follows.iter().map(|row| row.1[which]).collect();
        Some(numbers.into())
    };
    let axis = |joint: usize| direction(robot.joints()[joint].axis);
    let rotations = all
        .clone()
        .map(|joint| joint.origin.rotation.normalize().to_array());
    let mut rows = Joints {
        body: Some(bodies(jointed.iter().map(|&joint| tree.body(robot, joint)))),
        name: all.clone().map(|joint| joint.name.clone()).collect(),
        kind: Some(
            all.clone()
                .map(|joint| kind(joint.kind).unwrap_or(0) as u8)
                .collect::<Vec<u8>>()
                .into(),
        ),
        kinds: KINDS.map(|(name, _)| name.to_owned()).to_vec(),
        position: vectors(&|joint| robot.joints()[joint].origin.position),
        rotation: Some(rotations.collect::<Vec<_>>().concat().into()),
        axis: vectors(&axis),
        ..Joints::default()
    };
    if all.clone().any(|joint| joint.kind == JointKind::Planar) {
        rows.along = vectors(&|joint| along(axis(joint)));
    }
    if follows.iter().any(|row| row.0 >= 0) {
        let leaders: Vec<i32> = follows.iter().map(|row| row.0).collect();
        rows.mimic = Some(leaders.into());
        (rows.multiplier, rows.offset) = (factor(0), factor(1));
    }
    rows
}

fn bodies(bodies: impl Iterator<Item = u32>) -> Column {
    bodies.collect::<Vec<u32>>().into()
}

/// An axis of any length at length 1.
fn direction(axis: DVec3) -> DVec3 {
    // By its largest part first, so that squares neither vanish nor overflow.
    (axis / axis.abs().max_element()).normalize()
}

/// The direction of x of a planar joint, as [`JointKind::Planar`] has it.
fn along(axis: DVec3) -> DVec3 {
    let size = axis.abs();
    let most_across = if size.x <= size.y && size.x <= size.z {
        DVec3::X
    } else if size.y <= size.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    (most_across - axis * axis.dot(most_across)).normalize()
}

/// How joints of some kinds move, piece after piece; none if there are no such joints.
fn segments(traced: &RobotTrace, tree: &Tree, kinds: &[JointKind]) -> Option<Segments> {
    let RobotTrace { robot, path, .. } = traced;
    let leads = |joint: &usize| {
        let found = &robot.joints()[*joint];
        kinds.contains(&found.kind) && found.mimic.is_none()
    };
    let joints: Vec<usize> = tree.jointed(robot).into_iter().filter(leads).collect();
    if joints.is_empty() {
        return None;
    }
    let knots = path.knots();
    let rows: Vec<(usize, usize)> = (0..path.pieces())
        .flat_map(|piece| joints.iter().map(move |&joint| (piece, joint)))
        .collect();
    let times = |ends: usize| -> Option<Column> {
        let times: Vec<f64> = rows.iter().map(|(piece, _)| knots[piece + ends]).collect();
        Some(times.into())
    };
    let mut moves = Moves {
        motion: "joint".to_owned(),
        until: times(1),
        ..Moves::default()
    };
    let first = |joint| robot.coordinate_of(joint).map_or(0, |(first, _)| first);
    let column = |part: usize| -> Option<Column> {
        let terms = rows.iter().flat_map(|&(piece, joint)| {
            let terms = path.polynomial(piece, first(joint) + part);
            terms.iter().copied()
        });
        Some(terms.collect::<Vec<f64>>().into())
    };
    moves.degree = path.polynomial(0, first(joints[0])).len() - 1;
    match kinds {
        [JointKind::Planar] => {
            (moves.x, moves.y, moves.q) = (column(0), column(1), column(2));
        }
        [JointKind::Floating] => {
            (moves.x, moves.y, moves.z) = (column(0), column(1), column(2));
            let shares = rows
                .iter()
                .flat_map(|&(piece, joint)| shares(path.polynomial(piece, first(joint) + 3)));
            moves.q = Some(shares.collect::<Vec<f64>>().into());
            let rotations = |end: usize| -> Option<Column> {
                let rotations = rows.iter().map(|&(piece, joint)| {
                    let waypoint = &path.waypoints()[piece + end];
                    let rotation = DQuat::from_slice(&waypoint[first(joint) + 3..]);
                    rotation.normalize().to_array()
                });
                Some(rotations.collect::<Vec<_>>().concat().into())
            };
            (moves.from, moves.to) = (rotations(0), rotations(1));
        }
        _ => moves.q = column(0),
    }
    Some(Segments {
        time: times(0),
        body: Some(bodies(rows.iter().map(|row| tree.body(robot, row.1)))),
        moves,
    })
}

/// The share of a turn that is done, of the angle.
fn shares(angle: &[f64]) -> Vec<f64> {
    let whole: f64 = angle.iter().sum();
    let share = |term: &f64| if whole == 0.0 { 0.0 } else { term / whole };
    angle.iter().map(share).collect()
}

/// Writes the answer and, if there is a contact, an event.
fn write_answer(
    trace: &mut TraceWriter<impl Write>,
    traced: &RobotTrace,
    tree: &Tree,
    found: &RobotVerdict,
) -> io::Result<()> {
    let pair = match found {
        RobotVerdict::Free => None,
        RobotVerdict::Contact(contact) => Some(contact.pair),
        RobotVerdict::Overlapping { pairs, .. } => pairs.first().map(|&(pair, _)| pair),
        RobotVerdict::Undecided { pair, .. } => Some(*pair),
    };
    let bodies = pair.map(|pair| pair.map(|party| tree.party(traced.robot, party)));
    if let (Some(robot_contact), Some([a, b])) = (found.contact(), bodies) {
        let contact = &robot_contact.contact;
        let vector = |vector: DVec3| Some(vector.to_array().into());
        trace.write(Events {
            time: Some([contact.lower].into()),
            a: Some(vec![a].into()),
            b: Some(vec![b].into()),
            kind: Some(vec![0_u8].into()),
            kinds: vec!["first contact".to_owned()],
            point: vector(0.5 * contact.point_a + 0.5 * contact.point_b),
            normal: vector(contact.normal),
            ..Events::default()
        })?;
    }
    let mut verdict = match traced.answer.map(serde_json::from_str) {
        Some(Ok(Value::Object(object))) => object,
        _ => plain(found),
    };
    for (key, body) in ["a", "b"].into_iter().zip(bodies.into_iter().flatten()) {
        verdict.insert(key.to_owned(), body.into());
    }
    trace.write(verdict)
}

/// What a verdict comes to, and when and where.
fn plain(found: &RobotVerdict) -> Map<String, Value> {
    let mut verdict = Map::new();
    let mut add = |key: &str, value: Value| drop(verdict.insert(key.to_owned(), value));
    let name = match found {
        RobotVerdict::Free => "free",
        RobotVerdict::Contact(_) => "contact",
        RobotVerdict::Overlapping { .. } => "overlapping",
        RobotVerdict::Undecided { .. } => "undecided",
    };
    add("outcome", name.into());
    if let Some(found) = found.contact() {
        let contact = &found.contact;
        let vector = |vector: DVec3| vector.to_array().to_vec().into();
        add("time", contact.lower.into());
        add("time_upper", contact.upper.into());
        add("point_a", vector(contact.point_a));
        add("point_b", vector(contact.point_b));
        add("normal", vector(contact.normal));
        add("segment", found.piece.into());
        add("fraction", found.fraction.into());
    }
    verdict
}
