//! A cloth falls onto a table: as much of each step is taken as is free of contacts.
//!
//! `cargo run --release --example cloth_step`

use glam::DVec3;
use osculate::motion::{DeformingMesh, DeformingMeshError};
use osculate::query::deforming::{Scope, free_step};

const SIDE: u32 = 30;

fn main() -> Result<(), DeformingMeshError> {
    let table = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let table = DeformingMesh::new(&table, &table, &[[0, 1, 2]])?;
    let at = |number: u32| f64::from(number) / f64::from(SIDE);
    let rows = (0..SIDE * SIDE).map(|i| (at(i / SIDE), at(i % SIDE)));
    let mut cloth: Vec<DVec3> = rows
        .map(|(x, y)| DVec3::new(x, y, 0.3 + 0.1 * x * y))
        .collect();
    let cells = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE < SIDE - 1);
    let faces = cells.flat_map(|i| [[i, i + SIDE, i + 1], [i + 1, i + SIDE, i + SIDE + 1]]);
    let faces: Vec<[u32; 3]> = faces.collect();
    for frame in 0..5 {
        // What a solver wants: all of it falls by 0.1.
        let wanted: Vec<DVec3> = cloth.iter().map(|&v| v - 0.1 * DVec3::Z).collect();
        let falling = DeformingMesh::new(&cloth, &wanted, &faces)?;
        let step = free_step(&DeformingMesh::join(&[table.clone(), falling])?, Scope::All);
        println!("frame {frame}: {} of the step is free", step.lower);
        // A little less than is free, so that the next step starts apart.
        let share = step.limit.map_or(1.0, |_| 0.9 * step.lower);
        (cloth.iter_mut().zip(&wanted)).for_each(|(v, w)| *v += share * (*w - *v));
    }
    assert!(cloth.iter().all(|v| v.z > 0.0), "nothing is in the table");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
