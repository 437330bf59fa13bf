//! The judge of cables: every part of every step, over everything at once.
//!
//! It makes a mesh of its own of where everything was and is, and asks the library's exact queries for all contacts on the way. What moves
//! cables knows which pairs it looked at; this knows nothing of that.

use osculate::glam::DVec3;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate_world::CabledWorld;

/// What cables and obstacles were like after the last part.
pub struct CableJudge {
    places: Vec<DVec3>,
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    particles: usize,
}

/// What was found in a step.
pub struct Judged {
    pub parts: u64,
    pub touching: Vec<String>,
}

impl CableJudge {
    /// For cables at their start.
    pub fn new(cabled: &CabledWorld) -> CableJudge {
        let rods = cabled.rods();
        CableJudge {
            places: rods.places().collect(),
            edges: rods.edge_particles().collect(),
            triangles: rods.obstacle_triangles(),
            particles: rods.particles(),
        }
    }

    /// Judges the step that was just made.
    pub fn step(&mut self, cabled: &CabledWorld) -> Judged {
        let mut judged = Judged {
            parts: 0,
            touching: Vec::new(),
        };
        let time = cabled.world().time();
        for part in cabled.parts() {
            judged.parts += 1;
            if let Some(what) = self.touching(&part.ends, cabled) {
                let told = format!("{what} touches something, in the step up to {time} s");
                judged.touching.push(told);
            }
            self.places.clone_from(&part.ends);
        }
        if self.places.iter().copied().ne(cabled.rods().places()) {
            let told = format!("cables are not where their parts led them, at {time} s");
            judged.touching.push(told);
        }
        judged
    }

    /// Something that touches on the way to `ends`.
    fn touching(&self, ends: &[DVec3], cabled: &CabledWorld) -> Option<String> {
        let (starts, count) = (&self.places, self.particles);
        let cables = DeformingMesh::new(&starts[..count], &ends[..count], &[]);
        let cables = cables.and_then(|cables| cables.with_edges(&self.edges));
        let solid = DeformingMesh::new(&starts[count..], &ends[count..], &self.triangles);
        let (Ok(cables), Ok(solid)) = (cables, solid) else {
            return Some("what is not finite".to_owned());
        };
        let Ok(mesh) = DeformingMesh::join(&[cables, solid]) else {
            return Some("what is too large".to_owned());
        };
        if let Some(found) = deforming_contacts(&mesh, Scope::AllButWithin(1)).next() {
            let (kind, features) = (found.kind, found.features);
            return Some(format!("a cable ({kind:?} {features:?})"));
        }
        // Heights are linear along a part, and were looked at where it starts.
        for (number, half_space) in cabled.rods().half_spaces().enumerate() {
            let height = |end: &DVec3| half_space.normal().dot(*end) - half_space.offset();
            if ends[..count].iter().any(|end| !(height(end) > 0.0)) {
                return Some(format!("a cable and half-space {number}"));
            }
        }
        None
    }
}
