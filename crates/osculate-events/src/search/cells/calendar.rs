//! A queue of times: unsorted slices of time, each sorted when its turn comes.

use super::slices::Slices;

/// A time and whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub time: f64,
    pub body: u32,
}

/// Slices beyond this one are not told apart.
const LAST_SLICE: u64 = 1 << 51;

/// After how many slices it is seen whether they are too short or too long.
const TRIAL: u64 = 128;

/// How many times the entries that it should have the open slice may have.
const CROWD: usize = 16;

/// How many entries that make way take as long as to cut time anew, for each entry that there is.
const SHIFTS: usize = 32;

/// A queue of times ≥ 0.
///
/// Time is cut into slices of one width. An entry goes to the end of its slice, which costs a write; a slice is sorted when
/// it is opened, which costs a few comparisons an entry since slices are short. Entries beyond the last slice wait in a
/// list that is gone through now and then. The width follows the rate of entries.
#[derive(Clone, Debug)]
pub struct Calendar {
    /// Those of the slice that is open, the last one first.
    open: Vec<Entry>,
    slices: Slices,
    far: Vec<Entry>,
    /// Entries in `slices`.
    waiting: usize,
    /// The number of the open slice, counted from time 0.
    today: u64,
    /// The number of the first slice for which there is no room: entries from there on wait in `far`. It is at least half of all
    /// slices away.
    horizon: u64,
    slices_a_time: f64,
    /// How many entries a slice should have.
    wanted: usize,
    /// The slice since which entries are counted, and how many there were.
    counted_from: u64,
    counted: usize,
    /// How many entries of the open slice made way for others.
    shifted: usize,
    /// The time whose entries are in the order of their ranks; NaN if there is none.
    ordered: f64,
}

impl Calendar {
    /// An empty queue from `now` on, for about `entries` entries, which are on average `mean` from then.
    pub fn new(entries: usize, mean: f64, now: f64) -> Calendar {
        // Short slices need little sorting; in long ones it is known long before which bodies will be asked for.
        let wanted = (entries / 512).clamp(6, 2048);
        let slices = (8 * entries / wanted).next_power_of_two().max(64);
        let mut calendar = Calendar {
            open: Vec::new(),
            slices: Slices::new(slices),
            far: Vec::new(),
            waiting: 0,
            today: 0,
            horizon: 0,
            slices_a_time: 0.0,
            wanted,
            counted_from: 0,
            counted: 0,
            shifted: 0,
            ordered: f64::NAN,
        };
        calendar.begin(entries.max(1) as f64 / (mean * wanted as f64), now);
        calendar
    }

    /// Empties the queue and begins again at `now`.
    pub fn clear(&mut self, now: f64) {
        self.open.clear();
        self.far.clear();
        self.slices.clear();
        self.waiting = 0;
        self.begin(self.slices_a_time, now);
    }

    /// Begins to count slices of another width, with the one of `now`.
    fn begin(&mut self, slices_a_time: f64, now: f64) {
        self.slices_a_time = if slices_a_time.is_finite() {
            slices_a_time
        } else {
            0.0
        };
        self.ordered = f64::NAN;
        self.today = self.slice(now);
        self.horizon = self.today + self.slices.len() as u64;
        self.counted_from = self.today;
        self.counted = 0;
    }

    /// The number of the slice of `time`.
    #[inline(always)]
    fn slice(&self, time: f64) -> u64 {
        // Added to 2^52, a number is rounded to a whole one, which is then in the last bits: a conversion in two steps.
        const SHIFT: f64 = (1_u64 << 52) as f64;
        let slice = time * self.slices_a_time;
        let slice = if slice < LAST_SLICE as f64 {
            slice
        } else {
            LAST_SLICE as f64
        };
        (slice + SHIFT).to_bits() & ((1 << 52) - 1)
    }

    /// Puts `entry` into the queue. `rank` is what entries at one time are ordered by, once that was asked for.
    #[inline(always)]
    pub fn push(&mut self, entry: Entry, rank: impl Fn(&Entry) -> u64) {
        let slice = self.slice(entry.time);
        if slice.wrapping_sub(self.today + 1) < self.horizon - 1 - self.today {
            let mask = self.slices.len() - 1;
            self.slices.push(slice as usize & mask, entry);
            self.waiting += 1;
        } else {
            self.push_elsewhere(slice, entry, rank);
        }
    }

    #[inline(never)]
    fn push_elsewhere(&mut self, slice: u64, entry: Entry, rank: impl Fn(&Entry) -> u64) {
        if slice <= self.today {
            let place = if entry.time == self.ordered {
                let key = |entry: &Entry| (entry.time.to_bits(), rank(entry));
                self.open.partition_point(|open| key(open) >= key(&entry))
            } else {
                self.open.partition_point(|open| open.time >= entry.time)
            };
            self.open.insert(place, entry);
            self.shifted += self.open.len() - place;
            if self.open.len() > CROWD * self.wanted {
                self.disperse();
            }
        } else {
            self.far.push(entry);
        }
    }

    /// The first entry. Some of those that do not `count` are left out: whether they do is asked when their slice is opened.
    #[inline(always)]
    pub fn first(&mut self, count: impl Fn(&Entry) -> bool) -> Option<Entry> {
        loop {
            if let Some(&entry) = self.open.last() {
                return Some(entry);
            }
            if !self.open_next(&count) {
                return None;
            }
        }
    }

    /// Whether others are at the time of the first entry, and these are in no order yet.
    #[inline(always)]
    pub fn is_disordered(&self) -> bool {
        let [.., second, first] = &self.open[..] else {
            return false;
        };
        first.time == second.time && first.time != self.ordered
    }

    /// Whether the only other entry at the time of the first one is of this body.
    #[cold]
    #[inline(never)]
    pub fn is_tied_only_with(&self, body: u32) -> bool {
        match &self.open[..] {
            [.., third, second, first] => second.body == body && third.time != first.time,
            [second, _] => second.body == body,
            _ => true,
        }
    }

    /// Puts the entries at the time of the first one into the order of their ranks.
    #[cold]
    #[inline(never)]
    pub fn order(&mut self, rank: impl Fn(&Entry) -> u64) {
        if let Some(&Entry { time, .. }) = self.open.last() {
            let later = self.open.partition_point(|open| open.time > time);
            self.open[later..].sort_unstable_by_key(|entry| std::cmp::Reverse(rank(entry)));
            self.ordered = time;
        }
    }

    /// Takes the first entry away.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.open.pop();
    }

    /// Takes the first entry away if it is one of `body`.
    #[inline(always)]
    pub fn pop_of(&mut self, body: u32) {
        if self.open.last().is_some_and(|entry| entry.body == body) {
            self.open.pop();
        }
    }

    /// The entry that comes so many after the first one, if it is known yet.
    #[inline(always)]
    pub fn ahead(&self, distance: usize) -> Option<Entry> {
        let place = self.open.len().checked_sub(distance + 1)?;
        Some(self.open[place])
    }

    /// Opens the next slice that has entries that count; false if there are none at all.
    #[inline(never)]
    fn open_next(&mut self, count: &impl Fn(&Entry) -> bool) -> bool {
        let mask = self.slices.len() - 1;
        loop {
            if self.waiting == 0 {
                if self.far.is_empty() {
                    return false;
                }
                let times = self.far.iter().map(|entry| entry.time);
                let first = self.slice(times.fold(f64::INFINITY, f64::min));
                if first >= LAST_SLICE {
                    // Nobody counts that far: what is left forms one slice, and so does all that comes.
                    std::mem::swap(&mut self.open, &mut self.far);
                    self.today = LAST_SLICE;
                    self.horizon = LAST_SLICE + 1;
                    break;
                }
                // The slice before that of the first one, so that it is still to come.
                self.look_further(self.today.max(first.saturating_sub(1)));
            } else {
                self.today += 1;
                if self.horizon - self.today < self.slices.len() as u64 / 2 {
                    self.look_further(self.today);
                }
            }
            if !self.open.is_empty() {
                return true;
            }
            self.slices.take(self.today as usize & mask, &mut self.open);
            self.waiting -= self.open.len();
            // What does not count any more, about half of them, need not be sorted.
            let mut kept = 0;
            let entries = &mut self.open[..];
            for index in 0..entries.len() {
                let entry = entries[index];
                entries[kept] = entry;
                kept += count(&entry) as usize;
            }
            self.open.truncate(kept);
            if kept > 0 {
                self.counted += kept;
                break;
            }
        }
        sort(&mut self.open);
        if self.today - self.counted_from >= TRIAL || self.open.len() > 64 * self.wanted {
            self.adjust();
        }
        true
    }

    /// Goes to the slice `today`, before which there is nothing, and gives those in the far list their slices, as far as there
    /// are any.
    fn look_further(&mut self, today: u64) {
        self.today = today;
        self.horizon = today + self.slices.len() as u64;
        let mut far = std::mem::take(&mut self.far);
        let mut kept = 0;
        for index in 0..far.len() {
            let entry = far[index];
            if self.slice(entry.time) >= self.horizon {
                far[kept] = entry;
                kept += 1;
            } else {
                self.push(entry, |_| 0);
            }
        }
        far.truncate(kept);
        self.far = far;
    }

    /// Sees whether slices have as many entries as they should, and cuts time anew if not.
    #[cold]
    fn adjust(&mut self) {
        let slices = (self.today - self.counted_from).max(1);
        let excess = self.counted as f64 / (slices as f64 * self.wanted as f64);
        self.counted_from = self.today;
        self.counted = 0;
        if (0.7..=1.4).contains(&excess) {
            return;
        }
        self.cut(self.slices_a_time * excess);
    }

    /// Cuts time so finely that the open slice, into which everything goes, keeps a small part of its entries.
    #[cold]
    fn disperse(&mut self) {
        let entries = self.open.len();
        // Not before what it costs has been lost by making way.
        if self.shifted < SHIFTS * (entries + self.waiting + self.far.len()) {
            return;
        }
        self.shifted = 0;
        let time = |place: usize| self.open[place].time;
        let first = time(entries - 1);
        // Half of them, or all if half of them are at once.
        let end = if time(entries / 2) > first {
            time(entries / 2)
        } else {
            time(0)
        };
        let finest = 0.5 * entries as f64 / ((end - first) * self.wanted as f64);
        // Not if all are at once, or nobody could count that far.
        if finest > 2.0 * self.slices_a_time && finest * end < 0.5 * LAST_SLICE as f64 {
            self.cut(finest);
        }
    }

    /// Cuts time into so many slices.
    fn cut(&mut self, slices_a_time: f64) {
        let mut all = std::mem::take(&mut self.far);
        for slice in 0..self.slices.len() {
            self.slices.take(slice, &mut all);
        }
        all.append(&mut self.open);
        self.waiting = 0;
        let now = all
            .iter()
            .fold(f64::INFINITY, |least, entry| least.min(entry.time));
        self.begin(slices_a_time, now);
        for &entry in &all {
            // Into the open slice in any order: it is sorted below.
            if self.slice(entry.time) <= self.today {
                self.open.push(entry);
            } else {
                self.push(entry, |_| 0);
            }
        }
        sort(&mut self.open);
    }
}

/// Sorts the last one first.
fn sort(entries: &mut [Entry]) {
    if entries.len() > 24 {
        // Times are not negative, so their bits are in their order.
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.time.to_bits()));
        return;
    }
    for sorted in 1..entries.len() {
        let entry = entries[sorted];
        let mut place = sorted;
        while place > 0 && entries[place - 1].time < entry.time {
            entries[place] = entries[place - 1];
            place -= 1;
        }
        entries[place] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Random;
    use std::collections::BTreeSet;

    /// How long after now the next entry is, by kind of run.
    fn wait(kind: usize, random: &mut Random) -> f64 {
        match kind {
            0 => random.between(0.0, 1.0),
            // Many at once, and many in the open slice.
            1 => libm::floor(random.between(0.0, 3.0)),
            // Over all scales.
            2 => libm::pow(10.0, random.between(-12.0, 12.0)),
            // Beyond what can be counted.
            3 => libm::pow(10.0, random.between(0.0, 300.0)),
            // Most at one end.
            _ => {
                if random.share() < 0.9 {
                    1e-9 * random.share()
                } else {
                    random.between(1.0, 2.0)
                }
            }
        }
    }

    /// Some share it.
    fn rank(entry: &Entry) -> u64 {
        u64::from(entry.body / 3)
    }

    /// Every entry comes out in the order of time, and of their ranks if that is asked for, but those that do not count, which may be left out.
    #[test]
    fn entries_come_in_the_order_of_time() {
        for kind in 0..5 {
            for bodies in [1, 7, 300, 9_000] {
                let mut random = Random::new(100 * kind as u64 + bodies as u64);
                let mut calendar = Calendar::new(bodies, 0.5, 0.0);
                let mut times = vec![0.0; bodies];
                for (body, time) in times.iter_mut().enumerate() {
                    *time = wait(kind, &mut random);
                    let (time, body) = (*time, body as u32);
                    calendar.push(Entry { time, body }, rank);
                }
                // Bits of times are in their order.
                let key = |time: f64, body: usize| {
                    let body = body as u32;
                    (time.to_bits(), rank(&Entry { time, body }), body)
                };
                let mut expected: BTreeSet<(u64, u64, u32)> =
                    (0..bodies).map(|body| key(times[body], body)).collect();
                for _ in 0..20_000 {
                    let counts = |entry: &Entry| times[entry.body as usize] == entry.time;
                    calendar.first(counts).expect("one a body");
                    if calendar.is_disordered() {
                        calendar.order(rank);
                    }
                    let entry = calendar.first(counts).expect("one a body");
                    calendar.pop();
                    if times[entry.body as usize] != entry.time {
                        continue;
                    }
                    let first = *expected.first().expect("one a body");
                    let now = f64::from_bits(first.0);
                    let found = key(entry.time, entry.body as usize);
                    let (found, first) = ((found.0, found.1), (first.0, first.1));
                    assert_eq!(found, first, "kind {kind}, {bodies} bodies");
                    // It and another one are put elsewhere; the entry of the other does not count any more.
                    let other = random.between(0.0, bodies as f64) as usize;
                    for body in [entry.body as usize, other] {
                        expected.remove(&key(times[body], body));
                        times[body] = now + wait(kind, &mut random);
                        expected.insert(key(times[body], body));
                        let (time, body) = (times[body], body as u32);
                        calendar.push(Entry { time, body }, rank);
                    }
                }
            }
        }
    }
}
