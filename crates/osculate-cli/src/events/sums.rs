//! What a run should keep: energy and momentum.

use osculate_events::{Boundary, Vector, World};
use osculate_io::StartSums;

/// The sums over all bodies now.
pub fn sums<const D: usize>(world: &World<D>) -> StartSums<D> {
    let mut momentum = [0.0; D];
    let mut absolute_momentum = 0.0;
    for body in 0..world.len() as u32 {
        let velocity = world.state(body, world.now()).1;
        let mass = world.mass(body);
        for (sum, component) in momentum.iter_mut().zip(velocity) {
            *sum += mass * component;
        }
        absolute_momentum += mass * length(&velocity);
    }
    let kinetic_energy = world.kinetic_energy();
    StartSums {
        kinetic_energy,
        potential_energy: world.mechanical_energy() - kinetic_energy,
        momentum,
        absolute_momentum,
    }
}

/// How much the energy has changed, relative to the largest of the kinetic energies at the start and at the end and
/// of what potential energy has become something else: where the potential energy counts from does not matter. None where
/// bodies fall round and round.
pub fn energy_drift<const D: usize>(world: &World<D>, start: &StartSums<D>) -> Option<f64> {
    let falls = |axis: usize| {
        let mut bodies = 0..world.len() as u32;
        bodies.any(|body| world.waking_acceleration(body)[axis] != 0.0)
    };
    let periodic = |axis: usize| world.domain().boundary[axis] == Boundary::Periodic;
    if (0..D).any(|axis| periodic(axis) && falls(axis)) {
        return None;
    }
    let end = sums(world);
    let potential = end.potential_energy - start.potential_energy;
    let change = (end.kinetic_energy - start.kinetic_energy) + potential;
    let scale = (start.kinetic_energy)
        .max(end.kinetic_energy)
        .max(potential.abs());
    Some(if scale > 0.0 {
        (change / scale).abs()
    } else {
        0.0
    })
}

/// How much the momentum has changed, relative to the sum of all m·|v| at the start; none where something that does not
/// move, or an acceleration, may change it.
pub fn momentum_drift<const D: usize>(world: &World<D>, start: &StartSums<D>) -> Option<f64> {
    let free = world.walls().is_empty()
        && world.domain().boundary == [Boundary::Periodic; D]
        && (0..world.len() as u32).all(|body| world.waking_acceleration(body) == [0.0; D]);
    if !free {
        return None;
    }
    let end = sums(world);
    let change: Vector<D> = std::array::from_fn(|axis| end.momentum[axis] - start.momentum[axis]);
    Some(if start.absolute_momentum > 0.0 {
        length(&change) / start.absolute_momentum
    } else {
        0.0
    })
}

fn length<const D: usize>(vector: &Vector<D>) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
