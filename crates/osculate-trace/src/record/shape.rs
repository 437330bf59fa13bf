//! What bodies look like.

use crate::column::Column;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::{Map, Value};

/// A shape, in a body's own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// By how much it is rounded on all sides.
    pub margin: f64,
    /// What to call it.
    pub name: Option<String>,
}

/// The keys that name a shape.
const KINDS: [&str; 14] = [
    "ball",
    "box",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "hull",
    "mesh",
    "file",
    "half_space",
    "segment",
    "hollow",
    "cable",
    "compound",
];

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = match &self.kind {
            ShapeKind::Unknown(object) => object.clone(),
            known => match serde_json::to_value(known).map_err(ser::Error::custom)? {
                Value::Object(object) => object,
                _ => Map::new(),
            },
        };
        if self.margin != 0.0 {
            object.insert("margin".to_owned(), self.margin.into());
        }
        if let Some(name) = &self.name {
            object.insert("name".to_owned(), name.clone().into());
        }
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Shape {
    // Not derived: of an enum with unknown keys beside it, serde tells no more than that it is none.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        let mut object = Map::deserialize(deserializer)?;
        let margin = object.remove("margin").map(f64::deserialize).transpose();
        let name = object.remove("name").map(String::deserialize).transpose();
        let kind = KINDS.into_iter().find(|kind| object.contains_key(*kind));
        let kind = match kind {
            None => Ok(ShapeKind::Unknown(object)),
            Some(kind) => {
                object.retain(|key, _| key == kind);
                ShapeKind::deserialize(Value::Object(object))
            }
        };
        Ok(Shape {
            kind: kind.map_err(de::Error::custom)?,
            margin: margin.map_err(de::Error::custom)?.unwrap_or(0.0),
            name: name.map_err(de::Error::custom)?,
        })
    }
}

impl From<ShapeKind> for Shape {
    fn from(kind: ShapeKind) -> Shape {
        Shape {
            kind,
            margin: 0.0,
            name: None,
        }
    }
}

/// The kinds of shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ShapeKind {
    /// A ball; in the plane a disc.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// A box along the axes.
    Box {
        /// Half its sides.
        half: Vec<f64>,
    },
    /// A ball that is swept along z.
    Capsule {
        /// How far, either way.
        half_length: f64,
        /// The ball's radius.
        radius: f64,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half its height.
        half_height: f64,
    },
    /// A cone along z, its tip up.
    Cone {
        /// The radius of its base.
        radius: f64,
        /// Half its height.
        half_height: f64,
    },
    /// An ellipsoid along the axes.
    Ellipsoid {
        /// Its radii.
        radii: [f64; 3],
    },
    /// The convex hull of points.
    Hull {
        /// The points.
        points: Column,
        /// Its surface.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        triangles: Option<Column>,
    },
    /// A surface of triangles.
    Mesh {
        /// Its vertices.
        vertices: Column,
        /// Three vertices per triangle.
        triangles: Column,
    },
    /// A mesh in a file.
    File {
        /// Relative to the trace.
        path: String,
        /// By how much it is scaled along each axis.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scale: Option<[f64; 3]>,
    },
    /// All points p with normal·p ≤ offset.
    HalfSpace {
        /// Away from what is solid.
        normal: Vec<f64>,
        /// How far the surface is from the origin, along the normal.
        offset: f64,
    },
    /// A thin rod.
    Segment {
        /// One end.
        from: Vec<f64>,
        /// The other.
        to: Vec<f64>,
    },
    /// A hollow ball or disc, with the bodies inside.
    Hollow {
        /// Its radius.
        radius: f64,
    },
    /// A round tube around a line of points.
    Cable {
        /// The points of its middle.
        points: Column,
        /// Its radius.
        radius: f64,
        /// Whether an edge leads from the last point to the first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        closed: bool,
        /// A point of its surface beside the middle of each edge: how it is twisted. Where it deforms these come after the points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marks: Option<Column>,
    },
    /// Several shapes.
    Compound {
        /// The shapes and where they are.
        parts: Vec<Part>,
    },
    /// One that this version does not know.
    #[serde(skip)]
    Unknown(Map<String, Value>),
}

/// A part of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The number of an earlier shape.
    pub shape: usize,
    /// Where it is.
    #[serde(default)]
    pub position: [f64; 3],
    /// How it is turned.
    #[serde(default = "unturned")]
    pub rotation: [f64; 4],
}

fn unturned() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}
