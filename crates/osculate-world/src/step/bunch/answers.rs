//! What impulses along the normal and across it change, and what impulses it takes.

use super::super::lanes::{Lanes, Vector};
use super::bodies::Masses;

/// How a speed along the normal changes along both axes, of bodies that turn so against each other.
#[inline(always)]
pub(super) fn tilts<L: Lanes>([first, second]: [Vector<L>; 2], turning: Vector<L>) -> [L; 2] {
    [-second.dot(turning), first.dot(turning)]
}

/// The moment of impulses along the normal that have these sums with their places.
#[inline(always)]
pub(super) fn moment<L: Lanes>([first, second]: [Vector<L>; 2], x: L, y: L) -> Vector<L> {
    first * y - second * x
}

/// How fast two bodies part by an impulse along the normal in the middle.
#[inline(always)]
pub(super) fn parts<L: Lanes>(
    normal: Vector<L>,
    on: [Vector<L>; 2],
    turned: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> L {
    let linear = normal.dot((a.linear + b.linear).scaled(normal));
    linear + on[0].dot(turned[0]) + on[1].dot(turned[1])
}

/// What the speed at the middle, and its changes along both axes, are changed by: by an impulse, and by one times its place on the first
/// and on the second axis. Symmetric: the first row, then the rest of the second and of the third.
#[inline(always)]
pub(super) fn answers<L: Lanes>(
    middle: L,
    axes: [Vector<L>; 2],
    turned: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> [L; 6] {
    let [first, second] = axes;
    let both = turned[0] + turned[1];
    let about_first = a.turning * first + b.turning * first;
    let about_second = a.turning * second + b.turning * second;
    [
        middle,
        -second.dot(both),
        first.dot(both),
        second.dot(about_second),
        -first.dot(about_second),
        first.dot(about_first),
    ]
}

/// What an impulse at this place changes.
#[inline(always)]
pub(super) fn answer_to<L: Lanes>([k, kx, ky, xx, xy, yy]: [L; 6], [x, y]: [L; 2]) -> [L; 3] {
    [
        k + (x * kx + y * ky),
        kx + (x * xx + y * xy),
        ky + (x * xy + y * yy),
    ]
}

/// What a number is at a place, of its value in the middle and of how it changes along both axes.
#[inline(always)]
pub(super) fn value_at<L: Lanes>([p, q]: [L; 2], [middle, x, y]: [L; 3]) -> L {
    middle + (p * x + q * y)
}

/// What moment about the normal it takes to change how fast two bodies turn about it.
#[inline(always)]
pub(super) fn inverse_about<L: Lanes>(normal: Vector<L>, [a, b]: [&Masses<L>; 2]) -> L {
    normal
        .dot(a.turning * normal + b.turning * normal)
        .inverse()
}

/// What impulses along both axes of the plane of contact it takes to change the speeds along them.
#[inline(always)]
pub(super) fn inverse_across<L: Lanes>(
    [first, second]: [Vector<L>; 2],
    arms: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> [L; 3] {
    let mass = a.linear + b.linear;
    let (first_a, second_a) = (arms[0].cross(first), arms[0].cross(second));
    let (first_b, second_b) = (arms[1].cross(first), arms[1].cross(second));
    let (turned_a, turned_b) = (a.turning * first_a, b.turning * first_b);
    let (other_a, other_b) = (a.turning * second_a, b.turning * second_b);
    let p = first.dot(mass.scaled(first)) + first_a.dot(turned_a) + first_b.dot(turned_b);
    let q = first.dot(mass.scaled(second)) + second_a.dot(turned_a) + second_b.dot(turned_b);
    let r = second.dot(mass.scaled(second)) + second_a.dot(other_a) + second_b.dot(other_b);
    let scale = (p * r - q * q).inverse();
    [r * scale, -q * scale, p * scale]
}
