//! `osculate toc`.

mod arrays;
mod by_hand;
mod queries;
mod shapes;

const DOCS: &str = include_str!("../../../../docs/queries.md");
