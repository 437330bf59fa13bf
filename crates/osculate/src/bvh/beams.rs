use super::{Node, build};
use crate::mesh::TriMesh;
use crate::volume::{Sphere, Volume};
use alloc::vec::Vec;

pub(super) fn spheres(mesh: &TriMesh, epsilon: f64) -> (Vec<Node<Sphere>>, Vec<u32>) {
    let _ = epsilon;
    let (nodes, order) = build::swept_spheres(mesh);
    let nodes = nodes.iter().map(|node| {
        let (centre, radius) = node.volume.ball();
        Node {
            volume: Sphere { centre, radius },
            link: node.link,
            count: node.count,
        }
    });
    (nodes.collect(), order)
}
