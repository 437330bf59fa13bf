//! Worlds with cables that are handled roughly: bodies of all kinds among cables that are held, driven, pulled, pushed, loaded and fastened while they
//! run, and saved, loaded and copied in between.
//!
//! Of every part of every step nothing touches on its way, by exact queries on a mesh that is made for it; each part begins where the one before
//! ended, bodies are where the world has them, and so are the vertices that cables meet. `OSCULATE_CASES` sets the number of cases (2),
//! `OSCULATE_SEED` shifts them.

use osculate::glam::{DQuat, DVec3};
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate::{Compound, HalfSpace, Hull, Placement, Shape};
use osculate_judge::seeded::{self, Seeded};
use osculate_world::rods::{Cable, End, RodMaterial};
use osculate_world::{Body, BodyHandle, BodyKind, CabledWorld, LockedAxes, Material};
use osculate_world::{Settings, Sleeping, World};

/// How deep the floor is.
const FLOOR: f64 = 1.2;

/// How far vertices may be from where a placement has them, in shares of how far they are from the origin.
const ROUNDED: f64 = 1e-12;

fn shape(random: &mut Seeded) -> Shape {
    let size = random.magnitude(-1.3, -0.4);
    let hull = |hull: Result<Hull, _>| Shape::from(hull.unwrap());
    let thin = random.magnitude(-2.0, 0.0);
    match random.below(7) {
        0 => hull(Hull::ball(size)),
        1 => hull(Hull::cuboid(size * DVec3::new(1.0, 0.6, thin))),
        2 => hull(Hull::capsule(size, 0.5 * thin * size)),
        3 => hull(Hull::cylinder(size * thin, size)),
        4 => hull(Hull::cone(size, 0.5 * size)),
        5 => hull(Hull::ellipsoid(size * DVec3::new(1.0, 0.5, thin.max(0.1)))),
        // A cross: edges of two parts go through each other.
        _ => {
            let bar = |half: DVec3| Hull::cuboid(size * half).unwrap();
            let parts = vec![
                bar(DVec3::new(1.0, 0.1, 0.1)),
                bar(DVec3::new(0.1, 0.8, 0.1)),
            ];
            Compound::new(parts).unwrap().into()
        }
    }
}

fn velocities(random: &mut Seeded) -> [DVec3; 2] {
    let speed = random.one_of(&[0.0, 0.1, 1.0, 10.0, 80.0]);
    let rate = random.one_of(&[0.0, 0.1, 5.0, 60.0]);
    [speed * random.vector(1.0), rate * random.vector(1.0)]
}

fn insert(world: &mut World, random: &mut Seeded) {
    let shape = shape(random);
    let at = Placement::new(random.vector(0.8), random.rotation());
    if !world.overlaps(&shape, at, |_| true).unwrap().is_empty() && random.chance(0.8) {
        return;
    }
    let kind = match random.below(8) {
        0 => BodyKind::Static,
        1 | 2 => BodyKind::Kinematic,
        _ => BodyKind::Dynamic,
    };
    let mut body = Body::sharing(kind, shape.into()).at(at);
    if kind != BodyKind::Static {
        let [linear, angular] = velocities(random);
        body = body.with_velocity(linear, angular);
    }
    if kind == BodyKind::Dynamic {
        body = match random.below(3) {
            0 => body.with_mass_properties(
                random.magnitude(-3.0, 1.0),
                random.vector(0.2),
                DVec3::splat(random.magnitude(-3.0, -1.0)),
            ),
            1 => body.with_mass(random.magnitude(-3.0, 1.0)),
            _ => body,
        };
    }
    if random.chance(0.15) {
        body = body.with_locked_axes(LockedAxes {
            linear: [random.chance(0.5), false, random.chance(0.3)],
            angular: [random.chance(0.5), random.chance(0.3), false],
        });
    }
    if random.chance(0.1) {
        body = body.as_sensor();
    }
    let bounces = random.one_of(&[0.0, 0.0, 0.5, 1.0]);
    body = body.with_material(Material::new(random.real(0.0, 1.0), bounces));
    world.insert(body).unwrap();
}

fn cable(random: &mut Seeded) -> Cable {
    let radius = random.magnitude(-3.0, -1.8);
    let material = random.one_of(&[
        RodMaterial::rope(radius),
        RodMaterial::rubber(radius),
        RodMaterial::thread(radius),
        RodMaterial::wire(radius),
    ]);
    let (centre, turn) = (random.vector(0.5), random.rotation());
    let size = random.real(0.2, 0.8);
    let count = 4 + random.below(14);
    let is_loop = random.chance(0.3);
    let wave = random.real(0.0, 0.2);
    let at = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / count as f64;
        let (sine, cosine) = libm::sincos(angle);
        let local = match is_loop {
            true => DVec3::new(size * cosine, size * sine, wave * libm::sin(2.0 * angle)),
            false => DVec3::new(size * (angle - 3.0) / 2.0, wave * sine, 0.0),
        };
        centre + turn * local
    };
    let cable = Cable::new("cable", (0..count).map(at).collect(), material);
    let cable = cable.with_velocity(random.magnitude(-1.0, 1.3) * random.direction());
    if is_loop {
        return cable.closed();
    }
    let kinds = [End::Free, End::Pinned, End::Clamped];
    cable.with_ends([random.one_of(&kinds), random.one_of(&kinds)])
}

/// Something is done to a point of a cable, or to all of the world.
fn handle(cabled: &mut CabledWorld, random: &mut Seeded) {
    let cable = random.below(cabled.rods().len());
    let points = cabled.rods().positions(cable).unwrap().len();
    let point = random.below(points);
    let velocity = random.magnitude(-1.0, 2.0) * random.direction();
    let mut controls = cabled.controls();
    match random.below(9) {
        0 => controls.hold(cable, point, random.chance(0.6)).unwrap(),
        1 => {
            controls.hold(cable, point, true).unwrap();
            controls.drive(cable, point, velocity).unwrap();
        }
        2 => controls
            .pull(cable, point, velocity, random.magnitude(-2.0, 3.0))
            .unwrap(),
        3 => controls
            .push(
                cable,
                point,
                random.magnitude(-3.0, 1.0) * random.direction(),
            )
            .unwrap(),
        4 => controls
            .load(cable, point, random.magnitude(-4.0, 0.0))
            .unwrap(),
        5 => controls.set_velocity(cable, point, velocity).unwrap(),
        6 => {
            // What is too far away, or held already, may be refused.
            let bodies: Vec<BodyHandle> = cabled.world().handles().collect();
            let _ = cabled.fasten(cable, point, random.one_of(&bodies));
        }
        7 => {
            *cabled = match random.chance(0.5) {
                true => CabledWorld::load(&cabled.save()).expect("what was saved can be loaded"),
                false => cabled.clone(),
            };
            cabled.keep_parts(true);
        }
        _ => {
            // Another cable, wherever there is room for it.
            let _ = cabled.add(self::cable(random));
        }
    }
}

fn set_up(random: &mut Seeded) -> Option<CabledWorld> {
    let mut sleeping = Sleeping::default();
    (sleeping.slower_than, sleeping.after) = (random.magnitude(-1.7, 0.3), 0.05);
    let settings = Settings::default()
        .with_sleeping(random.chance(0.6).then_some(sleeping))
        .with_step(random.one_of(&[1.0 / 240.0, 1.0 / 64.0, 1.0 / 24.0]))
        .with_gravity(random.one_of(&[0.0, 9.81, 40.0]) * random.direction());
    let mut world = World::new(settings).unwrap();
    let floor = HalfSpace::new(DVec3::Z, -FLOOR).unwrap();
    world.insert(Body::fixed(floor)).unwrap();
    for _ in 0..random.whole(1, 6) {
        insert(&mut world, random);
    }
    let parts = random.chance(0.7).then(|| random.whole(1, 4) as u32);
    let mut cabled = CabledWorld::in_parts(world, parts).unwrap();
    for _ in 0..12 {
        if cabled.rods().len() < 3 {
            let _ = cabled.add(cable(random));
        }
    }
    (!cabled.rods().is_empty()).then_some(cabled)
}

/// The vertices of all meshes as the world's bodies have them: from where they were first.
struct Meshes {
    bodies: Vec<(BodyHandle, Vec<DVec3>)>,
}

impl Meshes {
    fn new(cabled: &CabledWorld) -> Meshes {
        let (world, rods) = (cabled.world(), cabled.rods());
        let places: Vec<DVec3> = rods.places().collect();
        let is_met = |body: &BodyHandle| {
            !matches!(world.shape(*body), Ok(Shape::HalfSpace(_)))
                && world.is_sensor(*body) == Ok(false)
        };
        let bodies = world.handles().filter(is_met).enumerate();
        let own = |(obstacle, body): (usize, BodyHandle)| {
            let at = world.placement(body).unwrap();
            let back: DQuat = at.rotation.conjugate();
            let vertices = &places[rods.particles()..][rods.obstacle_vertices(obstacle).unwrap()];
            let own = vertices.iter().map(|&v| back * (v - at.position)).collect();
            (body, own)
        };
        Meshes {
            bodies: bodies.map(own).collect(),
        }
    }

    /// How far a vertex is from where its body has it, at most.
    fn off(&self, cabled: &CabledWorld) -> f64 {
        let (world, rods) = (cabled.world(), cabled.rods());
        let places: Vec<DVec3> = rods.places().collect();
        let mut most = 0.0_f64;
        for (obstacle, (body, own)) in self.bodies.iter().enumerate() {
            let at = world.placement(*body).unwrap();
            assert_eq!(rods.placement(obstacle), Ok(at));
            let vertices = &places[rods.particles()..][rods.obstacle_vertices(obstacle).unwrap()];
            for (vertex, own) in vertices.iter().zip(own) {
                let wanted = at.rotation * *own + at.position;
                let far = 1.0 + wanted.length();
                most = most.max((*vertex - wanted).length() / far);
            }
        }
        most
    }
}

/// How many features touch on the way of a part.
fn touching(cabled: &CabledWorld, before: &[DVec3], after: &[DVec3]) -> usize {
    let rods = cabled.rods();
    let edges: Vec<[u32; 2]> = rods.edge_particles().collect();
    let (count, triangles) = (rods.particles(), rods.obstacle_triangles());
    let cables = DeformingMesh::new(&before[..count], &after[..count], &[]).expect("finite");
    let cables = cables.with_edges(&edges).expect("edges");
    let solid = DeformingMesh::new(&before[count..], &after[count..], &triangles);
    let both = DeformingMesh::join(&[cables, solid.expect("finite")]).expect("few");
    deforming_contacts(&both, Scope::AllButWithin(1)).count()
}

/// What happened.
#[derive(Debug, Default)]
struct Tally {
    parts: u64,
    pushed: u64,
    led: u64,
    retries: u64,
    stood: u64,
}

fn run(case: u64, tally: &mut Tally) {
    let mut random = Seeded::of_case(seeded::seed(0xCAB1), case);
    let Some(mut cabled) = set_up(&mut random) else {
        return;
    };
    cabled.keep_parts(true);
    let meshes = Meshes::new(&cabled);
    for step in 0..25 {
        if random.chance(0.5) {
            for _ in 0..random.whole(1, 3) {
                handle(&mut cabled, &mut random);
            }
        }
        let told = format!("case {case}, step {step}");
        let mut before: Vec<DVec3> = cabled.rods().places().collect();
        let report = *cabled.step();
        for part in cabled.parts() {
            assert_eq!(touching(&cabled, &before, &part.ends), 0, "{told}");
            before.clone_from(&part.ends);
        }
        let now: Vec<DVec3> = cabled.rods().places().collect();
        assert_eq!(before, now, "{told}: parts lead elsewhere");
        let low = now[..cabled.rods().particles()].iter();
        assert!(low.clone().all(|at| at.z > -FLOOR), "{told}: the floor");
        let off = meshes.off(&cabled);
        assert!(off < ROUNDED, "{told}: vertices are off by {off:e}");
        tally.parts += cabled.parts().len() as u64;
        tally.pushed += u64::from(report.pushed);
        tally.led += u64::from(report.led);
        tally.retries += u64::from(report.retries);
        tally.stood += u64::from(report.lived < 1.0);
    }
}

#[test]
fn rough_handling_leads_nothing_through_cables() {
    let mut tally = Tally::default();
    for case in 0..seeded::cases(2) {
        run(case, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.parts > 0);
}
