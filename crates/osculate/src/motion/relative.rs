//! stub
use super::*;
pub(crate) struct Frame;
pub(crate) struct Instant;
pub(crate) struct RelativeMotion;
pub(super) fn travel<M: Motion + ?Sized>(_motion: &M, _direction: DVec3, _centre: DVec3, _radius: f64, _span: Span) -> f64 { f64::INFINITY }
