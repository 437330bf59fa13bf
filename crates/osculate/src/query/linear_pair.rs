//! Vertices, edges and faces whose corners move on straight lines: do they touch, and when first?

use crate::motion::LinearPath;
use glam::DVec3;

/// What a [`LinearPair`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum PairKind {
    /// Two points.
    VertexVertex,
    /// A point and a segment.
    VertexEdge,
    /// A point and a triangle.
    VertexFace,
    /// Two segments.
    EdgeEdge,
}

impl PairKind {
    /// How many points such a pair has: of a, then of b.
    pub fn points(self) -> [usize; 2] {
        match self {
            PairKind::VertexVertex => [1, 1],
            PairKind::VertexEdge => [1, 2],
            PairKind::VertexFace => [1, 3],
            PairKind::EdgeEdge => [2, 2],
        }
    }
}

/// Two features, a and b, whose corners move on straight lines during `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LinearPair {
    kind: PairKind,
    points: [LinearPath; 4],
}

/// The first contact of a [`LinearPair`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LinearContact {
    /// The features are apart up to and including this instant; or it is 0, as `upper` is, if they touch at the start.
    pub lower: f64,
    /// The features first touch after `lower`, and not after this instant.
    pub upper: f64,
    /// The weights of the pair's points, those of a and then those of b, that give the place of contact: either feature's
    /// weights add up to 1. Rounded.
    pub weights: [f64; 4],
    /// The place of contact. Rounded.
    pub point: DVec3,
    /// The unit direction from b to a just before the contact; any across the features if they touch at the start or come
    /// together as points. Rounded.
    pub normal: DVec3,
}

/// How far the cascade of tests had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Stage {
    /// Some coordinate keeps the features apart.
    Axis,
    /// `f64`, with proven bounds on its errors.
    Rounded,
    /// Exact coefficients.
    Coefficients,
    /// Exact signs at algebraic instants.
    Algebraic,
}

/// The answer for a [`LinearPair`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LinearOutcome {
    /// The first contact; none if the features are apart at every instant of the closed `[0, 1]`.
    pub contact: Option<LinearContact>,
    /// What it took to decide.
    pub stage: Stage,
}

impl LinearPair {
    /// Two points.
    pub fn vertex_vertex(a: LinearPath, b: LinearPath) -> LinearPair {
        let unused = LinearPath::default();
        LinearPair {
            kind: PairKind::VertexVertex,
            points: [a, b, unused, unused],
        }
    }

    /// A point and the closed segment between two points.
    pub fn vertex_edge(vertex: LinearPath, edge: [LinearPath; 2]) -> LinearPair {
        LinearPair {
            kind: PairKind::VertexEdge,
            points: [vertex, edge[0], edge[1], LinearPath::default()],
        }
    }

    /// A point and the closed triangle between three points.
    pub fn vertex_face(vertex: LinearPath, face: [LinearPath; 3]) -> LinearPair {
        LinearPair {
            kind: PairKind::VertexFace,
            points: [vertex, face[0], face[1], face[2]],
        }
    }

    /// Two closed segments.
    pub fn edge_edge(a: [LinearPath; 2], b: [LinearPath; 2]) -> LinearPair {
        LinearPair {
            kind: PairKind::EdgeEdge,
            points: [a[0], a[1], b[0], b[1]],
        }
    }

    /// What the features are.
    pub fn kind(&self) -> PairKind {
        self.kind
    }

    /// The paths of all points: those of a, then those of b.
    pub fn points(&self) -> &[LinearPath] {
        let [a, b] = self.kind.points();
        &self.points[..a + b]
    }

    /// Whether the features touch at some instant of the closed `[0, 1]`; exact for all finite coordinates.
    pub fn decide(&self) -> bool {
        unimplemented!()
    }

    /// When the features first touch. Whether they do is exact; the instant is enclosed to 1e-12.
    pub fn first_contact(&self) -> LinearOutcome {
        unimplemented!()
    }
}
