//! The peer that a good textbook leads to: an event-driven engine of discs or spheres in a box with walls, with cell lists
//! and a heap of one event a body. Written for these benchmarks from scratch: scalar, one thread, nothing clever.
//!
//! - Cells are at least as large as the largest body, with an empty ring around them, each a linked list.
//! - A body has its own clock, and of the collisions that were found for it the first; which is out of date if its partner
//!   has met something else since, and then all is asked anew.
//! - A body that enters a cell asks those cells only that are new to it.
//! - Time is never turned back to 0: precision decays with the clock.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use osculate_events::{Boundary, Scene};

const NONE: u32 = u32::MAX;

/// What a body met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// The body of this number.
    Body(u32),
    /// The wall at an end of an axis.
    Wall {
        /// Of which axis.
        axis: usize,
        /// The upper end, or the lower.
        high: bool,
    },
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Body<const D: usize> {
    position: [f64; D],
    velocity: [f64; D],
    clock: f64,
    radius: f64,
    /// How often its velocity has changed.
    count: u32,
    /// The next one in its cell.
    next: u32,
    /// Its cell, one number an axis; 0 is in the ring.
    cell: [u32; D],
}

/// What comes next for a body.
#[derive(Clone, Copy)]
struct Plan {
    /// When it meets another body, if nothing happens before.
    hit: f64,
    partner: u32,
    /// The partner's count when that was found.
    count: u32,
    /// When it reaches an end of its cell, or a wall.
    way: f64,
    axis: u8,
    high: bool,
    wall: bool,
}

impl Plan {
    fn time(&self) -> f64 {
        self.hit.min(self.way)
    }
}

/// A box with walls and the bodies in it.
pub struct PlainEvents<const D: usize> {
    bodies: Vec<Body<D>>,
    masses: Vec<f64>,
    plans: Vec<Plan>,
    queue: Queue,
    low: [f64; D],
    high: [f64; D],
    /// Cells an axis, without the ring.
    cells: [u32; D],
    size: [f64; D],
    /// From a cell to the next one, by axis.
    stride: [usize; D],
    /// From a cell to itself and all around it, wrapping.
    around: Vec<usize>,
    /// Of these, by axis, those that are neither before nor behind.
    layers: [Vec<usize>; D],
    /// The first body of each cell.
    heads: Vec<u32>,
    now: f64,
    /// Collisions of two bodies.
    pub collisions: u64,
    /// Bounces from walls.
    pub wall_bounces: u64,
    /// How often a body came into another cell.
    pub crossings: u64,
    /// How often an event was out of date.
    pub stale: u64,
}

impl<const D: usize> PlainEvents<D> {
    /// The bodies of a scene in a box, without acceleration, elastic and without further walls.
    pub fn new(scene: &Scene<D>) -> PlainEvents<D> {
        let domain = scene.domain();
        assert!(
            domain.boundary == [Boundary::Walls; D]
                && scene.walls().is_empty()
                && (scene.balls().iter())
                    .all(|ball| ball.restitution == 1.0 && ball.acceleration == [0.0; D]),
            "only elastic bodies in a box with walls"
        );
        let count = scene.balls().len();
        let sides: [f64; D] = std::array::from_fn(|axis| domain.side(axis));
        let cells = grid(scene);
        let mut stride = [1; D];
        for axis in 1..D {
            stride[axis] = stride[axis - 1] * (cells[axis - 1] as usize + 2);
        }
        let all = stride[D - 1] * (cells[D - 1] as usize + 2);
        let bodies = (scene.balls().iter())
            .map(|ball| Body {
                position: ball.position,
                velocity: ball.velocity,
                clock: 0.0,
                radius: ball.radius,
                count: 0,
                next: NONE,
                cell: [0; D],
            })
            .collect();
        let mut engine = PlainEvents {
            bodies,
            masses: scene.balls().iter().map(|ball| ball.mass).collect(),
            plans: Vec::with_capacity(count),
            queue: Queue::default(),
            low: domain.low,
            high: domain.high,
            cells,
            size: std::array::from_fn(|axis| sides[axis] / f64::from(cells[axis])),
            stride,
            around: steps(&stride, None),
            layers: std::array::from_fn(|axis| steps(&stride, Some(axis))),
            heads: vec![NONE; all],
            now: 0.0,
            collisions: 0,
            wall_bounces: 0,
            crossings: 0,
            stale: 0,
        };
        for id in 0..count as u32 {
            let body = &mut engine.bodies[id as usize];
            for axis in 0..D {
                let steps = (body.position[axis] - engine.low[axis]) / engine.size[axis];
                body.cell[axis] = (steps as u32).min(engine.cells[axis] - 1) + 1;
            }
            engine.enter(id);
        }
        for id in 0..count as u32 {
            let plan = engine.predict(id);
            engine.plans.push(plan);
        }
        engine.queue = Queue::new(engine.plans.iter().map(Plan::time));
        engine
    }

    /// When the last event happened.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Everything that was taken from the queue.
    pub fn events(&self) -> u64 {
        self.collisions + self.wall_bounces + self.crossings + self.stale
    }

    /// The sum of ½m·v² over all bodies.
    pub fn kinetic_energy(&self) -> f64 {
        let of = |(body, mass): (&Body<D>, &f64)| 0.5 * mass * dot(&body.velocity, &body.velocity);
        self.bodies.iter().zip(&self.masses).map(of).sum()
    }

    /// About how many bodies each one is held against, when they spread evenly.
    pub fn candidates(scene: &Scene<D>) -> f64 {
        let count = scene.balls().len() as f64;
        (grid(scene).iter()).fold(count, |rest, &cells| {
            rest * (3.0 / f64::from(cells)).min(1.0)
        })
    }

    /// Lets the next collision or bounce happen, if there is one up to `until`.
    pub fn step(&mut self, until: f64) -> Option<(f64, u32, Met)> {
        loop {
            let (time, id) = self.queue.first()?;
            if !(time <= until) {
                return None;
            }
            self.now = time;
            let plan = self.plans[id as usize];
            if plan.hit <= plan.way {
                if self.bodies[plan.partner as usize].count != plan.count {
                    self.stale += 1;
                    self.plan_anew(id);
                    continue;
                }
                self.collide(id, plan.partner);
                self.plan_anew(id);
                self.plan_anew(plan.partner);
                return Some((time, id, Met::Body(plan.partner)));
            }
            let (axis, high) = (plan.axis as usize, plan.high);
            self.bring(id);
            if plan.wall {
                let body = &mut self.bodies[id as usize];
                body.velocity[axis] = -body.velocity[axis];
                body.count += 1;
                self.wall_bounces += 1;
                self.plan_anew(id);
                return Some((time, id, Met::Wall { axis, high }));
            }
            self.cross(id, axis, high);
        }
    }

    /// Goes on until there were so many collisions of two bodies in all.
    pub fn run_to(&mut self, collisions: u64) {
        while self.collisions < collisions && self.step(f64::INFINITY).is_some() {}
    }

    /// Brings a body to the present.
    fn bring(&mut self, id: u32) {
        let now = self.now;
        let body = &mut self.bodies[id as usize];
        for axis in 0..D {
            body.position[axis] += (now - body.clock) * body.velocity[axis];
        }
        body.clock = now;
    }

    fn collide(&mut self, first: u32, second: u32) {
        self.collisions += 1;
        self.bring(first);
        self.bring(second);
        let (a, b) = (&self.bodies[first as usize], &self.bodies[second as usize]);
        let offset: [f64; D] = std::array::from_fn(|axis| b.position[axis] - a.position[axis]);
        let velocity: [f64; D] = std::array::from_fn(|axis| b.velocity[axis] - a.velocity[axis]);
        let (m, n) = (self.masses[first as usize], self.masses[second as usize]);
        let push = 2.0 * dot(&offset, &velocity) / (dot(&offset, &offset) * (m + n));
        let a = &mut self.bodies[first as usize];
        for axis in 0..D {
            a.velocity[axis] += n * push * offset[axis];
        }
        a.count += 1;
        let b = &mut self.bodies[second as usize];
        for axis in 0..D {
            b.velocity[axis] -= m * push * offset[axis];
        }
        b.count += 1;
    }

    /// Into the next cell along an axis.
    fn cross(&mut self, id: u32, axis: usize, high: bool) {
        self.crossings += 1;
        self.leave(id);
        let cell = &mut self.bodies[id as usize].cell[axis];
        if high {
            *cell += 1;
        } else {
            *cell -= 1;
        }
        self.enter(id);
        let mut plan = self.plans[id as usize];
        if plan.hit < f64::INFINITY && self.bodies[plan.partner as usize].count != plan.count {
            self.plan_anew(id);
            return;
        }
        // Only the layer of cells ahead is new.
        let ahead = self.index(id);
        let stride = self.stride[axis];
        let middle = if high { ahead + stride } else { ahead - stride };
        let body = self.bodies[id as usize];
        self.ask_around(&body, id, middle, &self.layers[axis], &mut plan);
        self.find_way(&body, &mut plan);
        self.plans[id as usize] = plan;
        self.queue.update(id, plan.time());
    }

    fn plan_anew(&mut self, id: u32) {
        let plan = self.predict(id);
        self.plans[id as usize] = plan;
        self.queue.update(id, plan.time());
    }

    fn predict(&self, id: u32) -> Plan {
        let mut body = self.bodies[id as usize];
        for axis in 0..D {
            body.position[axis] += (self.now - body.clock) * body.velocity[axis];
        }
        let mut plan = Plan {
            hit: f64::INFINITY,
            partner: NONE,
            count: 0,
            way: f64::INFINITY,
            axis: 0,
            high: false,
            wall: false,
        };
        self.ask_around(&body, id, self.index(id), &self.around, &mut plan);
        self.find_way(&body, &mut plan);
        plan
    }

    /// Asks all bodies in the cells at `steps` from the cell `middle`. `body` is at the present.
    #[inline(always)]
    fn ask_around(&self, body: &Body<D>, id: u32, middle: usize, steps: &[usize], plan: &mut Plan) {
        for &step in steps {
            self.ask_cell(body, id, middle.wrapping_add(step), plan);
        }
    }

    #[inline(always)]
    fn ask_cell(&self, body: &Body<D>, id: u32, cell: usize, plan: &mut Plan) {
        let mut other = self.heads[cell];
        while other != NONE {
            let that = &self.bodies[other as usize];
            if other != id {
                let passed = self.now - that.clock;
                let offset: [f64; D] = std::array::from_fn(|axis| {
                    that.position[axis] + passed * that.velocity[axis] - body.position[axis]
                });
                let velocity: [f64; D] =
                    std::array::from_fn(|axis| that.velocity[axis] - body.velocity[axis]);
                let b = dot(&offset, &velocity);
                if b < 0.0 {
                    let reach = body.radius + that.radius;
                    let c = dot(&offset, &offset) - reach * reach;
                    let discriminant = b * b - dot(&velocity, &velocity) * c;
                    if discriminant >= 0.0 {
                        let time = self.now + (c / (discriminant.sqrt() - b)).max(0.0);
                        if time < plan.hit {
                            plan.hit = time;
                            plan.partner = other;
                            plan.count = that.count;
                        }
                    }
                }
            }
            other = that.next;
        }
    }

    /// When the body, which is at the present, reaches an end of its cell or a wall.
    #[inline(always)]
    fn find_way(&self, body: &Body<D>, plan: &mut Plan) {
        plan.way = f64::INFINITY;
        for axis in 0..D {
            let speed = body.velocity[axis];
            if speed == 0.0 {
                continue;
            }
            let cell = body.cell[axis];
            let high = speed > 0.0;
            let wall = cell == if high { self.cells[axis] } else { 1 };
            let end = match (wall, high) {
                (true, true) => self.high[axis] - body.radius,
                (true, false) => self.low[axis] + body.radius,
                (false, true) => self.low[axis] + f64::from(cell) * self.size[axis],
                (false, false) => self.low[axis] + f64::from(cell - 1) * self.size[axis],
            };
            let time = self.now + ((end - body.position[axis]) / speed).max(0.0);
            if time < plan.way {
                plan.way = time;
                plan.axis = axis as u8;
                plan.high = high;
                plan.wall = wall;
            }
        }
    }

    #[inline(always)]
    fn index(&self, id: u32) -> usize {
        let cell = &self.bodies[id as usize].cell;
        (0..D)
            .map(|axis| cell[axis] as usize * self.stride[axis])
            .sum()
    }

    fn enter(&mut self, id: u32) {
        let cell = self.index(id);
        self.bodies[id as usize].next = self.heads[cell];
        self.heads[cell] = id;
    }

    fn leave(&mut self, id: u32) {
        let cell = self.index(id);
        let next = self.bodies[id as usize].next;
        let mut before = self.heads[cell];
        if before == id {
            self.heads[cell] = next;
            return;
        }
        while self.bodies[before as usize].next != id {
            before = self.bodies[before as usize].next;
        }
        self.bodies[before as usize].next = next;
    }
}

/// Cells an axis.
fn grid<const D: usize>(scene: &Scene<D>) -> [u32; D] {
    let count = scene.balls().len().max(1);
    let largest = (scene.balls().iter()).fold(0.0, |most: f64, ball| most.max(ball.radius));
    let sides: [f64; D] = std::array::from_fn(|axis| scene.domain().side(axis));
    // Two cells a body in the plane, four in space, if bodies are far apart.
    let each = (2.0 * sides.iter().product::<f64>() / count as f64).powf(1.0 / D as f64);
    let least = (2.0 * largest * (1.0 + 1e-9)).max(0.5 * each);
    sides.map(|side| ((side / least) as u32).max(1))
}

/// From a cell to all around it and itself, but for those before and behind it along `flat`.
fn steps<const D: usize>(stride: &[usize; D], flat: Option<usize>) -> Vec<usize> {
    let mut steps = vec![0_usize];
    for axis in (0..D).filter(|&axis| flat != Some(axis)) {
        let grown = [stride[axis].wrapping_neg(), 0, stride[axis]]
            .map(|by| steps.iter().map(move |step| step.wrapping_add(by)));
        steps = grown.into_iter().flatten().collect();
    }
    steps
}

#[inline(always)]
fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// A heap of all bodies by their times, four children a node, that knows where each body is.
#[derive(Default)]
struct Queue {
    /// The root is the last of the first group; the children of place p are group p − 2.
    groups: Vec<Siblings>,
    places: Vec<u32>,
}

/// A time and a body.
type Node = (f64, u32);

const ROOT: usize = 3;

/// A cache line of nodes; those that no body has are never first.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Siblings([Node; 4]);

impl Queue {
    fn new(times: impl Iterator<Item = f64>) -> Queue {
        let mut queue = Queue::default();
        let mut group = Siblings([(f64::INFINITY, NONE); 4]);
        let nodes: Vec<Node> = times.zip(0..).collect();
        for (place, &node) in (ROOT..).zip(&nodes) {
            group.0[place % 4] = node;
            queue.places.push(place as u32);
            if place % 4 == 3 {
                queue.groups.push(group);
                group = Siblings([(f64::INFINITY, NONE); 4]);
            }
        }
        queue.groups.push(group);
        for place in (ROOT..ROOT + nodes.len()).rev() {
            queue.sink(place, queue.node(place));
        }
        queue
    }

    #[inline(always)]
    fn node(&self, place: usize) -> Node {
        self.groups[place / 4].0[place % 4]
    }

    fn first(&self) -> Option<Node> {
        let node = self.node(ROOT);
        (node.1 != NONE).then_some(node)
    }

    fn update(&mut self, id: u32, time: f64) {
        let place = self.places[id as usize] as usize;
        if time < self.node(place).0 {
            self.rise(place, (time, id));
        } else {
            self.sink(place, (time, id));
        }
    }

    #[inline(always)]
    fn put(&mut self, place: usize, node: Node) {
        self.groups[place / 4].0[place % 4] = node;
        self.places[node.1 as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize, node: Node) {
        while place > ROOT {
            let parent = place / 4 + 2;
            let above = self.node(parent);
            if above.0 <= node.0 {
                break;
            }
            self.put(place, above);
            place = parent;
        }
        self.put(place, node);
    }

    fn sink(&mut self, mut place: usize, node: Node) {
        while let Some(Siblings(below)) = self.groups.get(place - 2) {
            let one = usize::from(below[1].0 < below[0].0);
            let other = 2 + usize::from(below[3].0 < below[2].0);
            let least = if below[other].0 < below[one].0 {
                other
            } else {
                one
            };
            let child = below[least];
            if child.0 >= node.0 {
                break;
            }
            let from = 4 * (place - 2) + least;
            self.put(place, child);
            place = from;
        }
        self.put(place, node);
    }
}
