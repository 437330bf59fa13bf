//! Elements of a URDF or SRDF file that know where they stand.

use super::problem::{RobotFileError, RobotPart, RobotPlace, RobotProblem};
use crate::max_size::{MaxSize, Unread, read_file};
use crate::xml::{self, XmlFault, XmlProblem, line_and_column};
use glam::{DQuat, DVec3};
use osculate::Placement;
use roxmltree::Node;
use std::path::{Path, PathBuf};

/// How large the text of a robot may be, without its meshes.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub(super) struct RobotText {
    pub file: PathBuf,
    kind: &'static str,
    text: String,
}

impl RobotText {
    /// That of the file at `path`.
    pub fn open(
        kind: &'static str,
        path: &Path,
        most: MaxSize,
    ) -> Result<RobotText, RobotFileError> {
        let file = path.to_owned();
        let most = MaxSize::new(most.bytes().min(LARGEST));
        let bytes = match read_file(path, most) {
            Ok(bytes) => bytes,
            Err(Unread::TooLarge(most)) => {
                return Err(RobotFileError::TooLarge { kind, file, most });
            }
            Err(Unread::System(source)) => {
                return Err(RobotFileError::Read { kind, file, source });
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(RobotText::new(kind, path, &text)),
            Err(error) => {
                let byte = error.utf8_error().valid_up_to();
                Err(RobotFileError::NotText { kind, file, byte })
            }
        }
    }

    /// A text that is there; `name` stands for it in errors.
    pub fn new(kind: &'static str, name: &Path, text: &str) -> RobotText {
        RobotText {
            file: name.to_owned(),
            kind,
            text: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        }
    }

    /// What `make` makes of the outermost element, `<robot>`.
    pub fn parse<T>(
        &self,
        make: impl FnOnce(Element) -> Result<T, Complaint>,
    ) -> Result<T, RobotFileError> {
        let document = xml::parse(&self.text).map_err(|fault| self.not_xml(fault))?;
        let root = Element {
            node: document.root_element(),
            part: Part::Robot,
        };
        let made = match root.name() {
            "robot" => self.without_xacro(root).and_then(|()| make(root)),
            other => Err(root.complain(RobotProblem::NotARobot(other.to_owned()))),
        };
        made.map_err(|complaint| self.tell(complaint))
    }

    /// An error that says where.
    pub fn tell(&self, complaint: Complaint) -> RobotFileError {
        let (line, column) = line_and_column(&self.text, complaint.at);
        RobotFileError::Invalid {
            file: self.file.clone(),
            place: RobotPlace {
                line,
                column,
                part: complaint.part,
            },
            problem: complaint.problem,
        }
    }

    /// The line of a byte.
    pub fn line(&self, at: usize) -> usize {
        line_and_column(&self.text, at).0
    }

    fn not_xml(&self, XmlFault { at, problem }: XmlFault) -> RobotFileError {
        let (line, column) = line_and_column(&self.text, at);
        let message = match problem {
            XmlProblem::UnknownPrefix(prefix) if prefix == "xacro" => {
                return self.tell(Complaint {
                    at,
                    part: RobotPart::Robot,
                    problem: Box::new(RobotProblem::Xacro(self.file.clone())),
                });
            }
            XmlProblem::UnknownPrefix(prefix) => format!("nothing explains the prefix {prefix:?}"),
            XmlProblem::Bound(message) | XmlProblem::Syntax(message) => message,
        };
        let message = match self.text.trim().is_empty() {
            true => format!("the {} file is empty", self.kind),
            false => message,
        };
        RobotFileError::NotXml {
            file: self.file.clone(),
            line,
            column,
            message,
        }
    }

    /// What `xacro` would have replaced is no robot yet. What it left behind, a namespace that nothing uses, does no harm.
    fn without_xacro(&self, root: Element) -> Result<(), Complaint> {
        let complain = |at| {
            Err(Complaint {
                at,
                part: RobotPart::Robot,
                problem: Box::new(RobotProblem::Xacro(self.file.clone())),
            })
        };
        for node in root.node.descendants().filter(Node::is_element) {
            if node
                .tag_name()
                .namespace()
                .is_some_and(|uri| uri.ends_with("xacro"))
            {
                return complain(node.range().start);
            }
        }
        for part in root
            .node
            .children()
            .filter(|part| matches!(part.tag_name().name(), "link" | "joint"))
        {
            for attribute in part.descendants().flat_map(|node| node.attributes()) {
                if attribute.value().contains("${") || attribute.value().contains("$(") {
                    return complain(attribute.range().start);
                }
            }
        }
        Ok(())
    }
}

/// A complaint about one element.
pub(super) struct Complaint {
    pub at: usize,
    pub part: RobotPart,
    pub problem: Box<RobotProblem>,
}

/// What an element is part of.
#[derive(Clone, Copy)]
pub(super) enum Part<'d> {
    Robot,
    Link(&'d str),
    Joint(&'d str),
    Group(&'d str),
    State(&'d str),
}

impl Part<'_> {
    pub fn owned(self) -> RobotPart {
        match self {
            Part::Robot => RobotPart::Robot,
            Part::Link(name) => RobotPart::Link(name.to_owned()),
            Part::Joint(name) => RobotPart::Joint(name.to_owned()),
            Part::Group(name) => RobotPart::Group(name.to_owned()),
            Part::State(name) => RobotPart::State(name.to_owned()),
        }
    }
}

/// An element, and what it is part of.
#[derive(Clone, Copy)]
pub(super) struct Element<'d> {
    node: Node<'d, 'd>,
    part: Part<'d>,
}

impl<'d> Element<'d> {
    /// The name of its tag.
    pub fn name(self) -> &'d str {
        self.node.tag_name().name()
    }

    /// The same, as that of a part.
    pub fn of(self, part: Part<'d>) -> Element<'d> {
        Element { part, ..self }
    }

    /// The byte at which it begins.
    pub fn at(self) -> usize {
        self.node.range().start
    }

    /// All elements inside.
    pub fn children(self) -> impl Iterator<Item = Element<'d>> {
        let elements = self.node.children().filter(Node::is_element);
        elements.map(move |node| Element { node, ..self })
    }

    /// The elements inside that are named so.
    pub fn named(self, name: &'static str) -> impl Iterator<Item = Element<'d>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The one element inside that is named so, if there is one.
    pub fn child(self, name: &'static str) -> Result<Option<Element<'d>>, Complaint> {
        let mut named = self.named(name);
        let first = named.next();
        match named.next() {
            Some(second) => Err(second.complain(RobotProblem::Repeated(name))),
            None => Ok(first),
        }
    }

    /// The one element inside that is named so.
    pub fn required_child(self, name: &'static str) -> Result<Element<'d>, Complaint> {
        self.child(name)?
            .ok_or_else(|| self.complain(RobotProblem::MissingElement(name)))
    }

    /// What stands in an attribute, if it is there.
    pub fn word(self, attribute: &str) -> Option<&'d str> {
        self.node.attribute(attribute)
    }

    /// What stands in an attribute.
    pub fn required_word(self, attribute: &'static str) -> Result<&'d str, Complaint> {
        self.word(attribute).ok_or_else(|| {
            self.complain(RobotProblem::MissingAttribute {
                element: self.name().to_owned(),
                attribute,
            })
        })
    }

    /// A name in an attribute: one character at least.
    pub fn required_name(self, attribute: &'static str) -> Result<&'d str, Complaint> {
        match self.required_word(attribute)? {
            "" => Err(self.complain_about(attribute, RobotProblem::EmptyName)),
            name => Ok(name),
        }
    }

    /// Some finite numbers in an attribute, if it is there.
    pub fn all_numbers(self, attribute: &'static str) -> Result<Option<Vec<f64>>, Complaint> {
        let Some(text) = self.word(attribute) else {
            return Ok(None);
        };
        let found = || text.to_owned();
        let mut numbers = Vec::new();
        for word in text.split_ascii_whitespace() {
            let expected = "numbers with blanks between them";
            let Ok(number) = word.parse::<f64>() else {
                return Err(self.complain_about(
                    attribute,
                    RobotProblem::NotNumbers {
                        attribute,
                        expected,
                        found: found(),
                    },
                ));
            };
            if !(number.abs() <= 1e60) {
                let problem = RobotProblem::NotFinite {
                    attribute,
                    found: found(),
                };
                return Err(self.complain_about(attribute, problem));
            }
            numbers.push(number);
        }
        Ok(Some(numbers))
    }

    /// A finite number in an attribute, if it is there.
    pub fn number(self, attribute: &'static str) -> Result<Option<f64>, Complaint> {
        self.numbers::<1>(attribute, "a number")
            .map(|found| found.map(|[number]| number))
    }

    /// A finite number in an attribute.
    pub fn required_number(self, attribute: &'static str) -> Result<f64, Complaint> {
        self.required_word(attribute)?;
        Ok(self.number(attribute)?.unwrap_or_default())
    }

    /// Three finite numbers in an attribute, if it is there.
    pub fn vector(self, attribute: &'static str) -> Result<Option<DVec3>, Complaint> {
        self.numbers(attribute, "3 numbers with blanks between them")
            .map(|found| found.map(DVec3::from_array))
    }

    fn numbers<const N: usize>(
        self,
        attribute: &'static str,
        expected: &'static str,
    ) -> Result<Option<[f64; N]>, Complaint> {
        let Some(numbers) = self.all_numbers(attribute)? else {
            return Ok(None);
        };
        match numbers.try_into() {
            Ok(numbers) => Ok(Some(numbers)),
            Err(_) => Err(self.complain_about(
                attribute,
                RobotProblem::NotNumbers {
                    attribute,
                    expected,
                    found: self.word(attribute).unwrap_or_default().to_owned(),
                },
            )),
        }
    }

    /// The place that `<origin xyz rpy>` inside says; the identity where it is left out.
    pub fn origin(self) -> Result<Placement, Complaint> {
        let Some(origin) = self.child("origin")? else {
            return Ok(Placement::IDENTITY);
        };
        let position = origin.vector("xyz")?.unwrap_or(DVec3::ZERO);
        let angles = origin.vector("rpy")?.unwrap_or(DVec3::ZERO);
        Ok(Placement::new(position, turned(angles)))
    }

    /// `problem`, at this element.
    pub fn complain(self, problem: RobotProblem) -> Complaint {
        Complaint {
            at: self.at(),
            part: self.part.owned(),
            problem: Box::new(problem),
        }
    }

    /// `problem`, at an attribute of this element.
    pub fn complain_about(self, attribute: &str, problem: RobotProblem) -> Complaint {
        let at = self
            .node
            .attribute_node(attribute)
            .map(|found| found.range().start);
        Complaint {
            at: at.unwrap_or(self.at()),
            ..self.complain(problem)
        }
    }
}

/// Roll about x, then pitch about y, then yaw about z, all of them axes that do not turn.
fn turned(rpy: DVec3) -> DQuat {
    DQuat::from_rotation_z(rpy.z) * DQuat::from_rotation_y(rpy.y) * DQuat::from_rotation_x(rpy.x)
}
