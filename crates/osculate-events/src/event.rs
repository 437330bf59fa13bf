//! What happens next.

/// What a body meets. Of events at one time of one body, those with other bodies come first, then those with walls, then
/// those with faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Partner {
    /// The body of this number.
    Body(u32),
    /// The wall of this number.
    Wall(u32),
    /// An end of an axis of the domain: a wall, or, where the ends are joined, the way to the other one.
    Face {
        /// Of which axis.
        axis: u8,
        /// The upper end, or the lower.
        high: bool,
    },
}

/// A body meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When, on the world's clock (see [`crate::World::epoch`]).
    pub time: f64,
    /// Which body.
    pub body: u32,
    /// With what.
    pub partner: Partner,
}

impl Event {
    /// The earlier one; of two at the same time that of the lower numbers, whoever was asked first.
    pub(crate) fn earlier(self, other: Event) -> Event {
        if other.key() < self.key() {
            other
        } else {
            self
        }
    }

    /// What events are ordered by: the time, then the numbers, the lower one first.
    pub(crate) fn key(&self) -> (f64, u32, Partner) {
        match self.partner {
            Partner::Body(other) if other < self.body => {
                (self.time, other, Partner::Body(self.body))
            }
            partner => (self.time, self.body, partner),
        }
    }
}
