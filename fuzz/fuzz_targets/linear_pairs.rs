//! Bytes as a pair of features on straight lines, against the exact judge.
#![no_main]

#[path = "../../crates/osculate/tests/points/agreement.rs"]
mod agreement;

use libfuzzer_sys::fuzz_target;
use osculate_judge::points::bytes;
use std::collections::BTreeMap;

fuzz_target!(|data: &[u8]| {
    agreement::check("bytes", &bytes::query(data), &mut BTreeMap::new());
});
