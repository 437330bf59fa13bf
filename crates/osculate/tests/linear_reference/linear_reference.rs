//! An exact judge of points that move on straight lines, in whole numbers, that shares no code with the library.
//!
//! - `rational`: fractions, and `f64` as such.
//! - `polynomial`: polynomials with whole coefficients; common divisors and Sturm's chains.
//! - `time`: real roots of them in [0, 1], compared and refined exactly.
//! - `query`: what is asked: which points, from where to where.
//! - `pieces`: the times of contact as a union of sets of polynomial conditions, and the first of them.
//! - `weights`: whether there is contact at one rational time, by solving for weights of the corners instead.
//! - `separation`: how far the sets are apart at one rational time.
//! - `cases`: queries with an answer that is known by hand.
//! - `numbers`: seeded numbers.
//! - `queries`: seeded queries, one recipe a kind of trouble.
//! - `hard_queries`: the same, aimed at weak places of solvers.
//! - `recorded`: queries with a known answer from files, where they are present.
#![allow(dead_code, unused_imports, reason = "each user takes its own part")]

#[path = "../../../osculate-judge/src/points/cases.rs"]
pub mod cases;
#[path = "../../../osculate-judge/src/points/hard_queries.rs"]
pub mod hard_queries;
pub mod numbers;
#[path = "../../../osculate-judge/src/points/pieces.rs"]
pub mod pieces;
#[path = "../../../osculate-judge/src/points/polynomial.rs"]
pub mod polynomial;
#[path = "../../../osculate-judge/src/points/queries.rs"]
pub mod queries;
#[path = "../../../osculate-judge/src/points/query.rs"]
pub mod query;
#[path = "../../../osculate-judge/src/points/rational.rs"]
pub mod rational;
#[path = "../../../osculate-judge/src/points/recorded.rs"]
pub mod recorded;
#[path = "../../../osculate-judge/src/points/separation.rs"]
pub mod separation;
#[path = "../../../osculate-judge/src/points/time.rs"]
pub mod time;
#[path = "../../../osculate-judge/src/points/weights.rs"]
pub mod weights;

pub use pieces::{first_contact, first_contact_exact};
pub use query::{ExactQuery, Kind, Query};
pub use rational::Rational;
pub use time::Time;
pub use weights::touches_at;
