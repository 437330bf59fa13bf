//! Four designs of outward-rounded intervals on the same work: products and sums, as in the scalar and vector products
//! of feature tests. `cargo bench -p osculate-benches --bench intervals`

use osculate::Interval;
use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 4096;
const ROUNDS: u32 = 400;

/// What a design must do.
trait Design: Copy {
    const NAME: &'static str;
    fn new(lower: f64, upper: f64) -> Self;
    fn multiply_add(self, other: Self, sum: Self) -> Self;
    fn ends(self) -> (f64, f64);
}

/// Ends moved by one unit in the last place.
#[derive(Clone, Copy)]
struct NextUp(f64, f64);

impl Design for NextUp {
    const NAME: &'static str = "ends, next_up and next_down";
    fn new(lower: f64, upper: f64) -> Self {
        NextUp(lower, upper)
    }
    fn multiply_add(self, other: Self, sum: Self) -> Self {
        let e = [
            self.0 * other.0,
            self.0 * other.1,
            self.1 * other.0,
            self.1 * other.1,
        ];
        let lower = e[0].min(e[1]).min(e[2].min(e[3])).next_down();
        let upper = e[0].max(e[1]).max(e[2].max(e[3])).next_up();
        NextUp((lower + sum.0).next_down(), (upper + sum.1).next_up())
    }
    fn ends(self) -> (f64, f64) {
        (self.0, self.1)
    }
}

impl Design for Interval {
    const NAME: &'static str = "ends, moved by a product (the library's)";
    fn new(lower: f64, upper: f64) -> Self {
        Interval::new(lower, upper)
    }
    fn multiply_add(self, other: Self, sum: Self) -> Self {
        self * other + sum
    }
    fn ends(self) -> (f64, f64) {
        (self.lower, self.upper)
    }
}

/// The negated lower end beside the upper one, so that both round the same way.
#[derive(Clone, Copy)]
struct Lanes([f64; 2]);

fn up(x: [f64; 2]) -> [f64; 2] {
    x.map(|x| x + (x.abs() * f64::EPSILON + f64::MIN_POSITIVE))
}

fn larger(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
    [
        if x[0] > y[0] { x[0] } else { y[0] },
        if x[1] > y[1] { x[1] } else { y[1] },
    ]
}

impl Design for Lanes {
    const NAME: &'static str = "lanes (−lower, upper), moved by a product";
    fn new(lower: f64, upper: f64) -> Self {
        Lanes([-lower, upper])
    }
    fn multiply_add(self, other: Self, sum: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // Of −(lower·lower) and lower·lower, and so on: each product counts for both ends.
        let low = larger([-(a * c), a * c], [a * d, -(a * d)]);
        let high = larger([b * c, -(b * c)], [-(b * d), b * d]);
        let product = up(larger(low, high));
        Lanes(up([product[0] + sum.0[0], product[1] + sum.0[1]]))
    }
    fn ends(self) -> (f64, f64) {
        (-self.0[0], self.0[1])
    }
}

/// A middle and a radius.
#[derive(Clone, Copy)]
struct Ball(f64, f64);

impl Design for Ball {
    const NAME: &'static str = "middle and radius";
    fn new(lower: f64, upper: f64) -> Self {
        let middle = 0.5 * lower + 0.5 * upper;
        Ball(
            middle,
            (upper - middle).max(middle - lower) * (1.0 + f64::EPSILON),
        )
    }
    fn multiply_add(self, other: Self, sum: Self) -> Self {
        let product = self.0 * other.0;
        let middle = product + sum.0;
        let error = (product.abs() + middle.abs()) * f64::EPSILON;
        let radius = self.0.abs() * other.1 + other.0.abs() * self.1 + self.1 * other.1 + sum.1;
        Ball(
            middle,
            (radius + error) * (1.0 + 8.0 * f64::EPSILON) + f64::MIN_POSITIVE,
        )
    }
    fn ends(self) -> (f64, f64) {
        (self.0 - self.1, self.0 + self.1)
    }
}

fn run<D: Design>(numbers: &[(f64, f64)]) {
    let data: Vec<D> = numbers.iter().map(|&(l, u)| D::new(l, u)).collect();
    let mut best = f64::INFINITY;
    let mut width = 0.0;
    for _ in 0..ROUNDS {
        let clock = Instant::now();
        let mut total = 0.0;
        // Scalar products of three: short chains, as in the feature tests.
        for six in black_box(&data).chunks_exact(6) {
            let product = six[0].multiply_add(
                six[3],
                six[1].multiply_add(six[4], six[2].multiply_add(six[5], D::new(0.0, 0.0))),
            );
            let (lower, upper) = product.ends();
            total += upper - lower;
        }
        best = f64::min(best, clock.elapsed().as_secs_f64());
        width = black_box(total);
    }
    let operations = (numbers.len() / 6 * 3) as f64;
    println!(
        "{:44} {:6.2} ns a product and sum, mean width {:.4e}",
        D::NAME,
        best * 1e9 / operations,
        width / operations
    );
}

fn main() {
    // Cargo asks benchmarks for `--test` when it runs them as tests.
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / 9_007_199_254_740_992.0 - 0.5
    };
    for (name, spread) in [("wide", 0.5), ("narrow", 1e-6)] {
        let numbers: Vec<(f64, f64)> = (0..COUNT)
            .map(|_| {
                let (middle, half) = (next(), spread * (next() + 0.5));
                (middle - half, middle + half)
            })
            .collect();
        println!("{name} intervals of either sign:");
        run::<NextUp>(&numbers);
        run::<Interval>(&numbers);
        run::<Lanes>(&numbers);
        run::<Ball>(&numbers);
    }
}
