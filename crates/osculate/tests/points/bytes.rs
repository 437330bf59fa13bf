//! What `fuzz/` asks of pairs on straight lines, with seeded bytes.
//!
//! `OSCULATE_CASES` sets the number of queries (400), `OSCULATE_SEED` shifts them.

use crate::agreement;
use crate::pairs::pair;
use osculate_judge::points::bytes;
use osculate_judge::seeded::{self, Seeded};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn bytes_agree_with_the_judge() {
    let mut stages = BTreeMap::new();
    let mut touching = 0;
    for case in 0..seeded::cases(400) {
        let mut numbers = Seeded::of_case(seeded::seed(0), case);
        // Mostly small whole numbers: any bytes at all are mostly apart on some axis.
        let mut data = vec![numbers.bits() as u8];
        for _ in 0..numbers.whole(0, 100) {
            let byte = numbers.bits() as u8;
            data.push(if numbers.once_in(2) {
                byte & 0xf0
            } else {
                byte
            });
        }
        let query = bytes::query(&data);
        agreement::check("bytes", &query, &mut stages);
        touching += u32::from(pair(&query).decide());
    }
    println!("{stages:?}, {touching} touch");
    assert!(stages.len() == 4 && touching > 40, "{stages:?} {touching}");
}

/// Any bytes are a query, and different ones are different queries.
#[test]
fn all_bytes_are_queries() {
    assert!(pair(&bytes::query(&[])).decide());
    let all: BTreeSet<String> = (0..=255)
        .map(|byte| format!("{:?}", bytes::query(&[0, byte, 1, 2, 3, 4, 5, 6, 7, 8, 9])))
        .collect();
    assert!(all.len() > 20);
}
