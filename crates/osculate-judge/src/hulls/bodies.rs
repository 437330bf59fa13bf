//! What a body is, and its furthest points.

use super::distance::{Accuracy, distance};
use super::motion::{Turn, turn_of};
use glam::{DQuat, DVec3};

/// A core with a margin around it, somewhere in the body's coordinates.
#[derive(Clone, Debug)]
pub struct Body {
    /// What is inside the margin.
    pub core: Core,
    /// How far the body goes beyond its core.
    pub margin: f64,
    /// Where the core's origin is.
    pub position: DVec3,
    /// How the core is turned.
    pub rotation: DQuat,
}

/// In its own coordinates; along z where it has an axis.
#[derive(Clone, Debug)]
pub enum Core {
    /// The origin.
    Point,
    /// From -half to half.
    Segment {
        /// Half its length.
        half: f64,
    },
    /// A box.
    Cuboid {
        /// Half its sides.
        half: DVec3,
    },
    /// From -half to half.
    Cylinder {
        /// Of its discs.
        radius: f64,
        /// Half its height.
        half: f64,
    },
    /// Its tip is at half, its disc at -half.
    Cone {
        /// Of its disc.
        radius: f64,
        /// Half its height.
        half: f64,
    },
    /// Stretched along the axes.
    Ellipsoid {
        /// Along x, y and z.
        radii: DVec3,
    },
    /// The convex hull of points.
    Polytope {
        /// They may be inside.
        corners: Vec<DVec3>,
    },
}

impl Body {
    /// A core at the body's origin.
    pub fn new(core: Core, margin: f64) -> Body {
        Body {
            core,
            margin,
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
        }
    }

    /// A ball.
    pub fn ball(radius: f64) -> Body {
        Body::new(Core::Point, radius)
    }

    /// A capsule along z.
    pub fn capsule(half: f64, radius: f64) -> Body {
        Body::new(Core::Segment { half }, radius)
    }

    /// A box, by half its sides.
    pub fn cuboid(x: f64, y: f64, z: f64) -> Body {
        let half = DVec3::new(x, y, z);
        Body::new(Core::Cuboid { half }, 0.0)
    }

    /// A cylinder along z.
    pub fn cylinder(radius: f64, half: f64) -> Body {
        Body::new(Core::Cylinder { radius, half }, 0.0)
    }

    /// A cone along z, its tip up.
    pub fn cone(radius: f64, half: f64) -> Body {
        Body::new(Core::Cone { radius, half }, 0.0)
    }

    /// An ellipsoid, by its radii.
    pub fn ellipsoid(x: f64, y: f64, z: f64) -> Body {
        let radii = DVec3::new(x, y, z);
        Body::new(Core::Ellipsoid { radii }, 0.0)
    }

    /// The convex hull of points.
    pub fn polytope(corners: Vec<DVec3>) -> Body {
        Body::new(Core::Polytope { corners }, 0.0)
    }

    /// With more of a margin.
    pub fn rounded(self, margin: f64) -> Body {
        Body {
            margin: self.margin + margin,
            ..self
        }
    }

    /// Of a body that was not placed before.
    pub fn placed(self, position: DVec3, rotation: DQuat) -> Body {
        Body {
            position,
            rotation,
            ..self
        }
    }

    /// The same body, `scale` times as large.
    pub fn scaled(self, scale: f64) -> Body {
        let core = match self.core {
            Core::Point => Core::Point,
            Core::Segment { half } => Core::Segment { half: half * scale },
            Core::Cuboid { half } => Core::Cuboid { half: half * scale },
            Core::Cylinder { radius, half } => Core::Cylinder {
                radius: radius * scale,
                half: half * scale,
            },
            Core::Cone { radius, half } => Core::Cone {
                radius: radius * scale,
                half: half * scale,
            },
            Core::Ellipsoid { radii } => Core::Ellipsoid {
                radii: radii * scale,
            },
            Core::Polytope { corners } => Core::Polytope {
                corners: corners.into_iter().map(|corner| corner * scale).collect(),
            },
        };
        Body {
            core,
            margin: self.margin * scale,
            position: self.position * scale,
            rotation: self.rotation,
        }
    }

    /// How far the core's points are from the body's origin, at most.
    pub fn reach(&self) -> f64 {
        self.position.length() + self.core.reach()
    }

    /// Half the body's largest extent, or a little more.
    pub fn size(&self) -> f64 {
        self.core.reach() + self.margin
    }
}

impl Core {
    fn reach(&self) -> f64 {
        match self {
            Core::Point => 0.0,
            &Core::Segment { half } => half,
            &Core::Cuboid { half } => half.length(),
            &Core::Cylinder { radius, half } | &Core::Cone { radius, half } => {
                DVec3::new(radius, half, 0.0).length()
            }
            &Core::Ellipsoid { radii } => radii.max_element(),
            Core::Polytope { corners } => corners.iter().map(|c| c.length()).fold(0.0, f64::max),
        }
    }

    /// A point that is furthest along `d`.
    fn furthest(&self, d: DVec3) -> DVec3 {
        let rim = |radius: f64, z: f64| {
            let across = DVec3::new(d.x, d.y, 0.0);
            let length = across.length();
            if length > 0.0 {
                across * (radius / length) + DVec3::new(0.0, 0.0, z)
            } else {
                DVec3::new(0.0, 0.0, z)
            }
        };
        match self {
            Core::Point => DVec3::ZERO,
            &Core::Segment { half } => DVec3::new(0.0, 0.0, half.copysign(d.z)),
            &Core::Cuboid { half } => DVec3::new(
                half.x.copysign(d.x),
                half.y.copysign(d.y),
                half.z.copysign(d.z),
            ),
            &Core::Cylinder { radius, half } => rim(radius, half.copysign(d.z)),
            &Core::Cone { radius, half } => {
                let (tip, base) = (DVec3::new(0.0, 0.0, half), rim(radius, -half));
                if d.dot(tip) > d.dot(base) { tip } else { base }
            }
            &Core::Ellipsoid { radii } => {
                let stretched = radii * d;
                let length = stretched.length();
                if length > 0.0 {
                    radii * (stretched / length)
                } else {
                    DVec3::ZERO
                }
            }
            Core::Polytope { corners } => {
                let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
                for &corner in corners {
                    let along = d.dot(corner);
                    if along > best.0 {
                        best = (along, corner);
                    }
                }
                best.1
            }
        }
    }
}

/// A core at an instant.
#[derive(Clone, Copy)]
pub struct Posed<'a> {
    /// What it is.
    pub core: &'a Core,
    /// Where its origin is.
    pub centre: DVec3,
    /// How it is turned.
    pub axes: Turn,
}

impl<'a> Posed<'a> {
    /// Of `body` turned by `turn` and then moved to `position`.
    pub fn new(body: &'a Body, position: DVec3, turn: Turn) -> Posed<'a> {
        let identity = body.rotation == DQuat::IDENTITY;
        Posed {
            core: &body.core,
            centre: position + turn.apply(body.position),
            axes: if identity {
                turn
            } else {
                turn.after(&turn_of(body.rotation))
            },
        }
    }

    /// A point that is furthest along `d`.
    pub fn furthest(&self, d: DVec3) -> DVec3 {
        self.centre + self.axes.apply(self.core.furthest(self.axes.undo(d)))
    }

    /// How far the point `x` is from the core, at most; zero inside.
    pub fn outside(&self, x: DVec3) -> f64 {
        let y = self.axes.undo(x - self.centre);
        let across = DVec3::new(y.x, y.y, 0.0).length();
        let beyond = |excess: [f64; 3]| DVec3::from_array(excess.map(|e| e.max(0.0))).length();
        match *self.core {
            Core::Point => y.length(),
            Core::Segment { half } => beyond([across, y.z.abs() - half, 0.0]),
            Core::Cuboid { half } => beyond((y.abs() - half).to_array()),
            Core::Cylinder { radius, half } => beyond([across - radius, y.z.abs() - half, 0.0]),
            Core::Cone { radius, half } => {
                // In the half-plane of the axis and the point, seen from the tip.
                let (slant, base) = (
                    DVec3::new(radius, -2.0 * half, 0.0),
                    DVec3::new(0.0, -2.0 * half, 0.0),
                );
                let from_tip = DVec3::new(across, y.z - half, 0.0);
                if slant.x * from_tip.y <= slant.y * from_tip.x && y.z >= -half {
                    return 0.0;
                }
                let share = from_tip.dot(slant) / slant.length_squared();
                let on_slant = slant * share.clamp(0.0, 1.0);
                let on_base = base + DVec3::new(across.min(radius), 0.0, 0.0);
                (from_tip - on_slant)
                    .length()
                    .min((from_tip - on_base).length())
            }
            // Along the ray from the centre.
            Core::Ellipsoid { radii } => {
                let stretch = (y / radii).length();
                y.length() * (1.0 - 1.0 / stretch).max(0.0)
            }
            Core::Polytope { .. } => {
                let point = Posed {
                    core: &Core::Point,
                    centre: x,
                    axes: self.axes,
                };
                let accuracy = Accuracy {
                    absolute: 1e-16 * x.length(),
                    relative: 0.0,
                    margins: 0.0,
                    touch: 0.0,
                };
                distance(&point, self, x - self.centre, accuracy).upper
            }
        }
    }

    /// The same, moved.
    pub fn shifted(self, by: DVec3) -> Posed<'a> {
        Posed {
            centre: self.centre + by,
            ..self
        }
    }
}
