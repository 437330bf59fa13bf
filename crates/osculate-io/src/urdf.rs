//! Robots from URDF and SRDF files. `docs/robots.md` describes what is read of them.

mod build;
mod description;
mod element;
mod meshes;
mod packages;
mod problem;
mod srdf;
mod tree;

use crate::max_size::MaxSize;
use element::RobotText;
use meshes::Meshes;
use osculate::robot::Robot;
pub use packages::Packages;
pub use problem::{RobotFileError, RobotPart, RobotPlace, RobotProblem};
use srdf::Semantics;
pub use srdf::{JointGroup, NamedState};
use std::path::Path;

/// A robot, with what its files say beyond links and joints.
///
/// ```
/// use osculate_io::{MaxSize, Packages, RobotFile};
/// let urdf = r#"<robot name="door">
///   <link name="frame"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
///   <link name="leaf"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.05 2"/></geometry></collision></link>
///   <joint name="hinge" type="revolute"><parent link="frame"/><child link="leaf"/>
///     <axis xyz="0 0 1"/><limit lower="0" upper="1.6"/></joint>
/// </robot>"#;
/// let door = RobotFile::parse(urdf, "door.urdf".as_ref(), &Packages::default(), MaxSize::default())?;
/// assert_eq!((door.robot.links().len(), door.robot.width()), (2, 1));
/// let error = RobotFile::parse(&urdf.replace("\"frame\"/", "\"wall\"/"), "door.urdf".as_ref(), &Packages::default(), MaxSize::default());
/// assert_eq!(error.unwrap_err().to_string(), "door.urdf:4:47: joint \"hinge\": there is no link \"wall\"");
/// # Ok::<(), osculate_io::RobotFileError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RobotFile {
    /// Its name in the file.
    pub name: String,
    /// The robot. If an SRDF file says which pairs of links need no check, the others are checked; else all are that no joint
    /// connects.
    pub robot: Robot,
    /// Groups of joints, in the order of the SRDF file.
    pub groups: Vec<JointGroup>,
    /// Named configurations, in the order of the SRDF file.
    pub states: Vec<NamedState>,
    /// Whether an SRDF file says which pairs of links need no check.
    pub knows_pairs: bool,
    /// What was passed over, each with its file and line.
    pub ignored: Vec<String>,
}

impl RobotFile {
    /// Reads the URDF file at `urdf`, its meshes, and the SRDF file at `srdf`. All meshes together have at most `most` bytes.
    pub fn read(
        urdf: &Path,
        srdf: Option<&Path>,
        packages: &Packages,
        most: MaxSize,
    ) -> Result<RobotFile, RobotFileError> {
        let urdf = RobotText::open("URDF", urdf, most)?;
        let srdf = srdf
            .map(|path| RobotText::open("SRDF", path, most))
            .transpose()?;
        RobotFile::of(&urdf, srdf.as_ref(), packages, most)
    }

    /// Reads the URDF file `text`; `name` stands for it in errors, and meshes are looked for from there.
    pub fn parse(
        text: &str,
        name: &Path,
        packages: &Packages,
        most: MaxSize,
    ) -> Result<RobotFile, RobotFileError> {
        RobotFile::of(&RobotText::new("URDF", name, text), None, packages, most)
    }

    /// Reads the URDF file `urdf` and the SRDF file `srdf`, each with a name that stands for it in errors.
    pub fn parse_with(
        [urdf, srdf]: [(&str, &Path); 2],
        packages: &Packages,
        most: MaxSize,
    ) -> Result<RobotFile, RobotFileError> {
        let urdf = RobotText::new("URDF", urdf.1, urdf.0);
        let srdf = RobotText::new("SRDF", srdf.1, srdf.0);
        RobotFile::of(&urdf, Some(&srdf), packages, most)
    }

    fn of(
        urdf: &RobotText,
        srdf: Option<&RobotText>,
        packages: &Packages,
        most: MaxSize,
    ) -> Result<RobotFile, RobotFileError> {
        let description = urdf.parse(|root| description::describe(root, |at| urdf.line(at)))?;
        let root = tree::check(&description, |at| urdf.line(at)).map_err(|told| urdf.tell(told))?;
        let semantics = match srdf {
            Some(srdf) => {
                srdf.parse(|root| srdf::semantics(root, &description, |at| srdf.line(at)))?
            }
            None => Semantics::default(),
        };
        // Meshes take the longest, and a mistake above should not have to wait for them.
        let mut meshes = Meshes::new(packages, &urdf.file, most);
        let robot = build::build(&description, root, &semantics, &mut meshes);
        let robot = robot.map_err(|told| urdf.tell(told))?;
        let texts = [(urdf, &description.ignored)].into_iter();
        let texts = texts.chain(srdf.map(|srdf| (srdf, &semantics.ignored)));
        let ignored = texts.flat_map(|(text, ignored)| {
            let line = |at| format!("{}:{}", text.file.display(), text.line(at));
            ignored
                .iter()
                .take(MOST_IGNORED)
                .map(move |(at, what)| format!("{}: {what}", line(*at)))
        });
        Ok(RobotFile {
            ignored: ignored.collect(),
            name: description.name,
            robot,
            knows_pairs: !semantics.disabled.is_empty(),
            groups: semantics.groups,
            states: semantics.states,
        })
    }
}

/// How much of what is passed over is told: lines are counted for each.
const MOST_IGNORED: usize = 100;

#[cfg(test)]
mod tests;
