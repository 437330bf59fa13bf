//! XML, looked over before it is parsed, so that no parser takes more time or memory than a small multiple of its size.

use std::ops::Range;

/// How deep elements may be nested.
const DEEPEST: usize = 256;
/// How many elements there may be.
const ELEMENTS: u32 = 4_000_000;
/// How long a tag with its attributes may be: a parser compares every attribute with every other.
const LONGEST_TAG: usize = 1 << 16;
/// How many namespaces there may be: every element that declares one has a list of all.
const NAMESPACES: usize = 64;

/// What is wrong with a text, and at which byte.
pub(crate) struct XmlFault {
    pub at: usize,
    pub problem: XmlProblem,
}

/// Why a text is not parsed, or could not be.
pub(crate) enum XmlProblem {
    /// It asks for too much.
    Bound(String),
    /// A prefix that nothing explains.
    UnknownPrefix(String),
    /// Not XML; the words are the parser's.
    Syntax(String),
}

/// The parsed text: no document type, and so no entities of its own; not too deep, not too much.
pub(crate) fn parse(text: &str) -> Result<roxmltree::Document<'_>, XmlFault> {
    look_over(text).map_err(|(at, bound)| XmlFault {
        at,
        problem: XmlProblem::Bound(bound),
    })?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: 4 * ELEMENTS,
        ..Default::default()
    };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let at = offset(text, place.row as usize, place.col as usize);
        let problem = match error {
            roxmltree::Error::UnknownNamespace(prefix, _) => XmlProblem::UnknownPrefix(prefix),
            other => XmlProblem::Syntax(without_place(&other.to_string())),
        };
        XmlFault { at, problem }
    })
}

/// What the parser says, without the place, which is told before it.
fn without_place(message: &str) -> String {
    match message.rfind(" at ") {
        Some(end) if message[end + 4..].contains(':') => {
            let after = message[end + 4..]
                .find(' ')
                .map_or("", |space| &message[end + 4 + space..]);
            format!("{}{after}", &message[..end])
        }
        _ => message.to_owned(),
    }
}

/// The byte of a line and a column, both counted from 1, the column in characters.
fn offset(text: &str, row: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..row {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => break,
        }
    }
    let line = &text[start..];
    let within = line.char_indices().nth(column.saturating_sub(1));
    start + within.map_or(line.len(), |(byte, _)| byte)
}

/// The line and the column of a byte, both counted from 1, the column in characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// Goes through the tags, without a thought for what else may be wrong.
fn look_over(text: &str) -> Result<(), (usize, String)> {
    let bytes = text.as_bytes();
    let (mut depth, mut elements, mut namespaces) = (0_usize, 0_u32, 0_usize);
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let passed_over = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        if let Some((begin, end)) = passed_over {
            let length = rest[begin.len()..].find(end);
            let Some(length) = length else { return Ok(()) };
            at = start + begin.len() + length + end.len();
            continue;
        }
        let Some(tag) = tag(bytes, start) else {
            return Err((
                start,
                format!("a tag is longer than {LONGEST_TAG} bytes or has no end"),
            ));
        };
        at = tag.end;
        let told = &bytes[tag];
        if told.starts_with(b"</") {
            depth = depth.saturating_sub(1);
            continue;
        }
        if told.starts_with(b"<!") {
            continue;
        }
        elements += 1;
        if elements > ELEMENTS {
            return Err((start, format!("there are more than {ELEMENTS} elements")));
        }
        namespaces += told.windows(5).filter(|word| word == b"xmlns").count();
        if namespaces > NAMESPACES {
            return Err((
                start,
                format!("there are more than {NAMESPACES} namespaces"),
            ));
        }
        if !told.ends_with(b"/>") {
            depth += 1;
            if depth > DEEPEST {
                return Err((
                    start,
                    format!("elements are nested more than {DEEPEST} deep"),
                ));
            }
        }
    }
    Ok(())
}

/// The tag that begins at `start`, if it ends soon enough. A `>` in quotes is no end.
fn tag(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let mut quote = None;
    let end = bytes.len().min(start + LONGEST_TAG);
    for (at, &byte) in bytes.iter().enumerate().take(end).skip(start) {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(start..at + 1),
            (Some(opening), _) if byte == opening => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        match parse(text).map(|_| ()) {
            Ok(()) => "parsed".to_owned(),
            Err(XmlFault { problem, .. }) => match problem {
                XmlProblem::Bound(bound) => bound,
                XmlProblem::UnknownPrefix(prefix) => format!("prefix {prefix}"),
                XmlProblem::Syntax(message) => message,
            },
        }
    }

    #[test]
    fn what_asks_for_too_much_is_refused_before_it_is_parsed() {
        let deep = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
        assert!(
            refused(&deep).contains("more than 256 deep"),
            "{}",
            refused(&deep)
        );
        let wide: String = (0..50_000).map(|n| format!(" a{n}=\"\"")).collect();
        assert!(refused(&format!("<a{wide}/>")).contains("longer than"));
        let spaces: String = (0..1000).map(|n| format!("<a xmlns:n{n}=\"u\">")).collect();
        assert!(refused(&spaces).contains("namespaces"));
        assert!(refused("<a b=\">").contains("no end"));
        assert!(refused(&"<".repeat(1 << 20)).contains("longer than"));
    }

    #[test]
    fn there_are_no_entities_to_laugh_about() {
        let laughs = "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;&b;&b;\">]><a>&c;</a>";
        assert!(refused(laughs).contains("DTD"), "{}", refused(laughs));
        assert!(
            refused("<a>&lol;</a>").contains("lol"),
            "{}",
            refused("<a>&lol;</a>")
        );
    }

    #[test]
    fn comments_and_data_are_passed_over() {
        let text = "<?xml version=\"1.0\"?><!-- < <b> --><a><![CDATA[<<<]]><b c=\"1>0\"/></a>";
        let document = parse(text).ok().unwrap();
        assert_eq!(
            document
                .root_element()
                .first_element_child()
                .unwrap()
                .attribute("c"),
            Some("1>0")
        );
    }

    #[test]
    fn places_lead_there_and_back() {
        let text = "<a>\n  <ü>\n</a>";
        let Err(fault) = parse(text) else {
            panic!("parsed")
        };
        assert_eq!(line_and_column(text, fault.at).0, 3);
        for at in 0..text.len() {
            if text.is_char_boundary(at) {
                let (line, column) = line_and_column(text, at);
                assert_eq!(offset(text, line, column), at);
            }
        }
        assert_eq!(
            without_place("expected 'a' tag, not 'b' at 3:1"),
            "expected 'a' tag, not 'b'"
        );
    }
}
