//! Bytes as a query, for a fuzzer: whatever they are they ask something, and small ones ask something with ties.

use super::queries::nudged;
use super::{Kind, Query};

/// The query that these bytes ask; behind their end all are zero.
///
/// The first is the kind. Then each coordinate has a byte that says how it comes about: a small whole number, eight bytes as
/// they are, or one of the coordinates before it, the same, negative, halved, doubled or its neighbour.
pub fn query(data: &[u8]) -> Query {
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next().unwrap_or(0);
    let kind = Kind::ALL[usize::from(next() % 4)];
    let mut query = Query {
        kind,
        start: [[0.0; 3]; 4],
        end: [[0.0; 3]; 4],
    };
    let mut seen = Vec::with_capacity(24);
    for i in 0..kind.points() {
        for axis in 0..3 {
            for end in [&mut query.start, &mut query.end] {
                let c = coordinate(&seen, &mut next);
                end[i][axis] = c;
                seen.push(c);
            }
        }
    }
    query
}

fn coordinate(seen: &[f64], next: &mut impl FnMut() -> u8) -> f64 {
    let how = next();
    // The four low bits choose; the others go back that far, or are the number.
    let high = i32::from(how >> 4);
    let before = || seen.iter().rev().nth(high as usize).copied().unwrap_or(1.0);
    let found = match how % 16 {
        0..7 => f64::from(high - 7),
        7 => f64::from_bits(u64::from_le_bytes([(); 8].map(|()| next()))),
        // Sixteen bits of a whole number and a power of two.
        8 => {
            let whole = f64::from(i16::from_le_bytes([next(), next()]));
            let power = f64::from_bits(u64::from(next()) << 55);
            whole * power
        }
        9 | 10 => before(),
        11 => -before(),
        12 => nudged(before(), 1),
        13 => nudged(before(), -1),
        14 => before() * 0.5,
        _ => before() * 2.0,
    };
    if found.is_finite() { found } else { 0.0 }
}
