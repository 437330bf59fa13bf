//! `osculate toc`.

mod queries;
mod shapes;

const DOCS: &str = include_str!("../../../../docs/queries.md");
