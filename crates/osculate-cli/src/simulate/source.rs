//! Where a scene comes from.

use anyhow::bail;
use osculate_io::{MaxSize, WorldSceneFile};
use osculate_world::scenes::{self, MOST_DROPPED};
use osculate_world::{Body, CablePlan, CabledWorld, Settings, World};
use std::io;
use std::path::Path;

/// What the name of a built-in scene begins with.
const PREFIX: &str = "builtin:";
/// How many seconds a run takes that nobody says more of.
const SECONDS: f64 = 10.0;

/// A scene, read or made.
pub struct Source {
    pub title: String,
    /// How many of them are worth seeing.
    pub seconds: f64,
    settings: Settings,
    bodies: Vec<Body>,
    cables: Vec<CablePlan>,
    cable_substeps: Option<u32>,
}

impl Source {
    /// The scene that is named so.
    pub fn read(scene: &str, most: MaxSize) -> anyhow::Result<Source> {
        if let Some(name) = scene.strip_prefix(PREFIX) {
            let Some(built) = scenes::by_name(name) else {
                let known: Vec<&str> = scenes::names().map(|scene| scene.name).collect();
                bail!(
                    "there is no built-in scene '{name}'; known are {}, and drop?bodies=N for N from 1 to {MOST_DROPPED}",
                    known.join(", ")
                );
            };
            return Ok(Source {
                title: name.to_owned(),
                seconds: built.seconds,
                settings: built.settings,
                bodies: built.bodies,
                cables: built.cables,
                cable_substeps: built.cable_substeps,
            });
        }
        let path = Path::new(scene);
        let (file, title) = if scene == "-" {
            let name = Path::new("standard input");
            let stdin = io::stdin().lock();
            let file = WorldSceneFile::from_reader(stdin, name, Path::new(""), most)?;
            (file, "standard input".to_owned())
        } else {
            let title = path.file_stem().unwrap_or_default().to_string_lossy();
            (WorldSceneFile::read(path, most)?, title.into_owned())
        };
        Ok(Source {
            title,
            seconds: file.seconds.unwrap_or(SECONDS),
            settings: file.settings,
            bodies: file.bodies,
            cables: file.cables,
            cable_substeps: file.cable_substeps,
        })
    }

    /// Its world, at the start, perhaps with other steps.
    pub fn world(&self, step: Option<f64>) -> anyhow::Result<CabledWorld> {
        let mut settings = self.settings;
        if let Some(step) = step {
            settings = settings.with_step(step);
        }
        let mut world = World::new(settings)?;
        for body in &self.bodies {
            world.insert(body.clone())?;
        }
        let mut cabled = CabledWorld::in_parts(world, self.cable_substeps)?;
        cabled.add_all_planned(&self.cables)?;
        Ok(cabled)
    }
}
