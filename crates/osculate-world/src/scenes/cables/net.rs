//! A net that catches a body.

use super::{line, scene};
use crate::body::Body;
use crate::rods::{Cable, End, RodMaterial};
use crate::scenes::{BuiltScene, VALID, turned};
use glam::DVec3;
use osculate::{Hull, Placement, mesh::bumpy_club};

/// By default cords each way; how far they are apart, and edges between two knots.
const CORDS: u32 = 7;
const PITCH: f64 = 0.1;
const EDGES: u32 = 4;

/// Cords along x and y that are tied where they cross, held at their ends; the hull of a bumpy club falls onto them.
pub(in crate::scenes) fn net() -> BuiltScene {
    net_of(CORDS)
}

/// The same with so many cords each way.
pub(in crate::scenes) fn net_of(cords: u32) -> BuiltScene {
    let mut scene = scene(2.0);
    scene.add_floor_at(-1.0);
    let club = bumpy_club(200).expect(VALID).scaled(0.18).expect(VALID);
    let club = Body::dynamic(Hull::of_mesh(&club).expect(VALID)).with_mass(1.5);
    let at = Placement::new(DVec3::new(0.03, 0.02, 0.5), turned(DVec3::X, 1.2));
    scene.add(
        "club",
        club.at(at)
            .with_velocity(DVec3::ZERO, DVec3::new(0.0, 2.0, 0.0)),
    );
    let material = RodMaterial::rope(2.5e-3)
        .with_stiffness(1500.0, 5e-6, 4e-6)
        .with_drag(1.0);
    let reach = 0.5 * PITCH * f64::from(cords + 1);
    let side = |i: u32| PITCH * f64::from(i + 1) - reach;
    let edges = EDGES * (cords + 1);
    for i in 0..cords {
        let points = line(
            DVec3::new(side(i), -reach, 0.0),
            DVec3::new(side(i), reach, 0.0),
            edges,
        );
        let cord = Cable::new(format!("warp {}", i + 1), points, material);
        scene.cables.push(cord.with_ends([End::Pinned; 2]).into());
    }
    for j in 0..cords {
        let mut points = line(
            DVec3::new(-reach, side(j), 0.0),
            DVec3::new(reach, side(j), 0.0),
            edges,
        );
        let crossed = |i: u32| (EDGES * (i + 1)) as usize;
        for i in 0..cords {
            points[crossed(i)] = scene.cables[i as usize].cable.points[crossed(j)];
        }
        let mut cord = Cable::new(format!("weft {}", j + 1), points, material);
        for i in 0..cords {
            cord = cord.tied(crossed(i), i as usize, crossed(j));
        }
        scene.cables.push(cord.with_ends([End::Pinned; 2]).into());
    }
    scene
}
