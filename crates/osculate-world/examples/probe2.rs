//! probe
use osculate_world::{ContactEvent, World, scenes};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let steps: usize = std::env::args().nth(2).map_or(320, |n| n.parse().unwrap());
    let scene = scenes::by_name(&name).unwrap();
    let mut world = scene.world();
    let mut lags = vec![0.0; 4096];
    let mut stalled = vec![0u32; 4096];
    for step in 0..steps {
        let r = world.step().clone();
        let mut list = String::new();
        for h in world.handles() {
            let lag = world.lag(h).unwrap();
            let lost = lag - lags[h.index()];
            if lost > 0.5 / 64.0 {
                stalled[h.index()] += 1;
                if stalled[h.index()] < 20 || step % 50 == 0 {
                    list += &format!(
                        " [{} {:?} lost {:.2}% v {:.2e} w {:.2e}]",
                        h.index(),
                        world.name(h).unwrap(),
                        6400.0 * lost,
                        world.velocity(h).unwrap()[0].length(),
                        world.velocity(h).unwrap()[1].length()
                    );
                }
            }
            lags[h.index()] = lag;
        }
        if !list.is_empty() {
            println!(
                "step {step} cuts {} hits {} over {} undecided {}{list}",
                r.cuts, r.hits, r.overlapping, r.undecided
            );
        }
        if std::env::var("EV").is_ok() {
            for e in world.events() {
                if let ContactEvent::Hit {
                    bodies,
                    time,
                    normal,
                    impulse,
                    point,
                    ..
                } = e
                {
                    println!(
                        "   hit {} {} at {time:.9} n {normal:.4} j {impulse:.3e} p {point:.4}",
                        bodies[0], bodies[1]
                    );
                }
            }
        }
    }
    let mut worst: Vec<_> = stalled.iter().enumerate().filter(|s| *s.1 > 0).collect();
    worst.sort_by_key(|w| std::cmp::Reverse(w.1));
    println!("{:?}", &worst[..worst.len().min(10)]);
    let _: &World = &world;
}
