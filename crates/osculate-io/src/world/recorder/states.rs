//! Who sleeps and who is stalled.

/// What a body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Moving,
    Asleep,
    /// It wants to move and cannot.
    Stalled,
}

/// What all bodies did so far.
#[derive(Debug)]
pub(super) struct States(Vec<State>);

impl States {
    /// All move, or stand by themselves.
    pub fn new(bodies: usize) -> States {
        States(vec![State::Moving; bodies])
    }

    /// The kind of event that a body's state now makes: a number into the kinds of the trace; none if nothing is new.
    pub fn change(&mut self, body: usize, now: State) -> Option<u8> {
        let before = std::mem::replace(&mut self.0[body], now);
        match (before, now) {
            (State::Asleep, State::Moving) => Some(3),
            (_, State::Asleep) if before != now => Some(4),
            (_, State::Stalled) if before != now => Some(5),
            (State::Stalled, State::Moving) => Some(6),
            _ => None,
        }
    }
}
