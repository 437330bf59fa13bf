//! The equations of a part of a step, and their solution.

use super::bodies::{Obstacles, Way, composed};
use super::compliance::{Compliance, few};
use super::contact::{Contact, Rubbing};
use super::elastic::{Slots, add_forces, add_gradient, energy};
use super::frames::{Frames, Pose};
use super::inertia::Inertia;
use super::kept::Kept;
use super::levers::{Levers, Moving, Unknowns};
use super::matrix::{BlockMatrix, Slot};
use super::order::{Elimination, dissection, elimination, minimum_degree};
use super::parts::Parts;
use super::twist::TwistSystem;
use super::wide::wide;
use glam::{DMat3, DVec3};

/// Memory for solving.
#[derive(Clone, Default)]
pub(super) struct Solver {
    matrix: BlockMatrix,
    slots: Slots,
    pub(super) inertia: Inertia,
    pub(super) pose: Pose,
    /// Whether the pose is that of the positions.
    pub(super) is_placed: bool,
    /// Whether the pose is that of where the part begins.
    pub(super) is_of_starts: bool,
    /// By edge: its direction and its length where the last round solved.
    tangents: Vec<DVec3>,
    lengths: Vec<f64>,
    /// By edge: the tension that the last round led to.
    tensions: Vec<f64>,
    /// Whether a part begins, or nothing touches: then tensions are those of where things are.
    pub(super) is_first: bool,
    compliance: Compliance,
    /// What the matrix was factored for.
    pub(super) kept: Kept,
    /// So many contacts are solved by themselves at most.
    few: usize,
    /// Whether contacts have taken over the forces of the last round.
    pub(super) has_forces: bool,
    /// How much of the last round was gone.
    pub(super) share: f64,
    twists: TwistSystem,
    gradient: Vec<DVec3>,
    /// Where particles are in this round.
    pub(super) positions: Vec<DVec3>,
    /// How bodies go in this round.
    pub(super) ways: Vec<Way>,
    trial: (Vec<DVec3>, Vec<Way>),
    unknowns: Unknowns,
    /// By group: for how many parts what it did before is no guide.
    freshest: Vec<u8>,
    /// By unknown: what is of a higher rank is eliminated later.
    ranks: Vec<u8>,
    /// The order in which unknowns are eliminated.
    order: Vec<u32>,
    /// How many products it took when it was found.
    products: usize,
    /// Pairs of unknowns that fastenings join.
    fastened: Vec<[u32; 2]>,
    /// Pairs of unknowns that contacts have added to the pattern.
    added: Vec<[u32; 2]>,
    /// For how many rounds most of these were of contacts that are gone.
    idle: u32,
    /// Those that they want.
    wanted: Vec<[u32; 2]>,
}

/// What holds during a part of a step: where everything begins, what touches, and how it rubs.
#[derive(Clone, Copy)]
pub(super) struct Touching<'a> {
    pub(super) starts: &'a [DVec3],
    pub(super) contacts: &'a [Contact],
    pub(super) rubbing: Rubbing,
    pub(super) obstacles: &'a Obstacles,
}

/// Edges that turn by more than this in a round are solved for again: the cosine of a twentieth of a radian.
const TURNED: f64 = 0.998_750_260;
/// How often a way is halved to find less energy.
const HALVINGS: u32 = 10;

/// After so many rounds in which most of the room for contacts was of no use it is given back.
const IDLE: u32 = 32;
/// An order is found anew where the last one takes so many times as many products for what was added since.
const WORSE: f64 = 1.5;

/// The ranks that take the fewest products, and what it takes with them: nets are cut into halves where that takes less than to eliminate what has the fewest
/// neighbours. Bodies come last.
fn ranked(parts: &Parts, unknowns: &Unknowns, pairs: &[[u32; 2]]) -> (Vec<u8>, Elimination) {
    let mut plain = vec![0; unknowns.count];
    plain[unknowns.particles..].fill(u8::MAX);
    let is_of_particles = |pair: &&[u32; 2]| (pair[0].max(pair[1]) as usize) < unknowns.particles;
    let own: Vec<[u32; 2]> = pairs.iter().filter(is_of_particles).copied().collect();
    let edges: Vec<[u32; 2]> = parts.edges.iter().map(|edge| edge.ends).collect();
    let mut cut = dissection(unknowns.particles, &edges, &own);
    cut.resize(unknowns.count, u8::MAX);
    let [by_degree, by_cuts] = [plain, cut].map(|ranks| {
        let found = minimum_degree(&ranks, pairs);
        (ranks, found)
    });
    match by_cuts.1.products() < by_degree.1.products() {
        true => by_cuts,
        false => by_degree,
    }
}

impl Solver {
    /// Finds the pattern and the order for these cables and bodies.
    pub(super) fn new(parts: &Parts, obstacles: &Obstacles) -> Solver {
        Solver::default().renewed(parts, obstacles)
    }

    /// The same, with room for bodies that had a mass before.
    pub(super) fn renewed(&self, parts: &Parts, obstacles: &Obstacles) -> Solver {
        let unknowns = Unknowns::new(parts, obstacles, &self.unknowns);
        let fastenings = obstacles.fastenings.iter();
        let fastened = fastenings.flat_map(|fastening| fastening.pairs(&unknowns));
        let mut solver = Solver {
            fastened: fastened.collect(),
            unknowns,
            ..Solver::default()
        };
        solver.find_pattern(parts);
        solver
    }

    /// Takes over which bodies have a mass; false if there is no room for one.
    pub(super) fn follow(&mut self, obstacles: &Obstacles) -> bool {
        self.unknowns.follow(obstacles)
    }

    fn find_pattern(&mut self, parts: &Parts) {
        let mut pairs: Vec<[u32; 2]> = parts.edges.iter().map(|edge| edge.ends).collect();
        let bends = parts.bends.iter();
        pairs.extend(bends.map(|bend| [bend.particles[0], bend.particles[2]]));
        pairs.extend(&self.added);
        pairs.extend(&self.fastened);
        pairs.retain(|[a, b]| a != b);
        if self.ranks.is_empty() {
            let (ranks, found) = ranked(parts, &self.unknowns, &pairs);
            (self.ranks, self.products, self.order) = (ranks, found.products(), found.order);
            self.few = few(self.unknowns.count, self.products);
        }
        let known = (!self.order.is_empty()).then(|| elimination(&self.order, &pairs));
        let is_good = |found: &Elimination| found.products() as f64 <= WORSE * self.products as f64;
        let found = known.filter(is_good).unwrap_or_else(|| {
            let found = minimum_degree(&self.ranks, &pairs);
            self.products = found.products();
            found
        });
        self.matrix = BlockMatrix::new(&found);
        self.kept.forget();
        self.order = found.order;
        self.find_slots(parts);
    }

    /// Makes room for contacts. What they need stays, so that the order is seldom found again, until most of it is of contacts that
    /// are gone: then it goes with the next that is new, or after some rounds.
    pub(super) fn make_room(&mut self, parts: &Parts, touching: Touching<'_>) {
        let mut pairs = std::mem::take(&mut self.wanted);
        pairs.clear();
        for contact in touching.contacts {
            let levers = self.levers(contact, parts, touching);
            let missing = |&[a, b]: &[u32; 2]| self.matrix.slot(a, b).is_none();
            pairs.extend(levers.pairs().filter(missing));
        }
        let is_old = self.added.len() > 16 * touching.contacts.len() + 64;
        self.idle = if is_old { self.idle + 1 } else { 0 };
        if !pairs.is_empty() || self.idle > IDLE {
            if self.idle > IDLE {
                // What is left has an order of its own.
                self.order.clear();
                self.idle = 0;
            }
            if is_old {
                self.added.clear();
                for contact in touching.contacts {
                    let levers = self.levers(contact, parts, touching);
                    self.added.extend(levers.pairs());
                }
            }
            self.added.extend(&pairs);
            self.added.sort_unstable();
            self.added.dedup();
            self.find_pattern(parts);
        }
        self.wanted = pairs;
    }

    /// Gives back the room for contacts.
    pub(super) fn give_back_room(&mut self, parts: &Parts) {
        if !self.added.is_empty() {
            self.added.clear();
            self.order.clear();
            self.find_pattern(parts);
        }
    }

    fn levers(&self, contact: &Contact, parts: &Parts, touching: Touching<'_>) -> Levers {
        Levers::new(contact, parts, self.moving(touching), &self.positions)
    }

    fn moving<'a>(&'a self, touching: Touching<'a>) -> Moving<'a> {
        Moving {
            obstacles: touching.obstacles,
            ways: &self.ways,
            unknowns: &self.unknowns,
        }
    }

    /// Particles that are held have no blocks but their own.
    fn find_slots(&mut self, parts: &Parts) {
        let matrix = &self.matrix;
        let is_held = |particle: u32| parts.particles.is_held[particle as usize];
        let slot = |a: u32, b: u32| match is_held(a) || is_held(b) {
            true => Slot::NONE,
            false => matrix.slot(a, b).unwrap_or(Slot::NONE),
        };
        let edges = parts.edges.iter();
        let bends = parts.bends.iter();
        self.slots = Slots {
            edges: edges.map(|edge| slot(edge.ends[0], edge.ends[1])).collect(),
            bends: bends
                .map(|bend| {
                    let [p, q, r] = bend.particles;
                    [slot(p, q), slot(p, r), slot(q, r)]
                })
                .collect(),
        };
    }

    /// How many contacts are solved by themselves at most.
    pub(super) fn few(&self) -> usize {
        self.few
    }

    /// By particle: which of those that edges join it is of.
    pub(super) fn groups(&self) -> &[u32] {
        &self.unknowns.groups
    }

    /// What is joined is integrated by one scheme: else forces between two particles would give them different impulses.
    pub(super) fn share_freshness(&mut self, parts: &mut Parts) {
        let (fresh, groups) = (&mut parts.particles.fresh, &self.unknowns.groups);
        self.freshest.clear();
        self.freshest.resize(fresh.len(), 0);
        for (fresh, &group) in fresh.iter().zip(groups) {
            let most = &mut self.freshest[group as usize];
            *most = (*most).max(*fresh);
        }
        for (fresh, &group) in fresh.iter_mut().zip(groups) {
            *fresh = self.freshest[group as usize];
        }
    }

    /// One round: solves the linear equations where particles are, with contacts as unknowns of the matrix.
    pub(super) fn improve(&mut self, parts: &Parts, frames: &mut Frames, touching: Touching<'_>) {
        self.kept.forget();
        self.linearise(parts, frames, touching);
        for contact in touching.contacts {
            if let Some(linear) = &contact.linear {
                let levers = self.levers(contact, parts, touching);
                let found = (linear.gradient, linear.block);
                levers.add_gradient(found.0, &mut self.gradient);
                levers.add_blocks(found.1, &mut self.matrix);
            }
        }
        self.matrix.factor();
        self.matrix.solve(&mut self.gradient);
        self.foresee_tensions(parts);
        self.has_forces = false;
    }

    /// The same with few contacts, which are solved by themselves for all that they could do where everything else is linear. They take over their forces.
    pub(super) fn improve_with_few(
        &mut self,
        parts: &Parts,
        frames: &mut Frames,
        (contacts, touching): (&mut [Contact], Touching<'_>),
    ) {
        self.linearise(parts, frames, touching);
        if !self.kept.is_there() {
            self.matrix.factor();
            self.kept.renew();
        }
        self.matrix.go_forward(&self.gradient);
        let mut compliance = std::mem::take(&mut self.compliance);
        let moving = Moving {
            obstacles: touching.obstacles,
            ways: &self.ways,
            unknowns: &self.unknowns,
        };
        let levers = |contact: &Contact| Levers::new(contact, parts, moving, &self.positions);
        compliance.find(contacts, levers, &mut self.matrix);
        let places = (touching.starts, &self.positions[..]);
        compliance.settle(contacts, places, touching.rubbing);
        compliance.push(&mut self.matrix);
        self.compliance = compliance;
        self.matrix.go_backward(&mut self.gradient);
        self.foresee_tensions(parts);
        self.has_forces = true;
    }

    /// Balances twists, and finds the linear equations where particles are, but for contacts.
    fn linearise(&mut self, parts: &Parts, frames: &mut Frames, touching: Touching<'_>) {
        if !self.is_placed {
            self.is_of_starts = false;
            self.pose.place(parts, frames, &self.positions);
        }
        self.kept.take_tangents(&mut self.tangents);
        self.tangents.clone_from(&self.pose.tangents);
        self.lengths.clone_from(&self.pose.lengths);
        if std::mem::take(&mut self.is_first) {
            let edges = parts.edges.iter().zip(&self.lengths);
            self.tensions.clear();
            (self.tensions).extend(edges.map(|(edge, length)| edge.tension(*length)));
        }
        self.twists.balance(parts, &self.pose, frames);
        let inertia = self.inertia.weights.iter().zip(&self.inertia.centres);
        let inertia = inertia.zip(&self.positions);
        self.gradient.clear();
        (self.gradient).extend(inertia.map(|((weight, centre), at)| weight * (at - centre)));
        self.gradient.resize(self.unknowns.count, DVec3::ZERO);
        let about = (&self.tangents[..], &self.tensions[..]);
        // What is fastened turns with its body, which is not linear.
        let is_plain = touching.obstacles.fastenings.is_empty();
        match is_plain && self.kept.is_near(parts, about, &self.inertia.weights) {
            true => add_gradient(parts, &self.pose, frames, &mut self.gradient),
            false => {
                self.kept.forget();
                self.find_matrix(parts, frames, touching);
            }
        }
        self.add_bodies();
        for fastening in &touching.obstacles.fastenings {
            let moving = self.moving(touching);
            let (levers, (pull, _)) =
                Levers::of_fastening(fastening, parts, moving, &self.positions);
            levers.add_gradient(pull, &mut self.gradient);
        }
        let held = parts.particles.is_held.iter().zip(&mut self.gradient);
        held.for_each(|(is_held, gradient)| {
            *gradient = if *is_held { DVec3::ZERO } else { *gradient }
        });
    }

    /// The same for the matrix; the gradient of what cables do is found too.
    fn find_matrix(&mut self, parts: &Parts, frames: &Frames, touching: Touching<'_>) {
        self.matrix.clear(&self.inertia.weights);
        for (unknown, aim) in self.unknowns.bodies.iter().zip(&self.inertia.bodies) {
            if let (Some(unknown), Some(aim)) = (unknown, aim) {
                let weight = DMat3::from_diagonal(DVec3::splat(aim.weight));
                self.matrix.set_diagonal(*unknown, weight);
                self.matrix.set_diagonal(*unknown + 1, aim.inertia);
            }
        }
        let known = (&self.slots, &self.tensions[..]);
        let into = (&mut self.gradient[..], &mut self.matrix);
        let pose = &self.pose;
        wide!(parts: &Parts, pose: &Pose, frames: &Frames, known: (&Slots, &[f64]), into: (&mut [DVec3], &mut BlockMatrix) =>
            add_forces(parts, pose, frames, known, into));
        for fastening in &touching.obstacles.fastenings {
            let moving = self.moving(touching);
            let (levers, (_, block)) =
                Levers::of_fastening(fastening, parts, moving, &self.positions);
            levers.add_blocks(block, &mut self.matrix);
        }
        for (i, _) in (parts.particles.is_held.iter().enumerate()).filter(|(_, is_held)| **is_held)
        {
            self.matrix.set_diagonal(i as u32, DMat3::IDENTITY);
        }
        for room in self.unknowns.unused() {
            for row in [room, room + 1] {
                self.matrix.set_diagonal(row, DMat3::IDENTITY);
            }
        }
    }

    /// Finds the tensions that the linear equations led to.
    fn foresee_tensions(&mut self, parts: &Parts) {
        self.kept.take_tensions(&mut self.tensions);
        let edges = parts.edges.iter().zip(&self.lengths).zip(&self.tangents);
        self.tensions.clear();
        (self.tensions).extend(edges.map(|((edge, length), tangent)| {
            let [a, b] = edge.ends;
            let nearer = self.gradient[b as usize] - self.gradient[a as usize];
            edge.tension(length - tangent.dot(nearer))
        }));
    }

    /// Adds what bodies with a mass resist.
    fn add_bodies(&mut self) {
        for (index, unknown) in self.unknowns.bodies.iter().enumerate() {
            let (Some(unknown), Some(aim)) = (unknown, &self.inertia.bodies[index]) else {
                continue;
            };
            let way = &self.ways[index];
            let (first, second) = (*unknown as usize, *unknown as usize + 1);
            self.gradient[first] = aim.weight * (way.shift - aim.shift);
            self.gradient[second] = aim.inertia * (way.turn - aim.turn);
        }
    }

    /// Sets the trial to a share of where the last round led to.
    fn try_share(&mut self, touching: Touching<'_>, share: f64) {
        let (trial, ways) = &mut self.trial;
        trial.clear();
        let particles = self.positions[..self.unknowns.particles].iter();
        trial.extend((particles.zip(&self.gradient)).map(|(from, back)| *from - share * *back));
        ways.clone_from(&self.ways);
        for (index, unknown) in self.unknowns.bodies.iter().enumerate() {
            let body = &touching.obstacles.bodies[index];
            if let Some(unknown) = unknown {
                let [shift, turn] = [0, 1].map(|k| self.gradient[*unknown as usize + k]);
                ways[index].shift -= share * shift;
                ways[index].turn = composed(-share * turn, ways[index].turn);
                body.place(&body.after(&ways[index], 1.0), trial);
            } else {
                // It is where it is.
                let first = self.unknowns.particles;
                let of = first + body.vertices.start..first + body.vertices.end;
                trial.extend_from_slice(&self.positions[of]);
            }
        }
    }

    fn take_trial(&mut self) {
        self.is_placed = false;
        std::mem::swap(&mut self.positions, &mut self.trial.0);
        std::mem::swap(&mut self.ways, &mut self.trial.1);
    }

    /// Goes where the last round led to.
    pub(super) fn go(&mut self, touching: Touching<'_>) {
        self.try_share(touching, 1.0);
        self.take_trial();
    }

    /// The same, but only as far as the energy falls.
    pub(super) fn go_downhill(&mut self, parts: &Parts, frames: &Frames, touching: Touching<'_>) {
        let before = self.energy(parts, frames, touching, (&self.positions, &self.ways));
        let mut share = 1.0;
        self.is_of_starts = false;
        for _ in 0..HALVINGS {
            self.try_share(touching, share);
            self.pose.place(parts, frames, &self.trial.0);
            let (trial, ways) = &self.trial;
            if self.energy(parts, frames, touching, (trial, ways)) <= before {
                break;
            }
            share *= 0.5;
        }
        self.share = share;
        self.take_trial();
        // The last that was tried is where it goes.
        self.is_placed = true;
    }

    /// How far the last round led a particle, at most.
    pub(super) fn longest_way(&self) -> f64 {
        let ways = self.gradient[..self.unknowns.particles].iter();
        ways.map(|way| way.length()).fold(0.0, f64::max)
    }

    /// At positions whose pose was measured.
    fn energy(
        &self,
        parts: &Parts,
        frames: &Frames,
        touching: Touching<'_>,
        (positions, ways): (&[DVec3], &[Way]),
    ) -> f64 {
        let bodies = self.inertia.bodies.iter().zip(ways);
        let bodies = bodies.map(|(aim, way)| {
            aim.as_ref()
                .map_or(0.0, |aim| aim.energy(way.shift, way.turn))
        });
        let moved = positions.iter().zip(&self.inertia.centres);
        let moved = moved.zip(&self.inertia.weights);
        let moved = moved.map(|((x, c), weight)| 0.5 * weight * (*x - *c).length_squared());
        let contacts = touching.contacts.iter();
        let touched = contacts.map(|c| c.energy(touching.starts, positions, touching.rubbing));
        let inertia = moved.sum::<f64>() + bodies.sum::<f64>();
        let held = touching.obstacles.fastening_energy(positions, ways);
        held + inertia + touched.sum::<f64>() + energy(parts, &self.pose, frames)
    }

    /// Whether an edge has turned far in the last round.
    pub(super) fn has_turned(&mut self, parts: &Parts, frames: &Frames) -> bool {
        if !self.is_placed {
            self.is_of_starts = false;
            self.pose.place(parts, frames, &self.positions);
            self.is_placed = true;
        }
        let pairs = self.pose.tangents.iter().zip(&self.tangents);
        pairs
            .into_iter()
            .any(|(now, before)| now.dot(*before) < TURNED)
    }
}
