//! Shows traces in the browser.
//!
//! | what | where |
//! | --- | --- |
//! | the viewer's page, if this crate was built with it | [`page`] |
//! | one HTML file with page and trace, which needs no server and no network | [`HtmlWriter`] |
//! | a server of one trace, on loopback | [`Server`] |
//!
//! The page is TypeScript; `viewer/build` of the repository turns it into one file, with Node. This crate embeds that file
//! if it exists. Without it the crate compiles, and [`page`] returns an error that names the command.
//!
//! `docs/traces.md` of the repository describes traces. This crate does not read their content.

mod html;
mod mesh;
mod page;
mod server;

pub use html::{HtmlWriter, MOST_BASE64, TooLarge};
pub use mesh::Mesh;
pub use page::{NoPage, PLACE, page};
pub use server::{Limits, LoadShape, Server, Site};

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
