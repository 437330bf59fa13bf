//! Boxes on boxes that hardly move: proofs that they stay apart, separations and contact points, with and without memory.

use osculate::Workspace;
use osculate_benches::options::Options;
use osculate_benches::random::Random;
use osculate_benches::small_sets::{QUESTIONS, SmallSet, pairs, way_of};
use osculate_benches::stopwatch::finest;

pub fn run(options: &Options, lines: &mut Vec<String>) {
    let count = if options.quick { 10 } else { 200 };
    println!(
        "{count} boxes, each on a box and 0.01 from it; ns a pair, all pairs in turn, the fastest of several batches.\n\
         travel and chord: of stretches that are there; stretch: two of them; stays-: both; again: with memory."
    );
    let mut row = |program: &str, micros: f64| {
        let nanos = micros * 1e3 / count as f64;
        println!("{program:34} {nanos:>10.0}");
        lines.push(format!("small,box on box,{program},,ns,{nanos:.0}"));
    };
    for question in QUESTIONS {
        let pairs = pairs(count, way_of(question), &mut Random::new(11));
        let mut set = SmallSet::new(question, &pairs).expect("a question");
        let mut workspace = Workspace::new();
        row(question, finest(|| set.ask(&mut workspace)));
    }
    #[cfg(feature = "peers")]
    {
        use crate::peers::Resting;
        let pairs = pairs(count, way_of("points"), &mut Random::new(11));
        let mut peers: Vec<Resting> = pairs.iter().map(|pair| Resting::new(pair, 0.5)).collect();
        row(
            "parry3d-f64 distance",
            finest(|| peers.iter().map(Resting::distance).sum::<f64>()),
        );
        row(
            "parry3d-f64 contact",
            finest(|| peers.iter().map(Resting::contact).sum::<f64>()),
        );
        row(
            "parry3d-f64 contact_manifolds",
            finest(|| peers.iter_mut().map(Resting::manifolds).sum::<usize>()),
        );
        row(
            "parry3d-f64 contact_manifolds, new",
            finest(|| {
                let each = peers.iter_mut().map(|peer| {
                    peer.forget();
                    peer.manifolds()
                });
                each.sum::<usize>()
            }),
        );
    }
}
