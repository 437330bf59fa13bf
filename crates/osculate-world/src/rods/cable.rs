//! A cable before it is among others.

use super::error::CableError;
use super::material::RodMaterial;
use glam::{DVec2, DVec3};

/// A cable before it is added to [`Rods`](super::Rods): points along its centre line, and what it is like.
///
/// ```
/// use osculate::glam::DVec3;
/// use osculate_world::rods::{Cable, End, RodMaterial};
///
/// let points = (0..=20).map(|i| 0.05 * f64::from(i) * DVec3::X).collect();
/// let cable = Cable::new("line", points, RodMaterial::rope(5e-3)).with_ends([End::Clamped, End::Free]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cable {
    pub(crate) name: String,
    pub(crate) points: Vec<DVec3>,
    pub(super) material: RodMaterial,
    pub(super) is_closed: bool,
    pub(super) ends: [End; 2],
    pub(super) natural: Natural,
    pub(super) rest_scale: f64,
    pub(super) velocity: DVec3,
    pub(super) knots: Vec<Knot>,
    /// Where the first axis of the section points to at the first edge.
    pub(super) axis: Option<DVec3>,
}

/// The shortest edges, as a share of the radius.
const FINEST: f64 = 1.0 / 16.0;

/// How an end of a cable is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End {
    /// Not at all.
    #[default]
    Free,
    /// At its place, free to turn.
    Pinned,
    /// At its place, with its direction and its twist.
    Clamped,
}

/// The shape that a cable has when nothing acts on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Natural {
    /// Straight and without twist.
    #[default]
    Straight,
    /// As it is placed.
    AsPlaced,
    /// The same curvature and twist all along: an arc, a helix, or a twisted straight rod.
    Curved {
        /// Curvatures about both axes of the section, in 1/m.
        curvature: [f64; 2],
        /// Twist, in rad/m.
        twist: f64,
    },
}

/// A point that a cable shares with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) point: usize,
    pub(super) cable: usize,
    pub(super) at: usize,
}

impl Cable {
    /// A cable through these points, naturally straight, with free ends.
    pub fn new(name: impl Into<String>, points: Vec<DVec3>, material: RodMaterial) -> Cable {
        Cable {
            name: name.into(),
            points,
            material,
            is_closed: false,
            ends: [End::Free; 2],
            natural: Natural::Straight,
            rest_scale: 1.0,
            velocity: DVec3::ZERO,
            knots: Vec::new(),
            axis: None,
        }
    }

    /// With an edge from the last point to the first: a loop.
    pub fn closed(self) -> Cable {
        Cable {
            is_closed: true,
            ..self
        }
    }

    /// With ends that are held.
    pub fn with_ends(self, ends: [End; 2]) -> Cable {
        Cable { ends, ..self }
    }

    /// With a natural shape.
    pub fn with_natural(self, natural: Natural) -> Cable {
        Cable { natural, ..self }
    }

    /// With lengths at rest that are so many times those between its points: below 1 it is placed under tension.
    pub fn with_rest_scale(self, rest_scale: f64) -> Cable {
        Cable { rest_scale, ..self }
    }

    /// With a velocity of all its points.
    pub fn with_velocity(self, velocity: DVec3) -> Cable {
        Cable { velocity, ..self }
    }

    /// With a section whose first axis points to there at its first edge, as far as it can: it is made to lie across that edge, and carried along the
    /// cable without turning about it. Without this it is any direction across.
    pub fn with_axis(self, axis: DVec3) -> Cable {
        let axis = Some(axis);
        Cable { axis, ..self }
    }

    /// With a point that is one of another cable's: a knot. Both must be in one place.
    pub fn tied(mut self, point: usize, cable: usize, at: usize) -> Cable {
        self.knots.push(Knot { point, cable, at });
        self
    }

    /// How many edges it has.
    pub(super) fn edge_count(&self) -> usize {
        self.points.len() - usize::from(!self.is_closed)
    }

    /// From the point before an edge to the one after.
    pub(super) fn edge(&self, edge: usize) -> DVec3 {
        self.points[(edge + 1) % self.points.len()] - self.points[edge]
    }

    pub(super) fn check(&self) -> Result<(), CableError> {
        self.material.check()?;
        let least = if self.is_closed { 3 } else { 2 };
        let points = self.points.len();
        if points < least {
            return Err(CableError::TooFewPoints { least, points });
        }
        if self.is_closed && self.ends != [End::Free; 2] {
            return Err(CableError::EndsOfLoop);
        }
        for (point, at) in self.points.iter().enumerate() {
            if !(at.length() <= 1e12) {
                let at = at.to_array();
                return Err(CableError::BadPoint { point, at });
            }
        }
        for edge in 0..self.edge_count() {
            let length = self.edge(edge).length();
            if !(length >= 1e-9) {
                return Err(CableError::ShortEdge { edge, length });
            }
            let radius = self.material.radius;
            if length < FINEST * radius {
                return Err(CableError::TooFine {
                    edge,
                    length,
                    radius,
                });
            }
        }
        self.check_folds()?;
        if self.ends == [End::Clamped; 2] && points < 4 {
            return Err(CableError::ClampsMeet { points });
        }
        self.check_numbers()
    }

    /// Also where a loop closes.
    fn check_folds(&self) -> Result<(), CableError> {
        let edges = self.edge_count();
        for edge in usize::from(!self.is_closed)..edges {
            let before = (edge + edges - 1) % edges;
            let directions = [before, edge].map(|edge| self.edge(edge).normalize());
            // The tangent of half the angle between them is at most 1e6.
            if directions[0].dot(directions[1]) < -1.0 + 1e-12 {
                return Err(CableError::Folded { before, edge });
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), CableError> {
        let bad = |what, range, value| Err(CableError::BadNumber { what, range, value });
        if let Some(axis) = self.axis {
            let length = axis.length();
            if !(1e-12..=1e12).contains(&length) {
                return bad("length of the axis", "between 1e-12 and 1e12", length);
            }
            let aside = axis.cross(self.edge(0).normalize()).length() / length;
            if aside < 1e-2 {
                let range = "at least 0.01: it must not lie along the edge";
                return bad(
                    "sine of the angle from the first edge to the axis",
                    range,
                    aside,
                );
            }
        }
        if !(1e-6..=1e6).contains(&self.rest_scale) {
            return bad("scale at rest", "between 1e-6 and 1e6", self.rest_scale);
        }
        if !(self.velocity.length() <= 1e9) {
            return bad("speed", "at most 1e9", self.velocity.length());
        }
        if let Natural::Curved { curvature, twist } = self.natural {
            let curvature = DVec2::from_array(curvature).length();
            let longest = (0..self.edge_count()).map(|edge| self.edge(edge).length());
            let longest = longest.fold(0.0, f64::max) * self.rest_scale;
            if !(curvature * longest < 3.0) {
                let range = "such that an edge turns by less than 3 rad";
                return bad("natural curvature", range, curvature);
            }
            if !(twist.abs() * longest < 3.0) {
                let range = "such that an edge turns by less than 3 rad";
                return bad("natural twist", range, twist);
            }
        }
        Ok(())
    }
}
