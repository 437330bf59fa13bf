//! Which of many boxes that do not change are near a ball, or meet a box: a tree over them.

use crate::numbers::interval::Interval;
use alloc::vec::Vec;
use glam::DVec3;

/// A box along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StillBox {
    pub(crate) low: DVec3,
    pub(crate) high: DVec3,
}

impl StillBox {
    /// With these sides.
    pub(crate) fn of(sides: [Interval; 3]) -> StillBox {
        StillBox {
            low: DVec3::from_array(sides.map(|side| side.lower)),
            high: DVec3::from_array(sides.map(|side| side.upper)),
        }
    }

    /// Grown by a margin on all sides, rounded outward.
    pub(crate) fn grown(&self, margin: f64) -> StillBox {
        let low = self.low.to_array().map(|x| (x - margin).next_down());
        let high = self.high.to_array().map(|x| (x + margin).next_up());
        StillBox {
            low: DVec3::from_array(low),
            high: DVec3::from_array(high),
        }
    }

    /// Whether two boxes may have a point in common; of what is no number they may.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &StillBox) -> bool {
        let apart = self.low.cmpgt(other.high) | other.low.cmpgt(self.high);
        !apart.any()
    }

    pub(crate) fn union(&self, other: &StillBox) -> StillBox {
        StillBox {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Whether a ball may reach into the box. The square of the distance is off by less than eight units, which the caller's
    /// radius allows for; of what is no number it may.
    #[inline(always)]
    pub(crate) fn is_near(&self, centre: DVec3, radius: f64) -> bool {
        let out = (self.low - centre).max(centre - self.high).max(DVec3::ZERO);
        !(out.dot(out) > radius * radius)
    }
}

/// A tree over boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct StillTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    held: StillBox,
    /// The item of a leaf; of another node, where its second part stands, after all of the first.
    below: Below,
}

#[derive(Clone, Copy, Debug)]
enum Below {
    Item(u32),
    Second(u32),
}

impl StillTree {
    /// Over boxes with the numbers of what they hold.
    pub(crate) fn new(mut items: Vec<(StillBox, u32)>) -> StillTree {
        let mut tree = StillTree::default();
        tree.build(&mut items);
        tree
    }

    /// Anew, in the memory that it has, over other boxes; their order is lost.
    pub(crate) fn build(&mut self, items: &mut [(StillBox, u32)]) {
        self.nodes.clear();
        if !items.is_empty() {
            self.grow(items);
        }
    }

    /// Adds the tree over some items; halves are by count, so it is as deep as a logarithm.
    fn grow(&mut self, items: &mut [(StillBox, u32)]) {
        if let [(held, item)] = *items {
            let below = Below::Item(item);
            self.nodes.push(Node { held, below });
            return;
        }
        let all = items
            .iter()
            .skip(1)
            .fold(items[0].0, |all, item| all.union(&item.0));
        let size = all.high - all.low;
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let middle = |item: &(StillBox, u32)| item.0.low[axis] + item.0.high[axis];
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |a, b| {
            middle(a).total_cmp(&middle(b)).then(a.1.cmp(&b.1))
        });
        let place = self.nodes.len();
        self.nodes.push(Node {
            held: all,
            below: Below::Second(0),
        });
        let (first, second) = items.split_at_mut(half);
        self.grow(first);
        self.nodes[place].below = Below::Second(self.nodes.len() as u32);
        self.grow(second);
    }

    /// All items whose boxes a ball may reach into.
    pub(crate) fn near(&self, centre: DVec3, radius: f64, mut found: impl FnMut(u32)) {
        self.visit(
            |held| held.is_near(centre, radius),
            |item| {
                found(item);
                true
            },
        );
    }

    /// The items whose boxes a box may meet, for as long as `found` wants more; how many boxes it was held against.
    pub(crate) fn meeting(&self, other: &StillBox, found: impl FnMut(u32) -> bool) -> u64 {
        self.visit(|held| held.meets(other), found)
    }

    #[inline(always)]
    fn visit(
        &self,
        matters: impl Fn(&StillBox) -> bool,
        mut found: impl FnMut(u32) -> bool,
    ) -> u64 {
        // A tree over 2³² items is 32 deep.
        let mut waiting = [0_u32; 64];
        let mut count = usize::from(!self.nodes.is_empty());
        let mut looks = 0;
        while count > 0 {
            count -= 1;
            let place = waiting[count];
            let node = &self.nodes[place as usize];
            looks += 1;
            if !matters(&node.held) {
                continue;
            }
            match node.below {
                Below::Item(item) => {
                    if !found(item) {
                        break;
                    }
                }
                Below::Second(second) => {
                    (waiting[count], waiting[count + 1]) = (second, place + 1);
                    count += 2;
                }
            }
        }
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_finds_what_a_look_at_all_boxes_finds() {
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for count in [0, 1, 2, 3, 17, 300] {
            let mut items = Vec::new();
            for item in 0..count {
                let low = DVec3::new(random(), random(), random()) * 10.0;
                let high = low + DVec3::new(random(), random(), random());
                items.push((StillBox { low, high }, item));
            }
            let tree = StillTree::new(items.clone());
            for _ in 0..50 {
                let (centre, radius) = (
                    DVec3::new(random(), random(), random()) * 12.0,
                    2.0 * random(),
                );
                let mut found = Vec::new();
                tree.near(centre, radius, |item| found.push(item));
                found.sort_unstable();
                let near = items
                    .iter()
                    .filter(|(held, _)| held.is_near(centre, radius));
                let all: Vec<u32> = near.map(|item| item.1).collect();
                assert_eq!(found, all);
                let place = StillBox {
                    low: centre,
                    high: centre,
                };
                let place = place.grown(radius);
                found.clear();
                tree.meeting(&place, |item| {
                    found.push(item);
                    true
                });
                found.sort_unstable();
                let met = items.iter().filter(|(held, _)| {
                    (0..3).all(|axis| {
                        held.low[axis] <= place.high[axis] && held.high[axis] >= place.low[axis]
                    })
                });
                let all: Vec<u32> = met.map(|item| item.1).collect();
                assert_eq!(found, all);
            }
        }
    }
}
