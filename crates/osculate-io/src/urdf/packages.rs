//! Where meshes are.

use super::problem::RobotProblem;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folders of packages, by their names: where `package://NAME/…` leads.
///
/// A package without a folder is looked for above the URDF file: a folder of its name.
///
/// ```
/// use osculate_io::Packages;
/// let mut packages = Packages::default();
/// packages.add("panda_description", "robots/panda_description");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Packages {
    folders: BTreeMap<String, PathBuf>,
}

impl Packages {
    /// From now on `package://name/…` is in `folder`.
    pub fn add(&mut self, name: impl Into<String>, folder: impl Into<PathBuf>) {
        self.folders.insert(name.into(), folder.into());
    }

    /// The file that a mesh's name in the URDF file at `urdf` leads to.
    pub(super) fn resolve(&self, mesh: &str, urdf: &Path) -> Result<PathBuf, RobotProblem> {
        let folder = urdf.parent().unwrap_or(Path::new(""));
        let Some((scheme, rest)) = mesh.split_once("://") else {
            return Ok(folder.join(mesh));
        };
        match scheme {
            "file" => Ok(folder.join(rest.strip_prefix("localhost").unwrap_or(rest))),
            "package" | "model" => {
                // Some files have a slash too many.
                let rest = rest.trim_start_matches('/');
                let (package, path) = rest.split_once('/').unwrap_or((rest, ""));
                let found = match self.folders.get(package) {
                    Some(folder) => Some(folder.clone()),
                    None => above(urdf, package),
                };
                let found = found.map(|folder| folder.join(path.trim_start_matches('/')));
                found.ok_or_else(|| RobotProblem::UnknownPackage {
                    mesh: mesh.to_owned(),
                    package: package.to_owned(),
                })
            }
            _ => Err(RobotProblem::UnknownScheme(mesh.to_owned())),
        }
    }
}

/// The nearest folder above a file that has this name, or in which there is one of this name with a `package.xml`.
fn above(file: &Path, name: &str) -> Option<PathBuf> {
    if name.is_empty() || name == "." || name == ".." {
        return None;
    }
    // Relative paths end at the working directory; links are followed only if that shows nothing.
    let whole = std::path::absolute(file).ok();
    let followed = file.canonicalize().ok();
    [whole, followed].into_iter().flatten().find_map(|path| {
        path.ancestors().skip(1).find_map(|folder| {
            if folder.file_name() == Some(OsStr::new(name)) {
                return Some(folder.to_owned());
            }
            let beside = folder.join(name);
            beside.join("package.xml").is_file().then_some(beside)
        })
    })
}
