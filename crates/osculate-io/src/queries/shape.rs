//! What the bodies of a query file are.

use super::motion::placement;
use crate::json::{Complaint, Node, Object};
use crate::max_size::MaxSize;
use crate::mesh_source::load;
use crate::problem::Problem;
use glam::DVec3;
use osculate::{Compound, HalfSpace, Hull, TriMesh, shape::HullError};
use std::collections::BTreeMap;
use std::path::Path;

/// The keys of a body that stands in no query: of its shape first, then of where it is.
pub(crate) const OBSTACLE_KEYS: &[&str] = &[
    "mesh",
    "ball",
    "box",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "hull",
    "half_space",
    "compound",
    "margin",
    "scale",
    "at",
    "linear",
    "angular",
    "attached_to",
    "touch_links",
];
/// Those of its shape.
pub(super) const BODY_KEYS: &[&str] = OBSTACLE_KEYS.split_at(12).0;
/// Those that name a shape.
pub(super) const SHAPES: &[&str] = BODY_KEYS.split_at(10).0;
pub(super) const PART_KEYS: &[&str] = &[
    "ball",
    "box",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "hull",
    "margin",
    "scale",
    "at",
];
/// Those that name a shape.
pub(super) const CONVEX_SHAPES: &[&str] = PART_KEYS.split_at(7).0;
pub(super) const HALF_SPACE_KEYS: &[&str] = &["normal", "offset"];
pub(super) const HULL_KEYS: &[&str] = &["mesh", "points"];
pub(super) const BALL_KEYS: &[&str; 1] = &["radius"];
pub(super) const BOX_KEYS: &[&str; 1] = &["half"];
pub(super) const CAPSULE_KEYS: &[&str; 2] = &["half_length", "radius"];
/// Of a cylinder, and of a cone.
pub(super) const ROUND_KEYS: &[&str; 2] = &["radius", "half_height"];
pub(super) const ELLIPSOID_KEYS: &[&str; 1] = &["radii"];

/// What a body is.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyShape {
    /// A surface of triangles, without a hierarchy: which one is needed depends on the algorithm.
    Mesh(TriMesh),
    /// A solid convex body.
    Hull(Hull),
    /// Several of them.
    Compound(Compound),
    /// All that is on one side of a plane.
    HalfSpace(HalfSpace),
}

impl BodyShape {
    /// What to call it: `mesh`, `hull`, `compound` or `half-space`.
    pub fn name(&self) -> &'static str {
        match self {
            BodyShape::Mesh(_) => "mesh",
            BodyShape::Hull(_) => "hull",
            BodyShape::Compound(_) => "compound",
            BodyShape::HalfSpace(_) => "half-space",
        }
    }
}

/// What a mesh is named by: its source and the bits of its scale.
type MeshKey = (String, u64);

/// The shapes that have been read.
pub(crate) struct Shapes<'f> {
    base: &'f Path,
    most: MaxSize,
    shapes: Vec<BodyShape>,
    meshes: BTreeMap<MeshKey, usize>,
    hulls: BTreeMap<MeshKey, Hull>,
}

impl<'f> Shapes<'f> {
    /// None yet; mesh paths are relative to `base`, and each mesh file has at most `most` bytes.
    pub fn new(base: &'f Path, most: MaxSize) -> Shapes<'f> {
        Shapes {
            base,
            most,
            shapes: Vec::new(),
            meshes: BTreeMap::new(),
            hulls: BTreeMap::new(),
        }
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<BodyShape> {
        self.shapes
    }

    /// The index of a body's shape: a new one, or that of an earlier body of the same mesh and scale.
    pub fn body(&mut self, body: &Node) -> Result<usize, Complaint> {
        self.of(&body.object(BODY_KEYS)?)
    }

    /// The same of an object that may have other keys too.
    pub fn of(&mut self, object: &Object) -> Result<usize, Complaint> {
        let (key, node) = only_shape(object, SHAPES)?;
        if !CONVEX_SHAPES.contains(&key) {
            without(object, "margin", "convex shapes")?;
        }
        if matches!(key, "half_space" | "compound") {
            without(object, "scale", MESHES)?;
        }
        let next = self.shapes.len();
        let shape = match key {
            "mesh" => {
                let source = Source::read(&node, object)?;
                let index = *self.meshes.entry(source.key.clone()).or_insert(next);
                if index < next {
                    return Ok(index);
                }
                BodyShape::Mesh(source.load(self.base, self.most)?)
            }
            "half_space" => BodyShape::HalfSpace(half_space(&node)?),
            "compound" => BodyShape::Compound(self.compound(&node)?),
            _ => BodyShape::Hull(self.hull(key, &node, object)?),
        };
        self.shapes.push(shape);
        Ok(next)
    }

    fn compound(&mut self, node: &Node) -> Result<Compound, Complaint> {
        let mut parts = Vec::new();
        for (index, value) in node.elements()?.into_iter().enumerate() {
            parts.push(self.part(&node.element(index, value))?);
        }
        Compound::new(parts).map_err(|error| node.complain(error.into()))
    }

    fn part(&mut self, part: &Node) -> Result<Hull, Complaint> {
        let object = part.object(PART_KEYS)?;
        let (key, node) = only_shape(&object, CONVEX_SHAPES)?;
        let hull = self.hull(key, &node, &object)?;
        let Some(at) = object.get("at") else {
            return Ok(hull);
        };
        let placement = placement(&at)?;
        hull.placed(placement.position, placement.rotation)
            .map_err(|error| at.complain(error.into()))
    }

    /// The convex shape that `key` of the object names, with the margin and the scale that stand beside it.
    fn hull(&mut self, key: &str, node: &Node, object: &Object) -> Result<Hull, Complaint> {
        if key != "hull" {
            without(object, "scale", MESHES)?;
        }
        let hull = match key {
            "ball" => {
                let [radius] = numbers_of(node, BALL_KEYS)?;
                Hull::ball(radius)
            }
            "box" => Hull::cuboid(vector_of(node, BOX_KEYS)?),
            "capsule" => {
                let [half_length, radius] = numbers_of(node, CAPSULE_KEYS)?;
                Hull::capsule(half_length, radius)
            }
            "cylinder" => {
                let [radius, half_height] = numbers_of(node, ROUND_KEYS)?;
                Hull::cylinder(radius, half_height)
            }
            "cone" => {
                let [radius, half_height] = numbers_of(node, ROUND_KEYS)?;
                Hull::cone(radius, half_height)
            }
            "ellipsoid" => Hull::ellipsoid(vector_of(node, ELLIPSOID_KEYS)?),
            _ => Ok(self.hull_of_points(node, object)?),
        };
        let hull = hull.map_err(|error: HullError| node.complain(error.into()))?;
        let Some(margin) = object.get("margin") else {
            return Ok(hull);
        };
        hull.rounded(margin.number()?)
            .map_err(|error| margin.complain(error.into()))
    }

    /// The hull of a mesh, which is made once for all bodies and parts, or of points.
    fn hull_of_points(&mut self, node: &Node, object: &Object) -> Result<Hull, Complaint> {
        let keys = node.object(HULL_KEYS)?;
        match (keys.get("mesh"), keys.get("points")) {
            (Some(mesh), None) => {
                let source = Source::read(&mesh, object)?;
                if let Some(hull) = self.hulls.get(&source.key) {
                    return Ok(hull.clone());
                }
                let hull = Hull::polytope(&corners(&source.load(self.base, self.most)?))
                    .map_err(|error| mesh.complain(error.into()))?;
                self.hulls.insert(source.key, hull.clone());
                Ok(hull)
            }
            (None, Some(node)) => {
                without(object, "scale", MESHES)?;
                let mut points = Vec::new();
                for (index, value) in node.elements()?.into_iter().enumerate() {
                    points.push(node.element(index, value).vector()?);
                }
                Hull::polytope(&points).map_err(|error| node.complain(error.into()))
            }
            _ => Err(node.complain(Problem::HullKeys)),
        }
    }
}

/// The one key of an object that names a shape, and what stands there.
fn only_shape<'t, 'p>(
    object: &Object<'t, 'p>,
    known: &'static [&'static str],
) -> Result<(&'static str, Node<'t, 'p>), Complaint> {
    let mut given = known
        .iter()
        .filter_map(|&key| object.get(key).map(|node| (key, node)));
    match (given.next(), given.next()) {
        (Some(only), None) => Ok(only),
        (Some((first, _)), Some((second, node))) => {
            Err(node.complain(Problem::TwoShapes([first, second])))
        }
        (None, _) => Err(object.node.complain(Problem::NoShape { known })),
    }
}

/// What a scale goes with.
const MESHES: &str = "a mesh or the hull of a mesh";

/// Complains about a `key` that goes with something else.
fn without(object: &Object, key: &'static str, with: &'static str) -> Result<(), Complaint> {
    match object.get(key) {
        Some(node) => Err(node.complain(Problem::Misplaced { key, with })),
        None => Ok(()),
    }
}

/// A mesh that is named in the file.
struct Source<'n, 't, 'p> {
    key: MeshKey,
    node: &'n Node<'t, 'p>,
    scale: Option<(f64, Node<'t, 'p>)>,
}

impl<'n, 't, 'p> Source<'n, 't, 'p> {
    /// The mesh that `node` names, with the scale that stands in `object`.
    fn read(
        node: &'n Node<'t, 'p>,
        object: &Object<'t, 'p>,
    ) -> Result<Source<'n, 't, 'p>, Complaint> {
        let name = node.string()?;
        let scale = match object.get("scale") {
            Some(scale) => Some((scale.number()?, scale)),
            None => None,
        };
        let bits = scale.as_ref().map_or(1.0, |&(scale, _)| scale).to_bits();
        Ok(Source {
            key: (name, bits),
            node,
            scale,
        })
    }

    fn load(&self, base: &Path, most: MaxSize) -> Result<TriMesh, Complaint> {
        let loaded =
            load(&self.key.0, base, most).map_err(|error| self.node.complain(error.into()))?;
        match &self.scale {
            Some((scale, node)) => loaded
                .scaled(*scale)
                .map_err(|error| node.complain(error.into())),
            None => Ok(loaded),
        }
    }
}

/// The vertices of a mesh. A file may have some that no triangle uses, which are no part of the body: one that is used
/// stands in for them, so that the others keep their numbers.
fn corners(mesh: &TriMesh) -> Vec<DVec3> {
    let used = mesh.triangles().iter().flatten();
    let mut corners = vec![mesh.triangle(0)[0]; mesh.vertices().len()];
    for &vertex in used {
        corners[vertex as usize] = mesh.vertices()[vertex as usize];
    }
    corners
}

fn half_space(node: &Node) -> Result<HalfSpace, Complaint> {
    let object = node.object(HALF_SPACE_KEYS)?;
    let normal = object.required("normal")?.vector()?;
    let offset = match object.get("offset") {
        Some(offset) => offset.number()?,
        None => 0.0,
    };
    HalfSpace::new(normal, offset).map_err(|error| node.complain(error.into()))
}

/// The numbers of an object that has these keys and no others.
fn numbers_of<const N: usize>(
    node: &Node,
    keys: &'static [&'static str; N],
) -> Result<[f64; N], Complaint> {
    let object = node.object(keys)?;
    let mut numbers = [0.0; N];
    for (number, key) in numbers.iter_mut().zip(keys) {
        *number = object.required(key)?.number()?;
    }
    Ok(numbers)
}

/// The vector of an object that has this key and no other.
fn vector_of(node: &Node, key: &'static [&'static str; 1]) -> Result<DVec3, Complaint> {
    node.object(key)?.required(key[0])?.vector()
}

#[cfg(test)]
mod tests;
