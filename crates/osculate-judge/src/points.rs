//! An exact judge of points that move on straight lines, in whole numbers.
//!
//! - [`rational`]: fractions, and `f64` as such.
//! - [`polynomial`]: polynomials with whole coefficients; common divisors and Sturm's chains.
//! - [`time`]: real roots of them in [0, 1], compared and refined exactly.
//! - [`query`]: what is asked: which points, from where to where.
//! - [`pieces`]: the times of contact as a union of sets of polynomial conditions, and the first of them.
//! - [`weights`]: whether there is contact at one rational time, by solving for weights of the corners instead.
//! - [`separation`]: how far the sets are apart at one rational time.
//! - [`cases`]: queries with an answer that is known by hand.
//! - [`queries`]: seeded queries, one recipe a kind of trouble; [`hard_queries`]: the same, aimed at weak places of
//!   solvers; [`bytes`]: bytes as a query, for a fuzzer.
//! - [`recorded`]: queries with a known answer from files, where they are present.

pub mod bytes;
pub mod cases;
pub mod hard_queries;
pub mod pieces;
pub mod polynomial;
pub mod queries;
pub mod query;
pub mod rational;
pub mod recorded;
pub mod separation;
pub mod time;
pub mod weights;

pub use pieces::{first_contact, first_contact_exact};
pub use query::{ExactQuery, Kind, Query};
pub use rational::Rational;
pub use time::Time;
pub use weights::touches_at;
