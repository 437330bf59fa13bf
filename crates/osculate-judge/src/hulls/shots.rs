//! Seeded shots: a spinning body, a thin plate in its way, and when they meet.

use super::bodies::{Body, Core};
use super::motion::Flight;
use super::pairs::Kind;
use crate::seeded::Seeded;
use glam::{DQuat, DVec3};

/// How a plate is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It stands.
    Fast,
    /// It moves and turns as it is told.
    Led,
    /// It flies, and is pushed.
    Free,
}

/// A body shot at a plate. Lengths are those of the body, which is one long; times are seconds.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The body's pieces. Its origin is its centre of mass.
    pub pieces: Vec<Body>,
    /// Whether its surface has no edges.
    pub smooth: bool,
    /// Half the plate's sides; it is thin along z.
    pub plate: DVec3,
    /// What holds the plate.
    pub held: Held,
    /// How many times as heavy as the body the plate is.
    pub mass_ratio: f64,
    /// How the body and the plate fly, up to the hit.
    pub flights: [Flight; 2],
    /// How fast they approach each other.
    pub speed: f64,
    /// When the body's centre would be in the middle of the plate.
    pub hit_at: f64,
    /// Of both surfaces.
    pub friction: f64,
    /// Of both surfaces.
    pub restitution: f64,
}

impl Shot {
    /// One of many. Steps are `step` seconds long.
    pub fn new(seed: u64, case: u64, step: f64) -> Shot {
        let mut rng = Seeded::of_case(seed, case);
        let rng = &mut rng;
        let kind = case % 10;
        let smooth = matches!(
            Kind::ALL.get(kind as usize),
            Some(Kind::Ball | Kind::Ellipsoid)
        );
        let pieces = pieces(kind, rng);
        let held = [Held::Fast, Held::Free, Held::Free, Held::Led, Held::Fast][rng.below(5)];
        let thickness = rng.magnitude(-4.0, -1.0);
        let (x, y) = (rng.real(1.5, 2.5), rng.real(1.5, 2.5));
        let plate = DVec3::new(x, y, 0.5 * thickness);
        let speed = rng.magnitude(0.0, 4.0);
        // Where they meet: this far from the middle of the plate, and this far from straight on.
        let around = rng.real(0.0, core::f64::consts::TAU);
        let aside = DVec3::new(libm::cos(around), libm::sin(around), 0.0);
        let target = aside * rng.real(0.0, x.min(y) - 0.7);
        let slant = rng.real(0.0, 1.0);
        let across = rng.direction();
        let across = DVec3::new(across.x, across.y, 0.0).normalize_or(DVec3::X);
        let way = DVec3::new(0.0, 0.0, -libm::cos(slant)) + across * libm::sin(slant);
        // Beyond what a plate that turns by 0.3 on the way sweeps over.
        let length = rng.real(1.5, 2.2) / libm::cos(slant) + speed * step * rng.real(0.0, 2.0);
        let hit_at = length / speed;
        let turned = rng.rotation();
        let place = rng.vector(3.0);
        let mut plate_flight = Flight::at(place).turned(turned);
        if held != Held::Fast {
            let normal = turned * DVec3::Z;
            let tilt = rng.inside() * rng.one_of(&[0.0, 0.3]) / hit_at;
            let round = normal * rng.one_of(&[0.0, 1.0, 30.0]) * rng.real(-1.0, 1.0);
            plate_flight.linear = rng.inside() * 0.5 * speed;
            // Either of both: about both, its normal would not stay.
            plate_flight.angular = if tilt == DVec3::ZERO { round } else { tilt };
            plate_flight = plate_flight.after(-hit_at);
        }
        let linear = plate_flight.linear + turned * way * speed;
        let body_flight = Flight {
            position: place + turned * target - linear * hit_at,
            rotation: rng.rotation(),
            linear,
            angular: rng.direction() * rng.magnitude(-1.0, 2.5),
        };
        let slippery = case.is_multiple_of(3) || smooth;
        Shot {
            pieces,
            smooth,
            plate,
            held,
            mass_ratio: rng.magnitude(-1.0, 2.0),
            flights: [body_flight, plate_flight],
            speed,
            hit_at,
            friction: if slippery { 0.0 } else { 0.5 },
            restitution: if slippery {
                rng.one_of(&[0.3, 0.5, 0.8, 1.0])
            } else {
                rng.one_of(&[0.0, 0.0, 0.5])
            },
        }
    }

    /// A point within the body: the origin of a body of several pieces may be in none of them, and that of a polytope outside.
    pub fn inner_point(&self) -> DVec3 {
        let piece = &self.pieces[0];
        let middle = match &piece.core {
            Core::Polytope { corners } => corners.iter().sum::<DVec3>() / corners.len() as f64,
            _ => DVec3::ZERO,
        };
        piece.position + piece.rotation * middle
    }

    /// Whether a point of the body, at `before` and then at `after` in the plate's coordinates, has gone through the plate.
    pub fn passed(&self, before: DVec3, after: DVec3) -> bool {
        if before.z.is_sign_positive() == after.z.is_sign_positive() {
            return false;
        }
        let crossing = before.lerp(after, before.z / (before.z - after.z));
        crossing.x.abs() < self.plate.x && crossing.y.abs() < self.plate.y
    }
}

/// A point of the world in the coordinates of what is posed so.
pub fn seen_from(position: DVec3, rotation: DQuat, point: DVec3) -> DVec3 {
    rotation.conjugate() * (point - position)
}

fn pieces(kind: u64, rng: &mut Seeded) -> Vec<Body> {
    let body = |number: usize, rng: &mut Seeded| Kind::ALL[number].body(rng);
    let pieces = match kind {
        0..8 => vec![body(kind as usize, rng)],
        _ => {
            let count = if kind == 8 { 2 } else { 3 };
            let mut place = || {
                let number = rng.below(Kind::ALL.len());
                let (at, turn) = (rng.inside(), rng.rotation());
                body(number, rng).placed(at, turn)
            };
            (0..count).map(|_| place()).collect()
        }
    };
    let reaches = pieces.iter().map(|piece| piece.reach() + piece.margin);
    let reach = reaches.fold(0.0, f64::max);
    let scaled = pieces.into_iter().map(|piece| piece.scaled(0.5 / reach));
    scaled.collect()
}
