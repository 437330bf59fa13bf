//! Spinning bodies shot at thin plates, those of the tests: how many pass, and what a step takes.

use osculate::glam::{DQuat, DVec3};
use osculate::shape::Compound;
use osculate::{Hull, Placement, Shape};
use osculate_benches::stopwatch::on_cpu;
use osculate_judge::hulls::bodies::{Body as Piece, Core};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::shots::{Held, Shot, seen_from};
use osculate_world::{Body, BodyHandle, Material, Settings, World};

const STEP: f64 = 1.0 / 64.0;

/// Where a body is, and how it is turned.
pub type At = (DVec3, DQuat);

/// A world with a body and a plate.
pub trait Range {
    fn new(shot: &Shot) -> Self;
    fn step(&mut self);
    fn poses(&self) -> [At; 2];
}

struct Ours {
    world: World,
    bodies: [BodyHandle; 2],
}

impl Range for Ours {
    fn new(shot: &Shot) -> Ours {
        let settings = Settings::default()
            .with_gravity(DVec3::ZERO)
            .with_sleeping(None);
        let mut world = World::new(settings).expect("settings are valid");
        let [body, plate] = &shot.flights;
        let at = |flight: &Flight| Placement::new(flight.position, flight.rotation.normalize());
        let material = Material::new(shot.friction, shot.restitution);
        let masses = |body: Body, mass: f64, moment: f64| {
            body.with_mass_properties(mass, DVec3::ZERO, DVec3::splat(mass * moment))
        };
        let sheet = Hull::cuboid(shot.plate).expect("plates have sides");
        let bodies = [
            masses(Body::dynamic(shape(shot)), 1.0, 0.05).at(at(body)),
            match shot.held {
                Held::Fast => Body::fixed(sheet),
                Held::Led => Body::kinematic(sheet),
                Held::Free => masses(Body::dynamic(sheet), shot.mass_ratio, 1.5),
            }
            .at(at(plate)),
        ];
        let mut flights = shot.flights.iter();
        let bodies = bodies.map(|body| {
            let flight = flights.next().expect("both fly");
            let body = body
                .with_velocity(flight.linear, flight.angular)
                .with_material(material);
            world.insert(body).expect("bodies of shots are valid")
        });
        Ours { world, bodies }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn poses(&self) -> [At; 2] {
        self.bodies.map(|body| {
            let at = self.world.placement(body).expect("it is there");
            (at.position, at.rotation)
        })
    }
}

fn shape(shot: &Shot) -> Shape {
    let mut hulls = shot.pieces.iter().map(hull);
    if shot.pieces.len() == 1 {
        return hulls.next().expect("a body has a piece").into();
    }
    Compound::new(hulls.collect())
        .expect("pieces are valid")
        .into()
}

fn hull(piece: &Piece) -> Hull {
    let hull = match &piece.core {
        Core::Point => Hull::ball(0.0),
        &Core::Segment { half } => Hull::capsule(half, 0.0),
        &Core::Cuboid { half } => Hull::cuboid(half),
        &Core::Cylinder { radius, half } => Hull::cylinder(radius, half),
        &Core::Cone { radius, half } => Hull::cone(radius, half),
        &Core::Ellipsoid { radii } => Hull::ellipsoid(radii),
        Core::Polytope { corners } => Hull::polytope(corners),
    };
    let hull = hull.and_then(|hull| hull.rounded(piece.margin));
    hull.and_then(|hull| hull.placed(piece.position, piece.rotation))
        .expect("pieces are valid")
}

/// How many of the shots seem to pass, by where bodies are after each step, and how long a step takes, in microseconds. Plates that turn
/// fast seem to be passed in any engine: the tests of `osculate-world` judge ours along its motions, and count none.
fn fly<R: Range>(count: u64) -> (u64, f64) {
    let (mut passes, mut steps, mut time) = (0, 0, 0.0);
    for case in 0..count {
        let shot = Shot::new(20, case, STEP);
        let mut range = R::new(&shot);
        let point = shot.inner_point();
        let seen = |[body, plate]: [At; 2]| seen_from(plate.0, plate.1, body.0 + body.1 * point);
        let mut before = seen(range.poses());
        let mut passed = false;
        for _ in 0..(shot.hit_at / STEP).ceil() as u32 + 6 {
            let ((), took) = on_cpu(|| range.step());
            (time, steps) = (time + took, steps + 1);
            let after = seen(range.poses());
            passed |= shot.passed(before, after);
            before = after;
        }
        passes += u64::from(passed);
    }
    (passes, time / f64::from(steps))
}

/// All shots in all engines.
pub fn measure(count: u64, lines: &mut Vec<String>) {
    let mut told = |name: &str, (passes, time): (u64, f64)| {
        println!("{count} shots {name:12} {passes:6} seem to pass, {time:8.2} µs a step");
        lines.push(format!(
            "shots,{count},{name},{:.5},,,,{passes} seem to pass",
            1e-3 * time
        ));
    };
    told("osculate", fly::<Ours>(count));
    #[cfg(feature = "peers")]
    {
        told("rapier f32", fly::<crate::peers::single::Shooting>(count));
        told("rapier f64", fly::<crate::peers::double::Shooting>(count));
    }
}
