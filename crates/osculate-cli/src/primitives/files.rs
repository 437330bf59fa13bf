//! Files, and folders of files.

use std::fs;
use std::path::{Path, PathBuf};

/// The files that are named, and in place of a folder all `.csv` files below it, sorted.
pub fn expanded(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        gather(path, &mut files)?;
        if files.len() == before {
            anyhow::bail!("{}: no .csv file is below this folder", path.display());
        }
    }
    Ok(files)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let unreadable =
        |error: std::io::Error| anyhow::anyhow!("{}: cannot be read: {error}", folder.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // Of the entry itself: links to folders may lead in circles.
        let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
        entries.push((entry.path(), is_folder));
    }
    entries.sort();
    for (path, is_folder) in entries {
        let extension = path.extension().unwrap_or_default();
        if is_folder {
            gather(&path, files)?;
        } else if extension.eq_ignore_ascii_case("csv") && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(())
}
