//! What happens in the built-in scenes: `cargo run --release -p osculate-world --example scenes [NAME…]`.

use osculate_world::scenes;

fn main() {
    let mut asked: Vec<String> = std::env::args().skip(1).collect();
    if asked.is_empty() {
        asked = scenes::names().map(|scene| scene.name.to_owned()).collect();
    }
    println!("scene, seconds, hits, cuts, stalls, longest stall, seconds lost, asleep");
    for name in asked {
        let Some(scene) = scenes::by_name(&name) else {
            println!("{name}: there is no such scene");
            continue;
        };
        let mut world = scene.world();
        let (mut hits, mut cuts, mut stalls, mut longest, mut lost) = (0, 0, 0, 0, 0.0);
        while world.time() < scene.seconds {
            let report = world.step();
            hits += report.hits;
            cuts += report.cuts;
            stalls += report.stalls;
            longest = longest.max(report.longest_stall);
            lost += report.time_lost;
        }
        let asleep = world.report().asleep;
        let seconds = scene.seconds;
        println!("{name}, {seconds}, {hits}, {cuts}, {stalls}, {longest}, {lost:.3}, {asleep}");
    }
}
