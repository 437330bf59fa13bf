//! Table 2 of the C2A paper, on the machine of its Table 1; and how its rows are repeated.

use clap::ValueEnum;

/// A row of Table 2; grasping is two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Benchmark {
    /// A mannequin of 15 links and 20k triangles, against itself
    Exercising,
    /// That mannequin among chessmen of 101k
    Walking,
    /// A hand of 21 links and 8k comes up to a ball of 2k
    Approaching,
    /// That hand closes its fingers
    Grasping,
    /// A Puma of 8 links and 1k beside a car of 4k
    Puma,
}

/// Milliseconds of a row.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub colliding: f64,
    /// None where every motion collides.
    pub free: Option<f64>,
    pub average: f64,
}

impl Benchmark {
    /// In the order of the table.
    pub const ALL: [Benchmark; 5] = [
        Benchmark::Exercising,
        Benchmark::Walking,
        Benchmark::Approaching,
        Benchmark::Grasping,
        Benchmark::Puma,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Benchmark::Exercising => "Exercising",
            Benchmark::Walking => "Walking",
            Benchmark::Approaching => "Approaching",
            Benchmark::Grasping => "Grasping",
            Benchmark::Puma => "Puma",
        }
    }

    /// The built-in robot that stands in for the paper's.
    pub fn robot(self) -> &'static str {
        match self {
            Benchmark::Exercising => "mannequin",
            Benchmark::Walking => "chessmen",
            Benchmark::Approaching | Benchmark::Grasping => "hand",
            Benchmark::Puma => "puma",
        }
    }

    /// What the paper measured; of grasping, over both of its phases.
    pub fn times(self) -> Times {
        let row = |colliding, free, average| Times {
            colliding,
            free,
            average,
        };
        match self {
            Benchmark::Exercising => row(1.62, Some(0.77), 0.88),
            Benchmark::Walking => row(1.08, Some(0.94), 0.99),
            Benchmark::Approaching | Benchmark::Grasping => row(9.79, None, 9.79),
            Benchmark::Puma => row(0.87, Some(0.35), 0.38),
        }
    }

    /// Which share of its motions collides: what follows from its averages.
    pub fn colliding_share(self) -> f64 {
        let times = self.times();
        times.free.map_or(1.0, |free| {
            (times.average - free) / (times.colliding - free)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_from_averages() {
        let shares = Benchmark::ALL.map(|benchmark| (100.0 * benchmark.colliding_share()).round());
        assert_eq!(shares, [13.0, 36.0, 100.0, 100.0, 6.0]);
    }
}
