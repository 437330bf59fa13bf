//! PLY: ASCII, and binary of either byte order.
//!
//! Read: `x`, `y` and `z` of the element `vertex`, and the list `vertex_indices` or `vertex_index` of the elements `face`
//! (polygons) and `tristrips` (strips, see `corners.rs`); all other properties and elements are passed over. An element of
//! an ASCII file stands on a line of its own.
//!
//! The parser is our own, as are those of the other formats: whatever is wrong is told with its line or byte, memory is
//! bounded by the file's size and not by the counts it claims, and values go straight to where they stay, without a map
//! of names to each.

use crate::mesh_file::Fault;
use binary::Binary;
use corners::{Corners, Figure};
use glam::DVec3;
use header::{Element, Encoding, Header, Kind, Property, Scalar};
use osculate::TriMesh;
use text::Text;

mod binary;
mod corners;
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

    /// At most so many bytes are left in the file.
    fn left(&self) -> usize;

    /// The fewest bytes that a number takes.
    fn smallest(&self, scalar: Scalar) -> usize;

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
    /// Polygons and strips; none in a cloud of points.
    figures: Vec<Figure>,
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
        Ok(Places {
            vertex,
            axes,
            figures: Figure::find(header)?,
        })
    }
}

fn read(header: &Header, places: &Places, mut source: impl Source) -> Result<TriMesh, Fault> {
    let announced = header.elements[places.vertex].count;
    let mut vertices = Vec::new();
    let mut corners = Corners::new(announced);
    for (place, element) in header.elements.iter().enumerate() {
        // Elements of nothing take no bytes, so their number could be any.
        if element.properties.is_empty() {
            continue;
        }
        let figure = places.figures.iter().find(|figure| figure.element == place);
        let most = room(&source, element, figure);
        if place == places.vertex {
            vertices.reserve_exact(most);
        } else if figure.is_some() {
            corners.triangles.reserve(most);
        }
        for index in 0..element.count {
            source.begin(element, index)?;
            let mut vertex = DVec3::ZERO;
            for (number, property) in element.properties.iter().enumerate() {
                let axis = places.axes.iter().position(|&axis| axis == number);
                match (property.kind, axis, figure) {
                    (Kind::Number(scalar), Some(axis), _) if place == places.vertex => {
                        vertex[axis] = source.coordinate(scalar)?;
                    }
                    (Kind::List { count, value }, _, Some(figure)) if figure.property == number => {
                        let length = list_length(&mut source, property, count)?;
                        corners.read(figure.kind, &mut source, length, value)?;
                    }
                    (Kind::List { count, value }, _, _) => {
                        let length = list_length(&mut source, property, count)?;
                        source.pass(value, length)?;
                    }
                    (Kind::Number(scalar), _, _) => source.pass(scalar, 1)?,
                }
            }
            source.end()?;
            if place == places.vertex {
                vertices.push(vertex);
            }
        }
    }
    source.finish()?;
    Ok(TriMesh::new(vertices, corners.triangles)?)
}

/// How many elements there will be: those that the header announces, but no more than the rest of the file has room for.
fn room(source: &impl Source, element: &Element, figure: Option<&Figure>) -> usize {
    let kinds = element.properties.iter().map(|property| property.kind);
    let mut smallest: usize = kinds.map(|kind| source.smallest(kind.first())).sum();
    if let Some(figure) = figure
        && let Kind::List { value, .. } = element.properties[figure.property].kind
    {
        smallest += corners::FEWEST as usize * source.smallest(value);
    }
    // The last value of a text needs nothing that ends it.
    let most = source.left() / smallest + 1;
    most.min(element.count.try_into().unwrap_or(usize::MAX))
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

#[cfg(test)]
mod tests;
