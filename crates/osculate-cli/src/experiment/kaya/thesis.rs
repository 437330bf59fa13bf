//! The figures of the thesis, on one core of an i7-2630QM at 2 GHz.

/// A row of table 5.1.
#[derive(Debug)]
pub struct Row {
    pub discs: usize,
    pub collisions: f64,
    /// The seconds that checking all pairs took.
    pub all_pairs: f64,
    /// The seconds that his tree took.
    pub tree: f64,
}

const fn row(discs: usize, collisions: f64, all_pairs: f64, tree: f64) -> Row {
    Row {
        discs,
        collisions,
        all_pairs,
        tree,
    }
}

/// Table 5.1: means of 100 runs, of 10 for 2,048 discs.
pub const GROWTH: [Row; 9] = [
    row(8, 52.28, 0.000193307, 0.000337453),
    row(16, 213.15, 0.001134925, 0.000512313),
    row(32, 628.46, 0.009495239, 0.005448446),
    row(64, 1700.78, 0.091004501, 0.032925012),
    row(128, 4670.91, 1.009229282, 0.172442404),
    row(256, 12138.45, 9.716522560, 1.101287737),
    row(512, 33332.82, 105.5300373, 6.773387463),
    row(1024, 89060.59, 1273.946865, 46.33965052),
    row(2048, 246636.2, 13085.64345, 264.8951511),
];

/// How long he simulates, in seconds.
pub const SECONDS: f64 = 5.0;

/// How many discs table 5.2 is about.
pub const STEPPED_DISCS: usize = 1024;

/// A row of table 5.2.
#[derive(Debug)]
pub struct Stepped {
    pub step: f64,
    pub seconds: f64,
    pub missed: f64,
}

const fn stepped(step: f64, seconds: f64, missed: f64) -> Stepped {
    Stepped {
        step,
        seconds,
        missed,
    }
}

/// Table 5.2 but for its first row, which is his tree's: means of 100 runs.
pub const STEPS: [Stepped; 6] = [
    stepped(0.001, 236.7274949, 0.17),
    stepped(0.005, 57.51156817, 1.93),
    stepped(0.01, 29.52776001, 32.87),
    stepped(0.03, 13.82739977, 156.06),
    stepped(0.1, 5.480592384, 3416.14),
    stepped(1.0, 1.893161469, 87281.33),
];
