//! The models of Table 1, all of bounding radius 1 about their origin: from files, or made.

use super::paper::Benchmark;
use crate::experiment::judge::Surface;
use crate::experiment::unit_mesh::unit;
use anyhow::Context;
use glam::DVec3;
use osculate::{
    MeshBvh, TriMesh,
    mesh::{MeshError, bumpy_club, gear, icosphere, torus_knot},
};
use osculate_io::MaxSize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The fewest triangles of a model that is made.
const FEWEST: usize = 400;

/// A body, as the methods and as the judge need it.
pub struct Model {
    /// What it is called.
    pub name: &'static str,
    /// Where it comes from.
    pub origin: String,
    pub tree: Arc<MeshBvh>,
    pub surface: Surface,
}

/// A mesh that is to become a model.
pub struct Source {
    name: &'static str,
    origin: String,
    mesh: TriMesh,
}

/// A model of the paper.
struct Recipe {
    name: &'static str,
    /// What its file may be called, without `.obj`, `.ply` or `.stl`.
    files: &'static [&'static str],
    triangles: usize,
    made: fn(usize) -> Result<TriMesh, MeshError>,
    /// What is made.
    what: &'static str,
}

/// Where meshes come from.
pub struct Origin<'a> {
    /// The folder that is looked at first.
    pub folder: Option<&'a Path>,
    /// The largest file.
    pub most: MaxSize,
    /// By what the triangles of made models are divided.
    pub divided: usize,
}

/// The models of a benchmark: one for both bodies, or two.
pub fn sources(benchmark: Benchmark, origin: &Origin) -> anyhow::Result<Vec<Source>> {
    let recipes = recipes(benchmark);
    recipes.iter().map(|recipe| origin.source(recipe)).collect()
}

fn recipes(benchmark: Benchmark) -> Vec<Recipe> {
    let recipe = |name, files, triangles, what, made| Recipe {
        name,
        files,
        triangles,
        made,
        what,
    };
    match benchmark {
        Benchmark::Club => vec![recipe("club", &["club"], 104_800, "bumpy club", bumpy_club)],
        Benchmark::Gear => {
            let made = |triangles| gear(20, triangles);
            vec![recipe("gear", &["gear"], 25_600, "gear of 20 teeth", made)]
        }
        Benchmark::Hammer => {
            let made = |triangles| gear(8, triangles);
            let files: &[&str] = &["workpiece", "cad", "cad-piece"];
            vec![
                recipe("hammer", &["hammer"], 1_700, "bumpy club", bumpy_club),
                recipe("CAD piece", files, 2_600, "gear of 8 teeth", made),
            ]
        }
        Benchmark::Bunny => {
            let files: &[&str] = &["bunny1", "stanford-bunny", "bunny"];
            vec![recipe("bunny", files, 69_700, "ball with ears", hare)]
        }
        Benchmark::Dynamics => {
            vec![recipe("bunny", &["bunny2"], 26_400, "ball with ears", hare)]
        }
        Benchmark::Torusknot => {
            let made = |triangles| torus_knot(2, 3, triangles);
            let files: &[&str] = &["torusknot", "torus-knot"];
            vec![recipe("knot", files, 34_600, "torus knot (2, 3)", made)]
        }
    }
}

impl Origin<'_> {
    fn source(&self, recipe: &Recipe) -> anyhow::Result<Source> {
        let name = recipe.name;
        if let Some(path) = self.folder.and_then(|folder| found(folder, recipe.files)) {
            let mesh = osculate_io::load_mesh_within(&path, self.most)?;
            let mesh =
                unit(&mesh).with_context(|| format!("{} cannot be a body", path.display()))?;
            let origin = path.display().to_string();
            return Ok(Source { name, origin, mesh });
        }
        let triangles = (recipe.triangles / self.divided).max(FEWEST);
        Ok(Source {
            name,
            origin: format!("{}, made", recipe.what),
            mesh: unit(&(recipe.made)(triangles)?)?,
        })
    }
}

fn found(folder: &Path, names: &[&str]) -> Option<PathBuf> {
    names
        .iter()
        .flat_map(|name| ["obj", "ply", "stl"].map(|kind| folder.join(format!("{name}.{kind}"))))
        .find(|path| path.is_file())
}

/// A round body with two long ears and a snout, which stands in for the bunny: smooth, not convex, with thin parts. Only
/// operations that round alike everywhere.
fn hare(triangles: usize) -> Result<TriMesh, MeshError> {
    let ball = icosphere(1.0, triangles)?;
    // Which way, how far it stands out, and from which cosine on.
    let parts = [
        (DVec3::new(0.42, -0.1, 0.9), 0.6, 0.9),
        (DVec3::new(-0.42, -0.1, 0.9), 0.6, 0.9),
        (DVec3::new(0.0, 0.9, 0.45), 0.25, 0.6),
        (DVec3::new(0.0, -1.0, -0.4), 0.12, 0.85),
    ];
    let vertices = ball.vertices().iter().map(|&vertex| {
        let radius = parts.iter().fold(0.6, |radius, &(way, out, from)| {
            let share = ((vertex.dot(way.normalize()) - from) / (1.0 - from)).clamp(0.0, 1.0);
            radius + out * share * share * (3.0 - 2.0 * share)
        });
        let ripple = 0.12 * vertex.x * vertex.y * vertex.z;
        vertex * (radius + ripple)
    });
    TriMesh::new(vertices.collect(), ball.triangles().to_vec())
}

impl Model {
    /// Builds what the methods and the judge need.
    pub fn build(source: Source) -> Model {
        Model {
            name: source.name,
            origin: source.origin,
            surface: Surface::new(&source.mesh),
            tree: Arc::new(MeshBvh::new(source.mesh)),
        }
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.tree.mesh().triangles().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_the_papers_triangles_and_radius_one() {
        let origin = Origin {
            folder: None,
            most: MaxSize::default(),
            divided: 1,
        };
        let counts: Vec<usize> = [Benchmark::Hammer, Benchmark::Dynamics]
            .into_iter()
            .flat_map(|benchmark| sources(benchmark, &origin).unwrap())
            .map(|source| {
                let vertices = source.mesh.vertices().iter();
                let reach = vertices.map(|vertex| vertex.length()).fold(0.0, f64::max);
                assert!((reach - 1.0).abs() < 1e-14, "{}: {reach}", source.name);
                source.mesh.triangles().len()
            })
            .collect();
        assert_eq!(counts, [1_700, 2_600, 26_400]);
    }
}
