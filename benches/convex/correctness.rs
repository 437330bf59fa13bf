//! Random pairs of bodies through every program and the judge.

use crate::ask::{METHODS, Tally, ask};
use osculate::{Limits, Workspace};
use osculate_benches::options::Options;
use osculate_judge::hulls::pairs::{Kind, pair};
use osculate_judge::hulls::walk::Judge;
use osculate_judge::seeded::Seeded;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const COMBINATIONS: [[Kind; 2]; 9] = [
    [Kind::Cuboid, Kind::Cuboid],
    [Kind::Polytope, Kind::Cuboid],
    [Kind::Capsule, Kind::Capsule],
    [Kind::Ball, Kind::Cuboid],
    [Kind::RoundedCuboid, Kind::Cuboid],
    [Kind::Cylinder, Kind::Cuboid],
    [Kind::Cone, Kind::Cuboid],
    [Kind::Ellipsoid, Kind::Cuboid],
    [Kind::Polytope, Kind::Polytope],
];

const SPINS: [f64; 4] = [0.5, 3.0, 6.0, 12.0];

/// Later than the first overlap by this share of the span is late, for programs that prove nothing.
#[cfg(feature = "peers")]
const LATE: f64 = 1e-6;

/// Further apart than this is early, for programs that state no tolerance.
#[cfg(feature = "peers")]
const EARLY: f64 = 1e-3;

/// How a program did that only says when.
#[derive(Clone, Copy, Default)]
struct PeerTally {
    asked: u64,
    missed: u64,
    late: u64,
    early: u64,
}

#[derive(Clone, Default)]
struct Counted {
    pairs: u64,
    contacts: u64,
    overlapping: u64,
    doubts: u64,
    ours: [Tally; 2],
    peers: [PeerTally; 2],
}

const PEERS: [&str; 2] = ["parry nonlinear", "parry sweep"];

pub fn run(options: &Options, lines: &mut Vec<String>) {
    println!(
        "\n{} pairs a class; contacts are those that the judge found, overlaps at the start left out. \
         missed/late/loose/misstated/undecided for ours;\nmissed/late/early for parry3d-f64, which has no ellipsoids, and \
         whose sweep takes no cylinders and no cones, and the shorter arc between its ends.",
        options.pairs
    );
    println!(
        "{:26} {:>8} {:>8} {:>6} | {:>22} | {:>26} | {:>18} | {:>18}",
        "class",
        "contacts",
        "overlaps",
        "doubts",
        "attached axes",
        "conservative advancement",
        PEERS[0],
        PEERS[1]
    );
    for kinds in COMBINATIONS {
        for translating in [true, false] {
            for spin in SPINS {
                let counted = count(kinds, translating, spin, options.pairs as u64);
                let what = if translating { "flying" } else { "turning" };
                let class = format!("{}/{} {what} {spin}", kinds[0].name(), kinds[1].name());
                show(&class, &counted, lines);
            }
        }
    }
}

fn show(class: &str, counted: &Counted, lines: &mut Vec<String>) {
    let mut line = |program: &str, column: &str, value: u64| {
        lines.push(format!(
            "correctness,{class},{program},1e-6,{column},{value}"
        ));
    };
    for (column, value) in [
        ("pairs", counted.pairs),
        ("contacts", counted.contacts),
        ("overlapping", counted.overlapping),
        ("doubts", counted.doubts),
    ] {
        line("judge", column, value);
    }
    let ours = counted.ours.clone().map(|tally| {
        [
            ("missed", tally.missed),
            ("late", tally.late),
            ("loose", tally.loose),
            ("misstated", tally.misstated),
            ("undecided", tally.undecided),
        ]
    });
    for ((name, _), columns) in METHODS.into_iter().zip(&ours) {
        for &(column, value) in columns {
            line(name, column, value);
        }
    }
    for (name, peer) in PEERS.into_iter().zip(&counted.peers) {
        if peer.asked > 0 {
            line(name, "missed", peer.missed);
            line(name, "late", peer.late);
            line(name, "early", peer.early);
        }
    }
    let slashed = |columns: &[(&str, u64)]| {
        let values: Vec<String> = columns.iter().map(|(_, value)| value.to_string()).collect();
        values.join("/")
    };
    let peers = counted.peers.map(|peer| {
        if peer.asked == 0 {
            "-".to_owned()
        } else {
            format!("{}/{}/{}", peer.missed, peer.late, peer.early)
        }
    });
    println!(
        "{class:26} {:>8} {:>8} {:>6} | {:>22} | {:>26} | {:>18} | {:>18}",
        counted.contacts,
        counted.overlapping,
        counted.doubts,
        slashed(&ours[0]),
        slashed(&ours[1]),
        peers[0],
        peers[1]
    );
}

fn count(kinds: [Kind; 2], translating: bool, spin: f64, pairs: u64) -> Counted {
    let total = Mutex::new(Counted::default());
    let next = AtomicU64::new(0);
    const CHUNK: u64 = 100;
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                let mut workspace = Workspace::new();
                let mut counted = Counted::default();
                loop {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if first >= pairs {
                        break;
                    }
                    for case in first..(first + CHUNK).min(pairs) {
                        let class = spin.to_bits() ^ u64::from(translating);
                        let mut rng =
                            Seeded::of_kind(kinds[0] as u64 * 8 + kinds[1] as u64, class, case);
                        one(
                            kinds,
                            spin,
                            translating,
                            &mut rng,
                            &mut workspace,
                            &mut counted,
                        );
                    }
                }
                total.lock().unwrap().add(&counted);
            });
        }
    });
    total.into_inner().unwrap()
}

fn one(
    kinds: [Kind; 2],
    spin: f64,
    translating: bool,
    rng: &mut Seeded,
    workspace: &mut Workspace,
    counted: &mut Counted,
) {
    let pair = pair(kinds, spin, translating, rng);
    let judge = Judge::new(&pair);
    let truth = judge.first_overlap();
    counted.pairs += 1;
    counted.doubts += u64::from(truth.doubt);
    let at_the_start = truth.overlap_at == Some(pair.span.0);
    if at_the_start {
        counted.overlapping += 1;
    } else {
        counted.contacts += u64::from(truth.overlap_at.is_some());
    }
    for ((name, method), tally) in METHODS.into_iter().zip(&mut counted.ours) {
        let outcome = ask(method, &pair, Limits::DEFAULT_BUDGET, workspace);
        if let Some(wrong) = tally.count(&judge, &truth, &outcome)
            && (tally.missed + tally.late + tally.undecided) > 0
        {
            println!("{name}: {wrong}\n  {outcome:?}\n  {pair:?}");
        }
    }
    #[cfg(feature = "peers")]
    if !at_the_start {
        use osculate_benches::methods::Claim;
        let Some(asked) = crate::peers::Asked::new(&pair) else {
            return;
        };
        let claims = [Some(asked.nonlinear()), asked.sweep()];
        for (claim, tally) in claims.into_iter().zip(&mut counted.peers) {
            let Some(claim) = claim else { continue };
            tally.asked += 1;
            match claim {
                Claim::Free | Claim::Undecided => {
                    tally.missed += u64::from(truth.overlap_at.is_some());
                }
                Claim::Overlapping => {
                    tally.early += u64::from(judge.separation(0.0).lower > EARLY);
                }
                Claim::Hit(time) => {
                    tally.late += u64::from(truth.overlap_at.is_some_and(|at| time > at + LATE));
                    tally.early += u64::from(judge.separation(time).lower > EARLY);
                }
            }
        }
    }
}

impl Counted {
    fn add(&mut self, other: &Counted) {
        self.pairs += other.pairs;
        self.contacts += other.contacts;
        self.overlapping += other.overlapping;
        self.doubts += other.doubts;
        for (sum, tally) in self.ours.iter_mut().zip(&other.ours) {
            sum.add(tally);
        }
        for (sum, tally) in self.peers.iter_mut().zip(&other.peers) {
            sum.asked += tally.asked;
            sum.missed += tally.missed;
            sum.late += tally.late;
            sum.early += tally.early;
        }
    }
}
