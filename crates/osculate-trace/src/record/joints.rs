//! How bodies hang on each other.

use crate::column::Column;
use serde::{Deserialize, Serialize};

/// Joints: a row for each body that hangs on its parent by one. Segments with the motion `joint` move them.
///
/// ```
/// use osculate_trace::{Bodies, Compression, Header, Joints, Moves, Playback, Segments, Shape, ShapeKind, TraceWriter};
/// let mut trace = TraceWriter::new(Vec::new(), &Header::new(3, "a crane"), Compression::None)?;
/// trace.write(Shape::from(ShapeKind::Ball { radius: 0.1 }))?;
/// trace.write(Bodies {
///     shape: Some(vec![0, 0].into()),
///     parent: Some(vec![-1, 0].into()),
///     ..Bodies::default()
/// })?;
/// trace.write(Joints {
///     body: Some(vec![0, 1].into()),
///     name: vec!["turn".into(), "lift".into()],
///     kind: Some(vec![0_u8, 1].into()),
///     kinds: vec!["revolute".into(), "prismatic".into()],
///     position: Some([0.0, 0.0, 0.0, 2.0, 0.0, 0.0].into()),
///     ..Joints::default()
/// })?;
/// // A quarter of a turn, and from 1 to 3 upwards, both from time 0 to 4.
/// let moves = Moves {
///     motion: "joint".into(),
///     until: Some([4.0].into()),
///     degree: 1,
///     q: Some([0.0, 0.5 * std::f64::consts::PI, 1.0, 2.0].into()),
///     ..Moves::default()
/// };
/// trace.write(Segments { time: Some([0.0].into()), body: Some(vec![0, 1].into()), moves })?;
/// let playback = Playback::read(trace.end(4.0, "done")?.as_slice())?;
/// assert_eq!(playback.coordinates(1, 2.0), Some(vec![2.0]));
/// let [x, y, z] = playback.placement(1, 4.0).position;
/// assert!(x.abs() < 1e-15 && (y - 2.0).abs() < 1e-15 && z == 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Joints {
    /// Which body. Its parent is the other side of the joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Column>,
    /// Names, for all of them or none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub name: Vec<String>,
    /// Numbers into `kinds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Column>,
    /// What kinds there are: `revolute`, `continuous`, `prismatic`, `planar`, `floating`, `fixed`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Where the joint is in the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Column>,
    /// How the joint is turned in the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Column>,
    /// What it turns about or slides along, in its own coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Column>,
    /// The direction of x of planar joints, across the axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<Column>,
    /// The body whose joint this one follows, −1 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mimic: Option<Column>,
    /// How much of that joint's coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<Column>,
    /// What is added to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Column>,
}

impl Joints {
    /// The columns that may be there, each with its name and how many numbers a row has.
    pub(crate) fn columns(&self) -> [(&'static str, usize, Option<&Column>); 8] {
        [
            ("kind", 1, self.kind.as_ref()),
            ("position", 3, self.position.as_ref()),
            ("rotation", 4, self.rotation.as_ref()),
            ("axis", 3, self.axis.as_ref()),
            ("along", 3, self.along.as_ref()),
            ("mimic", 1, self.mimic.as_ref()),
            ("multiplier", 1, self.multiplier.as_ref()),
            ("offset", 1, self.offset.as_ref()),
        ]
    }

    /// How many there are.
    pub(crate) fn rows(&self) -> usize {
        self.body.as_ref().map_or(0, Column::len)
    }

    /// Lets one row stand for all where they are the same.
    pub(crate) fn shrink(&mut self) {
        for (width, column) in [
            (1, &mut self.kind),
            (3, &mut self.position),
            (4, &mut self.rotation),
            (3, &mut self.axis),
            (3, &mut self.along),
            (1, &mut self.mimic),
            (1, &mut self.multiplier),
            (1, &mut self.offset),
        ] {
            if let Some(column) = column {
                column.shrink(width);
            }
        }
    }

    /// The columns of lengths, directions and factors.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Column> {
        [
            &mut self.position,
            &mut self.rotation,
            &mut self.axis,
            &mut self.along,
            &mut self.multiplier,
            &mut self.offset,
        ]
        .into_iter()
        .flatten()
    }
}
