//! Whether joints and their motions fit the bodies.

use super::{Checked, Known, finite, index, needed, rows, same_length};
use crate::joint::JointKind;
use crate::record::{HIGHEST_DEGREE, Joints, Moves};
use std::collections::BTreeMap;

/// How far from 1 the length of a quaternion may be, and from 0 the cosine of what should be across.
const SLACK: f64 = 1e-6;

/// What is known of a body's joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownJoint {
    kind: JointKind,
    /// The body whose joint it follows.
    follows: Option<usize>,
}

impl Known {
    pub(super) fn joints(&mut self, joints: &Joints) -> Checked {
        if self.dimension == 2 {
            return Err("joints are in space, and this trace is in the plane".to_owned());
        }
        let body = needed("body", joints.body.as_ref())?;
        let count = joints.rows();
        for (name, width, column) in joints.columns() {
            if let Some(column) = column {
                rows(name, column, width, count)?;
                finite(name, column)?;
            }
        }
        if !joints.name.is_empty() {
            same_length("name", joints.name.len(), count)?;
        }
        super::kinds(joints.kind.as_ref(), &joints.kinds)?;
        let mut added = BTreeMap::new();
        for row in 0..count {
            let number = self.known_body("body", body.number(row))?;
            let joint = known_joint(joints, row, number)?;
            if self.joints.contains_key(&number) || added.insert(number, joint).is_some() {
                return Err(format!("body {number} has a joint already"));
            }
        }
        self.joints.extend(&added);
        for (&number, joint) in &added {
            if let Some(leader) = joint.follows {
                self.follower(number, joint.kind, leader)?;
            }
        }
        Ok(())
    }

    /// Whether the joint of body `number` can follow that of `leader`.
    fn follower(&self, number: usize, kind: JointKind, leader: usize) -> Checked {
        let begin = format!("the joint of body {number} follows that of body {leader}");
        let Some(leading) = self.joints.get(&leader) else {
            return Err(format!("{begin}, which has none"));
        };
        if leading.follows.is_some() {
            return Err(format!(
                "{begin}, which follows another one: name the first of them"
            ));
        }
        // What is not known may well be able to.
        for (number, kind) in [(number, kind), (leader, leading.kind)] {
            if !kind.is_single() && kind != JointKind::Unknown {
                return Err(format!(
                    "{begin}: both must have one coordinate, and that of body {number} does not"
                ));
            }
        }
        Ok(())
    }

    /// Whether these bodies' joints can move so from these times on.
    pub(super) fn joint_moves(
        &self,
        moves: &Moves,
        bodies_and_times: impl Iterator<Item = (usize, f64)>,
    ) -> Checked {
        if moves.degree > HIGHEST_DEGREE {
            return Err(format!(
                "its degree is {}: it must be at most {HIGHEST_DEGREE}",
                moves.degree
            ));
        }
        let until = needed("until", moves.until.as_ref())?;
        for (row, (body, time)) in bodies_and_times.enumerate() {
            let [until] = until.row(row);
            if until < time {
                return Err(format!(
                    "the joint of body {body} moves from {time} until {until}, which is earlier"
                ));
            }
            if !self.joints.contains_key(&body) {
                return Err(format!("body {body} has no joint to move by"));
            }
            for (name, column) in [("from", &moves.from), ("to", &moves.to)] {
                if let Some(column) = column {
                    rotation(&format!("\"{name}\" of body {body}"), column.row(row))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a body may have segments of its own.
    pub(super) fn leads(&self, body: usize) -> Checked {
        match self.joints.get(&body).and_then(|joint| joint.follows) {
            None => Ok(()),
            Some(leader) => Err(format!(
                "body {body} has no motion of its own: its joint follows that of body {leader}"
            )),
        }
    }
}

fn known_joint(joints: &Joints, row: usize, body: usize) -> Result<KnownJoint, String> {
    let kind = match &joints.kind {
        None => JointKind::Revolute,
        Some(column) => JointKind::named(&joints.kinds[column.row::<1>(row)[0] as usize]),
    };
    if let Some(column) = &joints.rotation {
        rotation(
            &format!("\"rotation\" of the joint of body {body}"),
            column.row(row),
        )?;
    }
    let direction = |column: &Option<crate::Column>, missing: [f64; 3]| {
        let vector = column.as_ref().map_or(missing, |column| column.row(row));
        // By its largest part first, so that squares neither vanish nor overflow.
        let most = vector
            .iter()
            .fold(0.0, |most: f64, part| most.max(part.abs()));
        let scaled = vector.map(|part| part / most);
        let length = libm::sqrt(scaled.iter().map(|part| part * part).sum());
        (most > 0.0).then(|| scaled.map(|part| part / length))
    };
    if kind.has_axis() {
        let Some(axis) = direction(&joints.axis, [0.0, 0.0, 1.0]) else {
            return Err(format!("the axis of the joint of body {body} is zero"));
        };
        if kind == JointKind::Planar {
            let along = direction(&joints.along, [1.0, 0.0, 0.0]).unwrap_or(axis);
            let cosine: f64 = (0..3).map(|part| axis[part] * along[part]).sum();
            if cosine.abs() > SLACK {
                return Err(format!(
                    "\"along\" of the joint of body {body} is not across its axis"
                ));
            }
        }
    }
    let follows = match &joints.mimic {
        None => None,
        Some(column) => match column.row::<1>(row)[0] {
            -1.0 => None,
            number => Some(index(number, usize::MAX).ok_or_else(|| {
                format!("the joint of body {body} follows that of body {number}, and there is none")
            })?),
        },
    };
    Ok(KnownJoint { kind, follows })
}

fn rotation(name: &str, quaternion: [f64; 4]) -> Checked {
    let length = libm::sqrt(quaternion.iter().map(|part| part * part).sum());
    if (length - 1.0).abs() <= SLACK {
        return Ok(());
    }
    Err(format!(
        "{name} is no rotation: the length of {quaternion:?} is not 1"
    ))
}
