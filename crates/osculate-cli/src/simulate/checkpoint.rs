//! Runs that are saved, to go on later with the same bits.

use super::summary::Tally;
use crate::output::Output;
use anyhow::{Context, bail};
use osculate_io::MaxSize;
use osculate_world::{CabledWorld, SavedCabledWorld, SavedCables, SavedWorld};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

const FORMAT: &str = "osculate-world-checkpoint/1";

/// A run as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: String,
    pub title: String,
    /// Until when the run goes.
    pub seconds: f64,
    /// How many steps lie between checkpoints.
    pub every: u64,
    pub tally: Tally,
    world: SavedWorld,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cables: Option<SavedCables>,
}

impl Checkpoint {
    /// Reads the checkpoint at `path`, of at most `most` bytes.
    pub fn read(path: &Path, most: MaxSize) -> anyhow::Result<Checkpoint> {
        let shown = path.display();
        let cannot =
            |error: io::Error| anyhow::anyhow!("cannot read the checkpoint {shown}: {error}");
        let mut text = String::new();
        let file = File::open(path).map_err(cannot)?;
        let limit = most.bytes();
        file.take(limit.saturating_add(1))
            .read_to_string(&mut text)
            .map_err(cannot)?;
        if text.len() as u64 > limit {
            bail!("the checkpoint {shown} is larger than the max size of {most}");
        }
        let checkpoint: Checkpoint = serde_json::from_str(&text)
            .map_err(|error| anyhow::anyhow!("{shown} is not a checkpoint of a world: {error}"))?;
        if checkpoint.format != FORMAT {
            let format = &checkpoint.format;
            bail!("{shown}: its format is {format:?}, not {FORMAT:?}");
        }
        if checkpoint.every == 0 || !(checkpoint.seconds > 0.0) {
            bail!("the checkpoint {shown} is damaged: it ends before it begins");
        }
        Ok(checkpoint)
    }

    /// The world that goes on.
    pub fn world(self, path: &Path) -> anyhow::Result<CabledWorld> {
        let told = || format!("the checkpoint {} is damaged", path.display());
        let (world, cables) = (self.world, self.cables);
        let world = CabledWorld::load(&SavedCabledWorld { world, cables }).with_context(told);
        world.map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// When and where to save.
pub struct Saving<'a> {
    pub path: Option<&'a Path>,
    /// After how many steps.
    pub every: u64,
    pub title: String,
    pub seconds: f64,
}

impl Saving<'_> {
    /// Saves the world if a checkpoint is due. It becomes that of the checkpoint in any case, so that a run goes on in the same way
    /// whether or not it was resumed.
    pub fn after_step(
        &self,
        cabled: &mut CabledWorld,
        tally: &Tally,
        steps: u64,
    ) -> io::Result<()> {
        let done = cabled.world().steps();
        if !done.is_multiple_of(self.every) && done < steps {
            return Ok(());
        }
        let Some(path) = self.path else {
            cabled.forget();
            return Ok(());
        };
        let SavedCabledWorld { world, cables } = cabled.save();
        let checkpoint = Checkpoint {
            format: FORMAT.to_owned(),
            title: self.title.clone(),
            seconds: self.seconds,
            every: self.every,
            tally: tally.clone(),
            world,
            cables,
        };
        let mut output = Output::file(path).map_err(io::Error::other)?;
        // As the Python module writes worlds: what is compiled for that serves here too.
        output.write_all(&serde_json::to_vec(&checkpoint)?)?;
        output.finish()
    }
}
