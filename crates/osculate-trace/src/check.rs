//! Whether a line fits those before it.

use crate::column::Column;
use crate::record::{
    Bodies, Deform, Domain, Events, Header, Levels, Moves, Record, Segments, Series, Shape,
    ShapeKind, Step,
};
use joints::KnownJoint;
use std::collections::BTreeMap;

mod joints;

/// The motions whose columns are known.
pub(crate) const MOTIONS: [&str; 5] = ["velocity", "ballistic", "screw", "rational", "joint"];

/// The most bodies of a trace: one line can name any number of them in a few bytes, and each takes memory.
const MOST_BODIES: usize = 1 << 24;

/// What the lines so far have said.
#[derive(Debug, Default)]
pub(crate) struct Known {
    dimension: usize,
    /// How many vertices each shape has, if it is a mesh that is in the trace.
    shapes: Vec<Option<usize>>,
    /// Each body's shape.
    bodies: Vec<u32>,
    /// The joints, by body.
    joints: BTreeMap<usize, KnownJoint>,
}

type Checked = Result<(), String>;

impl Known {
    pub fn new(header: &Header) -> Result<Known, String> {
        if header.dimension != 2 && header.dimension != 3 {
            return Err(format!(
                "its dimension is {}, neither 2 nor 3",
                header.dimension
            ));
        }
        if (header.span).is_some_and(|[start, end]| !(start <= end && end - start < f64::INFINITY))
        {
            return Err("its span does not go from one time to a later one".to_owned());
        }
        if let Some(up) = &header.up {
            same_length("up", up.len(), header.dimension)?;
        }
        Ok(Known {
            dimension: header.dimension,
            shapes: Vec::new(),
            bodies: Vec::new(),
            joints: BTreeMap::new(),
        })
    }

    pub fn check(&mut self, record: &Record) -> Checked {
        match record {
            Record::Shape(shape) => self.shape(shape),
            Record::Bodies(bodies) => self.bodies(bodies),
            Record::Joints(joints) => self.joints(joints),
            Record::Domain(domain) => self.domain(domain),
            Record::Segments(segments) => self.segments(segments),
            Record::Step(step) => self.step(step),
            Record::Deform(deform) => self.deform(deform),
            Record::Events(events) => self.events(events),
            Record::Levels(levels) => self.levels(levels),
            Record::Series(series) => self.series(series),
            Record::End(end) => finite_number("time", end.time),
            Record::Verdict(_) | Record::Unknown(_) => Ok(()),
        }
    }

    fn shape(&mut self, shape: &Shape) -> Checked {
        let dimension = self.dimension;
        let mut vertices = None;
        finite_number("margin", shape.margin)?;
        match &shape.kind {
            ShapeKind::Ball { radius } | ShapeKind::Hollow { radius } => size("radius", *radius)?,
            ShapeKind::Box { half } => vector("half", half, dimension)?,
            ShapeKind::Capsule {
                half_length: length,
                radius,
            }
            | ShapeKind::Cylinder {
                radius,
                half_height: length,
            }
            | ShapeKind::Cone {
                radius,
                half_height: length,
            } => {
                size("radius", *radius)?;
                size("half of it", *length)?;
            }
            ShapeKind::Ellipsoid { radii } => vector("radii", radii, 3)?,
            ShapeKind::Hull { points, triangles } => {
                let corners = surface(points, dimension, triangles.as_ref())?;
                vertices = Some(corners);
            }
            ShapeKind::Mesh {
                vertices: places,
                triangles,
            } => vertices = Some(surface(places, dimension, Some(triangles))?),
            ShapeKind::File { scale, .. } => vector("scale", &scale.unwrap_or_default(), 3)?,
            ShapeKind::HalfSpace { normal, offset } => {
                vector("normal", normal, dimension)?;
                finite_number("offset", *offset)?;
            }
            ShapeKind::Segment { from, to } => {
                vector("from", from, dimension)?;
                vector("to", to, dimension)?;
            }
            ShapeKind::Cable {
                points,
                radius,
                closed,
                marks,
            } => {
                size("radius", *radius)?;
                let count = surface(points, dimension, None)?;
                if count < 2 {
                    return Err("a cable has at least two points".to_owned());
                }
                let edges = count - usize::from(!closed);
                let marked = marks.as_ref().map(|marks| surface(marks, dimension, None));
                let marked = marked.transpose()?;
                if marked.is_some_and(|marked| marked != edges) {
                    return Err(format!("a cable of {edges} edges has as many marks"));
                }
                vertices = Some(count + marked.unwrap_or(0));
            }
            ShapeKind::Compound { parts } => {
                for part in parts {
                    self.known_shape(part.shape as f64)?;
                    vector("position", &part.position, 3)?;
                    vector("rotation", &part.rotation, 4)?;
                }
            }
            ShapeKind::Unknown(_) => {}
        }
        self.shapes.push(vertices);
        Ok(())
    }

    fn bodies(&mut self, bodies: &Bodies) -> Checked {
        let (turn, _) = turn_widths(self.dimension);
        let columns = [
            ("shape", 1, bodies.shape.as_ref()),
            ("scale", 1, bodies.scale.as_ref()),
            ("parent", 1, bodies.parent.as_ref()),
            ("position", self.dimension, bodies.position.as_ref()),
            ("rotation", turn, bodies.rotation.as_ref()),
            ("mass", 1, bodies.mass.as_ref()),
            ("kind", 1, bodies.kind.as_ref()),
        ];
        let count = bodies.rows(self.dimension);
        let first = self.bodies.len();
        if count > MOST_BODIES - first {
            return Err(format!(
                "with its {count} bodies there are more than {MOST_BODIES}"
            ));
        }
        for (name, width, column) in columns {
            let Some(column) = column else { continue };
            rows(name, column, width, count)?;
            finite(name, column)?;
        }
        if !bodies.name.is_empty() {
            same_length("name", bodies.name.len(), count)?;
        }
        let Some(shape) = &bodies.shape else {
            return Err("bodies need the column \"shape\"".to_owned());
        };
        kinds(bodies.kind.as_ref(), &bodies.kinds)?;
        for row in 0..count {
            let [number] = shape.row(row);
            let shape = self.known_shape(number)?;
            let parent = bodies
                .parent
                .as_ref()
                .map_or(-1.0, |column| column.row::<1>(row)[0]);
            // Of an earlier one, so that there is no circle of parents.
            if parent != -1.0 && index(parent, first + row).is_none() {
                return Err(format!(
                    "the parent of body {} is {parent}, which is no earlier body",
                    first + row
                ));
            }
            self.bodies.push(shape as u32);
        }
        Ok(())
    }

    fn domain(&self, domain: &Domain) -> Checked {
        vector("low", &domain.low, self.dimension)?;
        vector("high", &domain.high, self.dimension)?;
        same_length("boundary", domain.boundary.len(), self.dimension)
    }

    fn segments(&self, segments: &Segments) -> Checked {
        let time = needed("time", segments.time.as_ref())?;
        let body = needed("body", segments.body.as_ref())?;
        let count = time.len().max(body.len());
        rows("time", time, 1, count)?;
        rows("body", body, 1, count)?;
        finite("time", time)?;
        for row in 0..body.len() {
            let number = self.known_body("body", body.number(row))?;
            self.leads(number)?;
        }
        self.moves(&segments.moves, count)?;
        if segments.moves.motion == "joint" {
            let row = |row| (body.row::<1>(row)[0] as usize, time.row::<1>(row)[0]);
            self.joint_moves(&segments.moves, (0..count).map(row))?;
        }
        Ok(())
    }

    fn moves(&self, moves: &Moves, count: usize) -> Checked {
        // What is not known is not looked at.
        if !MOTIONS.contains(&moves.motion.as_str()) {
            return Ok(());
        }
        for (name, width, column) in moves.columns(self.dimension) {
            if let Some(column) = column {
                rows(name, column, width, count)?;
                finite(name, column)?;
            }
        }
        if self.dimension == 2 && ["screw", "rational", "joint"].contains(&moves.motion.as_str()) {
            return Err(format!("a motion \"{}\" is one in space", moves.motion));
        }
        Ok(())
    }

    fn step(&self, step: &Step) -> Checked {
        finite_number("time", step.time)?;
        let (turn, spin) = turn_widths(self.dimension);
        for (name, width, column) in [
            ("linear", self.dimension, step.linear.as_ref()),
            ("angular", spin, step.angular.as_ref()),
            ("position", self.dimension, step.position.as_ref()),
            ("rotation", turn, step.rotation.as_ref()),
        ] {
            if let Some(column) = column {
                rows(name, column, width, self.bodies.len())?;
                finite(name, column)?;
            }
        }
        Ok(())
    }

    fn deform(&self, deform: &Deform) -> Checked {
        self.known_body("body", deform.body as f64)?;
        finite_number("time", deform.time)?;
        finite_number("until", deform.until)?;
        if deform.until < deform.time {
            return Err("it ends before it begins".to_owned());
        }
        let vertices = self.shapes[self.bodies[deform.body] as usize];
        for (name, column) in [("from", deform.from.as_ref()), ("to", Some(&deform.to))] {
            let Some(column) = column else { continue };
            finite(name, column)?;
            let found = column.rows(self.dimension);
            if found.is_none() || vertices.is_some_and(|count| found != Some(count)) {
                return Err(format!(
                    "column \"{name}\" has {} numbers, which are not those of the mesh's {} vertices",
                    column.len(),
                    vertices.map_or_else(String::new, |count| count.to_string())
                ));
            }
        }
        Ok(())
    }

    fn events(&self, events: &Events) -> Checked {
        let time = needed("time", events.time.as_ref())?;
        let count = time.len();
        finite("time", time)?;
        for (name, column) in [("a", events.a.as_ref()), ("b", events.b.as_ref())] {
            let Some(column) = column else { continue };
            rows(name, column, 1, count)?;
            for row in 0..column.len() {
                if column.number(row) != -1.0 {
                    self.known_body(name, column.number(row))?;
                }
            }
        }
        for (name, width, column) in [
            ("point", self.dimension, events.point.as_ref()),
            ("normal", self.dimension, events.normal.as_ref()),
            ("impulse", 1, events.impulse.as_ref()),
            ("kind", 1, events.kind.as_ref()),
            ("changes", 1, events.changes.as_ref()),
        ] {
            if let Some(column) = column {
                rows(name, column, width, count)?;
            }
        }
        kinds(events.kind.as_ref(), &events.kinds)?;
        let Some(after) = &events.after else {
            return Ok(());
        };
        let changes = needed("changes", events.changes.as_ref())?;
        let mut changed = Vec::new();
        for row in 0..count {
            let [number] = changes.row(row);
            let bodies = index(number, 3).ok_or_else(|| {
                format!("column \"changes\" has the number {number}, which is not 0, 1 or 2")
            })?;
            for side in [&events.a, &events.b].into_iter().take(bodies) {
                let body = side.as_ref().map_or(-1.0, |column| column.row::<1>(row)[0]);
                let body = self.known_body("a", body)?;
                self.leads(body)?;
                changed.push((body, time.number(row)));
            }
        }
        self.moves(after, changed.len())?;
        if after.motion == "joint" {
            self.joint_moves(after, changed.into_iter())?;
        }
        Ok(())
    }

    fn levels(&self, levels: &Levels) -> Checked {
        self.known_body("body", levels.body as f64)?;
        let width = match levels.kind.as_str() {
            "aabb" => 2 * self.dimension,
            "sphere" => self.dimension + 1,
            "rss" => 10,
            _ => return Ok(()),
        };
        finite("data", &levels.data)?;
        let whole = levels.data.rows(width).map(|_| ());
        whole.ok_or_else(|| format!("column \"data\" has no whole rows of {width} numbers"))
    }

    fn series(&self, series: &Series) -> Checked {
        finite("time", &series.time)?;
        same_length("value", series.value.len(), series.time.len())
    }

    fn known_body(&self, name: &str, number: f64) -> Result<usize, String> {
        let count = self.bodies.len();
        index(number, count).ok_or_else(|| {
            format!("column \"{name}\" names body {number}, and there are {count} bodies")
        })
    }

    fn known_shape(&self, number: f64) -> Result<usize, String> {
        let count = self.shapes.len();
        index(number, count).ok_or_else(|| {
            format!("it names shape {number}, and there are {count} shapes before it")
        })
    }
}

/// A whole number below `count`.
fn index(number: f64, count: usize) -> Option<usize> {
    let whole = number >= 0.0 && number < count as f64 && number.fract() == 0.0;
    whole.then_some(number as usize)
}

impl Bodies {
    /// How many bodies there are.
    pub(crate) fn rows(&self, dimension: usize) -> usize {
        let columns = [
            &self.shape,
            &self.scale,
            &self.parent,
            &self.mass,
            &self.kind,
        ];
        let longest = columns.into_iter().flatten().map(Column::len).max();
        let placed = self
            .position
            .as_ref()
            .map_or(0, |column| column.len() / dimension);
        let most = longest.unwrap_or(0).max(placed).max(self.name.len());
        self.count.unwrap_or(most)
    }
}

/// How many numbers a rotation and an angular velocity have.
pub(crate) fn turn_widths(dimension: usize) -> (usize, usize) {
    if dimension == 2 { (1, 1) } else { (4, 3) }
}

fn needed<'c>(name: &str, column: Option<&'c Column>) -> Result<&'c Column, String> {
    column.ok_or_else(|| format!("column \"{name}\" is missing"))
}

fn rows(name: &str, column: &Column, width: usize, count: usize) -> Checked {
    if column.len() == width || column.len() == width * count {
        return Ok(());
    }
    Err(format!(
        "column \"{name}\" has {} numbers, which are not {count} rows of {width}",
        column.len()
    ))
}

fn finite(name: &str, column: &Column) -> Checked {
    match (0..column.len()).find(|&index| !column.number(index).is_finite()) {
        None => Ok(()),
        Some(place) => Err(format!(
            "column \"{name}\" has {} at place {place}: it must be a finite number",
            column.number(place)
        )),
    }
}

fn finite_number(name: &str, number: f64) -> Checked {
    if number.is_finite() {
        return Ok(());
    }
    Err(format!(
        "\"{name}\" is {number}: it must be a finite number"
    ))
}

fn size(name: &str, number: f64) -> Checked {
    if number >= 0.0 && number.is_finite() {
        return Ok(());
    }
    Err(format!(
        "\"{name}\" is {number}: it must be a finite number, not below 0"
    ))
}

fn vector(name: &str, numbers: &[f64], dimension: usize) -> Checked {
    same_length(name, numbers.len(), dimension)?;
    numbers
        .iter()
        .try_for_each(|&number| finite_number(name, number))
}

fn same_length(name: &str, found: usize, wanted: usize) -> Checked {
    if found == wanted {
        return Ok(());
    }
    Err(format!(
        "\"{name}\" has {found} entries instead of {wanted}"
    ))
}

fn kinds(kind: Option<&Column>, kinds: &[String]) -> Checked {
    let Some(column) = kind else { return Ok(()) };
    match (0..column.len()).find(|&row| index(column.number(row), kinds.len()).is_none()) {
        None => Ok(()),
        Some(row) => Err(format!(
            "column \"kind\" has the number {}, and there are {} kinds",
            column.number(row),
            kinds.len()
        )),
    }
}

/// The number of vertices of a surface whose triangles are all there.
fn surface(
    vertices: &Column,
    dimension: usize,
    triangles: Option<&Column>,
) -> Result<usize, String> {
    finite("vertices", vertices)?;
    let count = vertices
        .rows(dimension)
        .ok_or_else(|| format!("its vertices are no whole rows of {dimension} numbers"))?;
    let Some(triangles) = triangles else {
        return Ok(count);
    };
    if triangles.rows(3).is_none() {
        return Err("its triangles are no whole rows of 3 numbers".to_owned());
    }
    match (0..triangles.len()).find(|&at| index(triangles.number(at), count).is_none()) {
        None => Ok(count),
        Some(at) => Err(format!(
            "triangle {} has vertex {}, and there are {count}",
            at / 3,
            triangles.number(at)
        )),
    }
}
