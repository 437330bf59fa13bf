//! Why bodies, walls and a domain are no scene.

/// Why bodies, walls and a domain are no scene. Bodies, walls and axes count from 0.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// There are more bodies than numbers for them.
    #[error("{0} bodies are too many: at most 1,000,000,000")]
    TooManyBodies(usize),
    /// A number of a body is infinite or none.
    #[error("body {body}: its {quantity} has {value}, which is not finite")]
    NotFinite {
        /// Which body.
        body: usize,
        /// Which of its fields.
        quantity: &'static str,
        /// What it has there.
        value: f64,
    },
    /// A number of a body is so large or so small that squares of it could leave the range of the numbers.
    #[error(
        "body {body}: its {quantity} has {value:e}, which is neither 0 nor from 1e-60 to 1e60 in size"
    )]
    Size {
        /// Which body.
        body: usize,
        /// Which of its fields.
        quantity: &'static str,
        /// What it has there.
        value: f64,
    },
    /// A radius is not positive.
    #[error("body {body}: its radius {radius} is not positive")]
    Radius {
        /// Which body.
        body: usize,
        /// Its radius.
        radius: f64,
    },
    /// A mass is not positive.
    #[error("body {body}: its mass {mass} is not positive")]
    Mass {
        /// Which body.
        body: usize,
        /// Its mass.
        mass: f64,
    },
    /// A restitution is not between 0 and 1.
    #[error("body {body}: its restitution {restitution} is not from 0 to 1")]
    Restitution {
        /// Which body.
        body: usize,
        /// Its restitution.
        restitution: f64,
    },
    /// An end of the domain is infinite, none or far too large.
    #[error("the domain ends at {value:e} along axis {axis}, which is not finite or beyond 1e60")]
    DomainEnd {
        /// Along which axis.
        axis: usize,
        /// The end.
        value: f64,
    },
    /// The ends of the domain are in the wrong order.
    #[error(
        "the domain goes from {low} to {high} along axis {axis}: the low end must be below the high one"
    )]
    DomainOrder {
        /// Along which axis.
        axis: usize,
        /// The low end.
        low: f64,
        /// The high end.
        high: f64,
    },
    /// The joined ends of the domain are so close that a body could touch another one on both sides.
    #[error(
        "the domain is {side} long along axis {axis}, where its ends are joined: not longer than 4 times the radius {radius} of body {body}"
    )]
    PeriodTooShort {
        /// Along which axis.
        axis: usize,
        /// From end to end.
        side: f64,
        /// The largest body.
        body: usize,
        /// Its radius.
        radius: f64,
    },
    /// A body is not in its domain.
    #[error(
        "body {body} is from {from} to {to} along axis {axis}, outside of the domain from {low} to {high}"
    )]
    Outside {
        /// Which body.
        body: usize,
        /// Along which axis.
        axis: usize,
        /// Its low end; where the ends of the domain are joined, its centre.
        from: f64,
        /// Its high end; where the ends of the domain are joined, its centre.
        to: f64,
        /// The low end of the domain.
        low: f64,
        /// The high end of the domain.
        high: f64,
    },
    /// A number of a wall is infinite, none or out of range.
    #[error(
        "wall {wall}: its {quantity} has {value:e}, which is not finite, or neither 0 nor from 1e-60 to 1e60 in size"
    )]
    WallNumber {
        /// Which wall.
        wall: usize,
        /// Which of its fields.
        quantity: &'static str,
        /// What it has there.
        value: f64,
    },
    /// A wall is near joined ends, from across which bodies would not see it.
    #[error(
        "wall {wall} is nearer than the largest radius to the joined ends of axis {axis}, and not the same all along it: bodies \
         would not meet it from the other end"
    )]
    WallAtJoinedEnds {
        /// Its number.
        wall: usize,
        /// Which axis.
        axis: usize,
    },
    /// The normal of a plane is not a unit vector.
    #[error("wall {wall}: its normal has length {length}, not 1")]
    WallNormal {
        /// Which wall.
        wall: usize,
        /// How long the normal is.
        length: f64,
    },
    /// The radius of a wall is negative.
    #[error("wall {wall}: its radius {radius} is negative")]
    WallRadius {
        /// Which wall.
        wall: usize,
        /// Its radius.
        radius: f64,
    },
    /// The corners of a box are in the wrong order.
    #[error("wall {wall}: the box goes from {low} to {high} along axis {axis}")]
    WallOrder {
        /// Which wall.
        wall: usize,
        /// Along which axis.
        axis: usize,
        /// The low end.
        low: f64,
        /// The high end.
        high: f64,
    },
    /// A body is within a wall.
    #[error("body {body} is {depth:e} deep in wall {wall}")]
    InWall {
        /// Which body.
        body: usize,
        /// Which wall.
        wall: usize,
        /// How deep.
        depth: f64,
    },
    /// Two bodies overlap.
    #[error("bodies {first} and {second} overlap, {depth:e} deep")]
    Overlap {
        /// The body of the lower number.
        first: usize,
        /// The other one.
        second: usize,
        /// How deep.
        depth: f64,
    },
    /// Bodies could not be shifted apart.
    #[error(
        "after {rounds} rounds of shifting bodies apart {left} pairs still overlap, or walls leave them no room"
    )]
    OverlapsLeft {
        /// How many pairs still overlap.
        left: usize,
        /// How often all were looked at.
        rounds: usize,
    },
    /// A speed of rest is negative, infinite or none.
    #[error("the rest speed {0} is not a finite number from 0 on")]
    RestSpeed(f64),
}
