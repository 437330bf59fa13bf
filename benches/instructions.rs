//! A fixed set of queries for an instruction counter: `instructions.sh` beside this file runs it.

use osculate::{
    Limits, Resting, Workspace,
    mesh::torus_knot,
    query::articulated::Workcell,
    query::instant::{Manifolds, PieceContacts, Within, contacts, manifolds, separation},
    query::points::{LinearPair, LinearPairs, PairKind},
    robot::Path,
};
use osculate_benches::convex_sets::{ConvexSet, SETS};
use osculate_benches::event_engine::{Tested, engine, run_to};
use osculate_benches::instant_pairs::InstantPair;
use osculate_benches::look_sets::{self, LookSet};
use osculate_benches::methods::Method;
use osculate_benches::plain_cubic;
use osculate_benches::plain_events::PlainEvents;
use osculate_benches::point_sets::{columns, lattice, public, simulation, uniform};
use osculate_benches::random::Random;
use osculate_benches::robot_scenes::{Edge, robot_scenes};
use osculate_benches::scenes::Scene;
use osculate_benches::small_sets::{self, SmallSet};
use osculate_events::generate::gas;
use osculate_events::{Domain, Simulation};
use std::hint::black_box;
use std::process::exit;

const QUERIES: usize = 50;
/// About two bodies at an instant.
const INSTANTS: u32 = 3;
const AT_AN_INSTANT: [&str; 3] = ["separation", "contacts", "manifolds"];
/// About convex bodies.
const CONVEX_QUERIES: usize = 1000;
/// For contact points.
const LOOKS: usize = 300;
/// Of robots.
const EDGES: usize = 100;
/// Of vertices and faces, or of edges.
const PAIRS: usize = 20_000;
/// Of discs or spheres that move from event to event.
const COLLISIONS: u64 = 20_000;

/// Questions about points that move on straight lines.
const QUESTIONS: [(&str, Question); 3] = [
    ("decide", |pair| usize::from(pair.decide())),
    ("contact", |pair| {
        usize::from(pair.first_contact().contact.is_some())
    }),
    ("plain", |pair| {
        usize::from(plain_cubic::first_contact(pair).is_some())
    }),
];

type Question = fn(&LinearPair) -> usize;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let second = std::env::args().nth(2);
    if let Some((_, question)) = QUESTIONS.iter().find(|(of, _)| *of == name) {
        let pairs = set(&second.unwrap_or_default());
        black_box(measured_queries_of_points(*question, &pairs));
        println!("{}", pairs.len());
        return;
    }
    if name == "batch" {
        ask_in_batch(&set(&second.unwrap_or_default()));
        return;
    }
    if name == "convex" {
        ask_of_convex(&second.unwrap_or_default());
        return;
    }
    if name == "small" {
        ask_of_small(&second.unwrap_or_default());
        return;
    }
    if name == "looks" {
        look(&second.unwrap_or_default());
        return;
    }
    if name == "robot" {
        ask_of_robots(&second.unwrap_or_default());
        return;
    }
    if let Some(question) = AT_AN_INSTANT.iter().find(|of| **of == name) {
        let second = second.unwrap_or_default().replace('-', " ");
        let known = InstantPair::NAMES.into_iter().find(|name| *name == second);
        let pair = known.and_then(InstantPair::named);
        let pair = pair.unwrap_or_else(|| complain(&format!("there is no pair {second}")));
        let memory = &mut (Workspace::new(), Manifolds::new(), PieceContacts::new());
        ask_at_an_instant(question, &pair, memory);
        for _ in 0..INSTANTS {
            measured_queries_at_an_instant(question, &pair, memory);
        }
        println!("{INSTANTS}");
        return;
    }
    if name == "events" || name == "plain-events" {
        let plain = name == "plain-events";
        let second = second.unwrap_or_default();
        let collisions = match second.split_once('-') {
            Some(("discs", count)) => collide::<2>(plain, count),
            Some(("spheres", count)) => collide::<3>(plain, count),
            _ => complain(&format!(
                "a gas is discs-NUMBER or spheres-NUMBER, not {second}"
            )),
        };
        println!("{collisions}");
        return;
    }
    let Some(method) = Method::ALL.into_iter().find(|method| method.name() == name) else {
        let names = Method::ALL.map(Method::name).join(", ");
        complain(&format!(
            "usage: instructions METHOD [TOLERANCE], one of {names}; the tolerance is in radii [default: 1e-6]; \
             answers {QUERIES} queries; or instructions decide|contact|plain|batch SET, one of public-vf, lattice-vf, \
             simulation-vf, uniform-vf and the same with ee; or instructions convex SET; or instructions small QUESTION; or instructions looks SET; or instructions robot NAME-LENGTH; or instructions events|plain-events discs-NUMBER|spheres-NUMBER"
        ))
    };
    let tolerance = second.map_or(1e-6, |text| {
        text.parse()
            .unwrap_or_else(|_| complain(&format!("the tolerance must be a number, not {text}")))
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

/// Asks about all pairs of points at once.
fn ask_in_batch(pairs: &[LinearPair]) {
    let columns = columns(pairs);
    let [start, end] = columns.each_ref().map(|points| {
        points
            .each_ref()
            .map(|axes| axes.each_ref().map(Vec::as_slice))
    });
    let batch = LinearPairs::new(pairs[0].kind(), &start, &end).expect("finite coordinates");
    measured_queries_in_batch(&batch, black_box(&mut vec![false; pairs.len()]));
    println!("{}", pairs.len());
}

/// Asks when convex bodies meet.
fn ask_of_convex(set: &str) {
    let set = ConvexSet::new(set, CONVEX_QUERIES)
        .unwrap_or_else(|| complain(&format!("a convex set is one of {}", SETS.join(", "))));
    let mut workspace = Workspace::new();
    // What a workspace needs is requested once.
    black_box(set.ask(&mut workspace));
    black_box(measured_queries_of_convex(&set, &mut workspace));
    println!("{CONVEX_QUERIES}");
}

/// Asks about bodies that hardly move.
fn ask_of_small(question: &str) {
    let way = small_sets::way_of(question);
    let pairs = small_sets::pairs(CONVEX_QUERIES, way, &mut Random::new(11));
    let mut set = SmallSet::new(question, &pairs).unwrap_or_else(|| {
        complain(&format!(
            "a question about small motions is one of {}",
            small_sets::QUESTIONS.join(", ")
        ))
    });
    let mut workspace = Workspace::new();
    black_box(set.ask(&mut workspace));
    black_box(measured_queries_of_small(&mut set, &mut workspace));
    println!("{CONVEX_QUERIES}");
}

/// Looks for the contact points of bodies that lie on each other, a little later each time.
fn look(set: &str) {
    let mut set = LookSet::new(set, LOOKS).unwrap_or_else(|| {
        complain(&format!(
            "a set of looks is one of {}",
            look_sets::SETS.join(", ")
        ))
    });
    let memory = &mut (Workspace::new(), Manifolds::new());
    for time in [0.6, 0.7] {
        black_box(set.look(time, &mut memory.1, &mut memory.0));
    }
    black_box(measured_queries_of_looks(&mut set, memory));
    println!("{LOOKS}");
}

/// Asks about the edges of a robot of one length.
fn ask_of_robots(set: &str) {
    let known = set.rsplit_once('-');
    let (name, step) = known
        .and_then(|(name, step)| Some((name.replace('_', " "), step.parse::<f64>().ok()?)))
        .unwrap_or_else(|| complain("a set of edges is a robot's name and a length: mannequin-2"));
    let scenes = robot_scenes().unwrap_or_else(|why| complain(&why.to_string()));
    let scene = scenes.iter().find(|scene| scene.name == name);
    let scene = scene.unwrap_or_else(|| complain(&format!("there is no robot {name}")));
    let edges = scene.edges(step, EDGES, 7);
    let edges = edges.unwrap_or_else(|why| complain(&why.to_string()));
    let cell = Workcell::new(&scene.robot, &scene.environment).expect("obstacles without faults");
    let path = |[start, end]: &Edge| scene.robot.straight(start, end).expect("configurations");
    let paths: Vec<Path> = edges.iter().map(path).collect();
    let mut workspace = Workspace::new();
    black_box(cell.first_contact(&paths[0], &Limits::default(), &mut workspace)).expect("a path");
    black_box(measured_queries_of_robots(&cell, &paths, &mut workspace));
    println!("{EDGES}");
}

type InstantMemory = (Workspace, Manifolds, PieceContacts);

#[inline(never)]
fn measured_queries_at_an_instant(question: &str, pair: &InstantPair, memory: &mut InstantMemory) {
    ask_at_an_instant(question, pair, memory);
}

fn ask_at_an_instant(question: &str, pair: &InstantPair, memory: &mut InstantMemory) {
    let rest = Resting::default();
    let [a, b] = pair.moving(&rest);
    let (workspace, found, near) = memory;
    let within = Within::new(pair.within).expect("a distance");
    match question {
        "separation" => {
            black_box(separation(a, b, 0.0, workspace));
        }
        "manifolds" => manifolds(a, b, 0.0, within, found, workspace),
        _ => contacts(a, b, 0.0, within, near, workspace),
    }
}

fn complain(problem: &str) -> ! {
    eprintln!("{problem}");
    exit(2)
}

/// A set of point queries by its name.
fn set(name: &str) -> Vec<LinearPair> {
    let (set, kind) = match name.rsplit_once('-') {
        Some((set, "vf")) => (set, PairKind::VertexFace),
        Some((set, "ee")) => (set, PairKind::EdgeEdge),
        _ => complain(&format!("a set ends in -vf or -ee, not as {name}")),
    };
    match set {
        "public" => public(kind).unwrap_or_else(|reason| complain(&reason)).0,
        "lattice" => lattice(kind, PAIRS),
        "simulation" => simulation(kind, PAIRS),
        "uniform" => uniform(kind, &mut Random::new(3), PAIRS),
        _ => complain(&format!("there is no set {set}")),
    }
}

/// A gas at a fraction of 0.3 that has forgotten its lattice; gives the collisions that are counted.
fn collide<const D: usize>(plain: bool, count: &str) -> u64 {
    let count: usize = count
        .parse()
        .unwrap_or_else(|_| complain(&format!("{count} is no number of bodies")));
    let scene = gas::<D>(count, 0.3, 1, Domain::walls).expect("a gas");
    let before = 5 * count as u64 / 2;
    if plain {
        let mut peer = PlainEvents::new(&scene);
        peer.run_to(before);
        measured_queries_of_plain_events(&mut peer, before + COLLISIONS);
        peer.collisions - before
    } else {
        let mut tested = engine(&scene);
        run_to(&mut tested, before);
        measured_queries_of_events(&mut tested, before + COLLISIONS);
        tested.world().tally().collisions - before
    }
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

/// The same for convex bodies.
#[inline(never)]
fn measured_queries_of_convex(set: &ConvexSet, workspace: &mut Workspace) -> u64 {
    set.ask(workspace)
}

/// The same for small motions.
#[inline(never)]
fn measured_queries_of_small(set: &mut SmallSet, workspace: &mut Workspace) -> f64 {
    set.ask(workspace)
}

/// The same for contact points.
#[inline(never)]
fn measured_queries_of_looks(set: &mut LookSet, memory: &mut (Workspace, Manifolds)) -> usize {
    set.look(0.8, &mut memory.1, &mut memory.0)
}

/// The same for robots.
#[inline(never)]
fn measured_queries_of_robots(cell: &Workcell, paths: &[Path], workspace: &mut Workspace) -> u64 {
    let limits = Limits::default();
    let mut ask = |path| {
        cell.first_contact(path, &limits, workspace)
            .expect("a path")
    };
    paths.iter().map(|path| ask(path).stats.intervals).sum()
}

/// The same for points.
#[inline(never)]
fn measured_queries_of_points(question: Question, pairs: &[LinearPair]) -> usize {
    pairs.iter().map(question).sum()
}

/// The same for a batch of them.
#[inline(never)]
fn measured_queries_in_batch(batch: &LinearPairs, answers: &mut [bool]) {
    batch.decide(answers);
}

/// The same for collisions.
#[inline(never)]
fn measured_queries_of_events<const D: usize>(
    simulation: &mut Simulation<D, Tested<D>>,
    collisions: u64,
) {
    run_to(simulation, collisions);
}

/// The same for collisions of the peer.
#[inline(never)]
fn measured_queries_of_plain_events<const D: usize>(peer: &mut PlainEvents<D>, collisions: u64) {
    peer.run_to(collisions);
}
