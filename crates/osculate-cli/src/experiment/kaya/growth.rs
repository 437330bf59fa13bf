//! Table 5.1: how collisions and times grow with the number of discs.

use super::engine::{Engine, Run};
use super::thesis;

/// One run to be done.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub discs: usize,
    pub engine: Engine,
    /// Which of the runs of these discs, from 0.
    pub number: u64,
    /// How much is simulated, in seconds.
    pub until: f64,
}

/// How much is run.
#[derive(Clone, Debug)]
pub struct Extent {
    /// In the order of [`Engine::ALL`], of which the last is always there.
    pub engines: Vec<Engine>,
    pub runs: u64,
    /// The most discs.
    pub up_to: usize,
    /// The most discs of which the slow engines simulate everything.
    pub slow_up_to: usize,
    /// How much is simulated, in seconds.
    pub seconds: f64,
}

impl Extent {
    /// His numbers of discs.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        let up_to = self.up_to;
        let counts = thesis::GROWTH.iter().map(|row| row.discs);
        counts.filter(move |discs| *discs <= up_to)
    }

    /// How many runs there are: a tenth for more than 1,024 discs, as in the thesis; of slow engines as many as take about
    /// as long as all of them with 64 discs.
    pub fn runs(&self, discs: usize, engine: Engine) -> u64 {
        let runs = match engine.growth() {
            None if discs <= 1024 => self.runs,
            None => self.runs / 10,
            Some(_) => {
                let larger = (discs as u64 / 64).max(1);
                self.runs / (larger * larger * larger)
            }
        };
        runs.max(1)
    }

    /// How much is simulated: of slow engines with many discs what takes about as long as all of it with the most that they
    /// are allowed.
    fn until(&self, discs: usize, engine: Engine) -> f64 {
        match engine.growth() {
            Some(power) if discs > self.slow_up_to => {
                self.seconds * (self.slow_up_to as f64 / discs as f64).powf(power)
            }
            _ => self.seconds,
        }
    }

    /// Up to how many discs all runs are among those `done`, if there are any.
    pub fn complete(&self, done: &[(Task, Run)]) -> Option<usize> {
        let runs = |discs: usize| {
            let runs = self.engines.iter().map(|&engine| self.runs(discs, engine));
            runs.sum::<u64>()
        };
        let of = |discs: usize| done.iter().filter(|(task, _)| task.discs == discs).count();
        self.counts()
            .take_while(|&discs| of(discs) as u64 == runs(discs))
            .last()
    }

    /// All runs, those of the fewest discs first.
    pub fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        for discs in self.counts() {
            for &engine in &self.engines {
                let until = self.until(discs, engine);
                let runs = 0..self.runs(discs, engine);
                tasks.extend(runs.map(|number| Task {
                    discs,
                    engine,
                    number,
                    until,
                }));
            }
        }
        tasks
    }
}

/// All runs of one engine with as many discs.
#[derive(Clone, Debug)]
pub struct Mean {
    pub engine: Engine,
    pub runs: usize,
    /// How much was simulated, in seconds.
    pub until: f64,
    pub collisions: f64,
    pub bounces: f64,
    /// The seconds that the whole simulation takes; none if nothing happened in the part that was run.
    pub seconds: Option<f64>,
    /// Only a part was run.
    pub extrapolated: bool,
}

/// All runs with as many discs.
#[derive(Clone, Debug)]
pub struct Row {
    pub discs: usize,
    /// One an engine that was run, the default one last.
    pub means: Vec<Mean>,
}

impl Row {
    /// The rows of what was done.
    pub fn all(extent: &Extent, done: &[(Task, Run)]) -> Vec<Row> {
        let row = |discs: usize| {
            let of = |engine: Engine| {
                let runs: Vec<&(Task, Run)> = done
                    .iter()
                    .filter(|(task, _)| task.discs == discs && task.engine == engine)
                    .collect();
                Mean::of(engine, &runs, extent.seconds)
            };
            let mut means: Vec<Mean> = extent.engines.iter().copied().map(of).collect();
            let whole = means.last().expect("the fast one").events();
            for mean in means.iter_mut().filter(|mean| mean.extrapolated) {
                mean.extrapolate(whole, done, discs);
            }
            Row { discs, means }
        };
        extent.counts().map(row).collect()
    }

    /// What the default engine did.
    pub fn fast(&self) -> &Mean {
        self.means.last().expect("the fast one")
    }

    /// What an engine did, if it was run.
    pub fn mean(&self, engine: Engine) -> Option<&Mean> {
        self.means.iter().find(|mean| mean.engine == engine)
    }

    /// His figures.
    pub fn thesis(&self) -> &'static thesis::Row {
        let same = |row: &&thesis::Row| row.discs == self.discs;
        thesis::GROWTH.iter().find(same).expect("his counts only")
    }
}

impl Mean {
    fn of(engine: Engine, runs: &[&(Task, Run)], seconds: f64) -> Mean {
        let mean = |value: fn(&Run) -> f64| {
            runs.iter().map(|(_, run)| value(run)).sum::<f64>() / runs.len() as f64
        };
        let until = runs[0].0.until;
        Mean {
            engine,
            runs: runs.len(),
            until,
            collisions: mean(|run| run.collisions as f64),
            bounces: mean(|run| run.bounces as f64),
            seconds: Some(mean(|run| run.setup + run.going)),
            extrapolated: until < seconds,
        }
    }

    /// Collisions, and bounces from walls.
    pub fn events(&self) -> f64 {
        self.collisions + self.bounces
    }

    /// From a part to `whole` events: what is done once is counted once.
    fn extrapolate(&mut self, whole: f64, done: &[(Task, Run)], discs: usize) {
        let mine = done
            .iter()
            .filter(|(task, _)| task.discs == discs && task.engine == self.engine);
        let (mut setup, mut going, mut events) = (0.0, 0.0, 0);
        for (_, run) in mine {
            setup += run.setup;
            going += run.going;
            events += run.events();
        }
        self.seconds =
            (events > 0).then(|| setup / self.runs as f64 + going * whole / events as f64);
    }
}

/// How far collisions are from his, in percent.
pub fn deviation(collisions: f64, row: &Row) -> f64 {
    100.0 * (collisions / row.thesis().collisions - 1.0)
}

/// The largest deviation in percent of the rows from 64 discs on if `count` is scaled so that the row of 1,024 agrees; none
/// without that row.
pub fn spread(rows: &[Row], count: fn(&Mean) -> f64) -> Option<f64> {
    let ratio = |row: &Row| count(row.fast()) / row.thesis().collisions;
    let scale = ratio(rows.iter().find(|row| row.discs == 1024)?);
    rows.iter()
        .filter(|row| row.discs >= 64)
        .map(|row| 100.0 * (ratio(row) / scale - 1.0).abs())
        .reduce(f64::max)
}

/// With which power of the number of discs the time of an event grows from 64 discs on, by the ends; `seconds` has no
/// value where nothing was measured.
pub fn power(rows: &[Row], seconds: impl Fn(&Row) -> Option<f64>) -> Option<f64> {
    let first = rows.iter().find(|row| row.discs == 64)?;
    let last = rows.last().filter(|row| row.discs > 64)?;
    let event = |row: &Row| Some(seconds(row)? / row.fast().events());
    let growth = event(last)? / event(first)?;
    Some(growth.ln() / (last.discs as f64 / first.discs as f64).ln())
}
