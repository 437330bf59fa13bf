//! Impulses that keep bodies from coming closer than they are to rest: softly, part after part of a step.
//!
//! After Catto's soft step. In every part of a step contacts first push with a spring towards the rest gap (the normals alone),
//! then bodies advance, then contacts push once more without the spring, which takes back what the spring put into velocities;
//! friction works there, so that it never sees the spring.

use super::constraint::Constraint;
use super::islands::Islands;
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512, Eight};
use super::lanes::{Four, Lanes, MOST, Numbers, Portable};
use super::mover::Mover;
use super::precession::advance;
use super::schedule::{Pass, Schedule};
use crate::settings::Settings;

/// How stiff contacts are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// The speed that a gap too small by a length is widened with, per length.
    pub(crate) rate: f64,
    /// What of an impulse counts, and what of all so far is given back.
    pub(crate) mass: f64,
    pub(crate) impulse: f64,
}

impl Softness {
    /// No spring.
    pub(crate) const NONE: Softness = Softness {
        rate: 0.0,
        mass: 0.0,
        impulse: 0.0,
    };

    /// A spring of so many oscillations per second, damped so many times critically.
    fn new(frequency: f64, damping: f64, part: f64) -> Softness {
        let omega = core::f64::consts::TAU * frequency;
        let first = 2.0 * damping + part * omega;
        let second = part * omega * first;
        let third = 1.0 / (1.0 + second);
        Softness {
            rate: omega / first,
            mass: second * third,
            impulse: third,
        }
    }
}

/// What springs are like in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Springs {
    between: Softness,
    on_fixed: Softness,
}

impl Springs {
    /// Of so many oscillations per second, for parts of a step of this length.
    fn new(frequency: f64, part: f64) -> Springs {
        // The stiffest spring that the parts still resolve.
        let frequency = frequency.min(0.25 / part);
        Springs {
            between: Softness::new(frequency, DAMPING, part),
            on_fixed: Softness::new((2.0 * frequency).min(0.25 / part), DAMPING, part),
        }
    }
}

/// Oscillations per second of the springs between two bodies that move, at least; those on fixed ones have twice as many.
const FREQUENCY: f64 = 60.0;

/// How many times critically they are damped.
const DAMPING: f64 = 10.0;

/// A part of a step: one of so many, how many seconds it takes, one over that, and the springs in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    parts: u32,
    seconds: f64,
    pub(crate) per_second: f64,
    springs: Springs,
}

impl Part {
    /// Of a step whose springs must be so stiff: the square of the oscillation, in radians per second.
    pub(crate) fn new(step: f64, settings: &Settings, stiffest: f64) -> Part {
        let frequency = FREQUENCY.max(stiffest.sqrt() / core::f64::consts::TAU);
        let (least, most) = (settings.substeps, settings.most_substeps);
        // Parts resolve a quarter of an oscillation.
        let parts = (4.0 * frequency * step).ceil();
        let parts = parts.clamp(f64::from(least), f64::from(most));
        let seconds = step / parts;
        Part {
            parts: parts as u32,
            seconds,
            per_second: 1.0 / seconds,
            springs: Springs::new(frequency, seconds),
        }
    }

    /// Those between two bodies that move, or of one on what is fixed.
    pub(crate) fn springs_of(&self, soft: bool) -> &Softness {
        match soft {
            true => &self.springs.between,
            false => &self.springs.on_fixed,
        }
    }
}

/// Memory for solving, and islands that are solved together.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    movers: Vec<u32>,
    constraints: Vec<u32>,
    schedule: Schedule<Four>,
    /// Where the processor has vector instructions of eight numbers.
    #[cfg(target_arch = "x86_64")]
    wide_schedule: Schedule<Eight>,
    /// What flies by itself, and in how many parts.
    flights: Vec<[u32; 2]>,
}

/// Islands of as many parts are solved together, so that lanes are filled more often: until they have so many, which stay close to the processor.
const TOGETHER: usize = 128;

impl Solver {
    /// Solves all contacts over a step, some islands at a time. The most parts that one of them took.
    pub(crate) fn solve(
        &mut self,
        movers: &mut [Mover],
        constraints: &mut [Constraint],
        islands: &Islands,
        step: f64,
        settings: &Settings,
    ) -> u32 {
        let mut most = settings.substeps;
        let stiffest = movers.iter().map(|mover| mover.stiffest);
        let stiffest = stiffest.fold(0.0, f64::max);
        let mut before: Option<Part> = None;
        for (own_movers, own_constraints) in islands.iter() {
            let own = own_movers.iter().map(|&mover| &movers[mover as usize]);
            // Loads are known late: bodies that still move about are held by springs that are stiff enough for any load in the world.
            let stiffest = match own.clone().all(|mover| mover.calm) {
                true => own.fold(0.0, |most: f64, mover| most.max(mover.stiffest)),
                false => stiffest,
            };
            let part = Part::new(step, settings, stiffest);
            if let ([mover], []) = (own_movers, own_constraints) {
                let parts = movers[*mover as usize].parts_of_flight(step, part.parts);
                self.flights.push([parts, *mover]);
                continue;
            }
            most = most.max(part.parts);
            if let Some(before) = before
                && (before.parts != part.parts || self.constraints.len() >= TOGETHER)
            {
                self.run(movers, constraints, &before);
            }
            before = Some(part);
            self.movers.extend(own_movers);
            self.constraints.extend(own_constraints);
            for &number in own_constraints {
                let constraint = &mut constraints[number as usize];
                constraint.spring = *part.springs_of(constraint.soft);
            }
        }
        if let Some(part) = before {
            self.run(movers, constraints, &part);
        }
        self.fly(movers, step);
        most
    }

    /// Bodies fly for a step as if nothing touched them, in so many parts at most where none turns fast.
    pub(crate) fn fly_on(&mut self, movers: &mut [Mover], chosen: &[u32], step: f64, most: u32) {
        for &number in chosen {
            let parts = movers[number as usize].parts_of_flight(step, most);
            self.flights.push([parts, number]);
        }
        self.fly(movers, step);
    }

    /// Lets all fly that do, with vector instructions if the processor has them.
    fn fly(&mut self, movers: &mut [Mover], step: f64) {
        // Those together that take as many parts, if there are.
        self.flights.sort_unstable();
        #[cfg(target_arch = "x86_64")]
        if cfg!(not(debug_assertions)) && has_avx512() {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            unsafe {
                self.fly_with_avx512(movers, step);
            }
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if cfg!(not(debug_assertions)) && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            unsafe {
                self.fly_with_avx2(movers, step);
            }
            return;
        }
        self.fly_of::<Portable>(movers, step);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn fly_with_avx512(&mut self, movers: &mut [Mover], step: f64) {
        self.fly_of::<Avx512>(movers, step);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fly_with_avx2(&mut self, movers: &mut [Mover], step: f64) {
        self.fly_of::<Avx2>(movers, step);
    }

    #[inline(always)]
    fn fly_of<L: Lanes>(&mut self, movers: &mut [Mover], step: f64) {
        for flights in self.flights.chunks(L::Numbers::WIDTH) {
            let (mut numbers, mut seconds) = ([0; MOST], [0.0; MOST]);
            for (lane, [parts, number]) in flights.iter().enumerate() {
                (numbers[lane], seconds[lane]) = (*number, step / f64::from(*parts));
            }
            let mut at = 0;
            for part in 0..flights[flights.len() - 1][0] {
                // Those that take the fewest parts come first.
                while flights[at][0] <= part {
                    at += 1;
                    seconds.rotate_left(1);
                }
                let numbers = &numbers[at..flights.len()];
                for (&number, seconds) in numbers.iter().zip(seconds) {
                    movers[number as usize].accelerate(seconds);
                }
                advance::<L>(movers, numbers, seconds);
            }
        }
        self.flights.clear();
    }

    /// Solves what was put together, with vector instructions if the processor has them.
    fn run(&mut self, movers: &mut [Mover], constraints: &mut [Constraint], part: &Part) {
        let of = (movers, constraints);
        #[cfg(target_arch = "x86_64")]
        if cfg!(not(debug_assertions)) && has_avx512() {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            unsafe {
                self.run_with_avx512(of, part);
            }
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if cfg!(not(debug_assertions)) && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            unsafe {
                self.run_with_avx2(of, part);
            }
            return;
        }
        let chosen = [&mut self.movers, &mut self.constraints];
        run_of::<Portable>(&mut self.schedule, chosen, of, part);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn run_with_avx512(&mut self, of: (&mut [Mover], &mut [Constraint]), part: &Part) {
        let chosen = [&mut self.movers, &mut self.constraints];
        run_of::<Avx512>(&mut self.wide_schedule, chosen, of, part);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_with_avx2(&mut self, of: (&mut [Mover], &mut [Constraint]), part: &Part) {
        let chosen = [&mut self.movers, &mut self.constraints];
        run_of::<Avx2>(&mut self.schedule, chosen, of, part);
    }
}

/// Whether the processor has vector instructions of eight numbers.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx512() -> bool {
    std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx2")
}

/// Solves these movers and constraints. None are left chosen.
#[inline(always)]
fn run_of<L: Lanes>(
    schedule: &mut Schedule<L::Numbers>,
    [own_movers, own_constraints]: [&mut Vec<u32>; 2],
    (movers, constraints): (&mut [Mover], &mut [Constraint]),
    part: &Part,
) {
    schedule.plan::<L>(own_constraints, constraints, movers, part.seconds);
    for _ in 0..part.parts {
        for &mover in &*own_movers {
            movers[mover as usize].accelerate(part.seconds);
        }
        schedule.pass::<L>(movers, part, Pass::Warm);
        schedule.pass::<L>(movers, part, Pass::Springs);
        for some in own_movers.chunks(L::Numbers::WIDTH) {
            advance::<L>(movers, some, [part.seconds; MOST]);
        }
        schedule.pass::<L>(movers, part, Pass::Last);
    }
    schedule.leave(constraints, part.per_second);
    own_movers.clear();
    own_constraints.clear();
}
