//! Random places at which nothing overlaps.

use super::Random;
use crate::domain::{Boundary, Domain};
use crate::vector::{Vector, dot, minus};

/// How often a place is drawn for a ball before the last one is taken as it is.
const DRAWS: usize = 100_000;
/// The gap that is left for rounding, in sums of radii.
const GAP: f64 = 1e-9;

/// Uniform places in `domain` for balls of `radii`, by number, none of which overlap: the largest ball first, each drawn
/// until it is free. There is a grid for every class of radii between powers of two, so that a small ball is never held
/// against many small ones because of the large. Where [`DRAWS`] places were taken a ball overlaps, which the check of
/// the scene then says.
pub(super) fn places<const D: usize>(
    radii: &[f64],
    domain: &Domain<D>,
    random: &mut Random,
) -> Vec<Vector<D>> {
    let mut order: Vec<usize> = (0..radii.len()).collect();
    order.sort_by(|&a, &b| radii[b].total_cmp(&radii[a]));
    let mut places = vec![[0.0; D]; radii.len()];
    let mut grids: Vec<Grid<D>> = Vec::new();
    let mut rest = &order[..];
    while let Some(&largest) = rest.first() {
        let most = radii[largest];
        let count = rest.partition_point(|&ball| radii[ball] > 0.5 * most);
        let (class, smaller) = rest.split_at(count);
        rest = smaller;
        grids.push(Grid::new(domain, most, count));
        for &ball in class {
            for draw in 1.. {
                let radius = radii[ball];
                let place = std::array::from_fn(|axis| {
                    let margin = match domain.boundary[axis] {
                        Boundary::Periodic => 0.0,
                        Boundary::Walls | Boundary::Open => radius * (1.0 + GAP),
                    };
                    random.between(domain.low[axis] + margin, domain.high[axis] - margin)
                });
                let meets = |other: &Placed<D>| {
                    let offset = domain.nearest(minus(&other.place, &place));
                    let reach = (radius + other.radius) * (1.0 + GAP);
                    dot(&offset, &offset) < reach * reach
                };
                let free = !grids.iter().any(|grid| grid.near(&place).any(meets));
                if free || draw == DRAWS {
                    places[ball] = place;
                    grids.last_mut().expect("its own").add(place, radius);
                    break;
                }
            }
        }
    }
    places
}

/// Balls of similar size by place.
struct Grid<const D: usize> {
    domain: Domain<D>,
    cells: [usize; D],
    /// The first ball of each cell.
    heads: Vec<u32>,
    balls: Vec<Placed<D>>,
}

/// A ball that has its place.
struct Placed<const D: usize> {
    place: Vector<D>,
    radius: f64,
    /// The next one in its cell.
    next: u32,
}

const NONE: u32 = u32::MAX;

impl<const D: usize> Grid<D> {
    /// For `count` balls, none larger than `most`, which no larger one is ever held against: cells are no smaller than
    /// the reach of two of them, and not many more than balls.
    fn new(domain: &Domain<D>, most: f64, count: usize) -> Grid<D> {
        let rows = libm::ceil(libm::pow(count as f64, 1.0 / D as f64)) as usize;
        let least = 2.0 * most * (1.0 + 2.0 * GAP);
        let cells = std::array::from_fn(|axis| {
            ((domain.side(axis) / least) as usize).clamp(1, rows.max(1))
        });
        Grid {
            domain: *domain,
            cells,
            heads: vec![NONE; cells.iter().product()],
            balls: Vec::with_capacity(count),
        }
    }

    fn cell(&self, place: &Vector<D>) -> [usize; D] {
        std::array::from_fn(|axis| {
            let share = (place[axis] - self.domain.low[axis]) / self.domain.side(axis);
            ((share * self.cells[axis] as f64) as usize).min(self.cells[axis] - 1)
        })
    }

    fn index(&self, cell: &[usize; D]) -> usize {
        (0..D)
            .rev()
            .fold(0, |index, axis| index * self.cells[axis] + cell[axis])
    }

    fn add(&mut self, place: Vector<D>, radius: f64) {
        let index = self.index(&self.cell(&place));
        let next = std::mem::replace(&mut self.heads[index], self.balls.len() as u32);
        self.balls.push(Placed {
            place,
            radius,
            next,
        });
    }

    /// All balls in the cell of `place` and its neighbours, some of them more than once if there are few cells.
    fn near(&self, place: &Vector<D>) -> impl Iterator<Item = &Placed<D>> {
        let middle = self.cell(place);
        (0..3_usize.pow(D as u32))
            .filter_map(move |number| {
                let mut rest = number;
                let mut cell = middle;
                for axis in 0..D {
                    let (step, cells) = (rest % 3, self.cells[axis]);
                    rest /= 3;
                    // One back, for the steps are 0, 1 and 2.
                    cell[axis] = match self.domain.boundary[axis] {
                        Boundary::Periodic => (cell[axis] + step + cells - 1) % cells,
                        _ if (1..=cells).contains(&(cell[axis] + step)) => cell[axis] + step - 1,
                        _ => return None,
                    };
                }
                Some(self.heads[self.index(&cell)])
            })
            .flat_map(|head| {
                let ball = |number: u32| self.balls.get(number as usize);
                std::iter::successors(ball(head), move |placed| ball(placed.next))
            })
    }
}
