//! What holds for all cables.

use super::error::RodError;
use glam::DVec3;

/// What holds for all cables of [`Rods`](super::Rods).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RodSettings {
    /// The acceleration that all particles have.
    pub gravity: DVec3,
    /// How many seconds a step takes.
    pub step: f64,
    /// How many parts a step is taken in, if nothing is fast: nothing goes further in a part than an edge is long, or than it is from others.
    pub substeps: u32,
    /// How many parts of a step may end where hits begin.
    pub most_substeps: u32,
    /// Whether cables touch anything.
    pub contacts: Contacts,
    /// How a part is integrated.
    pub scheme: Scheme,
    /// How often the equations of a part are solved at most. Without contact the first time is enough for most.
    pub rounds: u32,
    /// Hits that are slower than this do not bounce.
    pub bounce_speed: f64,
    /// Speeds below this count as sticking.
    pub sticking_speed: f64,
}

/// How a part of a step is integrated. Both are implicit, and stable at any step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scheme {
    /// The first order: it takes much energy from fast oscillations, and is what rests soonest.
    Euler,
    /// Backward differences of the second order: oscillations keep their energy for many periods. Particles that hit something go on by
    /// Euler's scheme for one part, since what they did before is no guide.
    #[default]
    Bdf2,
}

/// Whether cables touch anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Contacts {
    /// They push each other, and nothing passes through anything.
    #[default]
    Exact,
    /// They pass through everything: for rods that never meet anything, and to see what contacts cost.
    Ignored,
}

impl Default for RodSettings {
    /// Earth's gravity down z, 60 steps a second in 4 parts.
    fn default() -> RodSettings {
        RodSettings {
            gravity: DVec3::new(0.0, 0.0, -9.81),
            step: 1.0 / 60.0,
            substeps: 4,
            most_substeps: 64,
            contacts: Contacts::Exact,
            scheme: Scheme::Bdf2,
            rounds: 8,
            bounce_speed: 0.5,
            sticking_speed: 1e-3,
        }
    }
}

impl RodSettings {
    /// With this gravity.
    pub fn with_gravity(self, gravity: DVec3) -> RodSettings {
        RodSettings { gravity, ..self }
    }

    /// With steps of so many seconds, in so many parts.
    pub fn with_step(self, step: f64, substeps: u32) -> RodSettings {
        RodSettings {
            step,
            substeps,
            ..self
        }
    }

    /// With this scheme.
    pub fn with_scheme(self, scheme: Scheme) -> RodSettings {
        RodSettings { scheme, ..self }
    }

    /// With contacts, or without.
    pub fn with_contacts(self, contacts: Contacts) -> RodSettings {
        RodSettings { contacts, ..self }
    }

    /// With at most so many rounds a part.
    pub fn with_rounds(self, rounds: u32) -> RodSettings {
        RodSettings { rounds, ..self }
    }

    pub(super) fn check(&self) -> Result<(), RodError> {
        let wrong = |what, range, value| Err(RodError::Setting { what, range, value });
        if !(self.gravity.length() <= 1e12) {
            let range = "finite and at most 1e12 in length";
            return wrong("gravity", range, self.gravity.length());
        }
        if !(1e-9..=1e6).contains(&self.step) {
            return wrong("step", "a time between 1e-9 and 1e6 seconds", self.step);
        }
        if !(1..=4096).contains(&self.substeps) {
            let range = "between 1 and 4096";
            return wrong("substeps", range, f64::from(self.substeps));
        }
        if !(1..=65536).contains(&self.most_substeps) {
            let range = "between 1 and 65536";
            return wrong("most substeps", range, f64::from(self.most_substeps));
        }
        if !(1..=1024).contains(&self.rounds) {
            return wrong("rounds", "between 1 and 1024", f64::from(self.rounds));
        }
        for (what, value) in [
            ("bounce speed", self.bounce_speed),
            ("sticking speed", self.sticking_speed),
        ] {
            if !(1e-12..=1e12).contains(&value) {
                return wrong(what, "a speed between 1e-12 and 1e12", value);
            }
        }
        Ok(())
    }
}
