//! Finding the next event.

mod all_pairs;
mod cells;
mod kaya_tree;
mod pair_queue;

pub use all_pairs::AllPairs;
pub use cells::Cells;
pub use kaya_tree::{FactorError, KayaTree};
pub use pair_queue::PairQueue;

use crate::event::Event;
use crate::world::World;

/// Finds the next event of a world. All searches find the same events, up to rounding: they compute the time of an event at
/// different moments, so its last bits may differ. If two computed times are equal, the event with the lower numbers comes
/// first.
pub trait Search<const D: usize> {
    /// The next event, if there is one up to `until` on the world's clock. The world stays as it is; unless the event is
    /// applied the next call gives it again.
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event>;

    /// The event was applied: [`World::changed`] has the bodies that now move in another way.
    fn applied(&mut self, world: &World<D>);

    /// The world's clock was turned back by `passed`, and all bodies were brought to the present.
    fn rebased(&mut self, world: &World<D>, passed: f64);
}

impl<const D: usize, S: Search<D> + ?Sized> Search<D> for Box<S> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        (**self).next(world, until)
    }

    fn applied(&mut self, world: &World<D>) {
        (**self).applied(world);
    }

    fn rebased(&mut self, world: &World<D>, passed: f64) {
        (**self).rebased(world, passed);
    }
}
