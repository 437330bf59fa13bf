//! The algorithms, and what they take.

use clap::ValueEnum;
use osculate_io::{BodyShape, QueryFile};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The method that measured best, for bodies of any shape
    Auto,
    /// Controlled conservative advancement of meshes
    C2a,
    /// Hierarchical conservative advancement of meshes
    Hca,
    /// Best-first search with second-order bounds on meshes
    BestFirst,
    /// Certified roots of features over a tree of spheres of meshes
    D2m,
    /// The spheres of d2m alone: quick and coarse, see --epsilon
    Capoeira,
    /// Separating axes of convex bodies, attached to their features
    AttachedAxes,
    /// Conservative advancement of convex bodies
    ConservativeAdvancement,
}

impl Method {
    /// What the user calls it.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Fails if a query is about a body that the method does not take.
    pub fn check(self, file: &QueryFile) -> anyhow::Result<()> {
        let (taken, takes): (&str, fn(&BodyShape) -> bool) = match self {
            Method::Auto => return Ok(()),
            Method::C2a | Method::Hca | Method::BestFirst | Method::D2m | Method::Capoeira => {
                ("meshes", |shape| matches!(shape, BodyShape::Mesh(_)))
            }
            Method::AttachedAxes | Method::ConservativeAdvancement => {
                ("hulls", |shape| matches!(shape, BodyShape::Hull(_)))
            }
        };
        for (index, query) in file.queries.iter().enumerate() {
            for (side, motion) in [("a", &query.a), ("b", &query.b)] {
                let body = &file.bodies[motion.body];
                let shape = &file.shapes[body.shape];
                if !takes(shape) {
                    anyhow::bail!(
                        "queries[{index}].{side}: method {} compares {taken}; body {:?} is a {}",
                        self.name(),
                        body.name,
                        shape.name()
                    );
                }
            }
        }
        Ok(())
    }
}
