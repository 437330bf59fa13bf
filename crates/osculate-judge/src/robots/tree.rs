//! A robot as plain numbers.

/// Links hang on joints, joints on links. Link 0 is the root and stands at the world's origin; the child of joint k is link
/// k + 1, and its parent is a link before that.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// In such an order that parents come first.
    pub joints: Vec<JointSpec>,
}

/// A joint: `parent ∘ origin ∘ what the joint does` is where its child is.
#[derive(Clone, Debug)]
pub struct JointSpec {
    /// The link that it hangs on.
    pub parent: usize,
    /// Where the joint is in its parent.
    pub position: [f64; 3],
    /// How it is turned there: x, y, z, w.
    pub rotation: [f64; 4],
    /// What it turns about or slides along, of any length.
    pub axis: [f64; 3],
    /// What it does.
    pub kind: JointKind,
    /// What drives it.
    pub drive: Drive,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// Turns about the axis.
    Turning,
    /// Slides along the axis.
    Sliding,
    /// Slides along two directions across the axis and turns about it: x, y, θ. An axis alone does not say the directions: that
    /// of x is this one, made perpendicular to the axis; that of y is the product of the axis and x.
    Planar {
        /// Towards x.
        x: [f64; 3],
    },
    /// Goes anywhere: a position and a quaternion x, y, z, w.
    Floating,
    /// `p + t·v` and `exp(t[w])·R(q)`, whatever the path is: an obstacle.
    Flying {
        /// The position at time 0.
        p: [f64; 3],
        /// The rotation at time 0.
        q: [f64; 4],
        /// The velocity.
        v: [f64; 3],
        /// The angular velocity.
        w: [f64; 3],
    },
}

/// What drives a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// Nothing.
    None,
    /// Coordinates of the configuration, from this one on.
    Own(usize),
    /// `multiplier·other + offset`, the other being a joint with a coordinate of its own or another that mimics.
    Mimic {
        /// The number of the other joint.
        joint: usize,
        /// Times this.
        multiplier: f64,
        /// Plus this.
        offset: f64,
    },
}

impl JointKind {
    /// How many coordinates it has.
    pub fn width(self) -> usize {
        match self {
            JointKind::Fixed | JointKind::Flying { .. } => 0,
            JointKind::Turning | JointKind::Sliding => 1,
            JointKind::Planar { .. } => 3,
            JointKind::Floating => 7,
        }
    }
}

impl JointSpec {
    /// A joint at its parent's origin.
    pub fn new(parent: usize, kind: JointKind, drive: Drive) -> JointSpec {
        JointSpec {
            parent,
            position: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            axis: [0.0, 0.0, 1.0],
            kind,
            drive,
        }
    }

    /// Placed elsewhere in its parent.
    pub fn at(self, position: [f64; 3], rotation: [f64; 4]) -> JointSpec {
        JointSpec {
            position,
            rotation,
            ..self
        }
    }

    /// Along another axis than z.
    pub fn along(self, axis: [f64; 3]) -> JointSpec {
        JointSpec { axis, ..self }
    }
}

impl Tree {
    /// Adds a joint and its child, whose number is returned.
    pub fn push(&mut self, joint: JointSpec) -> usize {
        assert!(joint.parent <= self.joints.len(), "parents come first");
        self.joints.push(joint);
        self.joints.len()
    }

    /// How many links there are, the root among them.
    pub fn links(&self) -> usize {
        self.joints.len() + 1
    }

    /// How many coordinates a configuration has.
    pub fn width(&self) -> usize {
        let ends = self.joints.iter().map(|joint| match joint.drive {
            Drive::Own(first) => first + joint.kind.width(),
            _ => 0,
        });
        ends.max().unwrap_or(0)
    }

    /// The joints from the root to a link, in that order.
    pub fn chain(&self, link: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = link;
        while at > 0 {
            chain.push(at - 1);
            at = self.joints[at - 1].parent;
        }
        chain.reverse();
        chain
    }

    /// The joint that a mimicking one follows in the end, with `multiplier·other + offset`; itself for any other.
    pub fn source(&self, joint: usize) -> (usize, Vec<(f64, f64)>) {
        let (mut at, mut steps) = (joint, Vec::new());
        while let Drive::Mimic {
            joint: next,
            multiplier,
            offset,
        } = self.joints[at].drive
        {
            steps.push((multiplier, offset));
            assert!(
                steps.len() <= self.joints.len(),
                "joints mimic each other in a circle"
            );
            at = next;
        }
        steps.reverse();
        (at, steps)
    }
}

/// In other units.
impl Tree {
    /// The same robot with all lengths multiplied by `scale`, a power of two.
    pub fn scaled(&self, scale: f64) -> Tree {
        let mut tree = self.clone();
        for number in 0..tree.joints.len() {
            let kind = self.joints[number].kind;
            let followed = match self.joints[number].drive {
                Drive::Mimic { joint, .. } => Some(self.joints[joint].kind),
                _ => None,
            };
            let joint = &mut tree.joints[number];
            joint.position = joint.position.map(|c| c * scale);
            if let JointKind::Flying { p, v, .. } = &mut joint.kind {
                (*p, *v) = (p.map(|c| c * scale), v.map(|c| c * scale));
            }
            let slides = |kind: JointKind| kind == JointKind::Sliding;
            if let (
                Drive::Mimic {
                    multiplier, offset, ..
                },
                Some(followed),
            ) = (&mut joint.drive, followed)
            {
                if slides(kind) {
                    (*multiplier, *offset) = (*multiplier * scale, *offset * scale);
                }
                if slides(followed) {
                    *multiplier /= scale;
                }
            }
        }
        tree
    }

    /// A configuration of the robot as that of the scaled one.
    pub fn scaled_configuration(&self, configuration: &[f64], scale: f64) -> Vec<f64> {
        let mut scaled = configuration.to_vec();
        for joint in &self.joints {
            let Drive::Own(first) = joint.drive else {
                continue;
            };
            let lengths = match joint.kind {
                JointKind::Sliding => 1,
                JointKind::Planar { .. } => 2,
                JointKind::Floating => 3,
                _ => 0,
            };
            for c in &mut scaled[first..first + lengths] {
                *c *= scale;
            }
        }
        scaled
    }
}
