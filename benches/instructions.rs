//! A fixed set of queries for an instruction counter: `instructions.sh` beside this file runs it.

use osculate::{Limits, Workspace, torus_knot};
use osculate_benches::methods::Method;
use osculate_benches::scenes::Scene;
use std::hint::black_box;

const QUERIES: usize = 50;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(method) = Method::ALL.into_iter().find(|method| method.name() == name) else {
        let names = Method::ALL.map(Method::name).join(", ");
        eprintln!(
            "usage: instructions METHOD [TOLERANCE], one of {names}; the tolerance is in radii [default: 1e-6]; \
             answers {QUERIES} queries"
        );
        std::process::exit(2);
    };
    let tolerance = std::env::args().nth(2).map_or(1e-6, |text| {
        text.parse().unwrap_or_else(|_| {
            eprintln!("the tolerance must be a number, not {text}");
            std::process::exit(2)
        })
    });
    let knot = torus_knot(2, 3, 34_600).expect("a knot");
    let scene = Scene::of_twins("torus knot", knot, 1.0, QUERIES);
    let limits = scene.limits(tolerance);
    let mut workspace = Workspace::new();
    // Trees are built when first asked for.
    method.ask(&scene, &scene.flights[0], &limits, &mut workspace);
    black_box(measured_queries(method, &scene, &limits, &mut workspace));
    println!("{QUERIES}");
}

/// What is counted, by its name.
#[inline(never)]
fn measured_queries(
    method: Method,
    scene: &Scene,
    limits: &Limits,
    workspace: &mut Workspace,
) -> u64 {
    let ask = |flight| method.ask(scene, flight, limits, workspace).stats.steps();
    scene.flights.iter().map(ask).sum()
}
