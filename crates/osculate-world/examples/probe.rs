//! probe
use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
use osculate_world::{Body, Settings, World};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let what = std::env::args().nth(1).unwrap_or("stack".into());
    let count: usize = std::env::args().nth(2).map_or(10, |n| n.parse().unwrap());
    let seconds: f64 = std::env::args().nth(3).map_or(10.0, |n| n.parse().unwrap());
    let mut world = World::new(Settings::default().with_sleeping(None))?;
    world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?))?;
    let die = std::sync::Arc::new(osculate::Shape::from(Hull::cuboid(DVec3::splat(0.5))?));
    let mut last = None;
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / 2f64.powi(31)
    };
    let side = (count as f64).cbrt().ceil() as usize;
    if what == "mess" {
        let wide = side as f64 * 2.0;
        for (n, o) in [
            (DVec3::X, 0.0),
            (-DVec3::X, -wide),
            (DVec3::Y, 0.0),
            (-DVec3::Y, -wide),
        ] {
            world.insert(Body::fixed(HalfSpace::new(n, o)?))?;
        }
    }
    for k in 0..count {
        if what == "mess" {
            let at = DVec3::new(
                (k % side) as f64 * 2.0 + 1.0,
                ((k / side) % side) as f64 * 2.0 + 1.0,
                1.0 + (k / side / side) as f64 * 2.0,
            );
            let q = osculate::glam::DQuat::from_xyzw(
                random() - 0.5,
                random() - 0.5,
                random() - 0.5,
                random() - 0.5,
            )
            .normalize();
            last = Some(
                world.insert(
                    Body::sharing(osculate_world::BodyKind::Dynamic, die.clone())
                        .at(Placement::new(at, q)),
                )?,
            );
            continue;
        }
        let at = match what.as_str() {
            "stack" => DVec3::new(0.0, 0.0, 0.501 + 1.002 * k as f64),
            "drop" => {
                let side = (count as f64).cbrt().ceil() as usize;
                DVec3::new(
                    (k % side) as f64 * 1.3 + 0.2 * random(),
                    ((k / side) % side) as f64 * 1.3 + 0.2 * random(),
                    1.0 + (k / side / side) as f64 * 1.5,
                )
            }
            _ => panic!(),
        };
        last = Some(world.insert(
            Body::sharing(osculate_world::BodyKind::Dynamic, die.clone()).at(Placement::at(at)),
        )?);
    }
    let steps = (seconds * 64.0) as usize;
    let start = std::time::Instant::now();
    let cpu = || {
        let s = std::fs::read_to_string("/proc/self/stat").unwrap();
        let f: Vec<&str> = s.split(' ').collect();
        f[13].parse::<f64>().unwrap() * 10.0
    };
    let mut cpu_before = cpu();
    let mut steps_before = 0;
    let (mut worst, mut worst_at) = (0.0f64, 0.0);
    let (mut cuts, mut lost, mut stalls, mut hits) = (0, 0.0, 0, 0);
    let mut longest = 0;
    for step in 0..steps {
        let r = world.step().clone();
        cuts += r.cuts;
        lost += r.time_lost;
        stalls += r.stalls;
        hits += r.hits;
        longest = longest.max(r.longest_stall);
        if step % 64 == 63 {
            let now = cpu();
            let per = (now - cpu_before) / (step + 1 - steps_before) as f64;
            if per > worst {
                worst = per;
                worst_at = world.time();
            }
            cpu_before = now;
            steps_before = step + 1;
            let mut fast: Vec<(f64, usize)> = world
                .handles()
                .map(|h| {
                    (
                        world.velocity(h).unwrap()[0].length()
                            + world.velocity(h).unwrap()[1].length(),
                        h.index(),
                    )
                })
                .collect();
            fast.sort_by(|a, b| b.0.total_cmp(&a.0));
            println!(
                "   second {} ms/step {per:.3} fastest {:.1e} {} median {:.1e} looks {} parts {} proofs {:?} cuts {cuts} lost {lost:.4}",
                world.time(),
                fast[0].0,
                fast[0].1,
                fast[fast.len() / 2].0,
                r.looks,
                r.substeps,
                r.proofs
            );
        }
        if step % (steps / 20).max(1) == 0 {
            let last = last.unwrap();
            println!(
                "{:.2} z {:.9} v {:.2e} w {:.2e} pairs {} contacts {} cuts {cuts} hits {hits} stalls {stalls} longest {longest} lost {lost:.4} proofs {:?} over {}  {:.1} us/step",
                world.time(),
                world.placement(last)?.position.z,
                world.velocity(last)?[0].length(),
                world.velocity(last)?[1].length(),
                r.pairs,
                r.contacts,
                r.proofs,
                r.overlapping,
                start.elapsed().as_micros() as f64 / (step + 1) as f64
            );
        }
    }
    println!("worst second {worst:.3} ms/step at {worst_at}");
    Ok(())
}
