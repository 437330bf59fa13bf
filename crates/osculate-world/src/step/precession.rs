//! How bodies turn freely, as many at a time as there are lanes: the angular momentum stays, and the angular velocity follows the inertia that turns with the body.
//!
//! A Runge–Kutta–Munthe-Kaas method of order four.

use super::lanes::{Bodies, Lanes, MOST, Matrix, Numbers, Quaternion, Vector};
use super::mover::Mover;
use glam::{DQuat, DVec3};

/// Up to this angle per part of a step the middle of the part stands for all of it, where bodies are pushed.
pub(super) const SLOW: f64 = 0.02;

/// From this angle per part of a step on, the series of the method say nothing: such a body turns about the axis that it has.
const WHIRLS: f64 = 2.0;

/// A part that changes the energy of what turns freely by more than this share of it is not resolved.
const UNRESOLVED: f64 = 1e-4;

/// Bodies go on for a part of a step, each of so many seconds: as many as there are lanes, at most.
#[inline(always)]
pub(super) fn advance<L: Lanes>(movers: &mut [Mover], numbers: &[u32], seconds: [f64; MOST]) {
    let mut spinning = 0;
    for (lane, (&number, seconds)) in numbers.iter().zip(seconds).enumerate() {
        let spins = movers[number as usize].advance(seconds);
        spinning |= u32::from(spins) << lane;
    }
    if spinning != 0 {
        let mut parts = L::Numbers::default();
        for (part, seconds) in parts.lanes_mut().iter_mut().zip(seconds) {
            *part = seconds;
        }
        precess::<L>(movers, (numbers, spinning), L::load(&parts));
    }
}

/// What a body's momentum is along its axes times values, or its angular velocity.
#[inline(always)]
fn along<L: Lanes>(axes: Quaternion<L>, values: Vector<L>, vector: Vector<L>) -> Vector<L> {
    axes.turned(values.scaled(axes.conjugate().turned(vector)))
}

/// The inverse of the exponential's derivative, to second order.
#[inline(always)]
fn back<L: Lanes>(turn: Vector<L>, spin: Vector<L>) -> Vector<L> {
    let bent = turn.cross(spin);
    let twice = turn.cross(bent) * L::all(1.0 / 12.0);
    spin - bent * L::all(0.5) + twice
}

/// The rotation by a vector's length about it: by series where that is exact to rounding, as it is in most parts of a step.
#[inline(always)]
fn rotation_by<L: Lanes>(turn: Vector<L>) -> Quaternion<L> {
    let one = L::all(1.0);
    let square = turn.dot(turn) * L::all(0.25);
    let cosine = one
        - square
            * (L::all(0.5)
                - square
                    * (L::all(1.0 / 24.0)
                        - square * (L::all(1.0 / 720.0) - square * L::all(1.0 / 40320.0))));
    let sine = one
        - square
            * (L::all(1.0 / 6.0)
                - square
                    * (L::all(1.0 / 120.0)
                        - square * (L::all(1.0 / 5040.0) - square * L::all(1.0 / 362_880.0))));
    let Vector([x, y, z]) = turn * (sine * L::all(0.5));
    let series = Quaternion([x, y, z, cosine]);
    let large = square.is_above(L::all(1e-3));
    if !L::any(large) {
        return series;
    }
    let mut turns = [L::Numbers::default(); 3];
    turn.0[0].store(&mut turns[0]);
    turn.0[1].store(&mut turns[1]);
    turn.0[2].store(&mut turns[2]);
    let mut exact = [L::Numbers::default(); 4];
    for lane in 0..L::Numbers::WIDTH {
        let [x, y, z] = [0, 1, 2].map(|axis| turns[axis].lanes()[lane]);
        let turn = DVec3::new(x, y, z);
        let rotation = DQuat::from_scaled_axis(turn).to_array();
        for (four, value) in exact.iter_mut().zip(rotation) {
            four.lanes_mut()[lane] = value;
        }
    }
    let [x, y, z, w] = &exact;
    let exact = Quaternion([L::load(x), L::load(y), L::load(z), L::load(w)]);
    Quaternion::choose(large, exact, series)
}

/// Turns those bodies that spin.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn precess<L: Lanes>(movers: &mut [Mover], (numbers, spinning): (&[u32], u32), part: L) {
    let number = |lane: usize| numbers[if lane < numbers.len() { lane } else { 0 }] as usize;
    let of: Bodies = core::array::from_fn(|lane| movers[number(lane)].fours());
    let [linear_x, linear_y, linear_z, x] = L::columns(&of, 0);
    let [y, z, touched, unused] = L::columns(&of, 1);
    let [shift_x, shift_y, shift_z, turn_x] = L::columns(&of, 2);
    let [turn_y, turn_z, spins, unused_too] = L::columns(&of, 3);
    let [mass_x, mass_y, mass_z, _] = L::columns(&of, 4);
    let start = Quaternion(L::columns(&of, 7));
    let [a, b, c, _] = L::columns(&of, 8);
    let (angular, moments) = (Vector([x, y, z]), Vector([a, b, c]));

    let one = L::all(1.0);
    let inverse = Vector([one / a, one / b, one / c]);
    let momentum = along(start, moments, angular);
    let half = L::all(0.5);
    let k1 = angular * part;
    let square = k1.dot(k1);
    let middle = k1 * half;
    let spin = along(rotation_by(middle) * start, inverse, momentum);
    let k2 = back(middle, spin) * part;
    let whirls = !L::all(WHIRLS * WHIRLS).is_above(square);
    // What is pushed about does not follow its path so exactly that more would count.
    let slow = touched.is_above(L::all(0.0)) & L::all(SLOW * SLOW).is_above(square);
    let mut turn = k2;
    if L::any(!(whirls | slow)) {
        let middle = k2 * half;
        let spin = along(rotation_by(middle) * start, inverse, momentum);
        let k3 = back(middle, spin) * part;
        let spin = along(rotation_by(k3) * start, inverse, momentum);
        let k4 = back(k3, spin) * part;
        let two = L::all(2.0);
        let all = (k1 + k2 * two + k3 * two + k4) * L::all(1.0 / 6.0);
        turn = Vector::choose(slow, k2, all);
    }
    turn = Vector::choose(whirls, k1, turn);
    let axes = (rotation_by(turn) * start).normalized();
    let after = along(axes, inverse, momentum);
    // Twice the energy: momentum and axes that do not belong together may have a hundred times as much of it.
    let (energy, energy_after) = (momentum.dot(angular), momentum.dot(after));
    let resolved = (L::all(UNRESOLVED) * energy).is_at_least((energy_after - energy).abs());
    let (mut axes, mut angular, mut turn) = (axes, after, turn);
    if L::any(!resolved) {
        // About the axis that it has, it keeps its energy, and as much momentum.
        let about = (rotation_by(k1) * start).normalized();
        axes = Quaternion::choose(resolved, axes, about);
        angular = Vector::choose(resolved, angular, Vector([x, y, z]));
        turn = Vector::choose(resolved, turn, k1);
    }
    let turned = Matrix::of(axes);
    let zero = L::all(0.0);
    let [first, second, third] = inverse.0;
    let scaled = Matrix([
        turned * Vector([first, zero, zero]),
        turned * Vector([zero, second, zero]),
        turned * Vector([zero, zero, third]),
    ]);
    let Matrix([across_x, across_y, across_z]) = turned.turned_over();
    let [i, j, k] = [scaled * across_x, scaled * across_y, scaled * across_z];
    let turn = Vector([turn_x, turn_y, turn_z]) + turn;

    let (Vector([x, y, z]), Vector([turn_x, turn_y, turn_z])) = (angular, turn);
    let rows = [
        L::rows([linear_x, linear_y, linear_z, x]),
        L::rows([y, z, touched, unused]),
        L::rows([shift_x, shift_y, shift_z, turn_x]),
        L::rows([turn_y, turn_z, spins, unused_too]),
        L::rows([mass_x, mass_y, mass_z, i.0[0]]),
        L::rows([i.0[1], i.0[2], j.0[0], j.0[1]]),
        L::rows([j.0[2], k.0[0], k.0[1], k.0[2]]),
        L::rows(axes.0),
    ];
    for (lane, &number) in numbers.iter().enumerate() {
        if spinning & (1 << lane) == 0 {
            continue;
        }
        let to = movers[number as usize].fours_mut();
        for (to, row) in to.iter_mut().zip(&rows) {
            *to = row[lane];
        }
    }
}
