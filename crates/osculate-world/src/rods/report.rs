//! What happened in a step of cables.

/// What happened in a step of [`Rods`](super::Rods): how much of it was lived, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RodReport {
    /// The parts that the step was taken in.
    pub substeps: u32,
    /// Linear systems that were solved.
    pub rounds: u32,
    /// How often pairs that may come near were searched for: a search serves several parts, if things go on as they did.
    pub searches: u32,
    /// Contacts that pushed in the last part.
    pub contacts: u32,
    /// Hits at a speed that bounces.
    pub hits: u32,
    /// Parts in which not every particle could go where it was led to.
    pub held_substeps: u32,
    /// Particles that could not go their whole way, all parts together.
    pub held: u32,
    /// The seconds that particles did not live, summed over all.
    pub time_lost: f64,
    /// The seconds that particles should have lived, summed over all.
    pub time: f64,
    /// Obstacles that could not go their whole way, all parts together.
    pub obstacles_held: u32,
    /// The seconds that obstacles did not live, summed over all.
    pub obstacle_time_lost: f64,
    /// The most parts in a row that a particle could not go its whole way.
    pub longest_wait: u32,
    /// How deep two things are in each other at the end, as a share of the sum of their radii; 0 if nothing is.
    pub deepest: f64,
}

impl RodReport {
    /// The share of their time that particles were held back for.
    pub fn held_share(&self) -> f64 {
        if self.time > 0.0 {
            self.time_lost / self.time
        } else {
            0.0
        }
    }
}
