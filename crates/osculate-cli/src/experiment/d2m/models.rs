//! The four models of the experiment, all of bounding radius 1 about their origin.

use crate::experiment::judge::Surface;
use crate::experiment::unit_mesh::unit;
use anyhow::Context;
use osculate::{
    MeshBvh, TriMesh,
    bvh::CutBall,
    mesh::{MeshError, bumpy_club, gear, icosphere, torus_knot},
};
use osculate_io::MaxSize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the bunny is looked for, from the current folder.
pub const BUNNY: &str = "../shared/data/meshes/stanford-bunny";

/// A body of the experiment, as the methods and as the judge need it.
pub struct Model {
    /// What it is called.
    pub name: &'static str,
    /// Where it comes from.
    pub origin: String,
    /// For C2A, HCA and best-first.
    pub swept_spheres: Arc<MeshBvh>,
    /// For D2M: down to single triangles.
    pub spheres: MeshBvh<CutBall>,
    /// For Capoeira.
    pub coarse_spheres: MeshBvh<CutBall>,
    /// For the judge.
    pub surface: Surface,
}

/// A mesh that is to become a model.
pub struct Source {
    name: &'static str,
    origin: String,
    mesh: TriMesh,
}

/// The meshes: a knot, a gear and a club of `triangles` triangles, and the bunny of the file `bunny`, or of the file
/// where it is looked for, which has at most `most` bytes, or else a sphere.
pub fn sources(
    triangles: usize,
    bunny: Option<&Path>,
    most: MaxSize,
) -> anyhow::Result<[Source; 4]> {
    Ok([
        made("knot", "torus knot (2, 3)", torus_knot(2, 3, triangles)?)?,
        made("gear", "gear of 16 teeth", gear(16, triangles)?)?,
        made("club", "bumpy club", bumpy_club(triangles)?)?,
        match bunny.map(Path::to_owned).or_else(found) {
            Some(path) => {
                let mesh = osculate_io::load_mesh_within(&path, most)?;
                made("bunny", &path.display().to_string(), mesh)
                    .with_context(|| format!("{} cannot be a body", path.display()))?
            }
            None => made("sphere", "icosphere", icosphere(1.0, triangles)?)?,
        },
    ])
}

fn found() -> Option<PathBuf> {
    let files = ["obj", "stl"].map(|kind| Path::new(BUNNY).with_extension(kind));
    files.into_iter().find(|file| file.is_file())
}

fn made(name: &'static str, origin: &str, mesh: TriMesh) -> Result<Source, MeshError> {
    Ok(Source {
        name,
        origin: origin.to_owned(),
        mesh: unit(&mesh)?,
    })
}

impl Model {
    /// Builds what the methods and the judge need; Capoeira's tree goes down to spheres of the diameter `epsilon`.
    pub fn build(source: &Source, epsilon: f64) -> Model {
        Model {
            name: source.name,
            origin: source.origin.clone(),
            surface: Surface::new(&source.mesh),
            swept_spheres: Arc::new(MeshBvh::new(source.mesh.clone())),
            spheres: MeshBvh::spheres(source.mesh.clone(), 0.0),
            coarse_spheres: MeshBvh::spheres(source.mesh.clone(), epsilon),
        }
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.swept_spheres.mesh().triangles().len()
    }
}

/// All pairs with repetition, as the paper's figure 5 has them.
pub fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..4).flat_map(|a| (a..4).map(move |b| [a, b]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_radius_one_about_their_box() {
        assert_eq!(pairs().count(), 10);
        for source in sources(600, None, MaxSize::default()).unwrap() {
            let model = Model::build(&source, 0.1);
            let vertices = model.swept_spheres.mesh().vertices();
            let reach = vertices
                .iter()
                .map(|vertex| vertex.length())
                .fold(0.0, f64::max);
            assert!((reach - 1.0).abs() < 1e-14, "{}: {reach}", model.name);
        }
        let message = sources(100, None, MaxSize::default())
            .err()
            .unwrap()
            .to_string();
        assert!(message.contains("at least"), "{message}");
    }
}
