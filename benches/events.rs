use osculate_benches::plain_events::PlainEvents;
use osculate_sim::{Domain, generate::gas};
fn main() {
    for n in [512, 2048, 16384, 65536, 1000000] {
        let mut p = PlainEvents::<2>::new(&gas(n, 0.3, 1, Domain::walls).unwrap());
        p.run_to(n as u64 * 5 / 2);
        let (c, e, s, x) = (p.collisions, p.events(), p.stale, p.crossings);
        let t = std::time::Instant::now();
        p.run_to(c + 1_000_000);
        println!("{n} {:.3} M/s events {:.2} stale {:.2} cross {:.2}", 1e-6 * (p.collisions - c) as f64 / t.elapsed().as_secs_f64(), (p.events() - e) as f64 / 1e6, (p.stale - s) as f64 / 1e6, (p.crossings - x) as f64 / 1e6);
    }
}
