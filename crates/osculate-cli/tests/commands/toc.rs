//! `osculate toc`.

mod queries;
mod shapes;
