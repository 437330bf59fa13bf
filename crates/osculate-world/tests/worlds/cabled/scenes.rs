//! The built-in scenes with cables: nothing passes, and not by standing still.

use super::assert_free;
use osculate::glam::DVec3;
use osculate_judge::seeded::cases;
use osculate_world::scenes;

/// The seconds of each scene that are run if nobody asks for more.
const SECONDS: f64 = 0.05;

/// With `OSCULATE_CASES` of 2 or more all of each scene is run; `OSCULATE_SCENE` names one.
#[test]
fn nothing_passes_in_the_scenes() {
    let whole = cases(1) > 1;
    let only = std::env::var("OSCULATE_SCENE").ok();
    for scene in scenes::names().filter(|scene| only.as_deref().is_none_or(|it| it == scene.name)) {
        let made = scenes::by_name(scene.name).expect("it is one of them");
        if made.cables.is_empty() {
            continue;
        }
        let seconds = if whole { made.seconds } else { SECONDS };
        let mut cabled = made.cabled();
        cabled.keep_parts(true);
        let mut before: Vec<DVec3> = cabled.rods().places().collect();
        let (mut lost, mut time, mut stood, mut deepest) = (0.0, 0.0, 0.0, 0.0_f64);
        let (mut longest, mut parts, mut retries, mut rounds) = (0, 0, 0, 0);
        let mut stepping = std::time::Duration::ZERO;
        while cabled.world().time() < seconds {
            let started = std::time::Instant::now();
            let report = *cabled.step();
            stepping += started.elapsed();
            parts += assert_free(&cabled, &mut before);
            (lost, time) = (lost + report.rods.time_lost, time + report.rods.time);
            stood += 1.0 - report.lived;
            deepest = deepest.max(report.rods.deepest);
            longest = longest.max(report.rods.longest_wait);
            (retries, rounds) = (retries + report.retries, rounds + report.rods.rounds);
        }
        println!(
            "{:<16}{:>6} edges {:>5.2} s: {parts:>6} parts, {rounds:>6} rounds, held back {:.4} %, {longest} in a row, deepest {:.1} %, {retries} retries, stood {stood:.2} steps, {:.0} frames/s",
            scene.name,
            cabled.rods().edges(),
            seconds,
            100.0 * lost / time,
            100.0 * deepest,
            60.0 * seconds / stepping.as_secs_f64(),
        );
        for (number, body) in cabled.world().handles().enumerate() {
            let at = cabled.world().placement(body).expect("there").position;
            println!("    body {number} at {at:.3}");
        }
        assert!(lost <= 0.01 * time, "{}: held back", scene.name);
    }
}
