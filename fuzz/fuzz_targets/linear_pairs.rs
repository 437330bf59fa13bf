//! Bytes as a pair of features on straight lines, against the exact judge.
#![no_main]

#[path = "../../crates/osculate/tests/points/agreement.rs"]
mod agreement;
#[allow(dead_code, reason = "the target takes its own part")]
#[path = "../../crates/osculate/tests/support/pairs.rs"]
mod pairs;

use libfuzzer_sys::fuzz_target;
use osculate_judge::points::bytes;
use std::collections::BTreeMap;

fuzz_target!(|data: &[u8]| {
    agreement::check("bytes", &bytes::query(data), &mut BTreeMap::new());
});
