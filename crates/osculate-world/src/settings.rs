//! Settings of a whole world.

use crate::error::WorldError;
use glam::DVec3;

/// Settings of a whole world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// The acceleration that all dynamic bodies have, times their own scale.
    pub gravity: DVec3,
    /// How many seconds a step takes.
    pub step: f64,
    /// The least number of parts that the solver divides a step into: more for heavy loads on light bodies.
    pub substeps: u32,
    /// The most parts.
    pub most_substeps: u32,
    /// Hits that are slower than this do not bounce.
    pub bounce_speed: f64,
    /// Whether bodies that have come to rest are left out until something happens to them.
    pub sleeping: Option<Sleeping>,
    /// How often a body may be stopped by a contact and go on within one step.
    pub most_stops: u32,
}

/// When bodies fall asleep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sleeping {
    /// The largest speed of any point of a body, in its bounding radii per second.
    pub slower_than: f64,
    /// For so many seconds.
    pub after: f64,
}

impl Default for Sleeping {
    fn default() -> Sleeping {
        Sleeping {
            slower_than: 0.02,
            after: 0.5,
        }
    }
}

impl Default for Settings {
    /// Earth's gravity down z, 64 steps per second, sleeping on.
    fn default() -> Settings {
        Settings {
            gravity: DVec3::new(0.0, 0.0, -9.81),
            step: 1.0 / 64.0,
            substeps: 8,
            most_substeps: 64,
            bounce_speed: 1.0,
            sleeping: Some(Sleeping::default()),
            most_stops: 3,
        }
    }
}

impl Settings {
    /// With this gravity.
    pub fn with_gravity(self, gravity: DVec3) -> Settings {
        Settings { gravity, ..self }
    }

    /// With steps of so many seconds.
    pub fn with_step(self, step: f64) -> Settings {
        Settings { step, ..self }
    }

    /// With so many parts of a step at least, and at most.
    pub fn with_substeps(self, least: u32, most: u32) -> Settings {
        Settings {
            substeps: least,
            most_substeps: most,
            ..self
        }
    }

    /// With hits below this speed that do not bounce.
    pub fn with_bounce_speed(self, bounce_speed: f64) -> Settings {
        Settings {
            bounce_speed,
            ..self
        }
    }

    /// With bodies that fall asleep so, or never.
    pub fn with_sleeping(self, sleeping: Option<Sleeping>) -> Settings {
        Settings { sleeping, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), WorldError> {
        let wrong = |what, range, value| Err(WorldError::Setting { what, range, value });
        if !(self.gravity.length() <= 1e12) {
            let range = "finite and at most 1e12 in length";
            return wrong("gravity", range, self.gravity.length());
        }
        if !(1e-9..=1e3).contains(&self.step) {
            return wrong("step", "a time between 1e-9 and 1e3 seconds", self.step);
        }
        if !(1..=1024).contains(&self.substeps) {
            let range = "between 1 and 1024";
            return wrong("substeps", range, f64::from(self.substeps));
        }
        if !(self.substeps..=1024).contains(&self.most_substeps) {
            let range = "between the least and 1024";
            return wrong("most substeps", range, f64::from(self.most_substeps));
        }
        if self.most_stops > 1024 {
            return wrong("most stops", "at most 1024", f64::from(self.most_stops));
        }
        if !(0.0..=1e12).contains(&self.bounce_speed) {
            let range = "a speed from 0 to 1e12";
            return wrong("bounce speed", range, self.bounce_speed);
        }
        let sleeping = self.sleeping.unwrap_or_default();
        for value in [sleeping.slower_than, sleeping.after] {
            if !(0.0..=1e12).contains(&value) {
                return wrong("sleeping", "of numbers from 0 to 1e12", value);
            }
        }
        Ok(())
    }
}
