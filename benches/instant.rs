//! Two bodies at an instant: separation, contacts within a distance, manifolds; with `--features peers`, parry3d-f64's distance,
//! contact and contact manifolds of the same pairs. See README.md beside this file.

#[cfg(feature = "peers")]
#[path = "instant/peers.rs"]
mod peers;

use osculate::query::instant::{
    Manifolds, PieceContacts, Within, contacts, manifolds, penetration, separation,
};
use osculate::{Resting, Workspace};
use osculate_benches::instant_pairs::InstantPair;
use osculate_benches::options::Options;
use osculate_benches::stopwatch::finest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("instant");
    let mut lines = vec!["pair,program,question,microseconds,found".to_owned()];
    for name in InstantPair::NAMES {
        if options.wants(name)
            && let Some(pair) = InstantPair::named(name)
        {
            measure(&pair, &mut lines)?;
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

fn measure(pair: &InstantPair, lines: &mut Vec<String>) -> Result<(), Box<dyn std::error::Error>> {
    let rest = Resting::default();
    let [a, b] = pair.moving(&rest);
    let within = Within::new(pair.within)?;
    let workspace = &mut Workspace::new();
    let mut told = |program: &str, question: &str, time: f64, found: String| {
        println!(
            "{:16} {program:10} {question:12} {time:12.2} µs  {found}",
            pair.name
        );
        lines.push(format!(
            "{},{program},{question},{time:.3},{found}",
            pair.name
        ));
    };
    let apart = separation(a, b, 0.0, workspace);
    let time = finest(|| separation(a, b, 0.0, workspace));
    let share = apart.separation.upper / pair.within;
    told(
        "osculate",
        "separation",
        time,
        format!("{share:.3} of within"),
    );
    let time = finest(|| penetration(a, b, 0.0, workspace));
    told("osculate", "penetration", time, String::new());
    let mut near = PieceContacts::new();
    let time = finest(|| contacts(a, b, 0.0, within, &mut near, workspace));
    let stats = near.stats();
    let found = near.found().len();
    let work = format!(
        "{found} pairs of {} volumes {} triangles",
        stats.volume_pairs, stats.triangle_pairs
    );
    told("osculate", "contacts", time, work);
    let mut few = Manifolds::new();
    let time = finest(|| manifolds(a, b, 0.0, within, &mut few, workspace));
    let points: usize = few
        .clusters()
        .iter()
        .map(|cluster| cluster.points().len())
        .sum();
    let found = format!("{} clusters {points} points", few.clusters().len());
    told("osculate", "manifolds", time, found);
    #[cfg(feature = "peers")]
    peers::measure(pair, &mut told);
    Ok(())
}
