//! Seeded robots, paths and obstacles.

use super::solid::Solid;
use super::tree::{Drive, JointKind, JointSpec, Tree};
use super::walk::Carried;
use crate::hulls::bodies::Body;
use crate::meshes::shapes;
use crate::seeded::Seeded;
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// What kinds of joints a robot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joints {
    /// All that turn.
    Turning,
    /// Turning ones, and some that mimic another.
    Mimicking,
    /// Turning and sliding ones in turn.
    Sliding,
    /// The first is planar, the others turn.
    PlanarBase,
    /// The first floats, the others turn.
    FloatingBase,
    /// Any of these anywhere.
    Any,
}

impl Joints {
    /// All of them.
    pub const ALL: [Joints; 6] = [
        Joints::Turning,
        Joints::Mimicking,
        Joints::Sliding,
        Joints::PlanarBase,
        Joints::FloatingBase,
        Joints::Any,
    ];

    fn kind(self, number: usize, rng: &mut Seeded) -> JointKind {
        let planar = JointKind::Planar { x: [1.0, 0.0, 0.0] };
        match self {
            Joints::Turning | Joints::Mimicking => JointKind::Turning,
            Joints::Sliding if number % 2 == 1 => JointKind::Sliding,
            Joints::Sliding => JointKind::Turning,
            Joints::PlanarBase if number == 0 => planar,
            Joints::FloatingBase if number == 0 => JointKind::Floating,
            Joints::PlanarBase | Joints::FloatingBase => JointKind::Turning,
            Joints::Any => match rng.below(12) {
                0 => JointKind::Fixed,
                1 | 2 => JointKind::Sliding,
                3 => planar,
                4 => JointKind::Floating,
                _ => JointKind::Turning,
            },
        }
    }
}

/// A quaternion that is nearly of unit length, as far from it as is allowed.
pub fn quaternion(rng: &mut Seeded) -> [f64; 4] {
    let stretch = 1.0 + rng.real(-9e-7, 9e-7);
    rng.rotation().to_array().map(|c| c * stretch)
}

/// A tree of joints anywhere, with axes of any length. `size` is that of the distances between joints, `branching` the share
/// of joints that do not hang on the one before. Planar joints are about z.
pub fn tree(joints: Joints, count: usize, size: f64, branching: f64, rng: &mut Seeded) -> Tree {
    let mut tree = Tree::default();
    let mut width = 0;
    for number in 0..count {
        let parent = if rng.chance(branching) {
            rng.below(number + 1)
        } else {
            number
        };
        let kind = joints.kind(number, rng);
        let drive = drive(&tree, joints, kind, width, size, rng);
        if let Drive::Own(_) = drive {
            width += kind.width();
        }
        let mut joint = JointSpec::new(parent, kind, drive)
            .at((size * rng.inside()).to_array(), quaternion(rng));
        if !matches!(kind, JointKind::Planar { .. }) {
            joint.axis = (rng.direction() * rng.magnitude(-3.0, 3.0)).to_array();
            if rng.chance(0.3) {
                joint.axis = rng.one_of(&[[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]);
            }
        }
        tree.push(joint);
    }
    tree
}

fn drive(
    tree: &Tree,
    joints: Joints,
    kind: JointKind,
    width: usize,
    size: f64,
    rng: &mut Seeded,
) -> Drive {
    let slides = |kind: JointKind| kind == JointKind::Sliding;
    let turns = |kind: JointKind| kind == JointKind::Turning;
    if !slides(kind) && !turns(kind) {
        return match kind {
            JointKind::Fixed => Drive::None,
            _ => Drive::Own(width),
        };
    }
    // Nobody follows a joint by a factor of 1e40.
    let moderate = (1e-6..1e6).contains(&size);
    let alike = |other: JointKind| kind == other && turns(other);
    let others: Vec<usize> = (0..tree.joints.len())
        .filter(|&n| {
            let other = tree.joints[n].kind;
            alike(other) || moderate && (slides(other) || turns(other))
        })
        .collect();
    let mimics = matches!(joints, Joints::Mimicking | Joints::Any) && rng.chance(0.3);
    if !mimics || others.is_empty() {
        return Drive::Own(width);
    }
    let joint = rng.one_of(&others);
    let unit = |kind: JointKind| if slides(kind) { size } else { 1.0 };
    Drive::Mimic {
        joint,
        multiplier: rng.real(-2.0, 2.0) * unit(kind) / unit(tree.joints[joint].kind),
        offset: rng.real(-1.0, 1.0) * unit(kind),
    }
}

/// Angles up to `angle` and lengths up to `length`, either way.
pub fn configuration(tree: &Tree, angle: f64, length: f64, rng: &mut Seeded) -> Vec<f64> {
    let mut values = vec![0.0; tree.width()];
    for joint in &tree.joints {
        let Drive::Own(first) = joint.drive else {
            continue;
        };
        match joint.kind {
            JointKind::Turning => values[first] = rng.real(-angle, angle),
            JointKind::Sliding => values[first] = rng.real(-length, length),
            JointKind::Planar { .. } => {
                values[first] = rng.real(-length, length);
                values[first + 1] = rng.real(-length, length);
                values[first + 2] = rng.real(-angle, angle);
            }
            JointKind::Floating => {
                values[first..first + 3].copy_from_slice(&(length * rng.inside()).to_array());
                values[first + 3..first + 7].copy_from_slice(&quaternion(rng));
            }
            JointKind::Fixed | JointKind::Flying { .. } => {}
        }
    }
    values
}

/// From `from` towards `to`, as far as `length` in the sense of Euclid; all the way if that is nearer. Quaternions go with
/// the rest and are made unit again.
pub fn towards(tree: &Tree, from: &[f64], to: &[f64], length: f64) -> Vec<f64> {
    let squares = from.iter().zip(to).map(|(a, b)| (b - a) * (b - a));
    let whole = squares.sum::<f64>().sqrt();
    let share = if whole > length { length / whole } else { 1.0 };
    let mut values: Vec<f64> = from
        .iter()
        .zip(to)
        .map(|(a, b)| a + share * (b - a))
        .collect();
    for joint in &tree.joints {
        if let (JointKind::Floating, Drive::Own(first)) = (joint.kind, joint.drive) {
            let place = first + 3..first + 7;
            let mut end: [f64; 4] = std::array::from_fn(|i| to[first + 3 + i]);
            let start: [f64; 4] = std::array::from_fn(|i| from[first + 3 + i]);
            if (0..4).map(|i| start[i] * end[i]).sum::<f64>() < 0.0 {
                end = end.map(|c| -c);
            }
            let q: [f64; 4] = std::array::from_fn(|i| start[i] + share * (end[i] - start[i]));
            let q = DQuat::from_array(q).normalize().to_array();
            values[place].copy_from_slice(&q);
        }
    }
    values
}

/// A solid of about a size around the origin: a box, a cylinder, a ball, a capsule, a rounded box, a mesh.
pub fn solid(size: f64, rng: &mut Seeded) -> Solid {
    let part = |rng: &mut Seeded| size * rng.real(0.2, 0.6);
    let body = match rng.below(7) {
        0 => Body::ball(part(rng)),
        1 => Body::cylinder(part(rng), part(rng)),
        2 => Body::capsule(part(rng), 0.5 * part(rng)),
        3 => Body::cuboid(part(rng), part(rng), part(rng)),
        4 => Body::cuboid(part(rng), part(rng), part(rng)).rounded(0.1 * size),
        5 => {
            let half = DVec3::new(part(rng), part(rng), part(rng));
            return Solid::mesh(shapes::cuboid(DVec3::ZERO, half));
        }
        _ => return Solid::mesh(shapes::any_mesh(rng).scaled(0.6 * size)),
    };
    Solid::Hull(body)
}

/// An arm of joints about alternating axes, a link carrying one solid, which reaches from its joint to the next.
pub fn arm(joints: Joints, count: usize, rng: &mut Seeded) -> (Tree, Vec<Carried>) {
    let mut tree = Tree::default();
    let mut carried = Vec::new();
    let mut width = 0;
    let mut reach = 0.0;
    for number in 0..count {
        let kind = joints.kind(number, rng);
        let drive = drive(&tree, joints, kind, width, 0.3, rng);
        if let Drive::Own(_) = drive {
            width += kind.width();
        }
        let axis = match kind {
            JointKind::Planar { .. } => [0.0, 0.0, 1.0],
            _ => rng.one_of(&[
                [0.0, 0.0, 1.0],
                [0.0, 1.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 0.6, 0.8],
            ]),
        };
        let turn = if rng.chance(0.3) {
            rng.rotation()
        } else {
            DQuat::IDENTITY
        };
        let link = tree.push(
            JointSpec::new(number, kind, drive)
                .at([0.0, 0.0, reach], turn.to_array())
                .along(axis),
        );
        let half = rng.real(0.1, 0.25);
        let (x, y) = (rng.real(0.03, 0.08), rng.real(0.03, 0.08));
        let middle = DVec3::new(0.0, 0.0, half + 0.05);
        let solid = match rng.below(5) {
            0 => Solid::Hull(Body::cuboid(x, y, half).placed(middle, DQuat::IDENTITY)),
            1 => Solid::Hull(Body::capsule(half, x).placed(middle, DQuat::IDENTITY)),
            2 => Solid::Hull(Body::cylinder(x, half).placed(middle, DQuat::IDENTITY)),
            3 => Solid::mesh(shapes::cuboid(middle, DVec3::new(x, y, half))),
            _ => {
                let prism = shapes::regular_prism(rng);
                let size = DVec3::new(0.1, 0.1, half);
                let corners = prism.vertices().iter().map(|&v| v * size + middle);
                let triangles = prism.triangles().to_vec();
                Solid::mesh(crate::meshes::Mesh::new(corners.collect(), triangles))
            }
        };
        carried.push(Carried {
            link,
            solid: Arc::new(solid),
        });
        reach = 2.0 * half + 0.1;
    }
    (tree, carried)
}
