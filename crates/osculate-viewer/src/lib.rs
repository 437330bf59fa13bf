//! Looking at traces in the browser.
//!
//! | what | where |
//! | --- | --- |
//! | the viewer's page, if this crate was built with it | [`page`] |
//! | one HTML file with page and trace, which needs no server and no network | [`HtmlWriter`] |
//! | a server of one trace, on loopback | [`Server`] |
//!
//! The page is TypeScript, and `viewer/build` of the repository makes one file of it, with Node. This crate embeds that file if
//! it is there. Where it is not, all of this compiles, and [`page`] says which command makes it.
//!
//! What a trace is: `docs/traces.md` of the repository. This crate does not look into one.

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
