//! Scenes that are there by name: worlds to look at, to measure and to test.
//!
//! ```
//! use osculate_world::scenes;
//!
//! let scene = scenes::by_name("stack").expect("it is one of them");
//! let mut world = scene.world();
//! world.step();
//! assert_eq!(world.handles().count(), 11); // ten boxes, and the floor
//! ```

mod billiards;
mod brick_wall;
mod bullets;
mod cables;
mod card_house;
mod cradle;
mod degenerate;
mod dominoes;
mod drop;
mod piston;
mod random;
mod stack;
mod tiles;

use crate::body::{Body, REST_GAP};
use crate::cabled::{CablePlan, CabledWorld};
use crate::settings::Settings;
use crate::world::World;
use glam::{DQuat, DVec3};
use osculate::{HalfSpace, Hull, Shape};

/// The share of the rest gap at which bodies are put that are to rest on each other: where a world holds them.
const RESTING: f64 = 0.7;

/// The most bodies that `drop` takes.
pub const MOST_DROPPED: usize = 100_000;

/// A scene that is there by name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuiltScene {
    /// What holds for its world.
    pub settings: Settings,
    /// All bodies; each has a name of its own.
    pub bodies: Vec<Body>,
    /// How many seconds of it are worth seeing.
    pub seconds: f64,
    /// All cables.
    pub cables: Vec<CablePlan>,
    /// In how many parts cables take a step; by default in parts of 1/240 s.
    pub cable_substeps: Option<u32>,
}

/// A scene's name, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneName {
    /// Its name, for [`by_name`].
    pub name: &'static str,
    /// What it shows, in one line.
    pub shows: &'static str,
}

/// How a scene is made.
type Maker = fn() -> BuiltScene;

const SCENES: &[(&str, &str, Maker)] = &[
    ("stack", "ten boxes on each other, at rest", stack::stack),
    (
        "brick-wall",
        "fifty bricks, at rest",
        brick_wall::brick_wall,
    ),
    (
        "card-house",
        "five storeys of cards, held by friction alone",
        card_house::card_house,
    ),
    (
        "dominoes",
        "a ball rolls into a row of dominoes that bends",
        dominoes::dominoes,
    ),
    (
        "cradle",
        "Newton's cradle: one ball hits four, between two walls",
        cradle::cradle,
    ),
    (
        "billiards",
        "a break: fifteen balls, and a cue ball with spin",
        billiards::billiards,
    ),
    (
        "bullets",
        "bullets of 10 to 3,000 m/s at thin plates",
        bullets::bullets,
    ),
    (
        "drop",
        "1,000 bodies fall into a bin; drop?bodies=N takes N",
        drop_of_a_thousand,
    ),
    (
        "tiles",
        "a box and a ball slide over 40 tiles without friction",
        tiles::tiles,
    ),
    (
        "piston",
        "a piston presses a crate against a wall, and has to stop",
        piston::piston,
    ),
    (
        "spike-on-spike",
        "a spike falls onto the tip of another",
        degenerate::spike_on_spike,
    ),
    (
        "spike-on-wedge",
        "a spike falls onto the edge of a wedge",
        degenerate::spike_on_wedge,
    ),
    (
        "wedge-on-wedge",
        "a wedge falls across the edge of another",
        degenerate::wedge_on_wedge,
    ),
    (
        "spike-in-crack",
        "a spike falls into a crack of its own angle",
        degenerate::spike_in_crack,
    ),
    (
        "spike-in-hole",
        "a spike falls into a hole of its own shape",
        degenerate::spike_in_hole,
    ),
    (
        "wedge-in-crack",
        "a wedge falls into a crack of its own shape",
        degenerate::wedge_in_crack,
    ),
    (
        "wedge-in-hole",
        "a wedge falls into a hole that is a little too narrow",
        degenerate::wedge_in_hole,
    ),
    (
        "internal-edges",
        "a cube slides over a flat floor of many pieces",
        degenerate::internal_edges,
    ),
    (
        "cliff-edge",
        "a cube slides off a cliff that is made of pieces",
        degenerate::cliff_edge,
    ),
    (
        "hoop-and-ball",
        "a ball falls into a hoop with a net of 576 edges",
        cables::hoop_and_ball,
    ),
    ("knot", "an overhand knot is pulled tight", cables::knot),
    (
        "ring-chain",
        "a chain of rings of wire that carries a weight",
        cables::ring_chain,
    ),
    (
        "net",
        "a net of 448 edges catches a bumpy club",
        cables::net,
    ),
    (
        "swinging-cable",
        "a rope that is held at one end swings down",
        cables::swinging_cable,
    ),
    (
        "coil-spring",
        "a spring made of a coiled wire, with a weight",
        cables::coil_spring,
    ),
    (
        "plectoneme",
        "a cord is twisted until it winds around itself",
        cables::plectoneme,
    ),
    (
        "pulley",
        "a rope with two weights slides over a wheel",
        cables::pulley,
    ),
    (
        "crossing-cables",
        "a rope is dragged across another",
        cables::crossing_cables,
    ),
    (
        "cats-cradle",
        "two loops of rubber through each other are drawn apart",
        cables::cats_cradle,
    ),
    (
        "wrecking-ball",
        "a ball on a rope swings into nine boxes",
        cables::wrecking_ball,
    ),
];

/// The names of all scenes, and what they show.
pub fn names() -> impl Iterator<Item = SceneName> {
    SCENES
        .iter()
        .map(|&(name, shows, _)| SceneName { name, shows })
}

/// The scene of this name, if there is one. `drop?bodies=200` is `drop` with 200 bodies, of which there are 1 to
/// [`MOST_DROPPED`]; `hoop-and-ball?edges=8` has 1 to 16 edges along each side of its meshes, `net?cords=17` 1 to 40 cords each way.
pub fn by_name(name: &str) -> Option<BuiltScene> {
    if let Some(count) = name.strip_prefix("drop?bodies=") {
        let count = count.parse().ok()?;
        let allowed = (1..=MOST_DROPPED).contains(&count);
        return allowed.then(|| drop::drop(count));
    }
    if let Some(edges) = name.strip_prefix("hoop-and-ball?edges=") {
        let edges = edges.parse().ok()?;
        return (1..=16).contains(&edges).then(|| cables::hoop_of(edges));
    }
    if let Some(cords) = name.strip_prefix("net?cords=") {
        let cords = cords.parse().ok()?;
        return (1..=40).contains(&cords).then(|| cables::net_of(cords));
    }
    let (_, _, make) = SCENES.iter().find(|(known, _, _)| *known == name)?;
    Some(make())
}

fn drop_of_a_thousand() -> BuiltScene {
    drop::drop(1000)
}

impl BuiltScene {
    /// Its world with all cables, at the start.
    pub fn cabled(&self) -> CabledWorld {
        let mut cabled = CabledWorld::in_parts(self.world(), self.cable_substeps).expect(VALID);
        cabled.add_all_planned(&self.cables).expect(VALID);
        cabled
    }

    /// Its world without cables, at the start.
    pub fn world(&self) -> World {
        let mut world = World::new(self.settings).expect(VALID);
        for body in &self.bodies {
            world.insert(body.clone()).expect(VALID);
        }
        world
    }

    /// An empty one.
    fn new(seconds: f64) -> BuiltScene {
        BuiltScene {
            settings: Settings::default(),
            bodies: Vec::new(),
            seconds,
            cables: Vec::new(),
            cable_substeps: None,
        }
    }

    fn add(&mut self, name: impl Into<String>, body: Body) {
        self.bodies.push(body.named(name));
    }

    /// Adds the floor, at height 0.
    fn add_floor(&mut self) {
        self.add_floor_at(0.0);
    }

    fn add_floor_at(&mut self, height: f64) {
        self.add("floor", Body::fixed(half_space(DVec3::Z, height)));
    }
}

/// Scenes are made of numbers that stand in this module.
const VALID: &str = "what a built-in scene is made of is valid";

fn half_space(normal: DVec3, offset: f64) -> HalfSpace {
    HalfSpace::new(normal, offset).expect(VALID)
}

fn cuboid(x: f64, y: f64, z: f64) -> Hull {
    Hull::cuboid(DVec3::new(x, y, z)).expect(VALID)
}

fn ball(radius: f64) -> Hull {
    Hull::ball(radius).expect(VALID)
}

fn polytope(points: &[DVec3]) -> Hull {
    Hull::polytope(points).expect(VALID)
}

/// How far apart two bodies are put that are to rest on each other, if this is the smaller one's shape.
fn resting(shape: &Hull) -> f64 {
    RESTING * REST_GAP * Shape::from(shape.clone()).bounding_ball().1
}

/// The rotation about a unit `axis` by an angle, with the same bits on every machine.
fn turned(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    let [x, y, z] = (sin * axis).to_array();
    DQuat::from_xyzw(x, y, z, cos)
}
