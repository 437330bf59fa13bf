//! A cable falls onto a rod: each point goes as far as it is proven to keep a distance, and free points do not wait.
//!
//! `cargo run --release --example cable_step`

use glam::DVec3;
use osculate::{
    Limits,
    motion::DeformingMesh,
    query::deforming::{Compared, DeformingWorkspace, free_fractions},
};

const KNOTS: u32 = 21;
const DISTANCE: f64 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut knots = vec![DVec3::new(0.0, -1.0, 0.0), DVec3::new(0.0, 1.0, 0.0)];
    knots.extend((0..KNOTS).map(|i| DVec3::new(0.1 * f64::from(i) - 1.0, 0.0, 0.3)));
    let mut edges = vec![[0, 1]];
    edges.extend((2..KNOTS + 1).map(|i| [i, i + 1]));
    let mut scene = DeformingMesh::new(&knots, &knots, &[])?.with_edges(&edges)?;
    let limits = Limits::default().with_clearance(DISTANCE)?;
    let mut workspace = DeformingWorkspace::new();
    for frame in 0..6 {
        // What a solver wants: all knots fall, the rod stays.
        for (knot, path) in knots.iter_mut().zip(scene.paths()) {
            *knot = path.start();
        }
        (knots[2..].iter_mut()).for_each(|knot| knot.z -= 0.1);
        scene.set_ends(&knots)?;
        let found = free_fractions(&scene, &Compared::default(), &limits, &mut workspace);
        let held = found.fractions.iter().filter(|&&f| f < 1.0).count();
        println!("frame {frame}: {held} of {} held back", knots.len());
        scene.advance(found.fractions)?;
    }
    let (middle, end) = (scene.paths()[12].start(), scene.paths()[22].start());
    assert!(middle.z > DISTANCE - 1e-9, "the middle rests on the rod");
    assert!(end.z < 0.0, "the ends hang down beside it");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
