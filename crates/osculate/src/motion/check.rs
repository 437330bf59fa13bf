//! stub
#![allow(missing_docs)]
use super::*;
#[derive(Debug)]
pub struct BrokenPromise;
pub fn check_motion<M: Motion + ?Sized>(_motion: &M, _span: Span, _samples: u32) -> Result<(), BrokenPromise> { Ok(()) }
