//! How a body of a query moves.

use super::BodyMotion;
use crate::json::{Complaint, Node, Object};
use crate::problem::Problem;
use glam::DQuat;
use osculate::{ConstantVelocity, Placement, motion::Ballistic};
use std::collections::BTreeMap;

pub(super) const MOTION_KEYS: &[&str] = &[
    "body",
    "from",
    "to",
    "at",
    "linear",
    "angular",
    "acceleration",
];
pub(super) const PLACEMENT_KEYS: &[&str] = &["position", "rotation"];

/// A body, one of `names`, and its motion.
pub(super) fn body_motion(
    node: &Node,
    names: &BTreeMap<&str, usize>,
) -> Result<BodyMotion, Complaint> {
    let object = node.object(MOTION_KEYS)?;
    let body = named_body(&object, names)?;
    let placement = |key| object.get(key).map(|node| placement(&node)).transpose();
    let velocity = |key| object.get(key).map(|node| node.vector()).transpose();
    let (from, to, at) = (placement("from")?, placement("to")?, placement("at")?);
    let (linear, angular) = (velocity("linear")?, velocity("angular")?);
    let acceleration = velocity("acceleration")?;
    let moves = linear.is_some() || angular.is_some() || acceleration.is_some();
    let motion = match (from, to, at) {
        (Some(from), Some(to), None) if !moves => {
            ConstantVelocity::between(from, to).map(Ballistic::from)
        }
        (None, None, Some(at)) => Ballistic::new(
            at,
            linear.unwrap_or_default(),
            angular.unwrap_or_default(),
            acceleration.unwrap_or_default(),
        ),
        _ => {
            return Err(node.complain(Problem::MotionKeys(match (from, to, at) {
                (None, None, None) if linear.is_some() || angular.is_some() => {
                    "a velocity needs \"at\""
                }
                (None, None, None) if moves => "an acceleration needs \"at\"",
                (None, None, None) => "the motion is missing",
                (Some(_), _, Some(_)) => "\"from\" and \"at\" exclude each other",
                (_, Some(_), Some(_)) => "\"to\" and \"at\" exclude each other",
                (Some(_), None, None) => "\"from\" needs \"to\"",
                (None, Some(_), None) => "\"to\" needs \"from\"",
                _ if linear.is_some() => "\"linear\" goes with \"at\" only",
                _ if angular.is_some() => "\"angular\" goes with \"at\" only",
                _ => "\"acceleration\" goes with \"at\" only",
            })));
        }
    };
    Ok(BodyMotion {
        body,
        motion: motion.map_err(|error| node.complain(error.into()))?,
    })
}

/// The body, one of `names`, that an object names.
pub(super) fn named_body(
    object: &Object,
    names: &BTreeMap<&str, usize>,
) -> Result<usize, Complaint> {
    let node = object.required("body")?;
    let name = node.string()?;
    names.get(name.as_str()).copied().ok_or_else(|| {
        let defined = names.keys().map(|&name| name.to_owned()).collect();
        node.complain(Problem::UnknownBody { name, defined })
    })
}

/// A position and a rotation, either of which may be left out.
pub(crate) fn placement(node: &Node) -> Result<Placement, Complaint> {
    let object = node.object(PLACEMENT_KEYS)?;
    let mut placement = Placement::default();
    if let Some(position) = object.get("position") {
        placement.position = position.vector()?;
    }
    if let Some(rotation) = object.get("rotation") {
        let quaternion = rotation.numbers("a unit quaternion of 4 numbers [x, y, z, w]")?;
        placement.rotation = DQuat::from_array(quaternion);
    }
    // Checked here already, where the place is known.
    match ConstantVelocity::at_rest(placement) {
        Ok(_) => Ok(placement),
        Err(error) => Err(node.complain(error.into())),
    }
}
