//! Numbers that only fall, whoever lowers them and in whatever order.

use alloc::vec::Vec;
use core::sync::atomic::Ordering::Relaxed;

/// Non-negative numbers that are lowered, with feature `parallel` from all cores: a minimum does not depend on the order.
#[derive(Default)]
pub(super) struct Lowered {
    numbers: Vec<Number>,
}

/// The bits of a number, which have its order.
#[cfg(feature = "parallel")]
struct Number(core::sync::atomic::AtomicU64);

/// In two halves: not every machine without threads can change 64 bits at once.
#[cfg(not(feature = "parallel"))]
struct Number([core::sync::atomic::AtomicU32; 2]);

#[cfg(feature = "parallel")]
impl Number {
    fn new(bits: u64) -> Number {
        Number(bits.into())
    }

    fn bits(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn lower(&self, bits: u64) {
        self.0.fetch_min(bits, Relaxed);
    }
}

#[cfg(not(feature = "parallel"))]
impl Number {
    fn new(bits: u64) -> Number {
        Number([((bits >> 32) as u32).into(), (bits as u32).into()])
    }

    fn bits(&self) -> u64 {
        let [high, low] = &self.0;
        u64::from(high.load(Relaxed)) << 32 | u64::from(low.load(Relaxed))
    }

    fn lower(&self, bits: u64) {
        if bits < self.bits() {
            let [high, low] = &self.0;
            high.store((bits >> 32) as u32, Relaxed);
            low.store(bits as u32, Relaxed);
        }
    }
}

impl Lowered {
    /// Begins with these.
    pub(super) fn set(&mut self, values: &[f64]) {
        self.numbers.clear();
        let numbers = values.iter().map(|value| Number::new(value.to_bits()));
        self.numbers.extend(numbers);
    }

    /// Lowers the number at `index` to a `value` that is not negative, unless it is lower.
    pub(super) fn lower(&self, index: u32, value: f64) {
        // The bits of a negative zero would be above all others.
        self.numbers[index as usize].lower((value + 0.0).to_bits());
    }

    /// All of them, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let value = |number: &Number| f64::from_bits(number.bits());
        self.numbers.iter().map(value)
    }
}
