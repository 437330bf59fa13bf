//! A sweep over motions that users may write: steady and accelerating, with errors stated and made, spins named and
//! hidden, of bodies that spin about their own lines and of others.

use crate::bodies::hull;
use crate::methods::METHODS;
use crate::stated::{Noise, Stated};
use crate::verdicts::{Fault, check};
use glam::{DQuat, DVec3};
use osculate::{
    Compound, HalfSpace, Limits, MeshBvh, Motion, Moving, Outcome, Shape, Span, Verdict, Workspace,
    first_contact_with,
    mesh::cuboid,
    query::hulls::{attached_axes, conservative_advancement},
};
use osculate_judge::hulls::bodies::{Body, Posed};
use osculate_judge::hulls::motion::{Flight, Spinning};
use osculate_judge::hulls::pairs::Kind;
use osculate_judge::hulls::walk::{Judge, Moved, Pair, Truth};
use osculate_judge::seeded::Seeded;
use std::f64::consts::FRAC_PI_2;

/// Half the distance from 1 to the next number.
const UNIT: f64 = 0.5 * f64::EPSILON;

/// The largest errors that count as rounding, in units.
const MOST_UNITS: f64 = 140.0;

/// What the sweep is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// Spinning about its own line in a plane, past a body that turns in the same plane.
    Planar,
    /// Spinning about its own line, past anything.
    General,
    /// Hulls that tumble.
    Tumbling,
    /// Two hulls in one body, past another.
    Compound,
    /// A hull past the surface of a box.
    HullAndMesh,
    /// The surfaces of two boxes, through every method.
    Meshes,
    /// A body that a plane sweeps, or that falls onto it, 1 to a million radii from its pivot.
    HalfSpace,
}

impl Class {
    pub const ALL: [Class; 7] = [
        Class::Planar,
        Class::General,
        Class::Tumbling,
        Class::Compound,
        Class::HullAndMesh,
        Class::Meshes,
        Class::HalfSpace,
    ];
}

/// What the answers of a class were.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub queries: u64,
    pub contacts: u64,
    pub free: u64,
    pub overlapping: u64,
    /// With errors that are no more than rounding, and with larger ones.
    pub undecided: [u64; 2],
    pub missed: u64,
    pub late: u64,
    pub other: u64,
    pub doubts: u64,
}

impl Tally {
    pub const HEADER: &str =
        "queries contacts    free overlap undecided +errors missed late other doubts";

    pub fn row(&self) -> String {
        let [undecided, with_errors] = self.undecided;
        format!(
            "{:>7} {:>8} {:>7} {:>7} {undecided:>9} {with_errors:>7} {:>6} {:>4} {:>5} {:>6}",
            self.queries,
            self.contacts,
            self.free,
            self.overlapping,
            self.missed,
            self.late,
            self.other,
            self.doubts
        )
    }

    pub fn add(&mut self, other: &Tally) {
        self.queries += other.queries;
        self.contacts += other.contacts;
        self.free += other.free;
        self.overlapping += other.overlapping;
        self.undecided[0] += other.undecided[0];
        self.undecided[1] += other.undecided[1];
        self.missed += other.missed;
        self.late += other.late;
        self.other += other.other;
        self.doubts += other.doubts;
    }

    fn count(&mut self, verdict: &Verdict, small: bool) {
        self.queries += 1;
        match verdict {
            Verdict::Free => self.free += 1,
            Verdict::Contact(_) => self.contacts += 1,
            Verdict::Overlapping { .. } => self.overlapping += 1,
            Verdict::Undecided { .. } => self.undecided[usize::from(!small)] += 1,
        }
    }

    fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::Missed => self.missed += 1,
            Fault::Late => self.late += 1,
            _ => self.other += 1,
        }
    }
}

/// Whether the errors of motions are no more than rounding.
fn small(motions: [&Stated; 2], size: f64) -> bool {
    motions
        .iter()
        .all(|motion| motion.turn <= MOST_UNITS * UNIT && motion.shift <= MOST_UNITS * UNIT * size)
}

/// The flights as users may write them, at one pace.
fn stated(flights: [Flight; 2], largest_turn: f64, size: f64, rng: &mut Seeded) -> [Stated; 2] {
    let pace = if rng.whole(0, 9) < 6 {
        0.0
    } else {
        rng.real(-0.9, 0.9)
    };
    flights.map(|flight| {
        let noise = match rng.whole(0, 2) {
            0 => Noise::None,
            1 => Noise::Constant(rng.bits()),
            _ => Noise::Changing(rng.bits()),
        };
        let error = |rng: &mut Seeded, largest: f64| match rng.whole(0, 19) {
            0 => 0.0,
            1 => largest.min(rng.magnitude(-13.0, -3.0)),
            2..8 => rng.real(25.0, 55.0) * UNIT,
            _ => rng.real(0.0, MOST_UNITS) * UNIT,
        };
        Stated {
            pace,
            turn: error(rng, largest_turn),
            shift: size * error(rng, 1e-3),
            noise,
            named: match rng.whole(0, 9) {
                0 | 1 => 0.0,
                2 | 3 => rng.real(0.0, 1.0),
                _ => 1.0,
            },
            ..Stated::new(flight)
        }
    })
}

/// A solid of revolution about z.
fn of_revolution(rng: &mut Seeded) -> Body {
    match rng.whole(0, 4) {
        0 => Kind::Ball.body(rng),
        1 => Kind::Cylinder.body(rng),
        2 => Kind::Cone.body(rng),
        3 => {
            let across = rng.real(0.1, 0.5);
            Body::ellipsoid(across, across, rng.real(0.2, 0.9))
        }
        _ => Body::capsule(rng.real(0.3, 0.9), rng.real(0.02, 0.1)),
    }
}

/// How a body moves that another one comes to from `position`.
fn approach(position: DVec3, target: DVec3, rng: &mut Seeded) -> DVec3 {
    (target - position) * rng.real(0.7, 1.8)
}

/// The bodies of a class of hulls.
fn bodies(class: Class, rng: &mut Seeded) -> [Body; 2] {
    let any = |rng: &mut Seeded| Kind::ALL[rng.whole(0, 7) as usize].body(rng);
    let thin = |rng: &mut Seeded| Body::capsule(rng.real(0.3, 1.4), rng.real(0.02, 0.1));
    match class {
        // Along thin bodies the axis of a spinning one runs furthest ahead of the other.
        Class::Planar if rng.whole(0, 1) == 0 => [thin(rng), thin(rng)],
        Class::Planar | Class::General => [of_revolution(rng), any(rng)],
        _ => [any(rng), any(rng)],
    }
}

/// Two bodies that start apart, and the flight of the first as the judge has it: a body that spins about its own line
/// stands still.
fn hulls(class: Class, [body_a, body_b]: [Body; 2], rng: &mut Seeded) -> ([Moved; 2], Flight) {
    let planar = class == Class::Planar;
    let size = body_a.size() + body_b.size();
    let in_plane = |v: DVec3| if planar { DVec3::new(v.x, v.y, 0.0) } else { v };
    let direction = in_plane(rng.direction()).normalize_or(DVec3::X);
    let position = direction * size * rng.real(1.05, 2.0);
    let target = in_plane(rng.inside()) * (0.5 * size);
    let (rotation_a, rotation_b) = if planar {
        (DQuat::IDENTITY, DQuat::from_rotation_y(FRAC_PI_2))
    } else {
        (rng.rotation(), rng.rotation())
    };
    let own_line = planar || class == Class::General;
    let spin_a = if own_line {
        rotation_a * DVec3::Z * rng.real(-35.0, 35.0)
    } else {
        rng.vector(8.0)
    };
    let spin_b = if planar {
        DVec3::Z * rng.real(-8.0, 8.0)
    } else {
        rng.vector(4.0)
    };
    let fly = Flight::at(position)
        .turned(rotation_a)
        .moving(approach(position, target, rng));
    let real = fly.spinning(spin_a);
    let judged = if own_line { fly } else { real };
    let other = Flight::at(DVec3::ZERO).turned(rotation_b).spinning(spin_b);
    let moved = |body, flight| Moved { body, flight };
    ([moved(body_a, real), moved(body_b, other)], judged)
}

/// The same answer on the clock of the flights.
fn on_clock(mut outcome: Outcome, motion: &Stated) -> Outcome {
    match &mut outcome.verdict {
        Verdict::Contact(contact) => {
            contact.lower = motion.clock(contact.lower);
            contact.upper = motion.clock(contact.upper);
        }
        Verdict::Undecided { free_until, .. } => {
            *free_until = free_until.map(|t| motion.clock(t));
        }
        _ => {}
    }
    outcome
}

/// Whether an answer claims that bodies are apart that overlap.
fn missed_or_late(truth: &Truth, verdict: &Verdict) -> Option<Fault> {
    let t = truth.overlap_at?;
    let late = match *verdict {
        Verdict::Free => return Some(Fault::Missed),
        Verdict::Contact(contact) => t <= contact.lower,
        Verdict::Undecided { free_until, .. } => free_until.is_some_and(|until| t <= until),
        Verdict::Overlapping { .. } => false,
    };
    late.then_some(Fault::Late)
}

/// One case of a class, through all that answers it; what is wrong is said.
pub fn case(
    class: Class,
    rng: &mut Seeded,
    workspace: &mut Workspace,
    tally: &mut Tally,
) -> Vec<String> {
    match class {
        Class::HalfSpace => half_space(rng, workspace, tally),
        Class::HullAndMesh | Class::Meshes => meshes(class, rng, workspace, tally),
        Class::Compound => compound(rng, workspace, tally),
        _ => pair_of_hulls(class, rng, workspace, tally),
    }
}

fn pair_of_hulls(
    class: Class,
    rng: &mut Seeded,
    workspace: &mut Workspace,
    tally: &mut Tally,
) -> Vec<String> {
    let ([a, b], judged) = hulls(class, bodies(class, rng), rng);
    let size = a.body.size() + b.body.size();
    let [motion_a, motion_b] = stated([a.flight, b.flight], 1e-3, size, rng);
    let pair = Pair {
        a: Moved {
            flight: judged,
            body: a.body.clone(),
        },
        b: b.clone(),
        span: (0.0, 1.0),
        tolerance: None,
    };
    let mut judge = Judge::new(&pair);
    let truth = judge.first_overlap();
    tally.doubts += u64::from(truth.doubt);
    let errors = motion_a.turn + motion_b.turn;
    judge.slack += 16.0 * (errors * 4.0 * size + motion_a.shift + motion_b.shift);
    let few = small([&motion_a, &motion_b], size);
    let (hull_a, hull_b) = (hull(&a.body), hull(&b.body));
    let (x, y) = (
        Moving::new(&hull_a, &motion_a),
        Moving::new(&hull_b, &motion_b),
    );
    let limits = Limits::default();
    let mut wrong = Vec::new();
    for (name, outcome) in [
        (
            "attached_axes",
            attached_axes(x, y, Span::UNIT, &limits, workspace),
        ),
        (
            "conservative_advancement",
            conservative_advancement(x, y, Span::UNIT, &limits, workspace),
        ),
    ] {
        tally.count(&outcome.verdict, few);
        if let Err((fault, text)) = check(&judge, &truth, &on_clock(outcome, &motion_a)) {
            tally.fault(fault);
            wrong.push(format!(
                "{name}: {fault:?}: {text}\n{motion_a:?}\n{motion_b:?}"
            ));
        }
    }
    wrong
}

/// Judges the answers to one query that was asked in several ways.
fn judge_times(
    truth: &Truth,
    motions: [&Stated; 2],
    size: f64,
    answers: impl IntoIterator<Item = (&'static str, Outcome)>,
    tally: &mut Tally,
) -> Vec<String> {
    tally.doubts += u64::from(truth.doubt);
    let few = small(motions, size);
    let mut wrong = Vec::new();
    for (name, outcome) in answers {
        tally.count(&outcome.verdict, few);
        let verdict = on_clock(outcome, motions[0]).verdict;
        if let Some(fault) = missed_or_late(truth, &verdict) {
            tally.fault(fault);
            wrong.push(format!(
                "{name}: {fault:?}: {verdict:?} {truth:?}\n{motions:?}"
            ));
        }
    }
    wrong
}

/// The first overlap of bodies of which several are one.
fn first_of(pairs: &[Pair]) -> Truth {
    let truths = pairs.iter().map(|pair| Judge::new(pair).first_overlap());
    truths
        .reduce(|one, other| {
            let at = |truth: &Truth| truth.overlap_at.unwrap_or(f64::INFINITY);
            let (first, last) = if at(&one) <= at(&other) {
                (one, other)
            } else {
                (other, one)
            };
            Truth {
                clear_until: first.clear_until.min(last.clear_until),
                doubt: first.doubt || last.doubt,
                ..first
            }
        })
        .expect("at least one pair")
}

fn compound(rng: &mut Seeded, workspace: &mut Workspace, tally: &mut Tally) -> Vec<String> {
    let [first, body_b] = bodies(Class::Tumbling, rng);
    let second = Kind::ALL[rng.whole(0, 7) as usize]
        .body(rng)
        .placed(rng.inside() * first.size(), rng.rotation());
    let parts = [first, second];
    let around = Body::ball(parts[0].size().max(parts[1].reach() + parts[1].margin));
    let ([a, b], judged) = hulls(Class::Tumbling, [around, body_b], rng);
    let size = parts[0].size() + parts[1].size() + b.body.size();
    let [motion_a, motion_b] = stated([a.flight, b.flight], 1e-3, size, rng);
    let pairs = parts.clone().map(|body| Pair {
        a: Moved {
            body,
            flight: judged,
        },
        b: b.clone(),
        span: (0.0, 1.0),
        tolerance: None,
    });
    let truth = first_of(&pairs);
    let whole = Compound::new(parts.iter().map(hull).collect()).expect("a valid compound");
    let (x, y) = (Shape::from(whole), Shape::from(hull(&b.body)));
    let answers = in_both_orders((&x, &motion_a), (&y, &motion_b), workspace);
    judge_times(&truth, [&motion_a, &motion_b], size, answers, tally)
}

fn in_both_orders(
    a: (&Shape, &Stated),
    b: (&Shape, &Stated),
    workspace: &mut Workspace,
) -> [(&'static str, Outcome); 2] {
    let (a, b) = (Moving::new(a.0, a.1), Moving::new(b.0, b.1));
    let limits = Limits::default();
    [
        (
            "in order",
            first_contact_with(a, b, Span::UNIT, &limits, workspace),
        ),
        (
            "exchanged",
            first_contact_with(b, a, Span::UNIT, &limits, workspace),
        ),
    ]
}

fn box_and_surface(rng: &mut Seeded) -> (Body, MeshBvh) {
    let half = DVec3::new(rng.real(0.1, 0.7), rng.real(0.1, 0.7), rng.real(0.02, 0.7));
    let mesh = MeshBvh::new(cuboid(half).expect("a valid box"));
    (Body::cuboid(half.x, half.y, half.z), mesh)
}

fn meshes(
    class: Class,
    rng: &mut Seeded,
    workspace: &mut Workspace,
    tally: &mut Tally,
) -> Vec<String> {
    let (body_b, mesh_b) = box_and_surface(rng);
    let (kind, body_a, surface_a) = match (class, rng.whole(0, 1)) {
        (Class::Meshes, _) => {
            let (body, mesh) = box_and_surface(rng);
            (Class::Tumbling, body, Some(mesh))
        }
        (_, 0) => (Class::General, of_revolution(rng), None),
        _ => {
            let [body, _] = bodies(Class::Tumbling, rng);
            (Class::Tumbling, body, None)
        }
    };
    let ([a, b], judged) = hulls(kind, [body_a, body_b], rng);
    let size = a.body.size() + b.body.size();
    let [motion_a, motion_b] = stated([a.flight, b.flight], 1e-3, size, rng);
    let truth = first_of(&[Pair {
        a: Moved {
            flight: judged,
            body: a.body.clone(),
        },
        b: b.clone(),
        span: (0.0, 1.0),
        tolerance: None,
    }]);
    let motions = [&motion_a, &motion_b];
    let Some(mesh_a) = surface_a else {
        let (x, y) = (Shape::from(hull(&a.body)), Shape::from(mesh_b));
        let answers = in_both_orders((&x, &motion_a), (&y, &motion_b), workspace);
        return judge_times(&truth, motions, size, answers, tally);
    };
    let limits = Limits::default();
    let answers = METHODS.map(|(name, method)| {
        let (x, y) = (
            Moving::new(&mesh_a, &motion_a as &dyn Motion),
            Moving::new(&mesh_b, &motion_b as &dyn Motion),
        );
        (name, method(x, y, Span::UNIT, &limits, workspace))
    });
    judge_times(&truth, motions, size, answers, tally)
}

/// How far a body is above a plane.
struct Above<'b> {
    body: &'b Body,
    flights: [Flight; 2],
    spinning: [Spinning; 2],
    normal: DVec3,
    offset: f64,
}

impl Above<'_> {
    fn gap(&self, t: f64) -> f64 {
        let [a, b] = &self.flights;
        let between = a.position - b.position + (a.linear - b.linear) * t;
        let n = self.spinning[1].at(t).apply(self.normal);
        let lowest = Posed::new(self.body, DVec3::ZERO, self.spinning[0].at(t)).furthest(-n);
        n.dot(between) + n.dot(lowest) - self.offset - self.body.margin
    }

    /// How long the body cannot be deeper than `depth` behind the plane, seen from `t`: with P = n·between, whose second
    /// derivative is at most K = |ω|²·|between| + 2|ω||v|, and the lowest point, which moves along n no faster than s, the
    /// gap falls by no more than −P'h + sh + ½Kh².
    fn stride(&self, t: f64, depth: f64) -> f64 {
        let [a, b] = &self.flights;
        let velocity = a.linear - b.linear;
        let between = a.position - b.position + velocity * t;
        let n = self.spinning[1].at(t).apply(self.normal);
        let speed = b.angular.length();
        let far = between.length() + velocity.length();
        let bend = speed * (speed * far + 2.0 * velocity.length());
        let turning = (a.angular.length() + speed) * self.body.reach();
        let slope = b.angular.cross(n).dot(between) + n.dot(velocity) - turning;
        let from = self.gap(t).max(0.0) + depth;
        2.0 * from / ((slope * slope + 2.0 * bend * from).sqrt() - slope)
    }

    /// When the body is first deeper than `depth` behind the plane. Where that takes many looks, the depth grows.
    fn first_overlap(&self, depth: f64) -> Truth {
        let (mut t, mut seen) = (0.0_f64, depth);
        for look in 1_u64.. {
            let gap = self.gap(t);
            let truth = |overlap_at| Truth {
                clear_until: t,
                overlap_at,
                doubt: seen > 1e3 * depth,
            };
            if gap < -depth {
                return truth(Some(t));
            }
            if t >= 1.0 {
                return truth(None);
            }
            if look % 2000 == 0 {
                seen *= 2.0;
            }
            t = (t + self.stride(t, seen)).max(t.next_up()).min(1.0);
        }
        unreachable!("the depth grows")
    }
}

fn half_space(rng: &mut Seeded, workspace: &mut Workspace, tally: &mut Tally) -> Vec<String> {
    let body = Kind::ALL[rng.whole(0, 7) as usize].body(rng);
    let size = body.size();
    let (normal, offset) = (rng.direction(), rng.real(-2.0, 2.0));
    let rotation_b = rng.rotation();
    let up = rotation_b * normal;
    let far = size * rng.magnitude(0.0, 6.0);
    let aside = up.cross(rng.direction()).normalize_or(DVec3::X);
    let height = size * rng.real(1.1, 4.0);
    let position = up * (offset + height) + aside * far;
    // The plane sweeps, or the body falls, or both; it may fly far along the plane as well.
    let spin = aside.cross(up) * (-height / far * rng.real(-1.0, 3.0));
    let (spin, fall) = match rng.whole(0, 2) {
        0 => (spin, DVec3::ZERO),
        1 => (DVec3::ZERO, up * (-height * rng.real(0.2, 3.0))),
        _ => (0.5 * spin, up * (-height * rng.real(0.0, 2.0))),
    };
    let along = aside * (far * rng.real(-1.0, 1.0) * f64::from(rng.whole(0, 1) as u32));
    let flights = [
        Flight::at(position)
            .turned(rng.rotation())
            .moving(fall + along)
            .spinning(rng.vector(3.0)),
        Flight::at(DVec3::ZERO).turned(rotation_b).spinning(spin),
    ];
    // A plane that is tilted by more than this may be anywhere.
    let largest = 0.1 * height / (far + size);
    let [motion_a, motion_b] = stated(flights, largest, size, rng);
    let above = Above {
        body: &body,
        flights,
        spinning: [Spinning::new(&flights[0]), Spinning::new(&flights[1])],
        normal,
        offset,
    };
    let truth = above.first_overlap(1e-9 * (size + far));
    let plane = HalfSpace::new(normal, offset).expect("a valid half-space");
    let (x, y) = (Shape::from(hull(&body)), Shape::from(plane));
    let answers = in_both_orders((&x, &motion_a), (&y, &motion_b), workspace);
    judge_times(&truth, [&motion_a, &motion_b], size, answers, tally)
}
