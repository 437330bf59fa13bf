//! What an experiment writes but for what is printed: a folder with a table and figures, and a page.

use super::make_folder;
use super::page_files::{Cases, PageFiles};
use super::report::Report;
use crate::output::Output;
use std::io::{self, Write};
use std::path::Path;

/// The files of an experiment. All are opened before the work, so that a folder that cannot be written to is told at once.
pub struct ResultFiles {
    folder: Option<Folder>,
    page: Option<PageFiles>,
}

struct Folder {
    csv: Output,
    figures: Vec<Output>,
}

impl ResultFiles {
    /// `NAME.csv` and a `NAME-FIGURE.svg` for each figure in the folder `out`, and the page `html`, where they are asked for.
    pub fn create(
        name: &str,
        figures: &[&str],
        out: Option<&Path>,
        html: Option<&Path>,
    ) -> anyhow::Result<ResultFiles> {
        let folder = |folder: &Path| -> anyhow::Result<Folder> {
            make_folder(folder)?;
            let svg = |figure: &&str| Output::file(&folder.join(format!("{name}-{figure}.svg")));
            Ok(Folder {
                csv: Output::file(&folder.join(format!("{name}.csv")))?,
                figures: figures.iter().map(svg).collect::<Result<_, _>>()?,
            })
        };
        Ok(ResultFiles {
            folder: out.map(folder).transpose()?,
            page: html.map(PageFiles::create).transpose()?,
        })
    }

    /// Writes everything: the table by `csv`, the figures in their order, empty where there is nothing to draw, and the page with its
    /// cases.
    pub fn write<'a>(
        self,
        csv: impl FnOnce(&mut Output) -> io::Result<()>,
        figures: impl FnOnce() -> Vec<Option<String>>,
        report: &Report,
        cases: impl FnOnce() -> Option<Cases<'a>>,
    ) -> io::Result<()> {
        if let Some(mut folder) = self.folder {
            csv(&mut folder.csv)?;
            for (output, figure) in folder.figures.iter_mut().zip(figures()) {
                output.write_all(figure.unwrap_or_default().as_bytes())?;
            }
            folder.csv.finish()?;
            for output in folder.figures {
                output.finish()?;
            }
        }
        match self.page {
            Some(page) => page.write(report, cases()),
            None => Ok(()),
        }
    }
}
