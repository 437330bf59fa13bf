//! Shapes that a trace names by file.

use osculate_io::{MaxSize, load};
use osculate_trace::{Column, Record, ShapeKind, TraceReader};
use osculate_viewer::Mesh;
use std::path::{Component, Path, PathBuf};

/// The meshes that a trace names by file.
pub struct FileShapes {
    trace: PathBuf,
    max_size: MaxSize,
}

impl FileShapes {
    pub fn new(trace: &Path, max_size: MaxSize) -> FileShapes {
        let trace = trace.to_owned();
        FileShapes { trace, max_size }
    }

    /// The mesh at `path`, if the trace as it is now names it.
    pub fn load_named(&self, path: &str) -> Result<Mesh, String> {
        let records = TraceReader::open(&self.trace).map_err(|error| error.to_string())?;
        // Shapes come before most else. Of a trace that is damaged further on they are there.
        let mut records = records.map_while(Result::ok);
        let is_named = records.any(|record| named(&record).is_some_and(|named| named == path));
        if is_named {
            self.load(path)
        } else {
            Err(format!("the trace names no shape file {path:?}"))
        }
    }

    /// A mesh in the trace's folder or below: a trace that somebody sent must not lead to what else is on the machine.
    fn load(&self, path: &str) -> Result<Mesh, String> {
        let beside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(path).components().all(beside) {
            return Err(format!(
                "the shape file {path:?} is not in the folder of the trace: put it there"
            ));
        }
        let folder = self.trace.parent().unwrap_or(Path::new(""));
        let mesh = load(path, folder, self.max_size).map_err(|error| error.to_string())?;
        Ok(Mesh {
            vertices: mesh.vertices().iter().map(|v| v.to_array()).collect(),
            triangles: mesh.triangles().to_vec(),
        })
    }

    /// Puts the mesh itself in place of its file's name, if the record has one.
    pub fn embed(&self, record: &mut Record) -> Result<(), String> {
        let Record::Shape(shape) = record else {
            return Ok(());
        };
        let ShapeKind::File { path, scale } = &shape.kind else {
            return Ok(());
        };
        let mesh = self.load(path)?;
        let scale = scale.unwrap_or([1.0; 3]);
        let scaled = |vertex: &[f64; 3]| [0, 1, 2].map(|axis| scale[axis] * vertex[axis]);
        let vertices: Vec<f64> = mesh.vertices.iter().flat_map(scaled).collect();
        let triangles: Vec<u32> = mesh.triangles.into_flattened();
        shape.kind = ShapeKind::Mesh {
            vertices: Column::from(vertices),
            triangles: Column::from(triangles),
        };
        Ok(())
    }
}

/// The file that a record names.
fn named(record: &Record) -> Option<&str> {
    match record {
        Record::Shape(shape) => match &shape.kind {
            ShapeKind::File { path, .. } => Some(path),
            _ => None,
        },
        _ => None,
    }
}
