//! Many short sorted lists of numbers in one piece of memory.

use alloc::vec::Vec;

/// The shortest list takes room for `1 << SHORTEST` numbers: a line of the cache.
const SHORTEST: u32 = 4;

/// For each of many bodies the bodies near it, in ascending order. Lists that grow move to rooms of twice the size; rooms that
/// are left are used again.
#[derive(Clone, Debug, Default)]
pub(super) struct NeighbourLists {
    rooms: Vec<u32>,
    lists: Vec<List>,
    /// Rooms that nobody uses, of `1 << (SHORTEST + i)` numbers each.
    unused: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    count: u32,
    /// 0 without a room; else one more than the place in `unused` of rooms like this.
    size: u32,
}

impl NeighbourLists {
    /// Makes sure that there is a list for `body`.
    pub(super) fn reach(&mut self, body: u32) {
        if self.lists.len() <= body as usize {
            self.lists.resize(body as usize + 1, List::default());
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, body: u32) -> &[u32] {
        let list = self.lists[body as usize];
        &self.rooms[list.start as usize..][..list.count as usize]
    }

    pub(super) fn has(&self, body: u32, other: u32) -> bool {
        self.of(body).binary_search(&other).is_ok()
    }

    /// Adds a number that is not there.
    pub(super) fn add(&mut self, body: u32, other: u32) {
        let list = self.lists[body as usize];
        if list.size == 0 || list.count == 1 << (SHORTEST + list.size - 1) {
            self.widen(body);
        }
        let list = &mut self.lists[body as usize];
        list.count += 1;
        let room = &mut self.rooms[list.start as usize..][..list.count as usize];
        let last = room.len() - 1;
        let at = room[..last].partition_point(|&number| number < other);
        room.copy_within(at..last, at + 1);
        room[at] = other;
    }

    /// Removes a number; whether it was there.
    pub(super) fn remove(&mut self, body: u32, other: u32) -> bool {
        let Ok(at) = self.of(body).binary_search(&other) else {
            return false;
        };
        let list = &mut self.lists[body as usize];
        let room = &mut self.rooms[list.start as usize..][..list.count as usize];
        room.copy_within(at + 1.., at);
        list.count -= 1;
        true
    }

    /// Removes all numbers of a list, and gives back its room.
    pub(super) fn clear(&mut self, body: u32) {
        let list = core::mem::take(&mut self.lists[body as usize]);
        if list.size > 0 {
            self.unused[list.size as usize - 1].push(list.start);
        }
    }

    /// Moves a list to a room of twice the size.
    fn widen(&mut self, body: u32) {
        let old = self.lists[body as usize];
        let size = old.size as usize;
        if self.unused.len() == size {
            self.unused.push(Vec::new());
        }
        let start = self.unused[size].pop().unwrap_or_else(|| {
            let start = self.rooms.len();
            self.rooms.resize(start + (1 << (SHORTEST + old.size)), 0);
            start as u32
        });
        let from = old.start as usize;
        self.rooms
            .copy_within(from..from + old.count as usize, start as usize);
        self.clear(body);
        self.lists[body as usize] = List {
            start,
            count: old.count,
            size: old.size + 1,
        };
    }
}
