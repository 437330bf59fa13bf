//! probe
use osculate_world::scenes;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let seconds: usize = std::env::args().nth(2).map_or(10, |n| n.parse().unwrap());
    let scene = scenes::by_name(&name).unwrap();
    let mut world = osculate_world::World::new(scene.settings.with_sleeping(None)).unwrap();
    for b in &scene.bodies {
        world.insert(b.clone()).unwrap();
    }
    for second in 0..seconds {
        let start = cpu();
        let mut sum = osculate_world::StepReport::default();
        for _ in 0..64 {
            let r = world.step();
            sum.cuts += r.cuts;
            sum.hits += r.hits;
            sum.looks += r.looks;
            sum.contacts += r.contacts;
            sum.pairs += r.pairs;
            sum.substeps += r.substeps;
            sum.time_lost += r.time_lost;
            sum.stalls += r.stalls;
            sum.longest_stall = sum.longest_stall.max(r.longest_stall);
            sum.sticking += r.sticking;
            for k in 0..3 {
                sum.proofs[k] += r.proofs[k];
            }
        }
        println!(
            "second {second}: {:.3} ms/step, pairs {} contacts {} looks {} parts {:.1} cuts {} hits {} sticking {} proofs {:?} lost {:.4} stalls {} longest {}",
            (cpu() - start) / 64.0,
            sum.pairs / 64,
            sum.contacts / 64,
            sum.looks / 64,
            sum.substeps as f64 / 64.0,
            sum.cuts,
            sum.hits,
            sum.sticking,
            sum.proofs.map(|p| p / 64),
            sum.time_lost,
            sum.stalls,
            sum.longest_stall
        );
    }
}
