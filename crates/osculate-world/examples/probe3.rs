//! probe
use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
use osculate_world::{Body, Settings, World};
fn main() {
    let ratio: f64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
    world
        .insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0).unwrap()))
        .unwrap();
    let shape = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let apart = 0.7 * 0.0046 * 0.75_f64.sqrt();
    let mut hs = vec![];
    let mut height = -0.5;
    for m in [1.0, ratio] {
        height += 1.0 + apart;
        hs.push(
            world
                .insert(
                    Body::dynamic(shape.clone())
                        .with_mass(m)
                        .at(Placement::at(height * DVec3::Z)),
                )
                .unwrap(),
        );
    }
    let g0 = 0.0046 * 0.75_f64.sqrt();
    for step in 0..640 {
        let r = world.step().clone();
        if step < 40 || step % 20 == 0 {
            let z: Vec<f64> = hs
                .iter()
                .map(|h| world.placement(*h).unwrap().position.z)
                .collect();
            println!(
                "{step} parts {} gaps {:.4} {:.4} v {:.3e} {:.3e} w {:.2e} {:.2e} cuts {} E {:.12e}",
                r.substeps,
                (z[0] - 0.5) / g0,
                (z[1] - z[0] - 1.0) / g0,
                world.velocity(hs[0]).unwrap()[0].z,
                world.velocity(hs[1]).unwrap()[0].z,
                world.velocity(hs[0]).unwrap()[1].length(),
                world.velocity(hs[1]).unwrap()[1].length(),
                r.cuts,
                world.energy()
            );
        }
    }
}
