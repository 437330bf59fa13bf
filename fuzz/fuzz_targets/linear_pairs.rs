//! Bytes as a pair of features on straight lines, against the exact judge.
#![no_main]

#[path = "../../crates/osculate/tests/linear_reference/agreement.rs"]
mod agreement;
#[path = "../../crates/osculate-judge/src/points/bytes.rs"]
mod bytes;
#[path = "../../crates/osculate/tests/linear_reference/linear_reference.rs"]
mod linear_reference;

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fuzz_target!(|data: &[u8]| {
    agreement::check("bytes", &bytes::query(data), &mut BTreeMap::new());
});
