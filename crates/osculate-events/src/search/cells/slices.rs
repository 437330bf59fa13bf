//! Entries by the slice of time in which they are.

use super::calendar::Entry;

/// There is no such chunk.
const NONE: u32 = u32::MAX;

/// How many entries a chunk has: more are waste where they are not used, fewer are more to go through.
const ROOM: usize = 16;

/// Lists of entries, each in chunks of one pool: a list that was emptied leaves its chunks to those that grow, so that the memory is
/// that of the entries there are, and soon nobody asks for more.
#[derive(Clone, Debug)]
pub struct Slices {
    slices: Vec<Slice>,
    chunks: Vec<Chunk>,
    /// For each chunk the one that was filled before it, or for those that are not used another one of that kind.
    before: Vec<u32>,
    unused: u32,
}

/// A list of entries.
#[derive(Clone, Copy, Debug)]
struct Slice {
    /// The chunk that is being filled.
    chunk: u32,
    count: u32,
}

impl Slice {
    const EMPTY: Slice = Slice {
        chunk: NONE,
        count: 0,
    };
}

/// Some entries, on as few cache lines as may be.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Chunk([Entry; ROOM]);

impl Slices {
    /// So many slices, all empty.
    pub fn new(count: usize) -> Slices {
        Slices {
            slices: vec![Slice::EMPTY; count],
            chunks: Vec::new(),
            before: Vec::new(),
            unused: NONE,
        }
    }

    /// Empties all slices.
    pub fn clear(&mut self) {
        self.slices.fill(Slice::EMPTY);
        self.chunks.clear();
        self.before.clear();
        self.unused = NONE;
    }

    /// How many slices there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.slices.len()
    }

    /// Adds an entry to the slice of this number.
    #[inline(always)]
    pub fn push(&mut self, number: usize, entry: Entry) {
        let slice = &mut self.slices[number];
        let place = slice.count as usize % ROOM;
        slice.count += 1;
        let mut chunk = slice.chunk;
        if place == 0 {
            chunk = self.begin_chunk(chunk);
            self.slices[number].chunk = chunk;
        }
        self.chunks[chunk as usize].0[place] = entry;
    }

    /// A chunk that is not used, to be filled after the chunk `before`.
    #[inline(never)]
    fn begin_chunk(&mut self, before: u32) -> u32 {
        if self.unused == NONE {
            self.unused = self.chunks.len() as u32;
            self.chunks
                .push(Chunk([Entry { time: 0.0, body: 0 }; ROOM]));
            self.before.push(NONE);
        }
        let chunk = self.unused;
        self.unused = std::mem::replace(&mut self.before[chunk as usize], before);
        chunk
    }

    /// Moves all entries of the slice of this number to `entries`.
    #[inline(always)]
    pub fn take(&mut self, number: usize, entries: &mut Vec<Entry>) {
        let Slice { mut chunk, count } = std::mem::replace(&mut self.slices[number], Slice::EMPTY);
        // The chunk that is being filled may have some room left, those before it have none.
        let mut filled = count.wrapping_sub(1) as usize % ROOM + 1;
        while chunk != NONE {
            let end = entries.len() + filled;
            // A whole chunk is copied faster than a part.
            entries.extend_from_slice(&self.chunks[chunk as usize].0);
            entries.truncate(end);
            filled = ROOM;
            let next = std::mem::replace(&mut self.before[chunk as usize], self.unused);
            self.unused = chunk;
            chunk = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_used_again() {
        let mut slices = Slices::new(4);
        let mut taken = Vec::new();
        for round in 0..1000 {
            let count = 1 + round % (3 * ROOM);
            for body in 0..count as u32 {
                let time = f64::from(body);
                slices.push(round % 4, Entry { time, body });
            }
            slices.push((round + 1) % 4, Entry { time: 0.5, body: 0 });
            taken.clear();
            slices.take(round % 4, &mut taken);
            // With the one of the round before.
            let whole = taken.iter().filter(|entry| entry.time != 0.5).count();
            assert_eq!(whole, count);
            assert_eq!(taken.len(), count + usize::from(round > 0));
            assert!(slices.chunks.len() <= 6, "{} chunks", slices.chunks.len());
        }
    }
}
