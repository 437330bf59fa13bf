//! The judge of `--check`: walks along every motion that a world made, and looks whether bodies are apart all the way.
//!
//! It shares no code with the library: it takes the numbers that shapes are made of and the moves that the world tells, and has supports,
//! distances, poses and a broad phase of its own, in plain `f64`. A pair is apart at an instant if some direction shows a gap; it
//! then stays apart for as long as that gap lasts at the speed with which both can close it. So nothing is left out
//! between two looks. What it cannot show to be apart is a violation.

mod cables;
mod nearest;
mod path;
mod solid;

use cables::CableJudge;
use glam::DVec3;
use nearest::separating;
use osculate_world::{BodyHandle, BodyKind, CabledWorld, Filter, World, WorldError};
use path::{Path, Pose};
use solid::{Part, Solid};
use std::collections::{BTreeMap, BTreeSet};

/// A gap that is not larger than this share of the sizes cannot be told from touching.
const ROUNDING: f64 = 1e-14;
/// The most looks at a pair in one step.
const LOOKS: u32 = 4_096;
/// A body may be found so far from where its last motion left it, in shares of how far it is from the origin and how large it is: that
/// is rounding.
const JUMP: f64 = 1e-12;

/// The judge of a run.
pub struct Checker {
    bodies: Vec<Body>,
    /// The number of the body with each index.
    numbers: Vec<usize>,
    /// The direction that last showed a pair of parts to be apart, and by how much.
    directions: BTreeMap<[u32; 4], (DVec3, f64)>,
    /// Pairs that were not apart when the run began, and have not been since.
    apart_later: BTreeSet<[u32; 2]>,
    began: bool,
    checked: u64,
    violations: u64,
    first: Option<String>,
    smallest_gap: f64,
    cables: CableJudge,
}

struct Body {
    handle: BodyHandle,
    name: String,
    solid: Solid,
    /// From the shape's origin to the centre of mass.
    centre: DVec3,
    fixed: bool,
    filter: Filter,
    path: Path,
}

/// The bodies are those of the world that is judged.
fn known<T>(found: Result<T, WorldError>) -> T {
    found.expect("the body is in the world")
}

impl Checker {
    /// For a world at its start, which keeps its parts.
    pub fn new(cabled: &CabledWorld) -> Checker {
        let world = cabled.world();
        let body = |handle: BodyHandle| {
            let placement = known(world.placement(handle));
            let turned = Pose::of(&placement, DVec3::ZERO).rotation;
            let centre = known(world.centre_of_mass(handle)) - placement.position;
            let centre = turned.transpose() * centre;
            let name = known(world.name(handle)).map(str::to_owned);
            let pose = Pose::of(&placement, centre);
            Body {
                handle,
                name: name.unwrap_or_else(|| handle.to_string()),
                solid: Solid::new(known(world.shape(handle)), centre),
                centre,
                fixed: known(world.kind(handle)) != BodyKind::Dynamic,
                filter: known(world.filter(handle)),
                path: Path::standing(pose),
            }
        };
        // What touches nothing may be anywhere.
        let touching = world
            .handles()
            .filter(|&handle| !known(world.is_sensor(handle)));
        let bodies: Vec<Body> = touching.map(body).collect();
        let slots = world.handles().map(|handle| handle.index() + 1).max();
        let mut numbers = vec![usize::MAX; slots.unwrap_or(0)];
        for (number, body) in bodies.iter().enumerate() {
            numbers[body.handle.index()] = number;
        }
        Checker {
            bodies,
            numbers,
            directions: BTreeMap::new(),
            apart_later: BTreeSet::new(),
            began: false,
            checked: 0,
            violations: 0,
            first: None,
            smallest_gap: f64::INFINITY,
            cables: CableJudge::new(cabled),
        }
    }

    /// How many motions of pairs were walked along.
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// How many of them could not be shown to be free.
    pub fn violations(&self) -> u64 {
        self.violations
    }

    /// The first of them.
    pub fn first_violation(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// The smallest gap that was seen, infinite if there was none.
    pub fn smallest_gap(&self) -> f64 {
        self.smallest_gap
    }

    /// Judges the step that the world has just made.
    pub fn step(&mut self, cabled: &CabledWorld) {
        let judged = self.cables.step(cabled);
        self.checked += judged.parts;
        judged
            .touching
            .into_iter()
            .for_each(|told| self.violation(told));
        self.step_bodies(cabled.world());
    }

    fn step_bodies(&mut self, world: &World) {
        if !self.began {
            self.began = true;
            for pair in self.near_pairs() {
                if !self.walk(pair, 0.0) {
                    self.apart_later.insert(pair);
                }
            }
        }
        self.follow(world);
        for pair in self.near_pairs() {
            let excused = self.apart_later.contains(&pair);
            if excused && !self.walk(pair, 0.0) {
                continue;
            }
            self.apart_later.remove(&pair);
            self.checked += 1;
            if !self.walk(pair, 1.0) {
                let [a, b] = pair.map(|number| &self.bodies[number as usize].name);
                let told = format!("{a} and {b}, in the step up to {} s", world.time());
                self.violation(told);
            }
        }
        for body in &mut self.bodies {
            body.path.finish();
        }
    }

    fn violation(&mut self, told: String) {
        self.violations += 1;
        self.first.get_or_insert(told);
    }

    /// The ways that all bodies went in the last step.
    fn follow(&mut self, world: &World) {
        for part in world.moves() {
            let number = self.numbers[part.body.index()];
            if let Some(body) = self.bodies.get_mut(number) {
                body.path.add(part);
            }
        }
        let mut jumps = Vec::new();
        for body in &mut self.bodies {
            let stored = Pose::of(&known(world.placement(body.handle)), body.centre);
            let size = stored.position.length() + body.solid.reach.min(1e300);
            let jump = body.path.order(stored);
            if !(jump.distance(body.solid.reach) <= JUMP * (1.0 + size)) {
                jumps.push(format!(
                    "{} jumped, in the step up to {} s",
                    body.name,
                    world.time()
                ));
            }
        }
        jumps.into_iter().for_each(|jump| self.violation(jump));
    }

    /// Pairs that may touch and whose swept boxes do, or of which one has no end.
    fn near_pairs(&self) -> Vec<[u32; 2]> {
        let boxes: Vec<[DVec3; 2]> = self
            .bodies
            .iter()
            .map(|body| body.path.swept_box(body.solid.reach))
            .collect();
        let endless = |number: &usize| self.bodies[*number].solid.reach.is_infinite();
        let (planes, mut order): (Vec<usize>, Vec<usize>) = (0..boxes.len()).partition(endless);
        order.sort_by(|&a, &b| boxes[a][0].x.total_cmp(&boxes[b][0].x));
        let mut pairs = Vec::new();
        for (rank, &one) in order.iter().enumerate() {
            let partners = order[rank + 1..].iter();
            for &other in partners.take_while(|&&other| boxes[other][0].x <= boxes[one][1].x) {
                let meet = boxes[one][0].cmple(boxes[other][1]).all()
                    && boxes[other][0].cmple(boxes[one][1]).all();
                if meet && self.may_touch(one, other) {
                    pairs.push([one.min(other) as u32, one.max(other) as u32]);
                }
            }
            for &plane in planes.iter().filter(|&&plane| self.may_touch(one, plane)) {
                pairs.push([one as u32, plane as u32]);
            }
        }
        pairs
    }

    fn may_touch(&self, one: usize, other: usize) -> bool {
        let [a, b] = [&self.bodies[one], &self.bodies[other]];
        let groups = a.filter.groups & b.filter.meets != 0 && b.filter.groups & a.filter.meets != 0;
        groups && !(a.fixed && b.fixed)
    }

    /// Whether all parts of a pair are apart from the start of the step to `until`.
    fn walk(&mut self, pair: [u32; 2], until: f64) -> bool {
        let [a, b] = pair.map(|number| &self.bodies[number as usize]);
        for (first, one) in a.solid.parts.iter().enumerate() {
            for (second, other) in b.solid.parts.iter().enumerate() {
                let key = [pair[0], pair[1], first as u32, second as u32];
                let mut parts = Parts {
                    bodies: [a, b],
                    parts: [one, other],
                    direction: self.directions.get(&key).copied(),
                    smallest_gap: self.smallest_gap,
                };
                let apart = parts.walk(until);
                self.smallest_gap = parts.smallest_gap;
                if let Some(direction) = parts.direction {
                    self.directions.insert(key, direction);
                }
                if !apart {
                    return false;
                }
            }
        }
        true
    }
}

/// A part of either body.
struct Parts<'a> {
    bodies: [&'a Body; 2],
    parts: [&'a Part; 2],
    direction: Option<(DVec3, f64)>,
    smallest_gap: f64,
}

impl Parts<'_> {
    fn walk(&mut self, until: f64) -> bool {
        let [a, b] = self.bodies;
        let mut time = 0.0;
        for _ in 0..LOOKS {
            let poses = [a.path.at(time), b.path.at(time)];
            let [one, other] = [a.path.rates_after(time), b.path.rates_after(time)];
            // How far the points are from the centres that they turn about and that matter here.
            let far = (poses[0].position - poses[1].position).length();
            let near = |part: &Part| part.reach.min(far + self.size());
            let turning = one.angular * near(self.parts[0]) + other.angular * near(self.parts[1]);
            let speed = (one.linear - other.linear).length() + turning;
            // Rates change at the ends of motions.
            let end = one.until.min(other.until).min(until);
            let gap = self.gap(&poses, speed * (end - time));
            if !(gap > 0.0) {
                return false;
            }
            self.smallest_gap = self.smallest_gap.min(gap);
            if time >= until {
                return true;
            }
            let lasts = if speed > 0.0 {
                gap / speed
            } else {
                f64::INFINITY
            };
            time = end.min(time + lasts);
        }
        false
    }

    /// How large the parts are that have an end, together.
    fn size(&self) -> f64 {
        let reaches = self.parts.iter().map(|part| part.reach);
        reaches.filter(|reach| reach.is_finite()).sum()
    }

    /// How far apart the parts are along the best direction that was found, less what rounding may have added. The last direction is
    /// good enough if it shows nearly as much as before, and as much as is `needed`.
    fn gap(&mut self, poses: &[Pose; 2], needed: f64) -> f64 {
        let far: f64 = poses.iter().map(|pose| pose.position.length()).sum();
        let rounding = ROUNDING * (self.size() + far);
        let [one, other] = self.parts;
        let along = |direction: DVec3| {
            one.least_along(&poses[0], direction)
                - other.most_along(&poses[1], direction)
                - rounding
        };
        if let Some(normal) = other.plane(&poses[1]) {
            return along(normal);
        }
        if let Some(normal) = one.plane(&poses[0]) {
            return along(-normal);
        }
        let known = self
            .direction
            .map(|(direction, before)| (along(direction), before));
        if let Some((shown, before)) = known
            && shown > needed.max(0.9 * before)
        {
            return shown;
        }
        let first = self.direction.map(|(direction, _)| direction);
        let found = separating(self.parts, poses, first);
        let (shown, known) = (
            along(found),
            known.map_or(f64::NEG_INFINITY, |(gap, _)| gap),
        );
        if shown > known {
            self.direction = Some((found, shown));
        }
        shown.max(known)
    }
}

#[cfg(test)]
mod tests;
