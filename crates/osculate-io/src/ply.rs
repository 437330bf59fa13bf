//! PLY: ASCII, and binary of either byte order.
//!
//! Read: `x`, `y` and `z` of the element `vertex`, and the list `vertex_indices` or `vertex_index` of the element `face`;
//! all other properties and elements are passed over. An element of an ASCII file stands on a line of its own.
//!
//! The parser is our own, as are those of the other formats: whatever is wrong is told with its line or byte, memory is
//! bounded by the file's size and not by the counts it claims, and values go straight to where they stay, without a map
//! of names to each.

use crate::mesh_file::Fault;
use binary::Binary;
use glam::DVec3;
use header::{Element, Encoding, Header, Kind, Property, Scalar};
use osculate::TriMesh;
use text::Text;

mod binary;
mod header;
mod text;

/// The mesh in a PLY file.
pub(crate) fn parse(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let header = Header::parse(bytes)?;
    let places = Places::find(&header)?;
    match header.encoding {
        Encoding::Ascii => read(&header, &places, Text::new(bytes, &header)),
        Encoding::LittleEndian => read(&header, &places, Binary::new(bytes, &header, true)),
        Encoding::BigEndian => read(&header, &places, Binary::new(bytes, &header, false)),
    }
}

/// Values, one after the other.
trait Source {
    /// Goes to the beginning of number `index` of an element.
    fn begin(&mut self, element: &Element, index: u64) -> Result<(), Fault>;

    /// Nothing may be left of an element.
    fn end(&mut self) -> Result<(), Fault>;

    /// Nothing may be left of the file.
    fn finish(self) -> Result<(), Fault>;

    /// The most elements that the rest of the file has room for.
    fn room(&self, element: &Element) -> usize;

    /// A whole number. The type is one of those.
    fn integer(&mut self, scalar: Scalar) -> Result<i64, Fault>;

    /// A number that a vertex of a mesh may have.
    fn coordinate(&mut self, scalar: Scalar) -> Result<f64, Fault>;

    /// Goes over `count` numbers.
    fn pass(&mut self, scalar: Scalar, count: u64) -> Result<(), Fault>;

    /// What is wrong with the value that was read last.
    fn fault(&self, problem: String) -> Fault;
}

/// Where in the header that stands which a mesh is made of.
struct Places {
    vertex: usize,
    /// The properties x, y and z.
    axes: [usize; 3],
    /// The faces and their list of corners; none in a cloud of points.
    corners: Option<(usize, usize)>,
}

impl Places {
    fn find(header: &Header) -> Result<Places, Fault> {
        let Some(vertex) = header.element(b"vertex") else {
            let problem = "the header ends here without an element 'vertex'";
            return Err(header.fault(header.last_line, problem));
        };
        let element = &header.elements[vertex];
        let mut axes = [0; 3];
        for (axis, name) in axes.iter_mut().zip(["x", "y", "z"]) {
            let found = element.property(&[name.as_bytes()]);
            let Some(place) = found else {
                let problem = format!("the element 'vertex' has no property '{name}'");
                return Err(header.fault(element.line, problem));
            };
            if let Kind::List { .. } = element.properties[place].kind {
                let problem = format!("the property '{name}' of a vertex is a list, not a number");
                return Err(header.fault(element.properties[place].line, problem));
            }
            *axis = place;
        }
        let corners = match header.element(b"face") {
            None => None,
            Some(face) => Some((face, Places::corners(header, &header.elements[face])?)),
        };
        Ok(Places {
            vertex,
            axes,
            corners,
        })
    }

    fn corners(header: &Header, face: &Element) -> Result<usize, Fault> {
        const NAMES: [&[u8]; 2] = [b"vertex_indices", b"vertex_index"];
        let Some(place) = face.property(&NAMES) else {
            let problem = "the element 'face' has no property 'vertex_indices' or 'vertex_index'";
            return Err(header.fault(face.line, problem));
        };
        let property = &face.properties[place];
        let problem = match property.kind {
            Kind::Number(_) => "the corners of a face must be a list",
            Kind::List { value, .. } if !value.is_integer() => {
                "the corners of a face must be of a type of whole numbers"
            }
            Kind::List { .. } => return Ok(place),
        };
        Err(header.fault(property.line, problem))
    }
}

fn read(header: &Header, places: &Places, mut source: impl Source) -> Result<TriMesh, Fault> {
    let announced = header.elements[places.vertex].count;
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut polygon = Vec::new();
    for (place, element) in header.elements.iter().enumerate() {
        // Elements of nothing take no bytes, so their number could be any.
        if element.properties.is_empty() {
            continue;
        }
        let most = source
            .room(element)
            .min(element.count.try_into().unwrap_or(usize::MAX));
        if place == places.vertex {
            vertices.reserve_exact(most);
        } else if places.corners.is_some_and(|(face, _)| place == face) {
            triangles.reserve(most);
        }
        for index in 0..element.count {
            source.begin(element, index)?;
            let mut vertex = DVec3::ZERO;
            for (number, property) in element.properties.iter().enumerate() {
                let axis = places.axes.iter().position(|&axis| axis == number);
                match (property.kind, axis) {
                    (Kind::Number(scalar), Some(axis)) if place == places.vertex => {
                        vertex[axis] = source.coordinate(scalar)?;
                    }
                    (Kind::List { count, value }, _) if places.corners == Some((place, number)) => {
                        let length = list_length(&mut source, property, count)?;
                        corners(&mut source, length, value, announced, &mut polygon)?;
                        let fan = polygon[1..].windows(2);
                        triangles.extend(fan.map(|pair| [polygon[0], pair[0], pair[1]]));
                    }
                    (Kind::List { count, value }, _) => {
                        let length = list_length(&mut source, property, count)?;
                        source.pass(value, length)?;
                    }
                    (Kind::Number(scalar), _) => source.pass(scalar, 1)?,
                }
            }
            source.end()?;
            if place == places.vertex {
                vertices.push(vertex);
            }
        }
    }
    source.finish()?;
    Ok(TriMesh::new(vertices, triangles)?)
}

fn list_length(
    source: &mut impl Source,
    property: &Property,
    scalar: Scalar,
) -> Result<u64, Fault> {
    let length = source.integer(scalar)?;
    u64::try_from(length).map_err(|_| {
        let name = crate::text::shown(&property.name);
        source.fault(format!("the list {name} has the length {length}"))
    })
}

/// Reads the corners of a face, of vertices of which `announced` are in the file.
fn corners(
    source: &mut impl Source,
    length: u64,
    scalar: Scalar,
    announced: u64,
    polygon: &mut Vec<u32>,
) -> Result<(), Fault> {
    if length < 3 {
        let problem = format!("a face needs at least 3 corners, but here are {length}");
        return Err(source.fault(problem));
    }
    polygon.clear();
    for _ in 0..length {
        let index = source.integer(scalar)?;
        match u64::try_from(index) {
            // What no u32 holds is more than a mesh may have, which `TriMesh` rejects.
            Ok(known) if known < announced => {
                polygon.push(u32::try_from(known).unwrap_or(u32::MAX));
            }
            _ => {
                let problem = format!(
                    "a face names vertex {index}, counted from 0, but the file has {announced} vertices"
                );
                return Err(source.fault(problem));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
