//! Certified numbers: what rounding may add, intervals, functions with their derivatives, functions as polynomials with a
//! remainder, whole numbers of any width, and exact signs at roots.

pub(crate) mod algebraic;
pub(crate) mod double;
pub(crate) mod interval;
pub(crate) mod jet;
pub(crate) mod lanes;
pub(crate) mod polynomial;
pub(crate) mod rounding;
pub(crate) mod span;
pub(crate) mod taylor_model;
pub(crate) mod wide_integer;

pub use interval::Interval;
pub use jet::{Jet, JetVec3};
pub use span::{Span, SpanError};
pub use taylor_model::TaylorModel;
