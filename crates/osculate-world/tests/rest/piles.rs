//! Many bodies that fall onto each other; and all scenes that are there by name, before the judge.

use crate::watch::Watch;
use crate::{awake, in_full};
use osculate_world::scenes;

/// Runs a scene before the judge: nothing overlaps, no body stalls for more than 8 steps. Gives the share of time that bodies lost.
fn watched(name: &str, steps: u32) -> f64 {
    let mut world = awake(name).world();
    let mut watch = Watch::new(&mut world);
    let (mut lost, mut lived, mut longest, mut stalls) = (0.0, 0.0, 0, 0);
    for _ in 0..steps {
        watch.step(&mut world);
        let report = world.report();
        lost += report.time_lost;
        lived += f64::from(report.moving) * world.settings().step;
        longest = longest.max(report.longest_stall);
        stalls += report.stalls;
    }
    let lag = |body| world.lag(body).expect("it is there");
    let slowest = world.handles().max_by(|p, q| lag(*p).total_cmp(&lag(*q)));
    let slowest = slowest.expect("there are bodies");
    let share = if lived > 0.0 { lost / lived } else { 0.0 };
    println!(
        "{name}, {steps} steps: {:.3} % of the time lost, {stalls} stalls, the longest of {longest} steps, least separation {:e}, {} violations; {:?} lost {:.3} s",
        100.0 * share,
        watch.least,
        watch.violations.len(),
        world.name(slowest).expect("it is there"),
        lag(slowest)
    );
    assert!(
        watch.violations.is_empty(),
        "{name}: {:?}",
        watch.violations
    );
    assert!(
        longest <= 8,
        "{name}: a body stalls {longest} steps in a row"
    );
    share
}

/// At most 0.5 % of the bodies' time is lost: 60 bodies for 5 seconds, or drops of several sizes for 10, in some of which bodies stood for long when
/// contacts were missed.
#[test]
fn drops_lose_little_time() {
    let (sizes, seconds): (&[u32], u32) = if in_full() {
        (&[600, 907, 927, 987, 1000], 10)
    } else {
        (&[60], 5)
    };
    for bodies in sizes {
        let name = format!("drop?bodies={bodies}");
        let share = watched(&name, 64 * seconds);
        assert!(share <= 0.005, "{name}: {share} of the time is lost");
    }
}

/// Every scene but the drop: for a second, or for as long as it is worth seeing.
#[test]
fn scenes_that_are_there_by_name_never_overlap() {
    let mut failed = Vec::new();
    for scene in scenes::names().filter(|scene| scene.name != "drop") {
        let made = scenes::by_name(scene.name).expect("it is there");
        // Those with cables are judged with these, in `tests/worlds/cabled`.
        if !made.cables.is_empty() {
            continue;
        }
        let seconds = if in_full() { made.seconds } else { 1.0 };
        let steps = (seconds / made.settings.step).ceil() as u32;
        let run = std::panic::catch_unwind(|| watched(scene.name, steps));
        if run.is_err() {
            failed.push(scene.name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
