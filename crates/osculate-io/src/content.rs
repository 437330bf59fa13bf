//! What a file looks like, whatever its name says.

use crate::max_size::{MaxSize, open_file};
use crate::text::{Lines, words};
use crate::{obj, stl};
use std::fmt;
use std::io::Read;
use std::path::Path;

/// How far from its beginning a file is looked at.
const LOOKED_AT: usize = 1 << 12;

/// A kind of file that its first bytes give away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A Wavefront OBJ file.
    Obj,
    /// A PLY file.
    Ply,
    /// An STL file in text.
    AsciiStl,
    /// An STL file in bytes.
    BinaryStl,
    /// Something that gzip compressed.
    Gzip,
    /// A ZIP archive, such as a 3MF file.
    Zip,
    /// Binary glTF.
    Glb,
    /// JSON, such as glTF.
    Json,
    /// An OFF file.
    Off,
    /// A web page, as servers send one instead of a file.
    Html,
    /// XML, such as COLLADA, X3D or AMF.
    Xml,
    /// What Git LFS leaves in place of a large file.
    LfsPointer,
}

/// How files begin, in any case of letters, after blanks. What is longer comes first.
const BEGINNINGS: [(&[u8], Content); 8] = [
    (b"version https://git-lfs", Content::LfsPointer),
    (b"<!doctype html", Content::Html),
    (b"<html", Content::Html),
    (b"<?xml", Content::Xml),
    (b"{", Content::Json),
    (b"ply\n", Content::Ply),
    (b"ply\r", Content::Ply),
    (b"off\n", Content::Off),
];

/// How binary files begin.
const SIGNATURES: [(&[u8], Content); 3] = [
    (b"\x1f\x8b", Content::Gzip),
    (b"PK\x03\x04", Content::Zip),
    (b"glTF", Content::Glb),
];

impl Content {
    /// What a file of so many bytes that starts with these looks like; none if it looks like nothing that is known.
    pub(crate) fn of(start: &[u8], length: u64) -> Option<Content> {
        let found = SIGNATURES.iter().find(|(sign, _)| start.starts_with(sign));
        if let Some(&(_, content)) = found {
            return Some(content);
        }
        // Before the words: many binary files begin with `solid`.
        if stl::is_binary(start, length) {
            return Some(Content::BinaryStl);
        }
        let start = &start[..start.len().min(LOOKED_AT)];
        let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let text = text.trim_ascii_start();
        let begins = |with: &[u8]| {
            text.get(..with.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(with))
        };
        if let Some(&(_, content)) = BEGINNINGS.iter().find(|(with, _)| begins(with)) {
            return Some(content);
        }
        if start.contains(&0) {
            return None;
        }
        if begins(b"solid") && has_line(text, |word| word.eq_ignore_ascii_case(b"facet")) {
            return Some(Content::AsciiStl);
        }
        let is_obj = Lines::new(start).all(|(_, line)| obj::is_known(line))
            && has_line(text, |word| word == b"v");
        is_obj.then_some(Content::Obj)
    }

    /// What the file at `path` looks like, if it is a file: of devices and pipes nothing is read.
    pub(crate) fn of_file(path: &Path) -> Option<Content> {
        let (file, length) = open_file(path, MaxSize::new(u64::MAX)).ok()?;
        let mut start = Vec::new();
        let file = file.metadata().ok()?.is_file().then_some(file)?;
        file.take(LOOKED_AT as u64).read_to_end(&mut start).ok()?;
        Content::of(&start, length)
    }

    /// How the names of such files end, if they are mesh files that can be read.
    pub(crate) fn ending(self) -> Option<&'static str> {
        match self {
            Content::Obj => Some("obj"),
            Content::Ply => Some("ply"),
            Content::AsciiStl | Content::BinaryStl => Some("stl"),
            _ => None,
        }
    }

    /// What to do with such a file to have it read.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Content::Obj => "give it a name that ends in .obj",
            Content::Ply => "give it a name that ends in .ply",
            Content::AsciiStl | Content::BinaryStl => "give it a name that ends in .stl",
            Content::Gzip => "unpack it first, with gunzip",
            Content::Zip => "unpack it first, or export a 3MF file as .obj, .ply or .stl",
            Content::Html => "download the file itself, not the page about it",
            Content::LfsPointer => "fetch the file itself, with git lfs pull",
            Content::Glb | Content::Json | Content::Off | Content::Xml => {
                "export it as .obj, .ply or .stl"
            }
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Content::Obj => "an OBJ file",
            Content::Ply => "a PLY file",
            Content::AsciiStl => "an ASCII STL file",
            Content::BinaryStl => "a binary STL file",
            Content::Gzip => "a file compressed by gzip",
            Content::Zip => "a ZIP archive or a 3MF file",
            Content::Glb => "a binary glTF file",
            Content::Json => "a JSON or glTF file",
            Content::Off => "an OFF file",
            Content::Html => "a web page",
            Content::Xml => "an XML file",
            Content::LfsPointer => "a pointer that Git LFS left in place of a file",
        })
    }
}

/// Whether a line begins with such a word. The last line may be cut, but its first word is what it is.
fn has_line(text: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> bool {
    Lines::new(text).any(|(_, line)| words(line).next().is_some_and(&is_wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Option<Content> {
        Content::of(bytes, bytes.len() as u64)
    }

    #[test]
    fn files_are_known_by_their_beginnings() {
        let mut stl = [0; 134];
        stl[80] = 1;
        let cases: [(&[u8], Option<Content>); 24] = [
            (b"v 0 0 0\nv 1 0 0\n", Some(Content::Obj)),
            (
                b"# made\n\nmtllib a.mtl\no A\nv 0 0 0\nvn 0 0 1\ng\nf 1 1 1\ns off\n",
                Some(Content::Obj),
            ),
            (b"\xef\xbb\xbfv 0 0 0", Some(Content::Obj)),
            (b"# v\n", None),
            (b"verse 1\nv 0 0 0\n", None),
            (b"ply\nformat ascii 1.0\n", Some(Content::Ply)),
            (b"ply\r\n", Some(Content::Ply)),
            (b"plywood\n", None),
            (b"solid a\n facet normal 0 0 1\n", Some(Content::AsciiStl)),
            (b"SOLID\nFACET NORMAL 0 0 1", Some(Content::AsciiStl)),
            (b"solid ground\n", None),
            (&stl, Some(Content::BinaryStl)),
            (&stl[..133], None),
            (b"\x1f\x8b\x08\x00", Some(Content::Gzip)),
            (b"PK\x03\x04\x14\x00", Some(Content::Zip)),
            (b"glTF\x02\x00\x00\x00", Some(Content::Glb)),
            (b" {\"asset\":{\"version\":\"2.0\"}}", Some(Content::Json)),
            (b"OFF\n3 1 0\n", Some(Content::Off)),
            (b"\n<!DOCTYPE html>\n<html>", Some(Content::Html)),
            (b"<HTML><head>", Some(Content::Html)),
            (b"<?xml version=\"1.0\"?>", Some(Content::Xml)),
            (
                b"version https://git-lfs.github.com/spec/v1\n",
                Some(Content::LfsPointer),
            ),
            (b"", None),
            (b"Dear Sir or Madam,\n", None),
        ];
        for (bytes, content) in cases {
            assert_eq!(of(bytes), content, "{}", bytes.escape_ascii());
        }
        let mut named = stl;
        named[..5].copy_from_slice(b"solid");
        assert_eq!(of(&named), Some(Content::BinaryStl));
        let long = "v 0 0 0\n".repeat(LOOKED_AT) + "and so on";
        assert_eq!(of(long.as_bytes()), Some(Content::Obj));
    }
}
