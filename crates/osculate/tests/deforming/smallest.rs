//! Deforming meshes whose coordinates are a few of the smallest numbers of `f64`, beside large ones, against the exact judge.
//!
//! `OSCULATE_CASES` sets the number of meshes (600), `OSCULATE_SEED` shifts all of them.

use osculate::glam::DVec3;
use osculate::{
    motion::DeformingMesh,
    query::deforming::{Scope, free_step},
};
use osculate_judge::points::{Kind, Query, first_contact};
use osculate_judge::seeded::{self, Seeded};

/// A point of which some axes are counted in the smallest numbers.
fn point(numbers: &mut Seeded, units: &[f64; 3]) -> [f64; 3] {
    units.map(|unit| numbers.whole(-6, 6) as f64 * unit)
}

/// All pairs of features of two triangles, of which the first has the corners 0, 1 and 2.
fn pairs(start: &[[f64; 3]; 6], end: &[[f64; 3]; 6]) -> Vec<Query> {
    let query = |kind: Kind, corners: [usize; 4]| Query {
        kind,
        start: corners.map(|i| start[i]),
        end: corners.map(|i| end[i]),
    };
    let mut pairs = Vec::new();
    for i in 0..3 {
        pairs.push(query(Kind::VertexFace, [i, 3, 4, 5]));
        pairs.push(query(Kind::VertexFace, [3 + i, 0, 1, 2]));
        for j in 0..3 {
            let edges = [i, (i + 1) % 3, 3 + j, 3 + (j + 1) % 3];
            pairs.push(query(Kind::EdgeEdge, edges));
        }
    }
    pairs
}

#[test]
fn no_contact_of_the_smallest_coordinates_is_missed() {
    let count = seeded::cases(600);
    let seed = seeded::seed(0);
    let smallest = f64::from_bits(1);
    let mut touching = 0;
    let mut late = Vec::new();
    for case in 0..count {
        let numbers = &mut Seeded::of_case(seed, case);
        let mut units = [(); 3].map(|()| numbers.one_of(&[smallest, 1.0, 1e150, 1e300]));
        units[numbers.whole(0, 2) as usize] = smallest;
        let start: [[f64; 3]; 6] = std::array::from_fn(|_| point(numbers, &units));
        let end: [[f64; 3]; 6] = std::array::from_fn(|_| point(numbers, &units));
        let [from, to] = [start, end].map(|points| points.map(DVec3::from_array));
        let mesh = DeformingMesh::new(&from, &to, &[[0, 1, 2], [3, 4, 5]]).unwrap();
        let step = free_step(&mesh, Scope::All);
        let times: Vec<_> = pairs(&start, &end)
            .iter()
            .filter_map(first_contact)
            .collect();
        touching += u64::from(!times.is_empty());
        // Free up to and including `lower`, but for what touches at the start.
        if let Some(time) = times
            .iter()
            .find(|time| time.cmp_f64(step.lower).is_le() && step.lower > 0.0)
        {
            late.push(format!(
                "case {case}: {:?}, {time:?}\n{start:?}\n{end:?}",
                step.lower
            ));
        }
        assert_eq!(step.limit.is_some(), !times.is_empty(), "case {case}");
    }
    println!("{count} meshes, {touching} touch, {} late", late.len());
    assert!(touching * 10 > count, "{touching} of {count} touch");
    assert!(
        late.is_empty(),
        "{} of {count} are late, {}",
        late.len(),
        late[0]
    );
}
