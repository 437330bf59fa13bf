//! How cables hit, rest and slide.

use super::put;
use osculate::HalfSpace;
use osculate::glam::DVec3;
use osculate_judge::seeded::Seeded;
use osculate_world::rods::{Cable, Obstacle, RodMaterial, RodSettings, Rods};

fn rods(settings: RodSettings) -> Rods {
    Rods::new(settings).expect("settings are valid")
}

/// Equations 28 and 29 of Jansen, with a unit normal and 1 + ε: two cables of one edge each, across each other.
#[test]
fn hits_exchange_momentum() {
    let mut worst = 0.0_f64;
    for case in 0..20 {
        let mut seeded = Seeded::of_case(28, case);
        let [f1, f2] = [0; 2].map(|_| seeded.real(0.2, 0.8));
        let [density_a, density_b] = [0; 2].map(|_| seeded.magnitude(-1.0, 1.0));
        let restitution = seeded.real(0.0, 1.0);
        let speed = seeded.real(1.0, 9.0);
        let radius = 0.01;
        let settings = RodSettings::default().with_gravity(DVec3::ZERO);
        let mut rods = rods(settings.with_step(4e-6, 1));
        let with = |density: f64| {
            RodMaterial::wire(radius)
                .with_stiffness(1e3, 0.0, 0.0)
                .with_density(density)
                .with_drag(0.0)
                .with_surface(0.3, restitution)
        };
        // The upper one is along y, and falls.
        let height = 2.0 * radius + 1e-5;
        let lower = vec![-f1 * DVec3::X, (1.0 - f1) * DVec3::X];
        let upper = [-f2, 1.0 - f2].map(|y| DVec3::new(0.0, y, height)).to_vec();
        put(&mut rods, Cable::new("lower", lower, with(density_a)));
        let falling = Cable::new("upper", upper, with(density_b));
        put(&mut rods, falling.with_velocity(-speed * DVec3::Z));
        for _ in 0..8 {
            rods.step();
        }
        // Masses of half a unit of length each.
        let [m_a, m_b] = [density_a, density_b].map(|density| 0.5 * density);
        let sum = |f: f64, m: f64| ((1.0 - f) * (1.0 - f) + f * f) / m;
        let j = (1.0 + restitution) * speed / (sum(f1, m_a) + sum(f2, m_b));
        let expected = [
            -j * (1.0 - f1) / m_a,
            -j * f1 / m_a,
            -speed + j * (1.0 - f2) / m_b,
            -speed + j * f2 / m_b,
        ];
        let found = [0, 1].map(|cable| rods.velocities(cable).expect("it is there"));
        for (found, expected) in found.concat().iter().zip(expected) {
            worst = worst.max((*found - expected * DVec3::Z).length() / speed);
        }
    }
    println!("20 hits: velocities off by {worst:.1e} of the speed");
    assert!(worst < 1e-9);
}

/// A rope on a slope: where it is after a while, and how fast.
fn slide(friction: f64, slope: f64) -> (f64, f64) {
    let (sine, cosine) = libm::sincos(slope);
    let mut rods = rods(RodSettings::default());
    let normal = DVec3::new(sine, 0.0, cosine);
    let floor = Obstacle::half_space(HalfSpace::new(normal, 0.0).expect("a normal"));
    rods.add_obstacle(floor.with_surface(friction, 0.0))
        .expect("nothing is there");
    let down = DVec3::new(cosine, 0.0, -sine);
    let at = |i: u32| 0.05 * f64::from(i) * down + 0.01 * normal;
    let rope = RodMaterial::rope(0.01)
        .with_surface(friction, 0.0)
        .with_drag(0.0);
    put(
        &mut rods,
        Cable::new("rope", (0..=20).map(at).collect(), rope),
    );
    for _ in 0..30 {
        rods.step();
    }
    let along = rods.positions(0).expect("it is there")[10].dot(down) - 0.5;
    (
        along,
        rods.velocities(0).expect("it is there")[10].dot(down),
    )
}

#[test]
fn ropes_stick_and_slide_on_slopes() {
    let slope: f64 = 0.4;
    let steep = libm::tan(slope);
    let (along, _) = slide(1.05 * steep, slope);
    println!("friction 1.05 of what holds: slid by {along:.2e} in 0.5 s");
    assert!(along.abs() < 1e-3);
    let friction = 0.5 * steep;
    let (along, speed) = slide(friction, slope);
    let (sine, cosine) = libm::sincos(slope);
    let expected = 9.81 * (sine - friction * cosine);
    let errors = [
        along / (0.125 * expected) - 1.0,
        speed / (0.5 * expected) - 1.0,
    ];
    println!("friction 0.5 of what holds: way and speed off by {errors:.4?}");
    assert!(errors.iter().all(|error| error.abs() < 0.02));
}

/// Rings in each other hang, and stay in each other; the same bits twice.
#[test]
fn chains_of_rings_hang() {
    let run = || {
        let mut rods = rods(RodSettings::default());
        for k in 0..4 {
            let centre = -0.15 * f64::from(k) * DVec3::Z;
            let at = |i: u32| {
                let (sine, cosine) = libm::sincos(std::f64::consts::TAU * f64::from(i) / 24.0);
                let across = if k % 2 == 0 { DVec3::X } else { DVec3::Y };
                centre + 0.1 * (cosine * across + sine * DVec3::Z)
            };
            let points = (0..24).map(at).collect();
            let ring = Cable::new(format!("ring {k}"), points, RodMaterial::wire(3e-3)).closed();
            put(
                &mut rods,
                ring.with_natural(osculate_world::rods::Natural::AsPlaced),
            );
        }
        rods.hold(0, 6, true).expect("it is there");
        let (mut lost, mut deepest) = (0.0, 0.0_f64);
        for _ in 0..40 {
            let report = rods.step();
            lost += report.time_lost / report.time / 40.0;
            deepest = deepest.max(report.deepest);
        }
        (rods, lost, deepest)
    };
    let (rods, lost, deepest) = run();
    let rings: Vec<Vec<DVec3>> = (0..4).map(|k| rods.positions(k).expect("there")).collect();
    for pair in rings.windows(2) {
        let link = super::tangles::linking(&pair[0], &pair[1]);
        assert_eq!(link.abs(), 1);
    }
    println!(
        "chain: {:.4} % of the time lost, deepest {:.2} %",
        100.0 * lost,
        100.0 * deepest
    );
    assert!(lost < 0.01 && deepest < 0.25);
    let (again, ..) = run();
    assert!(
        (0..4).all(|k| again.positions(k) == rods.positions(k)),
        "other bits"
    );
}
