//! A gas of hard bodies does what statistical mechanics says: its pressure, and the speeds that it comes to.
//!
//! Nothing here knows how collisions are found, only how velocities change.

use osculate_events::generate::gas;
use osculate_events::{
    Ball, Cells, Domain, Event, Partner, Scene, Search, Simulation, Vector, World,
};

/// How events are found.
type Tested<const D: usize> = Cells<D>;

/// Bodies of a gas: a square and a cube, so that it starts on a lattice without empty places.
const DISCS: usize = 32 * 32;
const SPHERES: usize = 10 * 10 * 10;
/// Collisions over which the pressure is taken, and how near that must come.
const COLLISIONS: u64 = 600_000;
const PRESSURE_WITHIN: f64 = 0.01;
/// Collisions a body before anything is measured.
const WARM_UP: u64 = 10;

fn simulate<const D: usize>(scene: &Scene<D>) -> Simulation<D, Tested<D>> {
    let world = World::new(scene);
    let search = Tested::new(&world);
    Simulation::new(world, search)
}

fn run_to<const D: usize, S: Search<D>>(simulation: &mut Simulation<D, S>, collisions: u64) {
    while simulation.world().tally().collisions < collisions {
        simulation
            .step(f64::INFINITY)
            .unwrap()
            .expect("it never ends");
    }
}

fn velocities<const D: usize>(world: &World<D>) -> Vec<Vector<D>> {
    let bodies = 0..world.len() as u32;
    bodies
        .map(|body| world.state(body, world.now()).1)
        .collect()
}

fn dot<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

// The virial of collisions.

/// P·V / (N·k·T) of a gas of bodies of mass 1 in a periodic domain, and its standard error.
///
/// The sum of r·Δp over the collisions of a time t, r from one body to the other and Δp what the one gave the other, is
/// 2K·t·(Z − 1)·N / (N − 1): relative velocities have a variance of 2·2K / (D·(N − 1)) a component, since momentum is conserved. K
/// is the kinetic energy about the centre of mass.
fn compressibility<const D: usize, S: Search<D>>(
    simulation: &mut Simulation<D, S>,
    collisions: u64,
    side: f64,
) -> (f64, f64) {
    let mut known = velocities(simulation.world());
    let count = known.len() as f64;
    let mean: Vector<D> =
        std::array::from_fn(|axis| known.iter().map(|v| v[axis]).sum::<f64>() / count);
    let energy: f64 =
        (known.iter().map(|v| 0.5 * dot(v, v)).sum::<f64>()) - 0.5 * count * dot(&mean, &mean);
    const BLOCKS: u64 = 10;
    let mut blocks = Vec::new();
    for _ in 0..BLOCKS {
        let start = simulation.world().time();
        let until = simulation.world().tally().collisions + collisions / BLOCKS;
        let mut virial = 0.0;
        while simulation.world().tally().collisions < until {
            let event = simulation
                .step(f64::INFINITY)
                .unwrap()
                .expect("it never ends");
            virial += virial_of(&event, simulation.world(), &mut known, side);
        }
        let time = simulation.world().time() - start;
        blocks.push(1.0 + (count - 1.0) / count * virial / (2.0 * energy * time));
    }
    let blocks_made = BLOCKS as f64;
    let mean = blocks.iter().sum::<f64>() / blocks_made;
    let spread: f64 = blocks.iter().map(|z| (z - mean) * (z - mean)).sum();
    (mean, (spread / (blocks_made * (blocks_made - 1.0))).sqrt())
}

/// r·Δp of what has just happened; `known` has the velocities before, and is brought up to date.
fn virial_of<const D: usize>(
    event: &Event,
    world: &World<D>,
    known: &mut [Vector<D>],
    side: f64,
) -> f64 {
    let (first, Partner::Body(second)) = (event.body, event.partner) else {
        return 0.0;
    };
    let [one, other] = [first, second].map(|body| world.state(body, world.now()));
    let offset: Vector<D> = std::array::from_fn(|axis| {
        let way = other.0[axis] - one.0[axis];
        way - side * libm::round(way / side)
    });
    let given: Vector<D> = std::array::from_fn(|axis| other.1[axis] - known[second as usize][axis]);
    let taken: Vector<D> = std::array::from_fn(|axis| one.1[axis] - known[first as usize][axis]);
    for axis in 0..D {
        assert!((given[axis] + taken[axis]).abs() < 1e-12, "momentum");
    }
    assert!((dot(&offset, &offset).sqrt() - 2.0).abs() < 1e-9, "touch");
    known[first as usize] = one.1;
    known[second as usize] = other.1;
    dot(&offset, &given)
}

/// What `state` says for infinitely many bodies, for `count` in a periodic domain: as the free energy of so many has
/// another ½kT·ln(2π·N·χ), χ = 1 / d(ηZ)/dη, this is Z + d ln χ / d ln η / 2N. The next term is of order 1/N².
fn of_finite(state: fn(f64) -> f64, eta: f64, count: usize) -> f64 {
    let step = 1e-4;
    let slope = |eta: f64| {
        let (low, high) = (eta - step, eta + step);
        (high * state(high) - low * state(low)) / (2.0 * step)
    };
    let change = libm::log(slope(eta + step) / slope(eta - step)) / (2.0 * step);
    state(eta) - 0.5 * eta * change / count as f64
}

/// Hard discs: the virial series with the ten known coefficients (Clisby and McCoy, 2006), and beyond these as if the
/// last two went on in a straight line. At η = 0.45 what is beyond is 0.2 % of Z, so the error is below 0.05 %.
fn virial_series(eta: f64) -> f64 {
    const REDUCED: [f64; 10] = [
        1.0, 1.0, 0.782004, 0.532232, 0.333556, 0.198843, 0.114873, 0.064993, 0.036219, 0.019954,
    ];
    let mut power = 1.0;
    let mut terms = [0.0; 10];
    for (term, reduced) in terms.iter_mut().zip(REDUCED) {
        *term = reduced * power;
        power *= 2.0;
    }
    let (last, step) = (terms[9], terms[9] - terms[8]);
    let (mut sum, mut power) = (0.0, 1.0);
    for number in 0..60 {
        let beyond = last + step * (number as f64 - 9.0);
        sum += power * terms.get(number).copied().unwrap_or(beyond);
        power *= eta;
    }
    sum
}

/// Hard spheres: Carnahan and Starling, which is within 0.2 % of simulations up to η = 0.45.
fn carnahan_starling(eta: f64) -> f64 {
    let free = 1.0 - eta;
    (1.0 + eta + eta * eta - eta * eta * eta) / (free * free * free)
}

fn check_pressure<const D: usize>(count: usize, eta: f64, state: fn(f64) -> f64) {
    let scene = gas::<D>(count, eta, 11, Domain::periodic).expect("a gas");
    let mut simulation = simulate(&scene);
    run_to(&mut simulation, WARM_UP * count as u64 / 2);
    let side = scene.domain().side(0);
    let (found, error) = compressibility(&mut simulation, COLLISIONS, side);
    let expected = of_finite(state, eta, count);
    println!("{D}-D, η = {eta}: Z = {found:.4} ± {error:.4}, expected {expected:.4}");
    assert!(
        error < 0.4 * PRESSURE_WITHIN * expected,
        "too noisy to tell: {error}"
    );
    assert!(
        (found / expected - 1.0).abs() < PRESSURE_WITHIN,
        "η = {eta}: Z = {found} ± {error}, not {expected}"
    );
}

#[test]
fn a_thin_gas_of_discs_has_the_pressure_of_its_equation_of_state() {
    check_pressure::<2>(DISCS, 0.2, virial_series);
}

#[test]
fn a_dense_gas_of_discs_has_the_pressure_of_its_equation_of_state() {
    check_pressure::<2>(DISCS, 0.45, virial_series);
}

#[test]
fn a_gas_of_spheres_has_the_pressure_of_its_equation_of_state() {
    check_pressure::<3>(SPHERES, 0.3, carnahan_starling);
}

#[test]
fn the_equations_of_state_agree_with_what_is_known() {
    // The exact start of both series, and Henderson's formula for discs, good to 0.4 % up to here.
    let start = |state: fn(f64) -> f64| (state(1e-5) - 1.0) / 1e-5;
    assert!((start(virial_series) - 2.0).abs() < 1e-3);
    assert!((start(carnahan_starling) - 4.0).abs() < 1e-3);
    for eta in [0.1, 0.2, 0.3, 0.45_f64] {
        let henderson = (1.0 + 0.125 * eta * eta) / ((1.0 - eta) * (1.0 - eta));
        let ratio = virial_series(eta) / henderson;
        assert!((ratio - 1.0).abs() < 0.004, "{eta}: {ratio}");
    }
    // Two discs of a thin gas: 1 + 2η·(1 − 1/N) without approximation, to first order in η.
    let eta = 1e-3;
    let two = of_finite(virial_series, eta, 2);
    assert!((two - 1.0 - eta).abs() < 0.02 * eta, "{two}");
}

// The speeds of a gas in equilibrium.

/// What the statistic of `count` samples exceeds by chance in 1 % of all cases: Kolmogorov's 1.628 / √n. That energy is
/// conserved only makes it smaller.
fn critical(count: usize) -> f64 {
    1.628 / (count as f64).sqrt()
}

/// The largest difference of the distribution of `sample` from `share`.
fn kolmogorov(sample: &mut [f64], share: impl Fn(f64) -> f64) -> f64 {
    sample.sort_by(f64::total_cmp);
    let count = sample.len() as f64;
    let mut most: f64 = 0.0;
    for (number, &value) in sample.iter().enumerate() {
        let expected = share(value);
        most = most
            .max(expected - number as f64 / count)
            .max((number + 1) as f64 / count - expected);
    }
    most
}

/// The share of Maxwell and Boltzmann's speeds below `speed`, with a mean square of 1.
fn slower<const D: usize>(speed: f64) -> f64 {
    let square = 0.5 * D as f64 * speed * speed;
    let rest = libm::exp(-square);
    if D == 2 {
        return 1.0 - rest;
    }
    let root = square.sqrt();
    libm::erf(root) - std::f64::consts::FRAC_2_SQRT_PI * root * rest
}

/// A gas in which all are equally fast, until they have the speeds of Maxwell and Boltzmann.
fn check_speeds<const D: usize>(count: usize, fraction: f64) {
    let scene = gas::<D>(count, fraction, 5, Domain::walls).expect("a gas");
    let equal = |ball: &Ball<D>| {
        let length = dot(&ball.velocity, &ball.velocity).sqrt();
        Ball {
            velocity: ball.velocity.map(|component| component / length),
            ..*ball
        }
    };
    let balls = scene.balls().iter().map(equal).collect();
    let scene = Scene::new(balls, *scene.domain(), Vec::new()).expect("a scene");
    let mut simulation = simulate(&scene);
    let mut speeds = Vec::new();
    let add = |simulation: &Simulation<D, Tested<D>>, speeds: &mut Vec<f64>| {
        let velocities = velocities(simulation.world());
        speeds.extend(velocities.iter().map(|v| dot(v, v).sqrt()));
    };
    add(&simulation, &mut speeds);
    assert!(kolmogorov(&mut speeds, slower::<D>) > 10.0 * critical(count));
    speeds.clear();
    // Samples 10 collisions a body apart have forgotten each other.
    for sample in 1..=4 {
        run_to(&mut simulation, sample * WARM_UP * count as u64 / 2);
        add(&simulation, &mut speeds);
    }
    let most = kolmogorov(&mut speeds, slower::<D>);
    let limit = critical(speeds.len());
    println!(
        "{D}-D, {} speeds: {most:.4}, limit {limit:.4}",
        speeds.len()
    );
    assert!(most < limit, "{most} is not below {limit}");
}

#[test]
fn equally_fast_discs_come_to_the_speeds_of_maxwell_and_boltzmann() {
    check_speeds::<2>(4 * DISCS, 0.3);
}

#[test]
fn equally_fast_spheres_come_to_the_speeds_of_maxwell_and_boltzmann() {
    check_speeds::<3>(8 * SPHERES, 0.3);
}

#[test]
fn the_test_of_speeds_tells_a_wrong_distribution() {
    // Evenly spread shares give the distribution itself; a mean square 10 % too high is seen.
    let count = 3600;
    let exact = |factor: f64| -> Vec<f64> {
        (0..count)
            .map(|number| {
                let share = (f64::from(number) + 0.5) / f64::from(count);
                factor * (-libm::log(1.0 - share)).sqrt()
            })
            .collect()
    };
    assert!(kolmogorov(&mut exact(1.0), slower::<2>) < 1e-3);
    assert!(kolmogorov(&mut exact(1.1_f64.sqrt()), slower::<2>) > critical(3600));
    // The same for space, by the derivative of the share: v²·e^(−3v²/2).
    let slope = |speed: f64| (slower::<3>(speed + 1e-5) - slower::<3>(speed - 1e-5)) / 2e-5;
    let density = |speed: f64| speed * speed * libm::exp(-1.5 * speed * speed);
    let ratio = slope(0.3) / density(0.3);
    assert!((slope(1.4) / density(1.4) / ratio - 1.0).abs() < 1e-6);
    assert!((slower::<3>(20.0) - 1.0).abs() < 1e-12);
}
