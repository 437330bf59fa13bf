//! Convex bodies in motion: whether answers are right, before the judge of the tests, and what they cost; with
//! `--features peers`, parry3d-f64 on the same queries. See README.md beside this file.

#[path = "../crates/osculate/tests/hulls/ask.rs"]
mod ask;
#[path = "../crates/osculate/tests/support/bodies.rs"]
mod bodies;
#[path = "convex/correctness.rs"]
mod correctness;
#[cfg(feature = "peers")]
#[path = "convex/peers.rs"]
mod peers;
#[path = "convex/small.rs"]
mod small;
#[path = "convex/speed.rs"]
mod speed;
#[path = "../crates/osculate/tests/support/verdicts.rs"]
mod verdicts;

use osculate_benches::options::Options;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("convex");
    let mut lines = vec!["table,class,program,tolerance,column,value".to_owned()];
    if options.wants("speed") {
        speed::run(&options, &mut lines);
    }
    if options.wants("small") {
        small::run(&options, &mut lines);
    }
    if options.wants("correctness") {
        correctness::run(&options, &mut lines);
    }
    options.write_csv(&lines)?;
    Ok(())
}
