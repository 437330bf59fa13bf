//! Steps, fractions and contacts with a clearance, against exact separations at many instants.
//!
//! `OSCULATE_CASES` sets the number of scenes a recipe (3), `OSCULATE_SEED` shifts all of them. A bound that is too wide, a pair
//! that is not compared again after one of its vertices stopped, or a margin left out of a box makes these fail.

use crate::scenes::{Pair, RECIPES, Recipe, Scene, pairs};
use osculate::Limits;
use osculate::query::deforming::{
    Compared, DeformingWorkspace, deforming_contacts_with, free_fractions, free_step_with,
};
use osculate_judge::points::Rational;
use osculate_judge::seeded::{self, Seeded};
use std::fmt::Write;

/// What plain numbers are off by, at most, as a part of a scene.
const NOISE: f64 = 1e-10;

/// What was seen.
#[derive(Default, Debug)]
struct Counts {
    /// Steps that are not free, and those of them whose pair is not seen to reach the clearance within 1 % more.
    ended: usize,
    early: usize,
    /// Vertices that stop, and those of them without a pair near its clearance at the end.
    stopped: usize,
    held: usize,
    /// Steps in which some vertices go further than the global step.
    longer: usize,
    /// Pairs that start within the clearance.
    close: usize,
    listed: usize,
    rounds: u32,
}

/// The largest number near a guess whose square is not above this one.
fn root(square: &Rational, guess: f64) -> f64 {
    let mut low = (guess * (1.0 - 1e-9) - 1e-300).max(0.0).to_bits();
    let mut high = (guess * (1.0 + 1e-9) + 1e-300).to_bits();
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let x = Rational::from_f64(f64::from_bits(middle));
        let is_below = &x * &x <= *square;
        (low, high) = if is_below {
            (middle, high)
        } else {
            (low, middle)
        };
    }
    f64::from_bits(low)
}

/// What a pair is to keep: the clearance, or nearly what it starts with.
fn kept(scene: &Scene, pair: &Pair) -> f64 {
    let apart = scene.apart(pair, &[1.0; 11], 0.0);
    if apart > scene.clearance + NOISE * scene.size {
        return scene.clearance;
    }
    let start = scene.squared(pair, &[1.0; 11], 0.0);
    let clearance = Rational::from_f64(scene.clearance);
    if start > &clearance * &clearance {
        return scene.clearance;
    }
    if start == Rational::zero() {
        return 0.0;
    }
    (root(&start, apart) - scene.size / (1_u64 << 42) as f64).max(0.0)
}

/// What does not keep its distance at a time: a sentence about it.
fn fault(scene: &Scene, pairs: &[(Pair, f64)], fractions: &[f64], time: f64) -> Option<String> {
    for (pair, kept) in pairs {
        let apart = scene.apart(pair, fractions, time);
        // Those that touch at the start must not move.
        let rests = pair.corners.iter().all(|&v| fractions[v as usize] == 0.0);
        if apart > kept + NOISE * scene.size || time == 0.0 || rests {
            continue;
        }
        let square = scene.squared(pair, fractions, time);
        let limit = Rational::from_f64(*kept);
        if square <= &limit * &limit {
            return Some(format!(
                "{:?} {:?} at {time}: {apart} of {kept}",
                pair.kind, pair.features
            ));
        }
    }
    None
}

fn check(recipe: Recipe, scene: &Scene, counts: &mut Counts) -> Result<(), String> {
    let mesh = scene.mesh();
    let limits = Limits::default().with_clearance(scene.clearance).unwrap();
    let pairs: Vec<(Pair, f64)> = pairs()
        .into_iter()
        .map(|pair| {
            let kept = kept(scene, &pair);
            (pair, kept)
        })
        .collect();
    counts.close += pairs
        .iter()
        .filter(|(_, kept)| *kept < scene.clearance)
        .count();
    let workspace = &mut DeformingWorkspace::new();
    let step = free_step_with(&mesh, &Compared::default(), &limits, workspace);
    let all = [1.0; 11];
    for sample in 0..=8 {
        let time = step.lower * f64::from(sample) / 8.0;
        if step.lower > 0.0
            && let Some(fault) = fault(scene, &pairs, &all, time)
        {
            return Err(format!("step {}: {fault}", step.lower));
        }
    }
    if let Some(limit) = step.limit {
        counts.ended += 1;
        let same =
            |pair: &&(Pair, f64)| (pair.0.kind, pair.0.features) == (limit.kind, limit.features);
        let Some((pair, kept)) = pairs.iter().find(same) else {
            return Err(format!("no such pair: {limit:?}"));
        };
        let reached = (0..=40).any(|sample| {
            let time = (step.lower + 0.01 * f64::from(sample) / 40.0).min(1.0);
            scene.apart(pair, &all, time) <= *kept * (1.0 + 1e-6) + 1e-9 * scene.size
        });
        counts.early += usize::from(!reached);
    }
    check_fractions(scene, &pairs, step.lower, workspace, counts)
        .map_err(|fault| format!("{recipe:?}, fractions: {fault}"))?;
    check_list(scene, &pairs, counts).map_err(|fault| format!("{recipe:?}, contacts: {fault}"))
}

fn check_fractions(
    scene: &Scene,
    pairs: &[(Pair, f64)],
    step: f64,
    workspace: &mut DeformingWorkspace,
    counts: &mut Counts,
) -> Result<(), String> {
    let mesh = scene.mesh();
    let limits = Limits::default().with_clearance(scene.clearance).unwrap();
    let found = free_fractions(&mesh, &Compared::default(), &limits, workspace);
    counts.rounds = counts.rounds.max(found.rounds);
    let fractions = found.fractions;
    let least = fractions.iter().fold(1.0_f64, |m, &f| m.min(f));
    if least < step - 1e-9 {
        return Err(format!("{least} is less than the step, {step}"));
    }
    counts.longer += usize::from(step < 1.0 && fractions.iter().any(|&f| f > step + 1e-6));
    let samples = (0..=8).map(|sample| f64::from(sample) / 8.0);
    for time in samples.chain(fractions.iter().copied()) {
        if let Some(fault) = fault(scene, pairs, fractions, time) {
            return Err(format!("{fractions:?}: {fault}"));
        }
    }
    for vertex in (0..11).filter(|&v| fractions[v as usize] < 1.0) {
        counts.stopped += 1;
        let is_near = |(pair, kept): &(Pair, f64)| {
            let limit = Rational::from_f64(kept * 1.001 + 1e-6 * scene.size);
            pair.corners.contains(&vertex) && scene.squared(pair, fractions, 1.0) <= &limit * &limit
        };
        counts.held += usize::from(!pairs.iter().any(is_near));
    }
    Ok(())
}

/// Every pair that is within the clearance at some instant must be told, before that.
fn check_list(scene: &Scene, pairs: &[(Pair, f64)], counts: &mut Counts) -> Result<(), String> {
    let mesh = scene.mesh();
    let limits = Limits::default().with_clearance(scene.clearance).unwrap();
    let listed: Vec<_> = deforming_contacts_with(&mesh, &Compared::default(), &limits).collect();
    counts.listed += listed.len();
    let clearance = Rational::from_f64(scene.clearance);
    for (pair, _) in pairs {
        let found = |c: &&osculate::query::deforming::DeformingContact| {
            (c.kind, c.features) == (pair.kind, pair.features)
        };
        let lower = listed.iter().find(found).map(|c| c.contact.lower);
        for sample in 0..=8 {
            let time = f64::from(sample) / 8.0;
            let proven = lower.is_none_or(|lower| time <= lower && lower > 0.0);
            if proven
                && scene.apart(pair, &[1.0; 11], time) < scene.clearance + NOISE * scene.size
                && scene.squared(pair, &[1.0; 11], time) <= &clearance * &clearance
            {
                return Err(format!(
                    "{:?} {:?} at {time}: {lower:?}",
                    pair.kind, pair.features
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn nothing_comes_closer_than_it_may() {
    let cases = seeded::cases(3);
    let mut faults = String::new();
    for (number, recipe) in RECIPES.into_iter().enumerate() {
        let mut counts = Counts::default();
        for case in 0..cases {
            let mut numbers = Seeded::of_kind(seeded::seed(0), number as u64, case);
            let scene = Scene::new(recipe, &mut numbers);
            if let Err(fault) = check(recipe, &scene, &mut counts) {
                writeln!(faults, "{recipe:?} {case}, {}: {fault}", scene.clearance).unwrap();
            }
        }
        println!("{recipe:?}: {counts:?}");
        assert!(counts.early * 20 <= counts.ended, "{recipe:?} {counts:?}");
        assert!(counts.listed > 0 && counts.ended > 0 && counts.stopped > 0);
    }
    assert!(faults.is_empty(), "{faults}");
}
