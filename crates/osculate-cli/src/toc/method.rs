//! The algorithms, and what they take.

use clap::ValueEnum;
use osculate_io::{BodyShape, QueryFile};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Whatever measures best
    Auto,
    /// Controlled conservative advancement
    C2a,
    /// Hierarchical conservative advancement
    Hca,
    /// Best-first search with second-order bounds
    BestFirst,
    /// Certified roots of features over a tree of spheres
    D2m,
    /// The spheres of d2m alone: quick and coarse, see --epsilon
    Capoeira,
}

impl Method {
    /// What the user calls it.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Fails if a query is about a body that the method does not take.
    pub fn check(self, file: &QueryFile) -> anyhow::Result<()> {
        for (index, query) in file.queries.iter().enumerate() {
            for (side, motion) in [("a", &query.a), ("b", &query.b)] {
                let body = &file.bodies[motion.body];
                let shape = &file.shapes[body.shape];
                if !matches!(shape, BodyShape::Mesh(_)) {
                    anyhow::bail!(
                        "queries[{index}].{side}: method {} compares meshes; body {:?} is a {}",
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
