//! JSON that remembers where it stood, so that every complaint can name its place.

use crate::problem::{JsonPlace, Problem};
use glam::DVec3;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;

/// A value of a JSON text: how it was reached, and its own text, a slice of the whole.
#[derive(Clone, Copy)]
pub(crate) struct Node<'t, 'p> {
    whole: &'t str,
    text: &'t str,
    parent: Option<&'p Node<'t, 'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

/// A complaint about one value.
pub(crate) struct Complaint {
    pub place: JsonPlace,
    pub problem: Box<Problem>,
}

/// An object whose keys are all known.
pub(crate) struct Object<'t, 'p> {
    pub node: &'p Node<'t, 'p>,
    members: Members<'t>,
}

impl<'t, 'p> Object<'t, 'p> {
    /// The value of `key`, if it is there.
    pub fn get(&self, key: &'static str) -> Option<Node<'t, 'p>> {
        let (_, value) = self.members.iter().find(|(name, _)| name == key)?;
        Some(self.node.member(key, value))
    }

    /// The value of `key`, which must be there.
    pub fn required(&self, key: &'static str) -> Result<Node<'t, 'p>, Complaint> {
        self.get(key)
            .ok_or_else(|| self.node.complain(Problem::MissingKey(key)))
    }

    /// What `read` makes of the value of `key`, if that is there.
    #[cfg(any(feature = "events", feature = "world"))]
    pub fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node<'t, 'p>) -> Result<T, Complaint>,
    ) -> Result<Option<T>, Complaint> {
        self.get(key).map(|node| read(&node)).transpose()
    }
}

/// The members of an object in the order of the file.
pub(crate) type Members<'t> = Vec<(String, &'t RawValue)>;

impl<'t, 'p> Node<'t, 'p> {
    /// The value that is the whole of `whole`, whose grammar is checked here once and for all.
    pub fn root(whole: &'t str) -> Result<Node<'t, 'p>, serde_json::Error> {
        let value: &RawValue = serde_json::from_str(whole)?;
        Ok(Node {
            whole,
            text: value.get(),
            parent: None,
            step: Step::Root,
        })
    }

    /// The value `value` of this object's member `key`.
    pub fn member(&'p self, key: &'p str, value: &'t RawValue) -> Node<'t, 'p> {
        let (whole, text) = (self.whole, value.get());
        Node {
            whole,
            text,
            parent: Some(self),
            step: Step::Key(key),
        }
    }

    /// The value `value` of this array's element `index`.
    pub fn element(&'p self, index: usize, value: &'t RawValue) -> Node<'t, 'p> {
        let (whole, text) = (self.whole, value.get());
        Node {
            whole,
            text,
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    /// The members of an object, each named once.
    pub fn members(&self) -> Result<Members<'t>, Complaint> {
        if !self.text.starts_with('{') {
            return Err(self.wrong_type("an object"));
        }
        let members = serde_json::Deserializer::from_str(self.text)
            .deserialize_map(InOrder)
            .map_err(|error| self.complain(Problem::Syntax(message(&error))))?;
        let mut seen = BTreeSet::new();
        match members.iter().find(|(key, _)| !seen.insert(key.as_str())) {
            Some((key, value)) => {
                Err(self.complain_at(value.get(), Problem::DuplicateKey(key.clone())))
            }
            None => Ok(members),
        }
    }

    /// An object that may have only the keys `known`.
    pub fn object(&'p self, known: &'static [&'static str]) -> Result<Object<'t, 'p>, Complaint> {
        let members = self.members()?;
        match members
            .iter()
            .find(|(key, _)| !known.contains(&key.as_str()))
        {
            Some((key, value)) => {
                let key = key.clone();
                Err(self.complain_at(value.get(), Problem::UnknownKey { key, known }))
            }
            None => Ok(Object {
                node: self,
                members,
            }),
        }
    }

    /// The elements of an array.
    pub fn elements(&self) -> Result<Vec<&'t RawValue>, Complaint> {
        if !self.text.starts_with('[') {
            return Err(self.wrong_type("an array"));
        }
        serde_json::from_str(self.text)
            .map_err(|error| self.complain(Problem::Syntax(message(&error))))
    }

    /// A string.
    pub fn string(&self) -> Result<String, Complaint> {
        if !self.text.starts_with('"') {
            return Err(self.wrong_type("a string"));
        }
        serde_json::from_str(self.text)
            .map_err(|error| self.complain(Problem::Syntax(message(&error))))
    }

    /// One of the `known` words, as its number.
    #[cfg(any(feature = "events", feature = "world"))]
    pub fn word(&self, known: &'static [&'static str]) -> Result<usize, Complaint> {
        let word = self.string()?;
        let found = known.iter().position(|&known| known == word);
        found.ok_or_else(|| self.complain(Problem::UnknownWord { word, known }))
    }

    /// Whether it is an object.
    #[cfg(feature = "world")]
    pub fn is_object(&self) -> bool {
        self.text.starts_with('{')
    }

    /// Yes or no; `expected` says so to a user who gave something else.
    #[cfg(feature = "world")]
    pub fn boolean(&self, expected: &'static str) -> Result<bool, Complaint> {
        match self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong_type(expected)),
        }
    }

    /// A number, rounded to the nearest `f64`.
    pub fn number(&self) -> Result<f64, Complaint> {
        if !self
            .text
            .starts_with(|first: char| first == '-' || first.is_ascii_digit())
        {
            return Err(self.wrong_type("a number"));
        }
        // Not serde_json's own conversion: that one may be off by a unit in the last place.
        match self.text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.complain(Problem::NumberTooLarge(
                self.text.chars().take(40).collect(),
            ))),
        }
    }

    /// An array of `N` numbers; `expected` says so to a user who gave something else.
    pub fn numbers<const N: usize>(&self, expected: &'static str) -> Result<[f64; N], Complaint> {
        if !self.text.starts_with('[') {
            return Err(self.wrong_type(expected));
        }
        let elements = self.elements()?;
        if elements.len() != N {
            let found = format!("an array of {}", elements.len());
            return Err(self.complain(Problem::WrongType { expected, found }));
        }
        let mut numbers = [0.0; N];
        for (index, (number, element)) in numbers.iter_mut().zip(elements).enumerate() {
            *number = self.element(index, element).number()?;
        }
        Ok(numbers)
    }

    /// An array of 3 numbers.
    pub fn vector(&self) -> Result<DVec3, Complaint> {
        let numbers = self.numbers("an array of 3 numbers [x, y, z]")?;
        Ok(DVec3::from_array(numbers))
    }

    /// `problem`, at this place.
    pub fn complain(&self, problem: Problem) -> Complaint {
        self.complain_at(self.text, problem)
    }

    /// `problem` with this value, to be seen where `part` of it stands.
    fn complain_at(&self, part: &'t str, problem: Problem) -> Complaint {
        // The part is a slice of the whole, so the difference of the addresses is where it starts.
        let offset = part.as_ptr() as usize - self.whole.as_ptr() as usize;
        let before = &self.whole[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let place = JsonPlace {
            path: self.path(),
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        };
        Complaint {
            place,
            problem: Box::new(problem),
        }
    }

    fn wrong_type(&self, expected: &'static str) -> Complaint {
        let found = match self.text.as_bytes().first() {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "an array".to_owned(),
            Some(b'"') => "a string".to_owned(),
            Some(b'n') => "null".to_owned(),
            Some(b't' | b'f') => format!("the boolean {}", self.text),
            _ => "a number".to_owned(),
        };
        self.complain(Problem::WrongType { expected, found })
    }

    fn path(&self) -> String {
        let mut path = self.parent.map_or_else(String::new, Node::path);
        match self.step {
            Step::Root => {}
            Step::Index(index) => path.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                let plain = key
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
                if !plain || key.is_empty() || key.len() > Shown::LONGEST {
                    path.push_str(&format!("[{}]", Shown(key)));
                } else if path.is_empty() {
                    path.push_str(key);
                } else {
                    path.push('.');
                    path.push_str(key);
                }
            }
        }
        path
    }
}

/// A string in quotes, escaped, and cut where it is too long to read.
pub(crate) struct Shown<'s>(pub &'s str);

impl Shown<'_> {
    const LONGEST: usize = 80;
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0.char_indices().nth(Shown::LONGEST) {
            Some((end, _)) => write!(f, "{:?}…", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// What serde_json has to say, without the position, which is one within the value.
pub(crate) fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Keeps the order of an object's members, and duplicates, which maps lose.
struct InOrder;

impl<'t> Visitor<'t> for InOrder {
    type Value = Members<'t>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Members<'t>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
