//! Table 1 of the C2A paper, on an Intel Core 2 Quad Q9450 at 2.66 GHz; and how its six rows are repeated.

use clap::ValueEnum;

/// Its processor, which is of 2008.
pub const MACHINE: &str = "Intel Core 2 Quad Q9450 at 2.66 GHz, of 2008";

/// By how much control lowers the number of front nodes, in percent: section 6.1, on average.
pub const FEWER_FRONT_NODES: f64 = 82.3;

/// A row of Table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Benchmark {
    /// Two clubs of 104.8k triangles; every motion collides
    Club,
    /// Two gears of 25.6k
    Gear,
    /// A hammer of 1.7k and a CAD piece of 2.6k
    Hammer,
    /// Two bunnies of 69.7k
    Bunny,
    /// Two bunnies of 26.4k that tumble into each other, frame by frame
    Dynamics,
    /// Two torus knots of 34.6k
    Torusknot,
}

/// Milliseconds of a row.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// C2A without controlled advancement.
    pub uncontrolled: f64,
    pub colliding: f64,
    /// None where every motion collides.
    pub free: Option<f64>,
    pub average: f64,
    pub hca: f64,
    pub fast: Option<f64>,
}

impl Benchmark {
    /// In the order of the table.
    pub const ALL: [Benchmark; 6] = [
        Benchmark::Club,
        Benchmark::Gear,
        Benchmark::Hammer,
        Benchmark::Bunny,
        Benchmark::Dynamics,
        Benchmark::Torusknot,
    ];

    /// What the paper calls it.
    pub fn title(self) -> &'static str {
        match self {
            Benchmark::Club => "Club vs. Club",
            Benchmark::Gear => "Gear vs. Gear",
            Benchmark::Hammer => "Hammer vs. CAD piece",
            Benchmark::Bunny => "Bunny vs. Bunny",
            Benchmark::Dynamics => "Bunny Dynamics",
            Benchmark::Torusknot => "Torusknot vs. Torusknot",
        }
    }

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Benchmark::Club => "Club",
            Benchmark::Gear => "Gear",
            Benchmark::Hammer => "Hammer",
            Benchmark::Bunny => "Bunny",
            Benchmark::Dynamics => "Dynamics",
            Benchmark::Torusknot => "Torusknot",
        }
    }

    /// What the paper measured.
    pub fn times(self) -> Times {
        let row = |uncontrolled, colliding, free, average, hca, fast| Times {
            uncontrolled,
            colliding,
            free,
            average,
            hca,
            fast,
        };
        match self {
            Benchmark::Club => row(14.97, 3.6, None, 3.6, 3.4, None),
            Benchmark::Gear => row(55.49, 2.96, Some(0.0048), 1.98, 1.68, None),
            Benchmark::Hammer => row(7.68, 2.82, Some(0.0052), 1.89, 1.86, None),
            Benchmark::Bunny => row(8.64, 4.11, Some(0.048), 2.77, 2.77, Some(4.01)),
            Benchmark::Dynamics => row(0.41, 5.54, Some(0.11), 0.22, 0.15, Some(0.31)),
            Benchmark::Torusknot => row(6.8, 2.81, Some(0.41), 2.01, 2.68, Some(1.96)),
        }
    }

    /// How many of `trials` collide. All clubs do, and two thirds of the gears. The others' shares follow from their averages:
    /// 2.77 = ⅔·4.11 + ⅓·0.048.
    pub fn colliding(self, trials: usize) -> usize {
        match self {
            Benchmark::Club => trials,
            _ => (2 * trials).div_ceil(3),
        }
    }

    /// How far from the resting body's origin motions start and end, in sums of both radii: so that about six in ten draws
    /// collide.
    pub fn distance(self) -> f64 {
        match self {
            Benchmark::Club => 0.6,
            Benchmark::Hammer => 0.85,
            Benchmark::Bunny => 0.9,
            Benchmark::Gear | Benchmark::Dynamics | Benchmark::Torusknot => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares of colliding motions are those of the paper's own averages.
    #[test]
    fn averages_follow_from_shares() {
        for benchmark in Benchmark::ALL {
            let times = benchmark.times();
            let Some(free) = times.free else { continue };
            let share = (times.average - free) / (times.colliding - free);
            if benchmark == Benchmark::Dynamics {
                assert!((share - 0.02).abs() < 0.002, "{share}");
            } else {
                assert!((share - 2.0 / 3.0).abs() < 0.005, "{share}");
            }
        }
        assert_eq!(Benchmark::Gear.colliding(200), 134);
    }
}
