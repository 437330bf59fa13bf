//! stub
#![allow(missing_docs)]
#[derive(Clone, Debug)]
pub struct SweptSphere;
