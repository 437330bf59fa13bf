//! Scenes of rigid bodies and cables: by name, or from files.

use crate::arrays::{bad, invalid};
use crate::shapes::unreadable;
use osculate_io::{JsonFileError, MaxSize, WorldSceneFile, WorldTraceOptions};
use osculate_world::scenes::{self, BuiltScene};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::PathBuf;

/// A scene that a user named.
pub enum SceneSource {
    Builtin(BuiltScene),
    File(WorldSceneFile),
}

impl SceneSource {
    /// A built-in scene of this name, or a scene file.
    pub fn of(source: &Bound<'_, PyAny>) -> PyResult<SceneSource> {
        let name = source.cast::<PyString>().ok().map(|name| name.to_string());
        if let Some(built) = name.as_deref().and_then(scenes::by_name) {
            return Ok(SceneSource::Builtin(built));
        }
        let path: PathBuf = source.extract()?;
        let file = WorldSceneFile::read(&path, MaxSize::default());
        let file = file.map_err(|error| match &error {
            JsonFileError::Read { source, .. } => unreadable(source, &error),
            _ => invalid(error),
        })?;
        Ok(SceneSource::File(file))
    }

    pub fn has_cables(&self) -> bool {
        match self {
            SceneSource::Builtin(built) => !built.cables.is_empty(),
            SceneSource::File(file) => !file.cables.is_empty(),
        }
    }
}

/// The names of the built-in scenes with cables, or of those without.
pub fn scene_names(cables: bool) -> Vec<&'static str> {
    let wanted =
        |name: &&str| scenes::by_name(name).is_some_and(|made| made.cables.is_empty() != cables);
    let names = scenes::names().map(|scene| scene.name);
    names.filter(wanted).collect()
}

/// Options of a trace that ends at a time.
pub fn trace_until(until: f64, title: &str) -> PyResult<WorldTraceOptions> {
    if !until.is_finite() {
        return Err(bad("until", format!("{until} is no time")));
    }
    let mut options = WorldTraceOptions::default();
    options.title = title.to_owned();
    options.until = Some(until);
    Ok(options)
}
