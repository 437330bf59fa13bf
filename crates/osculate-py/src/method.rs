//! The algorithms, and what they take.

use crate::arrays::bad;
use crate::shapes::Body;
use osculate::query::hulls::{attached_axes, conservative_advancement};
use osculate::query::meshes::{best_first, c2a, capoeira, d2m, hca};
use osculate::{Limits, Motion, Moving, Outcome, Shape, Span, Workspace, first_contact_with};
use pyo3::prelude::*;

/// An algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    #[default]
    Auto,
    BestFirst,
    Hca,
    C2a,
    D2m,
    Capoeira,
    AttachedAxes,
    ConservativeAdvancement,
}

const NAMES: [(&str, Method); 8] = [
    ("auto", Method::Auto),
    ("best_first", Method::BestFirst),
    ("hca", Method::Hca),
    ("c2a", Method::C2a),
    ("d2m", Method::D2m),
    ("capoeira", Method::Capoeira),
    ("attached_axes", Method::AttachedAxes),
    ("conservative_advancement", Method::ConservativeAdvancement),
];

impl Method {
    /// The method of a name.
    pub fn named(name: &str) -> PyResult<Method> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, method)| *method).ok_or_else(|| {
            let known = NAMES.map(|(name, _)| name).join(", ");
            bad("method", format!("{name:?} is none of {known}"))
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let name = NAMES.iter().find(|(_, method)| *method == self);
        name.map_or("", |(name, _)| *name)
    }

    /// Fails if the method does not take a body.
    pub fn check(self, bodies: [&Body; 2]) -> PyResult<()> {
        let (taken, takes): (&str, fn(&Shape) -> bool) = match self {
            Method::Auto => return Ok(()),
            Method::AttachedAxes | Method::ConservativeAdvancement => {
                ("two hulls", |shape| matches!(shape, Shape::Hull(_)))
            }
            _ => ("two meshes", |shape| matches!(shape, Shape::Mesh(_))),
        };
        if bodies.iter().all(|body| takes(&body.shape)) {
            return Ok(());
        }
        let name = self.name();
        Err(bad("method", format!("{name} compares {taken}")))
    }

    /// The answer, for bodies that the method takes.
    pub fn answer(
        self,
        [a, b]: [&Body; 2],
        [of_a, of_b]: [&dyn Motion; 2],
        span: Span,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Outcome {
        match (self, &a.shape, &b.shape) {
            (Method::D2m | Method::Capoeira, _, _) => {
                let (run, coarse) = match self {
                    Method::D2m => (d2m as fn(_, _, _, &_, &mut _) -> _, false),
                    _ => (capoeira as fn(_, _, _, &_, &mut _) -> _, true),
                };
                let (x, y) = (a.spheres(coarse), b.spheres(coarse));
                run(
                    Moving::new(x, of_a),
                    Moving::new(y, of_b),
                    span,
                    limits,
                    workspace,
                )
            }
            (Method::C2a | Method::Hca | Method::BestFirst, Shape::Mesh(x), Shape::Mesh(y)) => {
                let run = match self {
                    Method::C2a => c2a,
                    Method::Hca => hca,
                    _ => best_first,
                };
                let (a, b) = (Moving::new(&**x, of_a), Moving::new(&**y, of_b));
                run(a, b, span, limits, workspace)
            }
            (
                Method::AttachedAxes | Method::ConservativeAdvancement,
                Shape::Hull(x),
                Shape::Hull(y),
            ) => {
                let run = match self {
                    Method::AttachedAxes => attached_axes,
                    _ => conservative_advancement,
                };
                run(
                    Moving::new(x, of_a),
                    Moving::new(y, of_b),
                    span,
                    limits,
                    workspace,
                )
            }
            (_, x, y) => {
                let (a, b) = (Moving::new(x, of_a), Moving::new(y, of_b));
                first_contact_with(a, b, span, limits, workspace)
            }
        }
    }
}
