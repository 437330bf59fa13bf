//! A balanced tree of boxes, as Kaya builds it.

use crate::domain::{Boundary, Domain};
use crate::vector::Vector;

/// A box along the axes. No end is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds<const D: usize> {
    pub low: Vector<D>,
    pub high: Vector<D>,
}

impl<const D: usize> Bounds<D> {
    /// A box that a ball on the flight p + v·t + ½a·t² does not leave while 0 ≤ t ≤ `passed`.
    ///
    /// With S = |p| + h·|v| + h²·|a| + r on an axis, every end is computed in at most eight roundings of values up to S,
    /// so it is wrong by no more than 2⁻⁵⁰·S; that a pair counts as touching is decided with an error of no more than
    /// that either, as is a shift by a side of the domain, which S has too if there is one. The margin of 2⁻⁴⁸·S a body
    /// is more than all three. The apex counts if its computed time lies within the flight: where rounding decides that
    /// wrongly the apex is nearer to an end of the flight than the margin.
    pub fn of_flight(
        p: &Vector<D>,
        v: &Vector<D>,
        a: &Vector<D>,
        radius: f64,
        passed: f64,
        domain: &Domain<D>,
    ) -> Bounds<D> {
        const MARGIN: f64 = 16.0 * f64::EPSILON;
        let mut bounds = Bounds {
            low: [f64::NEG_INFINITY; D],
            high: [f64::INFINITY; D],
        };
        for axis in 0..D {
            let (p, v, a) = (p[axis], v[axis], a[axis]);
            let mut size = p.abs() + passed * (v.abs() + passed * a.abs()) + radius;
            if domain.boundary[axis] == Boundary::Periodic {
                size += domain.side(axis);
            }
            // What overflows is everywhere.
            if !(size < f64::INFINITY) {
                continue;
            }
            let end = p + passed * (v + 0.5 * passed * a);
            let (mut low, mut high) = (p.min(end), p.max(end));
            let turn = -v / a;
            if turn > 0.0 && turn < passed {
                let apex = p + 0.5 * turn * v;
                low = low.min(apex);
                high = high.max(apex);
            }
            bounds.low[axis] = low - radius - MARGIN * size;
            bounds.high[axis] = high + radius + MARGIN * size;
        }
        bounds
    }

    /// What covers both.
    #[inline]
    fn join(&self, other: &Bounds<D>) -> Bounds<D> {
        Bounds {
            low: std::array::from_fn(|axis| self.low[axis].min(other.low[axis])),
            high: std::array::from_fn(|axis| self.high[axis].max(other.high[axis])),
        }
    }

    /// Whether it meets `other` after that was moved by `shift`.
    #[inline]
    fn meets(&self, other: &Bounds<D>, shift: &Vector<D>) -> bool {
        (0..D).all(|axis| {
            self.low[axis] <= other.high[axis] + shift[axis]
                && other.low[axis] + shift[axis] <= self.high[axis]
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<const D: usize> {
    bounds: Bounds<D>,
    content: Content,
}

/// The left child follows its parent, so that only the right one needs a number.
#[derive(Clone, Copy, Debug)]
enum Content {
    Body(u32),
    Right(u32),
}

/// The boxes of bodies, halved at the median of one axis after the other down to single ones; all nodes in one array,
/// parents before their children.
#[derive(Clone, Debug)]
pub(crate) struct BoxTree<const D: usize> {
    nodes: Vec<Node<D>>,
    order: Vec<u32>,
}

impl<const D: usize> BoxTree<D> {
    pub fn new() -> BoxTree<D> {
        BoxTree {
            nodes: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Builds it anew, from the top down.
    pub fn build(&mut self, boxes: &[Bounds<D>]) {
        self.nodes.clear();
        self.order.clear();
        self.order.extend(0..boxes.len() as u32);
        if !boxes.is_empty() {
            divide(&mut self.nodes, &mut self.order, boxes, 0);
        }
    }

    /// Fits the nodes to other boxes of the same bodies, from the bottom up.
    pub fn update(&mut self, boxes: &[Bounds<D>]) {
        for node in (0..self.nodes.len()).rev() {
            self.nodes[node].bounds = match self.nodes[node].content {
                Content::Body(body) => boxes[body as usize],
                Content::Right(right) => {
                    let left = &self.nodes[node + 1].bounds;
                    left.join(&self.nodes[right as usize].bounds)
                }
            };
        }
    }

    /// Reports each pair of bodies whose boxes meet, once.
    pub fn pairs<F: FnMut(u32, u32)>(&self, report: &mut F) {
        if !self.nodes.is_empty() {
            self.check(0, report);
        }
    }

    /// Reports each two bodies of which the box of the first meets that of the second after it was moved by `shift`; a body
    /// and its own image too.
    pub fn image_pairs<F: FnMut(u32, u32)>(&self, shift: &Vector<D>, report: &mut F) {
        if !self.nodes.is_empty() {
            self.check_pair(0, 0, shift, report);
        }
    }

    /// What covers all.
    pub fn bounds(&self) -> Option<&Bounds<D>> {
        self.nodes.first().map(|root| &root.bounds)
    }

    fn check<F: FnMut(u32, u32)>(&self, node: usize, report: &mut F) {
        if let Content::Right(right) = self.nodes[node].content {
            self.check_pair(node + 1, right as usize, &[0.0; D], report);
            self.check(node + 1, report);
            self.check(right as usize, report);
        }
    }

    fn check_pair<F: FnMut(u32, u32)>(
        &self,
        first: usize,
        second: usize,
        shift: &Vector<D>,
        report: &mut F,
    ) {
        let (a, b) = (&self.nodes[first], &self.nodes[second]);
        if !a.bounds.meets(&b.bounds, shift) {
            return;
        }
        match (a.content, b.content) {
            (Content::Body(body), Content::Body(other)) => report(body, other),
            (Content::Body(_), Content::Right(right)) => {
                self.check_pair(first, second + 1, shift, report);
                self.check_pair(first, right as usize, shift, report);
            }
            (Content::Right(right), Content::Body(_)) => {
                self.check_pair(first + 1, second, shift, report);
                self.check_pair(right as usize, second, shift, report);
            }
            (Content::Right(right), Content::Right(other_right)) => {
                self.check_pair(first + 1, second + 1, shift, report);
                self.check_pair(first + 1, other_right as usize, shift, report);
                self.check_pair(right as usize, second + 1, shift, report);
                self.check_pair(right as usize, other_right as usize, shift, report);
            }
        }
    }
}

fn divide<const D: usize>(
    nodes: &mut Vec<Node<D>>,
    bodies: &mut [u32],
    boxes: &[Bounds<D>],
    level: usize,
) -> Bounds<D> {
    let node = nodes.len();
    if let [body] = *bodies {
        let bounds = boxes[body as usize];
        nodes.push(Node {
            bounds,
            content: Content::Body(body),
        });
        return bounds;
    }
    let axis = level % D;
    let place = |body: &u32| {
        let bounds = &boxes[*body as usize];
        bounds.low[axis] + bounds.high[axis]
    };
    let middle = bodies.len() / 2;
    bodies.select_nth_unstable_by(middle, |a, b| place(a).total_cmp(&place(b)));
    let (before, after) = bodies.split_at_mut(middle);
    // Known only when both halves are there; until then the place is kept.
    nodes.push(Node {
        bounds: boxes[0],
        content: Content::Body(0),
    });
    let left = divide(nodes, before, boxes, level + 1);
    let right = nodes.len() as u32;
    let bounds = left.join(&divide(nodes, after, boxes, level + 1));
    nodes[node] = Node {
        bounds,
        content: Content::Right(right),
    };
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Random;

    fn boxes(count: usize, seed: u64) -> Vec<Bounds<2>> {
        let mut random = Random::new(seed);
        let mut one = || {
            let low = [random.between(0.0, 10.0), random.between(0.0, 10.0)];
            let high = low.map(|end| end + random.between(0.0, 2.0));
            Bounds { low, high }
        };
        (0..count).map(|_| one()).collect()
    }

    fn asked_one_by_one(boxes: &[Bounds<2>], shift: &Vector<2>, all: bool) -> Vec<(u32, u32)> {
        let mut met = Vec::new();
        for a in 0..boxes.len() {
            for b in if all { 0 } else { a + 1 }..boxes.len() {
                let apart = (0..2).any(|axis| {
                    boxes[a].low[axis] > boxes[b].high[axis] + shift[axis]
                        || boxes[b].low[axis] + shift[axis] > boxes[a].high[axis]
                });
                if !apart {
                    met.push((a as u32, b as u32));
                }
            }
        }
        met
    }

    #[test]
    fn pairs_are_those_of_asking_each() {
        for count in [0, 1, 2, 3, 7, 100] {
            let (first, second) = (boxes(count, 1), boxes(count, 2));
            let mut tree = BoxTree::new();
            tree.build(&first);
            for (round, boxes) in [&first, &second].into_iter().enumerate() {
                if round == 1 {
                    tree.update(boxes);
                }
                let mut met = Vec::new();
                tree.pairs(&mut |a, b| met.push((a.min(b), a.max(b))));
                met.sort_unstable();
                assert_eq!(met, asked_one_by_one(boxes, &[0.0; 2], false));
                let shift = [9.0, -1.0];
                let mut met = Vec::new();
                tree.image_pairs(&shift, &mut |a, b| met.push((a, b)));
                met.sort_unstable();
                assert_eq!(met, asked_one_by_one(boxes, &shift, true));
            }
        }
    }
}
