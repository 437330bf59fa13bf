//! What a scene must be.

use super::{SceneError, TOUCH};
use crate::ball::Ball;
use crate::domain::{Boundary, Domain};
use crate::event::Partner;
use crate::overlap::{Overlap, deepest};
use crate::vector::{Vector, length};
use crate::wall::Wall;

/// Squares of squares of what is in between stay in the range of the numbers.
const SMALLEST: f64 = 1e-60;
const LARGEST: f64 = 1e60;

/// How far from 1 the length of a normal may be.
const UNIT: f64 = 1e-6;

fn sized(value: f64) -> bool {
    value == 0.0 || (SMALLEST..=LARGEST).contains(&value.abs())
}

/// Each body, the domain and each wall for itself. Normals are made unit vectors.
pub fn parts<const D: usize>(
    balls: &[Ball<D>],
    domain: &Domain<D>,
    walls: &mut [Wall<D>],
) -> Result<(), SceneError> {
    if balls.len() > 1_000_000_000 {
        return Err(SceneError::TooManyBodies(balls.len()));
    }
    for (body, ball) in balls.iter().enumerate() {
        check_ball(body, ball)?;
    }
    check_domain(balls, domain)?;
    let radii = balls.iter().map(|ball| ball.radius);
    let largest = radii.fold(0.0, f64::max);
    for (number, wall) in walls.iter_mut().enumerate() {
        check_wall(number, wall)?;
        check_joined_ends(number, wall, largest, domain)?;
    }
    Ok(())
}

/// Bodies do not see a wall across joined ends: it must be as far from them as the largest `radius`, or be the same all along.
fn check_joined_ends<const D: usize>(
    number: usize,
    wall: &Wall<D>,
    radius: f64,
    domain: &Domain<D>,
) -> Result<(), SceneError> {
    for axis in 0..D {
        if domain.boundary[axis] != Boundary::Periodic {
            continue;
        }
        let (low, high) = (domain.low[axis], domain.high[axis]);
        let inside = |from: f64, to: f64| from - radius >= low && to + radius <= high;
        let fits = match wall {
            Wall::Plane { normal, .. } => normal[axis] == 0.0,
            Wall::Hollow { centre, radius } => {
                centre[axis] - radius >= low && centre[axis] + radius <= high
            }
            Wall::Ball { centre, radius } => inside(centre[axis] - radius, centre[axis] + radius),
            Wall::Box {
                low: from,
                high: to,
            } => (from[axis] <= low && to[axis] >= high) || inside(from[axis], to[axis]),
            Wall::Segment { from, to } => {
                let (first, last) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
                let along = (0..D).all(|other| other == axis || from[other] == to[other]);
                (along && first <= low && last >= high) || inside(first, last)
            }
        };
        if !fits {
            return Err(SceneError::WallAtJoinedEnds { wall: number, axis });
        }
    }
    Ok(())
}

fn check_ball<const D: usize>(body: usize, ball: &Ball<D>) -> Result<(), SceneError> {
    let vectors = [
        ("position", &ball.position),
        ("velocity", &ball.velocity),
        ("acceleration", &ball.acceleration),
    ];
    let numbers = [
        ("radius", ball.radius),
        ("mass", ball.mass),
        ("restitution", ball.restitution),
    ];
    let components = vectors
        .iter()
        .flat_map(|(quantity, vector)| vector.iter().map(|&value| (*quantity, value)));
    for (quantity, value) in components.chain(numbers) {
        if !value.is_finite() {
            return Err(SceneError::NotFinite {
                body,
                quantity,
                value,
            });
        }
        // A restitution is multiplied once.
        if quantity != "restitution" && !sized(value) {
            return Err(SceneError::Size {
                body,
                quantity,
                value,
            });
        }
    }
    let (radius, mass, restitution) = (ball.radius, ball.mass, ball.restitution);
    if !(radius > 0.0) {
        return Err(SceneError::Radius { body, radius });
    }
    if !(mass > 0.0) {
        return Err(SceneError::Mass { body, mass });
    }
    if !(0.0..=1.0).contains(&restitution) {
        return Err(SceneError::Restitution { body, restitution });
    }
    Ok(())
}

fn check_domain<const D: usize>(balls: &[Ball<D>], domain: &Domain<D>) -> Result<(), SceneError> {
    let mut largest = (0, 0.0);
    for (body, ball) in balls.iter().enumerate() {
        if ball.radius > largest.1 {
            largest = (body, ball.radius);
        }
    }
    let (body, radius) = largest;
    for axis in 0..D {
        if domain.boundary[axis] == Boundary::Open {
            continue;
        }
        let (low, high) = (domain.low[axis], domain.high[axis]);
        for value in [low, high] {
            if !sized(value) {
                return Err(SceneError::DomainEnd { axis, value });
            }
        }
        if !(low < high) {
            return Err(SceneError::DomainOrder { axis, low, high });
        }
        let side = domain.side(axis);
        if domain.boundary[axis] == Boundary::Periodic && !(side > 4.0 * radius) {
            return Err(SceneError::PeriodTooShort {
                axis,
                side,
                body,
                radius,
            });
        }
    }
    Ok(())
}

fn check_wall<const D: usize>(number: usize, wall: &mut Wall<D>) -> Result<(), SceneError> {
    let finite = |quantity: &'static str, values: &[f64]| {
        values
            .iter()
            .find(|&&value| !sized(value))
            .map_or(Ok(()), |&value| {
                Err(SceneError::WallNumber {
                    wall: number,
                    quantity,
                    value,
                })
            })
    };
    match wall {
        Wall::Plane { point, normal } => {
            finite("point", point)?;
            check_normal(number, normal)
        }
        Wall::Segment { from, to } => {
            finite("from", from)?;
            finite("to", to)
        }
        Wall::Box { low, high } => {
            finite("low", low)?;
            finite("high", high)?;
            for axis in 0..D {
                if low[axis] > high[axis] {
                    return Err(SceneError::WallOrder {
                        wall: number,
                        axis,
                        low: low[axis],
                        high: high[axis],
                    });
                }
            }
            Ok(())
        }
        Wall::Ball { centre, radius } | Wall::Hollow { centre, radius } => {
            finite("centre", centre)?;
            finite("radius", &[*radius])?;
            if *radius < 0.0 {
                return Err(SceneError::WallRadius {
                    wall: number,
                    radius: *radius,
                });
            }
            Ok(())
        }
    }
}

fn check_normal<const D: usize>(wall: usize, normal: &mut Vector<D>) -> Result<(), SceneError> {
    if let Some(&value) = normal.iter().find(|value| !value.is_finite()) {
        return Err(SceneError::WallNumber {
            wall,
            quantity: "normal",
            value,
        });
    }
    let long = length(normal);
    if !((long - 1.0).abs() <= UNIT) {
        return Err(SceneError::WallNormal { wall, length: long });
    }
    // What is 1 but for rounding stays as it is, so that a scene made of a scene is the same.
    if (long - 1.0).abs() > 4.0 * f64::EPSILON {
        *normal = normal.map(|x| x / long);
    }
    Ok(())
}

/// That bodies are in the domain and overlap nothing.
pub fn places<const D: usize>(
    balls: &[Ball<D>],
    domain: &Domain<D>,
    walls: &[Wall<D>],
) -> Result<(), SceneError> {
    for (body, ball) in balls.iter().enumerate() {
        for axis in 0..D {
            let (low, high) = (domain.low[axis], domain.high[axis]);
            let at = ball.position[axis];
            let (from, to, inside) = match domain.boundary[axis] {
                Boundary::Open => continue,
                Boundary::Periodic => (at, at, at >= low && at < high),
                Boundary::Walls => {
                    let allowed = TOUCH * ball.radius;
                    let low_gap = at - low - ball.radius;
                    let high_gap = high - at - ball.radius;
                    (
                        at - ball.radius,
                        at + ball.radius,
                        low_gap >= -allowed && high_gap >= -allowed,
                    )
                }
            };
            if !inside {
                return Err(SceneError::Outside {
                    body,
                    axis,
                    from,
                    to,
                    low,
                    high,
                });
            }
        }
    }
    let bodies = balls.iter().map(|ball| (ball.position, ball.radius));
    let Some(worst) = deepest(bodies, domain, walls).filter(|worst| worst.share > TOUCH) else {
        return Ok(());
    };
    told(&worst).map_or(Ok(()), Err)
}

/// What to say of an overlap; nothing of one with an end of the domain, for those are looked at before.
pub fn told(worst: &Overlap) -> Option<SceneError> {
    let (body, depth) = (worst.body as usize, worst.depth);
    match worst.partner {
        Partner::Body(second) => Some(SceneError::Overlap {
            first: body,
            second: second as usize,
            depth,
        }),
        Partner::Wall(wall) => Some(SceneError::InWall {
            body,
            wall: wall as usize,
            depth,
        }),
        Partner::Face { .. } => None,
    }
}
