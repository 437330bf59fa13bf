//! The way of a body's centre of mass through a step, as the judge reads it.

use glam::{DMat3, DQuat, DVec3};
use osculate::Placement;
use osculate_world::Move;

/// Where a body's centre of mass is, and how the body is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub position: DVec3,
    pub rotation: DMat3,
}

impl Pose {
    /// Of a body with its centre of mass there, in its own coordinates.
    pub fn of(placement: &Placement, centre: DVec3) -> Pose {
        let rotation = matrix(placement.rotation);
        Pose {
            position: placement.position + rotation * centre,
            rotation,
        }
    }
}

/// The matrix of a quaternion, which need not be of length 1 to the last bit.
fn matrix(quaternion: DQuat) -> DMat3 {
    let DQuat { x, y, z, w } = quaternion;
    let double = 2.0 / (x * x + y * y + z * z + w * w);
    let [xx, yy, zz] = [x, y, z].map(|part| double * part * part);
    let [xy, xz, yz] = [x * y, x * z, y * z].map(|part| double * part);
    let [wx, wy, wz] = [x, y, z].map(|part| double * w * part);
    DMat3::from_cols(
        DVec3::new(1.0 - yy - zz, xy + wz, xz - wy),
        DVec3::new(xy - wz, 1.0 - xx - zz, yz + wx),
        DVec3::new(xz + wy, yz - wx, 1.0 - xx - yy),
    )
}

/// The rotation by a vector (Rodrigues).
fn turned(turn: DVec3) -> DMat3 {
    let angle = turn.length();
    if angle == 0.0 {
        return DMat3::IDENTITY;
    }
    let DVec3 { x, y, z } = turn / angle;
    let across = DMat3::from_cols(
        DVec3::new(0.0, z, -y),
        DVec3::new(-z, 0.0, x),
        DVec3::new(y, -x, 0.0),
    );
    let (sin, cos) = angle.sin_cos();
    DMat3::IDENTITY + sin * across + (1.0 - cos) * (across * across)
}

/// How fast a body goes, per step, and until when.
pub struct Rates {
    pub linear: DVec3,
    pub angular: f64,
    pub until: f64,
}

/// What a body does in a step: it goes in parts, and stands between them.
#[derive(Debug)]
pub struct Path {
    /// Where it stands before the first part.
    before: Pose,
    parts: Vec<Move>,
    /// Where the world has it after the step.
    after: Pose,
}

/// How far two poses of a body are apart.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    shift: f64,
    turn: f64,
}

impl Jump {
    /// How far points within this reach are apart, at most.
    pub fn distance(&self, reach: f64) -> f64 {
        let turned = if self.turn == 0.0 {
            0.0
        } else {
            self.turn * reach
        };
        self.shift + turned
    }

    fn between(one: &Pose, other: &Pose) -> Jump {
        let turn = one.rotation - other.rotation;
        let columns = [turn.x_axis, turn.y_axis, turn.z_axis];
        Jump {
            shift: (one.position - other.position).length(),
            turn: columns.iter().map(|column| column.length()).sum(),
        }
    }

    fn most(self, other: Jump) -> Jump {
        Jump {
            shift: self.shift.max(other.shift),
            turn: self.turn.max(other.turn),
        }
    }
}

impl Path {
    pub fn standing(pose: Pose) -> Path {
        Path {
            before: pose,
            parts: Vec::new(),
            after: pose,
        }
    }

    pub fn add(&mut self, part: &Move) {
        self.parts.push(*part);
    }

    /// All parts are there; the world has the body at `after` now. Where parts do not fit each other, the body jumped.
    pub fn order(&mut self, after: Pose) -> Jump {
        self.parts.sort_by(|a, b| a.from.total_cmp(&b.from));
        self.after = after;
        let mut at = self.before;
        let mut jump = Jump {
            shift: 0.0,
            turn: 0.0,
        };
        for part in &self.parts {
            let start = Pose::of(&part.start, DVec3::ZERO);
            jump = jump.most(Jump::between(&at, &start));
            at = pose_in(part, part.until);
        }
        jump.most(Jump::between(&at, &after))
    }

    /// The next step begins.
    pub fn finish(&mut self) {
        self.before = self.after;
        self.parts.clear();
    }

    /// Where the body is, from 0 to 1 over the step.
    pub fn at(&self, time: f64) -> Pose {
        match self.parts.iter().rev().find(|part| part.from <= time) {
            Some(part) => pose_in(part, time.min(part.until)),
            None => self.before,
        }
    }

    /// How fast it goes just after `time`.
    pub fn rates_after(&self, time: f64) -> Rates {
        let part = self.parts.iter().find(|part| time < part.until);
        match part {
            Some(part) if part.from <= time => {
                let share = 1.0 / (1.0 - part.from);
                Rates {
                    linear: share * part.shift,
                    angular: share * part.turn.length(),
                    until: part.until,
                }
            }
            later => Rates {
                linear: DVec3::ZERO,
                angular: 0.0,
                until: later.map_or(f64::INFINITY, |part| part.from),
            },
        }
    }

    /// A box around everything within `reach` of the centre, all the way.
    pub fn swept_box(&self, reach: f64) -> [DVec3; 2] {
        let ends = self
            .parts
            .iter()
            .flat_map(|part| [part.from, part.until].map(|time| pose_in(part, time).position));
        let mut sides = [self.before.position; 2];
        for end in ends.chain([self.after.position]) {
            sides = [sides[0].min(end), sides[1].max(end)];
        }
        // What touches at the sides is looked at too, whatever rounding does.
        let wide = DVec3::splat(reach * (1.0 + 1e-9) + 1e-9 * (sides[1] - sides[0]).length());
        [sides[0] - wide, sides[1] + wide]
    }
}

fn pose_in(part: &Move, time: f64) -> Pose {
    let share = (time - part.from) / (1.0 - part.from);
    let start = Pose::of(&part.start, DVec3::ZERO);
    Pose {
        position: start.position + share * part.shift,
        rotation: turned(share * part.turn) * start.rotation,
    }
}
