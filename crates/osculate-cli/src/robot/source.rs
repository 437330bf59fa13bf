//! Where the robot comes from.

use super::RobotArgs;
use osculate::query::articulated::WhyAllowed;
use osculate::robot::{BUILTIN_NAMES, Environment, Robot, builtin};
use osculate_io::{MaxSize, Packages, RobotFile, read_environment};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const BUILTIN: &str = "builtin:";

/// A robot, with what stands around it.
pub struct Source {
    /// What to call it.
    pub title: String,
    pub robot: Robot,
    pub environment: Environment,
    /// What else its files say; a built-in robot has none.
    pub file: Option<RobotFile>,
    /// What a built-in robot is, and the path that it shows.
    pub show: Option<(&'static str, Vec<Vec<f64>>)>,
}

impl Source {
    /// The robot that is asked for.
    pub fn load(args: &RobotArgs, most: MaxSize) -> anyhow::Result<Source> {
        let mut source = match args.robot.strip_prefix(BUILTIN) {
            Some(name) => Source::builtin(args, name)?,
            None => Source::of_file(args, most)?,
        };
        if let Some(path) = &args.env {
            source.environment = read_environment(path, &source.robot, most)?;
        }
        Ok(source)
    }

    fn builtin(args: &RobotArgs, name: &str) -> anyhow::Result<Source> {
        for (option, given) in [
            ("--srdf", args.srdf.is_some()),
            ("--package", !args.package.is_empty()),
        ] {
            if given {
                anyhow::bail!("{option} goes with a URDF file: {} is built in", args.robot);
            }
        }
        let Some(made) = builtin(name) else {
            anyhow::bail!(
                "there is no built-in robot {name:?}; known: {}",
                BUILTIN_NAMES.join(", ")
            );
        };
        Ok(Source {
            title: made.name.to_owned(),
            robot: made.robot,
            environment: made.environment,
            file: None,
            show: Some((made.about, made.waypoints)),
        })
    }

    fn of_file(args: &RobotArgs, most: MaxSize) -> anyhow::Result<Source> {
        let mut packages = Packages::default();
        for (name, folder) in &args.package {
            packages.add(name.as_str(), folder.as_path());
        }
        let path = Path::new(&args.robot);
        let file = RobotFile::read(path, args.srdf.as_deref(), &packages, most)?;
        for told in &file.ignored {
            eprintln!("note: ignored: {told}");
        }
        let title = match file.name.is_empty() {
            true => path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            false => file.name.clone(),
        };
        let mut robot = file.robot.clone();
        if !file.knows_pairs {
            leave_out_touching(&mut robot)?;
        }
        Ok(Source {
            title,
            robot,
            environment: Environment::new(),
            file: Some(file),
            show: None,
        })
    }

    /// Whether it needs no file.
    pub fn is_builtin(&self) -> bool {
        self.show.is_some()
    }
}

/// Without an SRDF file nothing says which links touch by design: those that do wherever the joints stand are left out.
fn leave_out_touching(robot: &mut Robot) -> anyhow::Result<()> {
    let checked: BTreeSet<[usize; 2]> = robot.checked_pairs().collect();
    for pair in robot.propose_allowed(SEED) {
        let [a, b] = pair.links;
        let is_checked = checked.contains(&[a, b]) || checked.contains(&[b, a]);
        if pair.why == WhyAllowed::AlwaysTouch && is_checked {
            let [a, b] = pair.links.map(|link| robot.links()[link].name().to_owned());
            eprintln!("note: {a} and {b} always touch, and are not checked against each other");
            robot.allow(&a, &b)?;
        }
    }
    Ok(())
}

/// Chooses the configurations that are tried.
const SEED: u64 = 1;

/// A package and its folder, `NAME=DIR`.
pub fn package(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
            Ok((name.to_owned(), folder.into()))
        }
        _ => Err("it must be NAME=DIR, such as arm_description=folders/arm".to_owned()),
    }
}
