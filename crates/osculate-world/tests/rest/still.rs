//! What stands stands still: no drift, no events, no stalls, no energy that was not there.

use crate::{awake, in_full, largest_change, positions};
use osculate_world::World;

/// Two times of this many seconds: in the first a scene settles, in the second it has to stand. Bricks and cards are a metre long.
fn stands(name: &str, seconds: [u32; 2]) {
    let scene = awake(name);
    let mut world = scene.world();
    let bodies = world.handles().count() as f64;
    let unit = energy_unit(&world) / bodies;
    let (mut least, mut grown) = (f64::INFINITY, 0.0_f64);
    let mut worst_at = 0.0;
    let (mut hits, mut stalls, mut cuts, mut longest) = (0, 0, 0, 0);
    let mut before = Vec::new();
    for step in 0..64 * (seconds[0] + seconds[1]) {
        if step == 64 * seconds[0] {
            before = positions(&world);
        }
        let report = world.step().clone();
        let told = world.events().len() as u32;
        if step >= 64 * seconds[0] {
            hits += report.hits + told;
            stalls += report.stalls;
            cuts += report.cuts;
        }
        longest = longest.max(report.longest_stall);
        if step >= 128 {
            let energy = world.energy();
            if energy - least > grown {
                (grown, worst_at) = (energy - least, world.time());
            }
            least = least.min(energy);
        }
    }
    let drift = largest_change(&before, &positions(&world));
    // Per body, in its weight times its size.
    let grown = grown / (unit * bodies);
    println!(
        "{name}, from second {} for {}: drift {drift:e}, {hits} events, {stalls} stalls, {cuts} cuts; longest stall ever {longest}; \
         energy grew by {grown:e}·mgR at {worst_at}",
        seconds[0], seconds[1]
    );
    assert_eq!((hits, stalls), (0, 0), "{name}: events and stalls");
    // In a few seconds it only shows that it does not fall.
    let most_drift = if seconds[0] < 30 { 1e-3 } else { 1e-9 };
    assert!(drift < most_drift, "{name} drifts by {drift:e}");
    let grows = format!("energy grows by {grown:e}·mgR a body, at {worst_at}");
    assert!(grown <= 1e-9, "{name}: {grows}");
    assert!(
        longest <= 8,
        "{name}: a body stalls {longest} steps in a row"
    );
}

/// The weight of all bodies times their bounding radii.
fn energy_unit(world: &World) -> f64 {
    let of = |body| {
        let mass = world.mass(body).expect("it is there");
        let radius = world.shape(body).expect("it is there").bounding_ball().1;
        if mass.is_finite() {
            mass * 9.81 * radius
        } else {
            0.0
        }
    };
    world.handles().map(of).sum()
}

/// Ten boxes on each other, a minute.
#[test]
fn a_stack_of_ten_stands() {
    stands("stack", [30, 30]);
}

/// Fifty bricks; by default 6 seconds instead of a minute.
#[test]
fn a_wall_of_fifty_bricks_stands() {
    let seconds = if in_full() { [30, 30] } else { [4, 2] };
    stands("brick-wall", seconds);
}

/// Five storeys of cards; by default 6 seconds instead of a minute.
#[test]
fn a_card_house_of_five_storeys_stands() {
    let seconds = if in_full() { [30, 30] } else { [4, 2] };
    stands("card-house", seconds);
}
