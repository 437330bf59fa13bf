//! The viewer's page.

use thiserror::Error;

/// The comment in a page that an [`HtmlWriter`](crate::HtmlWriter) puts a trace in place of.
pub const PLACE: &str = "<!--osculate:trace-->";

/// What the build script found.
const EMBEDDED: Option<&str> = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// There is no page in this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this program was built without the viewer's page: run viewer/build in the repository, which needs Node, and \
     build the program again"
)]
pub struct NoPage;

/// The page that was there when this crate was built, or an error that says how to make it.
pub fn page() -> Result<&'static str, NoPage> {
    EMBEDDED.ok_or(NoPage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_place_for_a_trace() {
        match page() {
            Ok(page) => assert_eq!(page.matches(PLACE).count(), 1),
            Err(none) => assert!(none.to_string().contains("run viewer/build")),
        }
    }
}
