//! A tree of bodies beside a plain list of them, in which everything is looked for among all.

use osculate::Interval;
use osculate::broad_phase::{BodyId, BodyKind, BodyTree, PairFilter, SlotPair};
use osculate::glam::DVec3;
use osculate_judge::seeded::Seeded;

/// `[low, high]`.
pub type Box3 = [DVec3; 2];

pub fn sides(held: Box3) -> [Interval; 3] {
    [0, 1, 2].map(|axis| Interval {
        lower: held[0][axis],
        upper: held[1][axis],
    })
}

pub fn meet(a: &Box3, b: &Box3) -> bool {
    (0..3).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
}

#[derive(Clone, Debug)]
pub struct Listed {
    pub id: BodyId,
    pub filter: PairFilter,
    /// `None` for an unbounded body.
    pub fat: Option<Box3>,
    pub tight: Box3,
}

/// Both at once.
#[derive(Clone, Default)]
pub struct Model {
    pub tree: BodyTree,
    pub listed: Vec<Listed>,
    /// What the tree's pairs were, with generations.
    before: Vec<(BodyId, BodyId)>,
}

impl Model {
    pub fn insert(&mut self, tight: Box3, margin: f64, filter: PairFilter) -> BodyId {
        let id = self.tree.insert(sides(tight), margin, filter).unwrap();
        let fat = Some([tight[0] - margin, tight[1] + margin]);
        self.listed.push(Listed {
            id,
            filter,
            fat,
            tight,
        });
        id
    }

    pub fn insert_unbounded(&mut self, filter: PairFilter) -> BodyId {
        let id = self.tree.insert_unbounded(filter).unwrap();
        self.listed.push(Listed {
            id,
            filter,
            fat: None,
            tight: [DVec3::ZERO; 2],
        });
        id
    }

    pub fn remove(&mut self, index: usize) {
        let gone = self.listed.swap_remove(index);
        self.tree.remove(gone.id).unwrap();
        assert!(!self.tree.contains(gone.id));
    }

    pub fn move_to(&mut self, index: usize, tight: Box3, margin: f64) {
        let body = &mut self.listed[index];
        let old = body.fat.unwrap();
        let left = (0..3).any(|axis| {
            tight[0][axis] < old[0][axis]
                || tight[1][axis] > old[1][axis]
                || old[0][axis] < tight[0][axis] - 4.0 * margin
                || old[1][axis] > tight[1][axis] + 4.0 * margin
        });
        if left {
            body.fat = Some([tight[0] - margin, tight[1] + margin]);
        }
        body.tight = tight;
        let told = self.tree.move_to(body.id, sides(tight), margin).unwrap();
        assert_eq!(told, left);
    }

    pub fn set_filter(&mut self, index: usize, filter: PairFilter) {
        let body = &mut self.listed[index];
        body.filter = filter;
        self.tree.set_filter(body.id, filter).unwrap();
    }

    /// Sorted by slots.
    pub fn all_pairs(&self) -> Vec<(BodyId, BodyId)> {
        let mut pairs = Vec::new();
        for (i, a) in self.listed.iter().enumerate() {
            for b in &self.listed[i + 1..] {
                let near = match (&a.fat, &b.fat) {
                    (Some(a), Some(b)) => meet(a, b),
                    _ => true,
                };
                let (f, g) = (a.filter, b.filter);
                let both_fixed = f.kind == BodyKind::Fixed && g.kind == BodyKind::Fixed;
                let wanted = f.groups & g.partners != 0 && g.groups & f.partners != 0;
                if near && wanted && !both_fixed {
                    pairs.push((a.id.min(b.id), a.id.max(b.id)));
                }
            }
        }
        pairs.sort_by_key(|pair| (pair.0.slot(), pair.1.slot()));
        pairs
    }

    /// Updates the pairs, and compares them and what changed with a look at all.
    pub fn check(&mut self) {
        let expected = self.all_pairs();
        let slots = |pair: &(BodyId, BodyId)| SlotPair::of(pair.0.slot(), pair.1.slot());
        let not_in = |list: &[(BodyId, BodyId)], other: &[(BodyId, BodyId)]| {
            let key = |pair: &(BodyId, BodyId)| (pair.0.slot(), pair.1.slot(), *pair);
            let missing = list
                .iter()
                .filter(|pair| other.binary_search_by_key(&key(pair), key).is_err());
            missing.map(slots).collect::<Vec<_>>()
        };
        let begun = not_in(&expected, &self.before);
        let ended = not_in(&self.before, &expected);
        let changes = self.tree.update_pairs();
        assert_eq!(changes.begun, begun);
        assert_eq!(changes.ended, ended);
        let all: Vec<SlotPair> = expected.iter().map(slots).collect();
        assert_eq!(self.tree.pairs(), all);
        assert_eq!(self.tree.len(), self.listed.len());
        self.before = expected;
    }

    /// Each body's partners and fat box, after a check.
    pub fn check_bodies(&self) {
        let mut found = Vec::new();
        for body in &self.listed {
            let partner = |pair: &(BodyId, BodyId)| match *pair {
                (a, b) if a == body.id => Some(b),
                (a, b) if b == body.id => Some(a),
                _ => None,
            };
            let mut expected: Vec<BodyId> = self.before.iter().filter_map(partner).collect();
            expected.sort();
            self.tree.partners(body.id, &mut found).unwrap();
            assert_eq!(found, expected);
            assert_eq!(self.tree.fat_box(body.id), Ok(body.fat.map(sides)));
            assert_eq!(self.tree.filter(body.id), Ok(body.filter));
            assert_eq!(self.tree.body_in(body.id.slot()), Some(body.id));
        }
    }
}

pub fn some_filter(seeded: &mut Seeded) -> PairFilter {
    let kind = seeded.one_of(&[PairFilter::FREE, PairFilter::FREE, PairFilter::FIXED]);
    match seeded.once_in(4) {
        true => kind.in_groups(seeded.bits() as u32 & 7, seeded.bits() as u32 & 7),
        false => kind,
    }
}

/// On a grid, so that many touch exactly and coincide; of zero size, flat, long and large too.
pub fn some_box(seeded: &mut Seeded, room: f64, scale: f64) -> Box3 {
    let mut low = DVec3::ZERO;
    let mut size = DVec3::ZERO;
    for axis in 0..3 {
        low[axis] = seeded.real(0.0, room).floor();
        size[axis] = seeded.whole(0, 2) as f64;
        if seeded.once_in(30) {
            size[axis] = room;
        }
    }
    if !seeded.once_in(3) {
        low += seeded.vector(0.5);
    }
    [low * scale, (low + size) * scale]
}
