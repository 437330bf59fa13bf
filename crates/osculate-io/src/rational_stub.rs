#![allow(missing_docs)]
use num_bigint::BigInt;
use osculate::{LinearOutcome, PairKind};
#[derive(Clone, Debug, PartialEq)]
pub struct RationalPair(PairKind);
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    pub numerator: BigInt,
    pub denominator: BigInt,
}
impl Ratio {
    pub fn new(numerator: BigInt, denominator: BigInt) -> Result<Ratio, String> {
        if denominator == BigInt::from(0) {
            return Err("zero".into());
        }
        Ok(Ratio {
            numerator,
            denominator,
        })
    }
}
impl RationalPair {
    pub fn new(kind: PairKind, _: &[[Ratio; 3]], _: &[[Ratio; 3]]) -> Result<RationalPair, String> {
        Ok(RationalPair(kind))
    }
    pub fn decide(&self) -> bool {
        unimplemented!()
    }
    pub fn first_contact(&self) -> LinearOutcome {
        unimplemented!()
    }
}
