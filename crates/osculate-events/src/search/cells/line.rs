//! Lists of bodies in lines of the cache.

use crate::machine::place_among;

/// How many bodies a line holds.
pub const ROOM: usize = 12;

/// The numbers of some bodies, as much as a cache line holds in groups of four. What is beyond their count are numbers of bodies
/// as well, which are not meant.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Line {
    numbers: [u32; ROOM],
    count: u32,
    /// The line on which the list goes on, if it is not 0.
    next: u32,
}

impl Line {
    const EMPTY: Line = Line {
        numbers: [0; ROOM],
        count: 0,
        next: 0,
    };

    /// The bodies.
    #[inline(always)]
    pub fn bodies(&self) -> &[u32] {
        &self.numbers[..(self.count as usize).min(ROOM)]
    }

    /// Whether there are more bodies on another line.
    #[inline(always)]
    pub fn goes_on(&self) -> bool {
        self.next > 0
    }

    /// The body at this place.
    #[inline(always)]
    pub fn body(&self, place: usize) -> u32 {
        self.numbers[place]
    }

    /// The bodies by four, and others that are not meant.
    #[inline(always)]
    pub fn groups(&self) -> &[[u32; 4]; ROOM / 4] {
        let groups = self.numbers.as_chunks::<4>().0;
        groups.try_into().expect("a line has three groups")
    }

    /// The first two groups, and the third if there is a body in it.
    #[inline(always)]
    pub fn in_use(&self) -> &[u32] {
        if self.count > 8 {
            &self.numbers
        } else {
            &self.numbers[..8]
        }
    }

    /// How many bodies there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Adds a body if there is room.
    #[inline(always)]
    fn push(&mut self, body: u32) -> bool {
        let fits = (self.count as usize) < ROOM;
        if fits {
            self.numbers[self.count as usize] = body;
            self.count += 1;
        }
        fits
    }

    /// Takes a body away, if it is there.
    #[inline(always)]
    fn remove(&mut self, body: u32) -> bool {
        // Beyond the last body its number may be left over from earlier, but the first place is the right one.
        let place = place_among(&self.numbers, body);
        let found = place < self.count as usize;
        if found {
            self.count -= 1;
            self.numbers[place] = self.numbers[self.count as usize];
        }
        found
    }
}

/// Lists of bodies by number, each of one line, and of more where it must.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The first lines of all lists, then the others.
    lines: Vec<Line>,
    /// A line that is not used, and has the next one of that kind, if it is not 0.
    unused: u32,
}

impl Lists {
    /// So many lists, all empty.
    pub fn new(count: usize) -> Lists {
        Lists {
            // There is one at least, so that no list goes on at line 0.
            lines: vec![Line::EMPTY; count.max(1)],
            unused: 0,
        }
    }

    /// The first line of each list, by number, and the others.
    #[inline(always)]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The lines of a list.
    #[inline(always)]
    pub fn of(&self, list: usize) -> impl Iterator<Item = &Line> {
        let next = |line: &&Line| match line.next {
            0 => None,
            next => Some(&self.lines[next as usize]),
        };
        std::iter::successors(Some(&self.lines[list]), next)
    }

    /// Adds a body to a list.
    #[inline(always)]
    pub fn insert(&mut self, list: usize, body: u32) {
        if !self.lines[list].push(body) {
            self.insert_further(list, body);
        }
    }

    #[cold]
    fn insert_further(&mut self, list: usize, body: u32) {
        let mut last = list;
        while self.lines[last].next > 0 {
            last = self.lines[last].next as usize;
            if self.lines[last].push(body) {
                return;
            }
        }
        if self.unused == 0 {
            self.unused = self.lines.len() as u32;
            self.lines.push(Line::EMPTY);
        }
        let new = self.unused;
        let line = &mut self.lines[new as usize];
        self.unused = line.next;
        *line = Line::EMPTY;
        line.push(body);
        self.lines[last].next = new;
    }

    /// Takes a body from a list in which it is.
    #[inline(always)]
    pub fn remove(&mut self, list: usize, body: u32) {
        if !self.lines[list].remove(body) {
            self.remove_further(list, body);
        }
    }

    #[cold]
    fn remove_further(&mut self, list: usize, body: u32) {
        let mut before = list;
        loop {
            let at = self.lines[before].next;
            assert!(at > 0, "a body is listed where it is");
            let line = &mut self.lines[at as usize];
            if line.remove(body) {
                if line.count == 0 {
                    let next = std::mem::replace(&mut line.next, self.unused);
                    self.unused = at;
                    self.lines[before].next = next;
                }
                return;
            }
            before = at as usize;
        }
    }
}
