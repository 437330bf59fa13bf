//! Robots that the library has, or has read, as the judge has them.

use crate::scenario::{Cell, Plan, Role};
use crate::translated::across;
use glam::DQuat;
use osculate::query::articulated::Party;
use osculate::robot::{Environment, JointKind, ObstaclePlace, Robot};
use osculate::shape::HullCore;
use osculate::{Hull, Motion, Placement, Shape};
use osculate_judge::hulls::bodies::{Body, Core};
use osculate_judge::meshes::Mesh;
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{self, Drive, JointSpec, Tree};
use osculate_judge::seeded::Seeded;

/// A hull of the library in plain numbers.
fn body(hull: &Hull) -> Body {
    let form = hull.form();
    let core = match form.core {
        HullCore::Point => Core::Point,
        HullCore::Segment { half_length } => Core::Segment { half: half_length },
        HullCore::Cuboid { half } => Core::Cuboid { half },
        HullCore::Cylinder {
            radius,
            half_height,
        } => Core::Cylinder {
            radius,
            half: half_height,
        },
        HullCore::Cone {
            radius,
            half_height,
        } => Core::Cone {
            radius,
            half: half_height,
        },
        HullCore::Ellipsoid { radii } => Core::Ellipsoid { radii },
        HullCore::Polytope { corners, .. } => Core::Polytope { corners },
        other => panic!("a core that the judge does not know: {other:?}"),
    };
    Body::new(core, form.margin).placed(form.centre, DQuat::from_mat3(&form.axes))
}

fn solid(shape: &Shape) -> Solid {
    match shape {
        Shape::Hull(hull) => Solid::Hull(body(hull)),
        Shape::Mesh(tree) => {
            let mesh = tree.mesh();
            let (vertices, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
            Solid::mesh(Mesh::new(vertices, triangles))
        }
        Shape::HalfSpace(plane) => Solid::HalfSpace {
            normal: plane.normal(),
            offset: plane.offset(),
        },
        Shape::Compound(_) => panic!("no robot here carries a compound"),
    }
}

/// The joints in such an order that parents come first.
fn ordered(robot: &Robot) -> Vec<usize> {
    let mut order = Vec::new();
    let mut reached = vec![0];
    while order.len() < robot.joints().len() {
        let before = order.len();
        for joint in 0..robot.joints().len() {
            let [parent, child] = robot.connects(joint);
            if !order.contains(&joint) && reached.contains(&parent) {
                order.push(joint);
                reached.push(child);
            }
        }
        assert!(order.len() > before, "a robot is a tree");
    }
    order
}

fn spec(robot: &Robot, joint: usize, parent: usize, order: &[usize]) -> JointSpec {
    let own = &robot.joints()[joint];
    let kind = match own.kind {
        JointKind::Fixed => tree::JointKind::Fixed,
        JointKind::Revolute | JointKind::Continuous => tree::JointKind::Turning,
        JointKind::Prismatic => tree::JointKind::Sliding,
        JointKind::Planar => tree::JointKind::Planar {
            x: across(own.axis),
        },
        JointKind::Floating => tree::JointKind::Floating,
        _ => panic!("a kind of joint that the judge does not know"),
    };
    let first = robot.coordinates().iter().position(|c| c.joint == joint);
    let drive = match (&own.mimic, first) {
        (Some(mimic), _) => {
            let other = robot.joint_named(&mimic.joint);
            let place = order.iter().position(|&n| Some(n) == other);
            Drive::Mimic {
                joint: place.expect("a joint that is followed"),
                multiplier: mimic.multiplier,
                offset: mimic.offset,
            }
        }
        (None, Some(first)) => Drive::Own(first),
        (None, None) => Drive::None,
    };
    JointSpec::new(parent, kind, drive)
        .at(
            own.origin.position.to_array(),
            own.origin.rotation.to_array(),
        )
        .along(own.axis.to_array())
}

/// A placement on a link, as a joint of its own.
fn fixed(plan: &mut Plan, link: usize, at: &Placement) -> usize {
    let joint = JointSpec::new(link, tree::JointKind::Fixed, Drive::None);
    let at = joint.at(at.position.to_array(), at.rotation.to_array());
    plan.tree.push(at)
}

/// A robot and its obstacles for both.
pub fn known(robot: Robot, environment: Environment) -> (Plan, Cell) {
    let order = ordered(&robot);
    let mut links = vec![0; robot.links().len()];
    let mut joints = Tree::default();
    for &joint in &order {
        let [parent, child] = robot.connects(joint);
        links[child] = joints.push(spec(&robot, joint, links[parent], &order));
    }
    let mut plan = Plan::of_robot(joints, Vec::new());
    let pairs = robot.checked_pairs();
    plan.checked = Some(pairs.map(|pair| pair.map(|link| links[link])).collect());
    plan.padding = vec![0.0; links.len()];
    for (link, own) in robot.links().iter().enumerate() {
        plan.padding[links[link]] = own.padding();
    }
    let mut parties = Vec::new();
    for (number, (link, part)) in robot.all_shapes().enumerate() {
        let place = fixed(&mut plan, links[link], &part.at);
        plan.add(place, solid(&part.shape), Role::Part);
        parties.push(Party::Shape(number));
    }
    for (number, obstacle) in environment.obstacles().iter().enumerate() {
        let named = |name: &String| links[robot.link_named(name).expect("a link")];
        let touch: Vec<usize> = obstacle.touch_links.iter().map(named).collect();
        let solid = solid(&obstacle.shape);
        let (place, role) = match &obstacle.place {
            ObstaclePlace::Resting(rest) => {
                let place = fixed(&mut plan, 0, &rest.placement(0.0));
                (place, Role::Obstacle(touch))
            }
            ObstaclePlace::Moving(motion) => {
                let at = motion.placement(0.0);
                let kind = tree::JointKind::Flying {
                    p: at.position.to_array(),
                    q: at.rotation.to_array(),
                    v: motion.linear().to_array(),
                    w: motion.angular().to_array(),
                };
                let joint = JointSpec::new(0, kind, Drive::None);
                (plan.tree.push(joint), Role::Obstacle(touch))
            }
            ObstaclePlace::Attached { link, at } => {
                let place = fixed(&mut plan, named(link), at);
                (place, Role::Grasped(touch))
            }
        };
        plan.add(place, solid, role);
        parties.push(Party::Obstacle(number));
    }
    let cell = Cell {
        robot,
        environment,
        parties,
    };
    (plan, cell)
}

/// A configuration within the limits; what has none turns as it likes, or goes up to half a unit.
pub fn configuration(robot: &Robot, rng: &mut Seeded) -> Vec<f64> {
    let coordinates = robot.coordinates().iter();
    let mut values: Vec<f64> = coordinates
        .map(|coordinate| {
            let turns = robot.joints()[coordinate.joint].kind != JointKind::Prismatic;
            let most = if turns { std::f64::consts::PI } else { 0.5 };
            let [least, largest] = coordinate.limits.unwrap_or([-most, most]);
            rng.real(least.max(-most), largest.min(most))
        })
        .collect();
    for (number, coordinate) in robot.coordinates().iter().enumerate() {
        let kind = robot.joints()[coordinate.joint].kind;
        if kind == JointKind::Floating && coordinate.part == 3 {
            values[number..number + 4].copy_from_slice(&rng.rotation().to_array());
        }
        if kind == JointKind::Floating && coordinate.part < 3 {
            values[number] = rng.real(-0.5, 0.5);
        }
    }
    values
}
