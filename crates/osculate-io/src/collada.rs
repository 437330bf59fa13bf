//! COLLADA files (`.dae`): the triangles of a scene.
//!
//! Read here, in `f64`, and not by a crate: docs/decisions/urdf.md says why. What is not understood is an error, since a surface
//! that is left out is one that is never touched. The unit of length is applied; `up_axis` is not, as robots have it.

mod geometry;
mod scene;

use crate::content::Content;
use crate::max_size::{MaxSize, read_file};
use crate::mesh_file::{Fault, MeshFileError, Place, unread};
use crate::text::shown;
use crate::xml::{self, XmlFault, XmlProblem, line_and_column};
use geometry::Surface;
use osculate::TriMesh;
use roxmltree::Node;
use std::collections::BTreeMap;
use std::path::Path;

/// The mesh of the file at `path`, which has at most `most` bytes.
pub(crate) fn load(path: &Path, most: MaxSize) -> Result<TriMesh, MeshFileError> {
    let bytes = read_file(path, most).map_err(|error| unread(path, error))?;
    parse(&bytes).map_err(|fault| match Content::of(&bytes, bytes.len() as u64) {
        Some(content) if content != Content::Xml => MeshFileError::LooksLike {
            path: path.to_owned(),
            content,
        },
        _ => fault.in_file(path),
    })
}

/// The mesh of a file with these bytes.
pub(crate) fn parse(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Fault::new(Place::Byte(error.valid_up_to()), "not UTF-8 text"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document = xml::parse(text).map_err(|XmlFault { at, problem }| {
        let message = match problem {
            XmlProblem::UnknownPrefix(prefix) => format!("nothing explains the prefix {prefix:?}"),
            XmlProblem::Bound(message) | XmlProblem::Syntax(message) => message,
        };
        Fault::new(Place::Line(line_and_column(text, at).0), message)
    })?;
    let file = File {
        text,
        root: document.root_element(),
    };
    if file.root.tag_name().name() != "COLLADA" {
        return Err(file.fault(file.root, "the outermost element must be <COLLADA>"));
    }
    let surfaces = file.surfaces()?;
    let mut mesh = Triangles::within(bytes.len());
    scene::gather(&file, &surfaces, &mut mesh)?;
    Ok(TriMesh::new(mesh.vertices, mesh.triangles)?)
}

/// A COLLADA file.
struct File<'d> {
    text: &'d str,
    root: Node<'d, 'd>,
}

impl<'d> File<'d> {
    /// A problem with an element.
    fn fault(&self, node: Node, problem: impl Into<String>) -> Fault {
        let line = line_and_column(self.text, node.range().start).0;
        Fault::new(Place::Line(line), problem)
    }

    /// All surfaces, by their ids.
    fn surfaces(&self) -> Result<BTreeMap<&'d str, Surface>, Fault> {
        let mut surfaces = BTreeMap::new();
        for library in named(self.root, "library_geometries") {
            for geometry in named(library, "geometry") {
                let surface = geometry::surface(self, geometry)?;
                let id = geometry.attribute("id").unwrap_or_default();
                if surfaces.insert(id, surface).is_some() {
                    return Err(self.fault(geometry, format!("the id {id:?} is given twice")));
                }
            }
        }
        Ok(surfaces)
    }

    /// Numbers between blanks in an element.
    fn numbers(&self, node: Node) -> Result<Vec<f64>, Fault> {
        let words = words(node).map(|word| match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.fault(
                node,
                format!("{} is not a finite number", shown(word.as_bytes())),
            )),
        });
        words.collect()
    }

    /// Exactly `N` numbers between blanks in an element.
    fn some_numbers<const N: usize>(&self, node: Node) -> Result<[f64; N], Fault> {
        self.numbers(node)?.try_into().map_err(|found: Vec<f64>| {
            let name = node.tag_name().name();
            self.fault(
                node,
                format!("<{name}> must have {N} numbers, not {}", found.len()),
            )
        })
    }

    /// Whole numbers between blanks in an element.
    fn indices(&self, node: Node) -> Result<Vec<u32>, Fault> {
        let words = words(node).map(|word| {
            let told = || format!("{} is not an index", shown(word.as_bytes()));
            word.parse().map_err(|_| self.fault(node, told()))
        });
        words.collect()
    }

    /// A whole number in an attribute; `missing` if it is not there.
    fn count(&self, node: Node, attribute: &str, missing: usize) -> Result<usize, Fault> {
        let Some(word) = node.attribute(attribute) else {
            return Ok(missing);
        };
        let told = || {
            format!(
                "{attribute}={} is not a whole number",
                shown(word.as_bytes())
            )
        };
        word.trim().parse().map_err(|_| self.fault(node, told()))
    }

    /// The id that an attribute such as `url="#id"` leads to.
    fn link<'n>(&self, node: Node<'n, 'n>, attribute: &str) -> Result<&'n str, Fault> {
        let link = node.attribute(attribute).unwrap_or_default();
        link.strip_prefix('#').ok_or_else(|| {
            let name = node.tag_name().name();
            let told = format!(
                "<{name}> must have {attribute}=\"#…\", not {}",
                shown(link.as_bytes())
            );
            self.fault(node, told)
        })
    }
}

/// The elements inside that are named so.
fn named<'d>(node: Node<'d, 'd>, name: &'static str) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children()
        .filter(move |child| child.tag_name().name() == name)
}

/// What stands between blanks in an element; comments may stand in between.
fn words<'d>(node: Node<'d, 'd>) -> impl Iterator<Item = &'d str> {
    let texts = node
        .children()
        .filter(Node::is_text)
        .filter_map(|text| text.text());
    texts.flat_map(str::split_ascii_whitespace)
}

/// What has been gathered.
struct Triangles {
    vertices: Vec<glam::DVec3>,
    triangles: Vec<[u32; 3]>,
    /// How many of either there may be: a scene may show one surface many times.
    most: usize,
}

impl Triangles {
    fn within(bytes: usize) -> Triangles {
        Triangles {
            vertices: Vec::new(),
            triangles: Vec::new(),
            most: bytes
                .saturating_mul(4)
                .saturating_add(1 << 20)
                .min(u32::MAX as usize),
        }
    }
}

#[cfg(test)]
mod tests;
