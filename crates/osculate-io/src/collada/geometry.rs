//! Surfaces of a COLLADA file.

use super::{File, named};
use crate::mesh_file::Fault;
use glam::DVec3;
use roxmltree::Node;
use std::collections::BTreeMap;

/// Triangles, before a scene says where they are.
pub(super) struct Surface {
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// Elements of a mesh that are no surface, or no part of it.
const NO_SURFACE: [&str; 5] = ["source", "vertices", "lines", "linestrips", "extra"];

/// The surface of a `<geometry>`.
pub(super) fn surface(file: &File, geometry: Node) -> Result<Surface, Fault> {
    let mut surface = Surface {
        vertices: Vec::new(),
        triangles: Vec::new(),
    };
    for child in geometry.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "mesh" => add_mesh(file, child, &mut surface)?,
            "asset" | "extra" => {}
            other => return Err(file.fault(child, format!("<{other}> cannot be read; <mesh> can"))),
        }
    }
    Ok(surface)
}

fn add_mesh(file: &File, mesh: Node, surface: &mut Surface) -> Result<(), Fault> {
    let mut vertices = BTreeMap::new();
    for element in named(mesh, "vertices") {
        let mut positions =
            named(element, "input").filter(|input| input.attribute("semantic") == Some("POSITION"));
        let Some(input) = positions.next() else {
            return Err(file.fault(element, "<vertices> has no input POSITION"));
        };
        let source = file.link(input, "source")?;
        let Some(source) =
            named(mesh, "source").find(|known| known.attribute("id") == Some(source))
        else {
            return Err(file.fault(input, format!("there is no source {source:?}")));
        };
        let first = surface.vertices.len();
        surface.vertices.extend(positions_of(file, source)?);
        vertices.insert(
            element.attribute("id").unwrap_or_default(),
            first..surface.vertices.len(),
        );
    }
    for element in mesh.children().filter(Node::is_element) {
        let name = element.tag_name().name();
        if NO_SURFACE.contains(&name) {
            continue;
        }
        let faces = Faces::read(file, element)?;
        let Some(faces) = faces else { continue };
        let Some(range) = vertices.get(faces.vertices) else {
            return Err(file.fault(
                element,
                format!("there are no vertices {:?}", faces.vertices),
            ));
        };
        let corner = |&index: &u32| match (index as usize) < range.len() {
            true => Ok(index + range.start as u32),
            false => {
                let told = format!(
                    "index {index} is out of range: there are {} positions",
                    range.len()
                );
                Err(file.fault(element, told))
            }
        };
        for face in &faces.corners {
            let face = face
                .iter()
                .map(corner)
                .collect::<Result<Vec<u32>, Fault>>()?;
            split(name, &face, &mut surface.triangles);
        }
    }
    Ok(())
}

/// The positions of a `<source>`.
fn positions_of(file: &File, source: Node) -> Result<Vec<DVec3>, Fault> {
    let array = named(source, "float_array").next();
    let technique = named(source, "technique_common").next();
    let accessor = technique.and_then(|technique| named(technique, "accessor").next());
    let (Some(array), Some(accessor)) = (array, accessor) else {
        return Err(file.fault(source, "positions need <float_array> and <accessor>"));
    };
    let numbers = file.numbers(array)?;
    let stride = file.count(accessor, "stride", 1)?;
    let offset = file.count(accessor, "offset", 0)?;
    let count = file.count(accessor, "count", 0)?;
    let names: Vec<Option<&str>> = named(accessor, "param")
        .map(|param| param.attribute("name"))
        .collect();
    let place = |axis: &str, otherwise| match names.iter().all(Option::is_none) {
        true => Some(otherwise),
        false => names.iter().position(|&name| name == Some(axis)),
    };
    let places = [place("X", 0), place("Y", 1), place("Z", 2)];
    let [Some(x), Some(y), Some(z)] = places else {
        return Err(file.fault(accessor, "positions need the parameters X, Y and Z"));
    };
    let needed = count
        .checked_mul(stride)
        .and_then(|all| all.checked_add(offset));
    let fits = needed.is_some_and(|needed| needed <= numbers.len());
    if !fits || [x, y, z].iter().any(|&place| place >= stride) {
        let told = format!(
            "{count} positions of stride {stride} need more than {} numbers",
            numbers.len()
        );
        return Err(file.fault(accessor, told));
    }
    let rows = numbers[offset..].chunks_exact(stride).take(count);
    Ok(rows.map(|row| DVec3::new(row[x], row[y], row[z])).collect())
}

/// The faces of one element such as `<triangles>`.
struct Faces<'n> {
    /// The id of their vertices.
    vertices: &'n str,
    corners: Vec<Vec<u32>>,
}

impl<'n> Faces<'n> {
    /// None where there is no index at all.
    fn read(file: &File, element: Node<'n, 'n>) -> Result<Option<Faces<'n>>, Fault> {
        let name = element.tag_name().name();
        if !["triangles", "polylist", "polygons", "trifans", "tristrips"].contains(&name) {
            return Err(file.fault(element, format!("<{name}> cannot be read")));
        }
        if let Some(holes) = named(element, "ph").next() {
            return Err(file.fault(holes, "polygons with holes cannot be read"));
        }
        let mut lists = Vec::new();
        for list in named(element, "p") {
            lists.push(file.indices(list)?);
        }
        if lists.iter().all(Vec::is_empty) {
            let claimed = file.count(element, "count", 0)?;
            return match claimed {
                0 => Ok(None),
                _ => Err(file.fault(
                    element,
                    format!("<{name}> has none of the {claimed} faces it claims"),
                )),
            };
        }
        let (mut stride, mut found) = (0, None);
        for input in named(element, "input") {
            let offset = file.count(input, "offset", 0)?;
            stride = stride.max(offset.saturating_add(1));
            if input.attribute("semantic") == Some("VERTEX") {
                found = Some((offset, file.link(input, "source")?));
            }
        }
        let Some((offset, vertices)) = found else {
            return Err(file.fault(element, format!("<{name}> has no input VERTEX")));
        };
        let mut corners = Vec::new();
        for list in lists {
            if list.len() % stride != 0 {
                let told = format!("{} indices are no multiple of {stride}", list.len());
                return Err(file.fault(element, told));
            }
            corners.push(list.into_iter().skip(offset).step_by(stride).collect());
        }
        let corners = match name {
            "triangles" => cut_into_threes(file, element, corners)?,
            "polylist" => cut_by_counts(file, element, corners)?,
            _ => corners,
        };
        Ok(Some(Faces { vertices, corners }))
    }
}

fn cut_into_threes(
    file: &File,
    element: Node,
    lists: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, Fault> {
    let mut faces = Vec::new();
    for list in lists {
        if list.len() % 3 != 0 {
            return Err(file.fault(
                element,
                format!("{} corners are no multiple of 3", list.len()),
            ));
        }
        faces.extend(list.chunks_exact(3).map(<[u32]>::to_vec));
    }
    let claimed = file.count(element, "count", faces.len())?;
    match claimed == faces.len() {
        true => Ok(faces),
        false => Err(file.fault(
            element,
            format!("there are {} triangles, not {claimed}", faces.len()),
        )),
    }
}

fn cut_by_counts(file: &File, element: Node, lists: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>, Fault> {
    let corners = lists.concat();
    let mut counts = Vec::new();
    for list in named(element, "vcount") {
        counts.extend(file.indices(list)?);
    }
    let (mut faces, mut rest) = (Vec::new(), &corners[..]);
    for count in counts {
        let Some((face, after)) = rest.split_at_checked(count as usize) else {
            return Err(file.fault(element, "<vcount> asks for more corners than <p> has"));
        };
        faces.push(face.to_vec());
        rest = after;
    }
    match rest.is_empty() {
        true => Ok(faces),
        false => Err(file.fault(
            element,
            format!("<p> has {} corners that <vcount> leaves out", rest.len()),
        )),
    }
}

/// Triangles of a face: of a polygon as other mesh files have it, all from the first corner. Two corners are a line.
fn split(name: &str, corners: &[u32], triangles: &mut Vec<[u32; 3]>) {
    match name {
        "tristrips" => triangles.extend(
            corners
                .windows(3)
                .map(|three| [three[0], three[1], three[2]]),
        ),
        _ => {
            let pairs = corners.iter().skip(1).zip(corners.iter().skip(2));
            triangles.extend(pairs.map(|(&b, &c)| [corners[0], b, c]));
        }
    }
}
