//! Convex shapes.

#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the shapes made of it come next")
)]
pub(crate) mod convex_hull;
