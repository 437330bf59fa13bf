//! What overlaps what, and how deep.
//!
//! A grid a size class: class k has the radii from 2^k to 2^(k+1) in cells of side 2^(k+2), no shorter than any two of the
//! class or of a smaller one together. A body asks the cells around it in its own class and in all larger ones, so that
//! every pair is looked at from its smaller body, and one large body among many small ones costs nothing.

use crate::domain::{Boundary, Domain};
use crate::event::Partner;
use crate::vector::{Vector, dot, minus};
use crate::wall::Wall;
use crate::world::World;
use std::cmp::Ordering;

/// A body that is within something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Which body; of two, that of the lower number.
    pub body: u32,
    /// Within what.
    pub partner: Partner,
    /// How far it would have to move to just touch.
    pub depth: f64,
    /// The depth in radii of the smaller body.
    pub share: f64,
}

impl Overlap {
    /// The deeper one of two in radii; of equal ones that of the lower numbers.
    fn deeper(first: Option<Overlap>, second: Overlap) -> Option<Overlap> {
        let key = |overlap: &Overlap| (-overlap.share, overlap.body, overlap.partner);
        match first {
            Some(first) if key(&first) <= key(&second) => Some(first),
            _ => Some(second),
        }
    }
}

/// More bodies than that which do not overlap find no place in a cell: the balls of half its side around their centres
/// need 38 in space. Of a fuller cell only so many are looked at, and some of them overlap.
const CROWD: usize = 64;

/// A body as its grid has it.
#[derive(Clone, Copy)]
struct Entry<const D: usize> {
    class: i32,
    /// Whole numbers; beyond 2^53 neighbours fall together, where places themselves are farther apart than cells.
    cell: Vector<D>,
    position: Vector<D>,
    radius: f64,
    body: u32,
}

/// The bodies by class and cell.
pub(crate) struct Grid<const D: usize> {
    entries: Vec<Entry<D>>,
    /// The entries, from and to, of each filled cell behind a part of its hash: a table of open addressing, in
    /// which most cells that are empty are seen to be so without a look at the entries.
    table: Vec<(u32, u32, u32)>,
    /// The classes that have bodies, in rising order, and the largest radius of each.
    classes: Vec<(i32, f64)>,
    domain: Domain<D>,
}

impl<const D: usize> Grid<D> {
    /// Of bodies with these places and radii, which are finite and positive.
    pub fn new(bodies: impl Iterator<Item = (Vector<D>, f64)>, domain: &Domain<D>) -> Grid<D> {
        let mut entries: Vec<Entry<D>> = bodies
            .enumerate()
            .map(|(body, (position, radius))| {
                let class = libm::frexp(radius).1 - 1;
                Entry {
                    class,
                    cell: cell_of(&position, class),
                    position,
                    radius,
                    body: body as u32,
                }
            })
            .collect();
        entries.sort_unstable_by(|a, b| {
            let class = a.class.cmp(&b.class);
            class
                .then_with(|| along_the_curve(&a.cell, &b.cell))
                .then(a.body.cmp(&b.body))
        });
        let size = (2 * entries.len()).next_power_of_two();
        let mut table = vec![(0, 0, 0); size];
        let mut classes: Vec<(i32, f64)> = Vec::new();
        let mut from = 0;
        while from < entries.len() {
            let first = entries[from];
            let same = |entry: &Entry<D>| entry.class == first.class && entry.cell == first.cell;
            let to = from
                + entries[from..]
                    .iter()
                    .take_while(|entry| same(entry))
                    .count();
            let hash = hash(first.class, &first.cell);
            let mut slot = hash as usize & (size - 1);
            while table[slot].2 > 0 {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = ((hash >> 32) as u32, from as u32, to as u32);
            if classes.last().map(|&(class, _)| class) != Some(first.class) {
                classes.push((first.class, 0.0));
            }
            if let Some((_, largest)) = classes.last_mut() {
                for entry in &entries[from..to] {
                    *largest = entry.radius.max(*largest);
                }
            }
            from = to;
        }
        Grid {
            entries,
            table,
            classes,
            domain: *domain,
        }
    }

    fn filled(&self, class: i32, cell: &Vector<D>) -> &[Entry<D>] {
        let mask = self.table.len() - 1;
        let hash = hash(class, cell);
        let mut slot = hash as usize & mask;
        loop {
            let (tag, from, to) = self.table[slot];
            if to == 0 {
                return &[];
            }
            if tag == (hash >> 32) as u32 {
                let first = &self.entries[from as usize];
                if first.class == class && first.cell == *cell {
                    return &self.entries[from as usize..to as usize];
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Tells of all pairs that overlap: the two bodies, the vector from the first to the second, and the depth. Of a crowd
    /// some pairs are left out.
    pub fn overlapping(&self, mut tell: impl FnMut(u32, u32, &Vector<D>, f64)) {
        for entry in &self.entries {
            let own = self
                .classes
                .partition_point(|&(class, _)| class < entry.class);
            for &(class, largest) in &self.classes[own..] {
                let reach = entry.radius + largest;
                self.images(&entry.position, reach, |position| {
                    around(position, class, reach, |cell| {
                        for other in self.filled(class, cell).iter().take(CROWD) {
                            let twice = class == entry.class && other.body < entry.body;
                            if other.body == entry.body || twice {
                                continue;
                            }
                            let offset = minus(&other.position, position);
                            let reach = entry.radius + other.radius;
                            let square = dot(&offset, &offset);
                            if square < reach * reach {
                                tell(entry.body, other.body, &offset, reach - square.sqrt());
                            }
                        }
                    });
                });
            }
        }
    }

    /// The place and those images of it that are less than `reach` from the domain.
    fn images(&self, position: &Vector<D>, reach: f64, mut tell: impl FnMut(&Vector<D>)) {
        tell(position);
        if !self.domain.wraps() {
            return;
        }
        for code in 1..3_usize.pow(D as u32) {
            let mut rest = code;
            let mut image = *position;
            let mut counts = true;
            for axis in 0..D {
                let step = rest % 3;
                rest /= 3;
                if step == 0 {
                    continue;
                }
                let (low, high) = (self.domain.low[axis], self.domain.high[axis]);
                counts &= self.domain.boundary[axis] == Boundary::Periodic;
                if step == 1 {
                    counts &= position[axis] - low <= reach;
                    image[axis] += high - low;
                } else {
                    counts &= high - position[axis] <= reach;
                    image[axis] -= high - low;
                }
            }
            if counts {
                tell(&image);
            }
        }
    }
}

fn cell_of<const D: usize>(position: &Vector<D>, class: i32) -> Vector<D> {
    // A power of two: nothing is rounded before the floor. Adding 0 makes −0 one with 0.
    let scale = libm::ldexp(1.0, -class - 2);
    position.map(|x| libm::floor(x * scale) + 0.0)
}

/// Tells of the cells of a class in which a centre may be that is less than `reach` away along every axis, `reach` being
/// no longer than a cell: two an axis if it is half as long, three at most. Rounding keeps the order of numbers, so that the
/// ends are no nearer than any such centre.
fn around<const D: usize>(
    position: &Vector<D>,
    class: i32,
    reach: f64,
    mut tell: impl FnMut(&Vector<D>),
) {
    let ends = [
        cell_of(&position.map(|x| x - reach), class),
        cell_of(position, class),
        cell_of(&position.map(|x| x + reach), class),
    ];
    for code in 0..3_usize.pow(D as u32) {
        let mut rest = code;
        let mut cell = [0.0; D];
        let mut new = true;
        for axis in 0..D {
            let step = rest % 3;
            rest /= 3;
            cell[axis] = ends[step][axis];
            new &= step == 1 || cell[axis] != ends[1][axis];
        }
        if new {
            tell(&cell);
        }
    }
}

/// The order of two cells along Morton's curve, on which neighbours are mostly close: bodies asked one after the other
/// then look at the same memory. The axis whose numbers differ in the highest bit decides.
fn along_the_curve<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Ordering {
    let mut highest = 0;
    let mut order = Ordering::Equal;
    for axis in 0..D {
        let whole = |x: f64| x as i64 ^ i64::MIN;
        let (x, y) = (whole(a[axis]) as u64, whole(b[axis]) as u64);
        let differ = x ^ y;
        if highest < differ && highest < (highest ^ differ) {
            highest = differ;
            order = x.cmp(&y);
        }
    }
    // Cells beyond the range of the whole numbers.
    for axis in 0..D {
        order = order.then(a[axis].total_cmp(&b[axis]));
    }
    order
}

fn hash<const D: usize>(class: i32, cell: &Vector<D>) -> u64 {
    let mut sum = class as u64;
    for &x in cell {
        // As whole numbers, for those of the floats differ in their high bits, which a product keeps high.
        sum = (sum ^ (x as i64 as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 32;
    }
    sum
}

/// The deepest overlap of these bodies with each other, with the ends of the domain and with the walls. Where so many
/// overlap that a cell is crowded it is the deepest of those looked at; if there is any, one is found.
pub(crate) fn deepest<const D: usize>(
    bodies: impl Iterator<Item = (Vector<D>, f64)> + Clone,
    domain: &Domain<D>,
    walls: &[Wall<D>],
) -> Option<Overlap> {
    let radii: Vec<f64> = bodies.clone().map(|(_, radius)| radius).collect();
    let mut worst = None;
    Grid::new(bodies.clone(), domain).overlapping(|first, second, _, depth| {
        let smaller = radii[first as usize].min(radii[second as usize]);
        let overlap = Overlap {
            body: first.min(second),
            partner: Partner::Body(first.max(second)),
            depth,
            share: depth / smaller,
        };
        worst = Overlap::deeper(worst, overlap);
    });
    let mut with = |body: u32, partner: Partner, depth: f64| {
        if depth > 0.0 {
            let overlap = Overlap {
                body,
                partner,
                depth,
                share: depth / radii[body as usize],
            };
            worst = Overlap::deeper(worst, overlap);
        }
    };
    for (body, (position, radius)) in bodies.clone().enumerate() {
        for axis in 0..D {
            if domain.boundary[axis] == Boundary::Walls {
                let partner = |high| Partner::Face {
                    axis: axis as u8,
                    high,
                };
                let (low, high) = (domain.low[axis], domain.high[axis]);
                let body = body as u32;
                with(body, partner(false), radius - (position[axis] - low));
                with(body, partner(true), radius - (high - position[axis]));
            }
        }
    }
    within_walls(bodies, walls, |body, wall, depth, _| {
        with(body, Partner::Wall(wall), depth);
    });
    worst
}

/// Tells of every body that is within a wall: the two, the depth, and the way out.
pub(crate) fn within_walls<const D: usize>(
    bodies: impl Iterator<Item = (Vector<D>, f64)> + Clone,
    walls: &[Wall<D>],
    mut tell: impl FnMut(u32, u32, f64, &Vector<D>),
) {
    if walls.is_empty() {
        return;
    }
    // Along the first axis, so that a wall asks but those about it.
    let mut order: Vec<(f64, u32, Vector<D>, f64)> = bodies
        .enumerate()
        .map(|(body, (position, radius))| (position[0], body as u32, position, radius))
        .collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let largest = order.iter().fold(0.0_f64, |most, body| most.max(body.3));
    for (number, wall) in walls.iter().enumerate() {
        let bounds = wall.bounds();
        let range = bounds.map_or(0..order.len(), |(low, high)| {
            let from = order.partition_point(|body| body.0 < low[0] - 2.0 * largest);
            let to = order.partition_point(|body| body.0 <= high[0] + 2.0 * largest);
            from..to.max(from)
        });
        for (_, body, position, radius) in &order[range] {
            let away = bounds.is_some_and(|(low, high)| {
                (0..D).any(|axis| {
                    low[axis] - position[axis] > *radius || position[axis] - high[axis] > *radius
                })
            });
            if !away {
                let (distance, normal) = wall.separation(position);
                if distance < *radius {
                    tell(*body, number as u32, radius - distance, &normal);
                }
            }
        }
    }
}

impl<const D: usize> World<D> {
    /// The deepest that any body is within another one, an end of the domain or a wall at the present; none if nothing
    /// overlaps at all.
    pub fn deepest_overlap(&self) -> Option<Overlap> {
        let bodies = (0..self.len() as u32).map(|body| {
            let (position, _) = self.state(body, self.now());
            (position, self.bodies[body as usize].radius)
        });
        deepest(bodies, &self.domain, &self.walls)
    }
}
