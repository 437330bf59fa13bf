//! A newcomer's loop: bodies that fall, slide, roll and rest, moved frame after frame along motions that are proven free.
//!
//! 1,000 frames by default; `OSCULATE_CASES=10` asks for ten times as many.

mod body;
mod bumps;
mod scenes;

use body::{Body, Frame, Stepper};
use glam::{DQuat, DVec3};
use osculate::Placement;
use osculate_judge::seeded::{self, Seeded};
use scenes::{Ground, Known, bodies, corner, floors, ramps};

const STEP: f64 = 1.0 / 60.0;
const SKIN: f64 = 1e-3;
const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn frames() -> usize {
    1000 * seeded::cases(1) as usize
}

/// Of the mesh that falls and slides; of a heavy run it is as fine as the bunny.
fn triangles() -> usize {
    if frames() > 1000 { 81_920 } else { 1280 }
}

/// What is seen of a body over its frames.
#[derive(Default)]
struct Seen {
    rounds: Vec<u32>,
    least: f64,
    undecided: u32,
    overlapping: u32,
    left: f64,
}

impl Seen {
    fn new() -> Seen {
        Seen {
            least: f64::INFINITY,
            ..Seen::default()
        }
    }

    fn count(&mut self, frame: &Frame, separation: f64) {
        self.rounds.push(frame.rounds);
        self.undecided += frame.undecided;
        self.overlapping += frame.overlapping;
        self.left += frame.left;
        self.least = self.least.min(separation);
    }

    /// Never undecided, never too close, and few rounds.
    fn check(&mut self, what: &str) {
        self.rounds.sort_unstable();
        let median = self.rounds[self.rounds.len() / 2];
        println!(
            "{what:36} median {median} rounds, least separation {:.4} skins, {:.1e} s left, {} undecided, {} overlapping",
            self.least / SKIN,
            self.left,
            self.undecided,
            self.overlapping
        );
        assert_eq!(self.undecided, 0, "{what}");
        assert_eq!(self.overlapping, 0, "{what}");
        assert!(self.least >= 0.49 * SKIN, "{what}: {}", self.least / SKIN);
        assert!(median <= 3, "{what}: {median} rounds");
    }
}

fn above(known: &Known, body: &Body, ground: &Ground) -> f64 {
    let above = ground
        .planes
        .iter()
        .map(|plane| known.above(&body.placement, plane));
    above.fold(f64::INFINITY, f64::min)
}

/// A rotation from seeds.
fn any_turn(rng: &mut Seeded) -> DQuat {
    let q: [f64; 4] = std::array::from_fn(|_| rng.real(-1.0, 1.0));
    DQuat::from_array(q).normalize()
}

/// Bodies that were pushed slide as far as that takes them, on every floor.
#[test]
fn pushed_bodies_slide() {
    let frames = frames();
    for known in bodies(triangles()) {
        for ground in floors(if frames > 1000 { 224 } else { 60 }) {
            // A capsule lies down.
            let turn = if known.name == "capsule" {
                DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2)
            } else {
                DQuat::IDENTITY
            };
            let lowest = known.above(&Placement::new(DVec3::ZERO, turn), &ground.planes[0]);
            let start = DVec3::new(-5.03, 0.41, 0.6 * SKIN - lowest);
            let mut body = known.at(Placement::new(start, turn));
            // Ten units in all.
            let speed = 10.0 / (frames as f64 * STEP);
            body.velocity = DVec3::new(speed, 0.0, 0.0);
            let mut stepper = Stepper::new(GRAVITY, STEP, SKIN);
            let (mut seen, what) = (Seen::new(), format!("{} on {}", known.name, ground.name));
            for _ in 0..frames {
                let frame = stepper.frame(&mut body, &ground.shapes);
                seen.count(&frame, above(&known, &body, &ground));
            }
            seen.check(&what);
            let way = body.placement.position - start;
            assert!((way.x - 10.0).abs() <= 0.01, "{what}: {way}");
            let aside = way.y.abs() / way.x;
            assert!(aside <= 1e-6, "{what}: {aside:e} rad aside");
            assert!(
                seen.left <= 0.01 * STEP * frames as f64,
                "{what}: {}",
                seen.left
            );
            let height = above(&known, &body, &ground) / SKIN;
            assert!((0.49..=1.1).contains(&height), "{what}: {height} skins");
        }
    }
}

/// Down a ramp without friction: g·sin·h²·N(N+1)/2 after N frames.
#[test]
fn bodies_slide_down_ramps() {
    let angle = 0.3;
    let down = DQuat::from_rotation_y(angle);
    for known in bodies(triangles()) {
        for ground in ramps(angle) {
            let turn = match known.name {
                "capsule" => down * DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
                _ => down,
            };
            let lowest = known.above(&Placement::new(DVec3::ZERO, turn), &ground.planes[0]);
            let start = down * DVec3::new(-20.0, 0.3, 0.6 * SKIN - lowest);
            let mut body = known.at(Placement::new(start, turn));
            let mut stepper = Stepper::new(GRAVITY, STEP, SKIN);
            let (mut seen, what) = (Seen::new(), format!("{} down {}", known.name, ground.name));
            // Some 36 units.
            let frames = 300;
            for _ in 0..frames {
                let frame = stepper.frame(&mut body, &ground.shapes);
                seen.count(&frame, above(&known, &body, &ground));
            }
            seen.check(&what);
            let way = (down * DVec3::X).dot(body.placement.position - start);
            let number = f64::from(frames);
            let expected = 9.81 * libm::sin(angle) * STEP * STEP * number * (number + 1.0) / 2.0;
            assert!(
                (way / expected - 1.0).abs() <= 1e-3,
                "{what}: {way}, not {expected}"
            );
        }
    }
}

/// Bodies that fall, pushed and spun from seeds, come to rest a skin or less above the floor; a box on a face.
#[test]
fn fallen_bodies_come_to_rest() {
    let mut rng = Seeded::new(seeded::seed(7));
    let frames = frames();
    let grounds = floors(if frames > 1000 { 224 } else { 60 });
    for known in bodies(triangles()) {
        for ground in grounds.iter().chain([&corner()]) {
            let mut body = known.at(Placement::new(
                DVec3::new(1.3, 1.1, 1.5),
                any_turn(&mut rng),
            ));
            body.velocity = DVec3::new(rng.real(-0.2, 0.2), rng.real(-0.2, 0.2), 0.0);
            body.spin = 3.0 * DVec3::from_array(std::array::from_fn(|_| rng.real(-1.0, 1.0)));
            let mut stepper = Stepper::new(GRAVITY, STEP, SKIN);
            let (mut seen, what) = (
                Seen::new(),
                format!("{} falls on {}", known.name, ground.name),
            );
            let mut late = 0.0_f64;
            for number in 0..frames {
                let frame = stepper.frame(&mut body, &ground.shapes);
                seen.count(&frame, above(&known, &body, ground));
                // What a floor without friction never slows goes on for ever, but upright: in air a little is lost.
                body.velocity *= 0.998;
                body.spin *= 0.99;
                if number > frames / 2 {
                    late = late.max(frame.left);
                }
            }
            seen.check(&what);
            assert!(late <= 0.01 * STEP, "{what}: {late} left of a late frame");
            let height = known.above(&body.placement, &ground.planes[0]) / SKIN;
            assert!((0.49..=1.1).contains(&height), "{what}: {height} skins");
            if known.name == "box" {
                let up = body.placement.rotation.inverse() * DVec3::Z;
                let upright = up.abs().max_element();
                assert!(upright > 1.0 - 1e-6, "{what}: not on a face, {up}");
            }
        }
    }
}
