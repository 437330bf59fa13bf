//! Where the surfaces of a COLLADA file are.

use super::geometry::Surface;
use super::{File, Triangles, named};
use crate::mesh_file::Fault;
use glam::{DMat4, DVec3};
use roxmltree::Node;
use std::collections::BTreeMap;

/// How many nodes may be looked at: one may stand for another, which stands for others.
const MOST_NODES: usize = 1_000_000;
/// How deep they may be, those that stand for others counted.
const DEEPEST: usize = 256;

/// Adds the surfaces of the file's scene. Without a scene, every surface is where it is described.
pub(super) fn gather(
    file: &File,
    surfaces: &BTreeMap<&str, Surface>,
    mesh: &mut Triangles,
) -> Result<(), Fault> {
    let unit = DMat4::from_scale(DVec3::splat(unit(file)?));
    let mut nodes = BTreeMap::new();
    for node in file
        .root
        .descendants()
        .filter(|node| node.tag_name().name() == "node")
    {
        if let Some(id) = node.attribute("id") {
            nodes.insert(id, node);
        }
    }
    let mut waiting: Vec<(Node, DMat4, usize)> = Vec::new();
    let scenes = scenes(file)?;
    if scenes.is_empty() {
        for surface in surfaces.values() {
            add(file, file.root, surface, unit, mesh)?;
        }
    }
    waiting.extend(
        scenes
            .into_iter()
            .flat_map(|scene| named(scene, "node"))
            .map(|node| (node, unit, 0)),
    );
    let mut seen = 0;
    while let Some((node, above, depth)) = waiting.pop() {
        seen += 1;
        if seen > MOST_NODES || depth > DEEPEST {
            return Err(file.fault(node, "nodes stand for too many others, or for themselves"));
        }
        let here = above * transform(file, node)?;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "node" => waiting.push((child, here, depth + 1)),
                "instance_node" => {
                    let id = file.link(child, "url")?;
                    let Some(&other) = nodes.get(id) else {
                        return Err(file.fault(child, format!("there is no node {id:?}")));
                    };
                    waiting.push((other, here, depth + 1));
                }
                "instance_geometry" => {
                    let id = file.link(child, "url")?;
                    let Some(surface) = surfaces.get(id) else {
                        return Err(file.fault(child, format!("there is no geometry {id:?}")));
                    };
                    add(file, child, surface, here, mesh)?;
                }
                "instance_controller" => {
                    return Err(file.fault(child, "skins cannot be read; apply them first"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// What a unit of length is, in metres.
fn unit(file: &File) -> Result<f64, Fault> {
    let unit = named(file.root, "asset")
        .flat_map(|asset| named(asset, "unit"))
        .next();
    let Some((unit, word)) = unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) else {
        return Ok(1.0);
    };
    match word.trim().parse::<f64>() {
        Ok(metres) if metres > 0.0 && metres.is_finite() => Ok(metres),
        _ => Err(file.fault(
            unit,
            format!("the unit must be a number of metres above 0, not {word:?}"),
        )),
    }
}

/// The scene that the file shows, else all that it has.
fn scenes<'d>(file: &File<'d>) -> Result<Vec<Node<'d, 'd>>, Fault> {
    let all = named(file.root, "library_visual_scenes")
        .flat_map(|library| named(library, "visual_scene"));
    let all: Vec<Node> = all.collect();
    let shown = named(file.root, "scene")
        .flat_map(|scene| named(scene, "instance_visual_scene"))
        .next();
    let Some(shown) = shown else { return Ok(all) };
    let id = file.link(shown, "url")?;
    match all.iter().find(|scene| scene.attribute("id") == Some(id)) {
        Some(&scene) => Ok(vec![scene]),
        None => Err(file.fault(shown, format!("there is no scene {id:?}"))),
    }
}

/// What a node does to what is inside: its transformations, the last of them first.
fn transform(file: &File, node: Node) -> Result<DMat4, Fault> {
    let mut all = DMat4::IDENTITY;
    for child in node.children().filter(Node::is_element) {
        all *= match child.tag_name().name() {
            "matrix" => DMat4::from_cols_array(&file.some_numbers::<16>(child)?).transpose(),
            "translate" => DMat4::from_translation(DVec3::from_array(file.some_numbers(child)?)),
            "scale" => DMat4::from_scale(DVec3::from_array(file.some_numbers(child)?)),
            "rotate" => {
                let [x, y, z, degrees] = file.some_numbers(child)?;
                match DVec3::new(x, y, z).try_normalize() {
                    Some(axis) => DMat4::from_axis_angle(axis, degrees.to_radians()),
                    None => return Err(file.fault(child, "the axis of <rotate> is zero")),
                }
            }
            name @ ("lookat" | "skew") => {
                return Err(file.fault(child, format!("<{name}> cannot be read")));
            }
            _ => continue,
        };
    }
    Ok(all)
}

fn add(
    file: &File,
    place: Node,
    surface: &Surface,
    at: DMat4,
    mesh: &mut Triangles,
) -> Result<(), Fault> {
    let first = mesh.vertices.len();
    let vertices = first + surface.vertices.len();
    if vertices.max(mesh.triangles.len() + surface.triangles.len()) > mesh.most {
        return Err(file.fault(
            place,
            format!(
                "the scene has more than {} triangles or vertices",
                mesh.most
            ),
        ));
    }
    if at.row(3) != glam::DVec4::W {
        return Err(file.fault(place, "the last row of a matrix must be 0 0 0 1"));
    }
    mesh.vertices.extend(
        surface
            .vertices
            .iter()
            .map(|&vertex| at.transform_point3(vertex)),
    );
    let corners = surface.triangles.iter();
    mesh.triangles
        .extend(corners.map(|corners| corners.map(|corner| corner + first as u32)));
    Ok(())
}
