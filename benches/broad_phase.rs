//! What a step of the broad phase over moving bodies takes. See README.md beside this file.

use glam::DVec3;
use osculate::Interval;
use osculate::broad_phase::{BodyId, BodyTree, NearestMemory, PairFilter};
use osculate_benches::options::Options;
use osculate_benches::random::Random;
use osculate_benches::stopwatch::{finest, mean, median, once, worst};
use std::error::Error;

const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];
/// Half the side of a body, and the margin of its fat box.
const HALF: f64 = 0.5;
const MARGIN: f64 = 0.1;

/// How the bodies that move do so.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// At random constant velocities of at most 0.02 along each axis: they leave their fat boxes now and then.
    Drift,
    /// So far that each leaves its fat box at every step.
    Leave,
}

struct Scene {
    tree: BodyTree,
    bodies: Vec<BodyId>,
    places: Vec<DVec3>,
    velocities: Vec<DVec3>,
    room: f64,
    random: Random,
}

impl Scene {
    /// Unit cubes at random places, one to `volume` units of volume.
    fn new(count: usize, volume: f64) -> Result<Scene, Box<dyn Error>> {
        let mut random = Random::new(count as u64);
        let room = (volume * count as f64).cbrt();
        let mut tree = BodyTree::new();
        let (mut bodies, mut places, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..count {
            let place = random.point(DVec3::ZERO, DVec3::splat(room));
            bodies.push(tree.insert(sides(place), MARGIN, PairFilter::FREE)?);
            places.push(place);
            velocities.push(random.point(DVec3::splat(-0.02), DVec3::splat(0.02)));
        }
        tree.update_pairs();
        Ok(Scene {
            tree,
            bodies,
            places,
            velocities,
            room,
            random,
        })
    }

    /// Moves a tenth of the bodies, the same ones for 40 steps: the time in milliseconds, how many left and what pairs begun.
    fn step(&mut self, way: Way, number: usize) -> (f64, usize, usize) {
        let movers = (number / 40 % 10..self.places.len()).step_by(10);
        for body in movers.clone() {
            let step = match way {
                Way::Drift => self.velocities[body],
                Way::Leave => {
                    let random = &mut self.random;
                    let mut sign = || if random.share() < 0.5 { -1.0 } else { 1.0 };
                    DVec3::new(sign(), sign(), sign()) * 1.2 * MARGIN
                }
            };
            self.places[body] =
                (self.places[body] + step).clamp(DVec3::ZERO, DVec3::splat(self.room));
        }
        let (tree, bodies, places) = (&mut self.tree, &self.bodies, &self.places);
        let ((left, begun), time) = once(|| {
            let mut left = 0;
            for body in movers {
                let moved = tree.move_to(bodies[body], sides(places[body]), MARGIN);
                left += usize::from(moved == Ok(true));
            }
            (left, tree.update_pairs().begun.len())
        });
        (time * 1e-3, left, begun)
    }

    /// What it takes to compare the boxes of a tenth of the bodies with all, in milliseconds.
    fn plain(&self) -> f64 {
        let fat = |body: &BodyId| self.tree.fat_box(*body).ok().flatten();
        let boxes: Vec<[Interval; 3]> = self.bodies.iter().filter_map(fat).collect();
        let (_, time) = once(|| {
            let meet = |a: &[Interval; 3], b: &[Interval; 3]| {
                (0..3).all(|axis| a[axis].lower <= b[axis].upper && b[axis].lower <= a[axis].upper)
            };
            let movers = boxes.iter().step_by(10);
            let found = movers.map(|a| boxes.iter().filter(|b| meet(a, b)).count());
            std::hint::black_box(found.sum::<usize>())
        });
        time * 1e-3
    }

    /// A box, a segment and a point, in microseconds a query.
    fn queries(&mut self) -> [f64; 3] {
        let (mut bodies, mut along, mut memory) = (Vec::new(), Vec::new(), NearestMemory::new());
        let (tree, places) = (&self.tree, &self.places);
        let mut at = 0;
        let mut next = || {
            at = (at + 7919) % places.len();
            places[at]
        };
        let in_box = finest(|| tree.in_box(sides(next()), &mut bodies));
        let segment = finest(|| {
            let from = next();
            tree.along_segment(from, from + 10.0 * DVec3::new(0.6, 0.64, 0.48), &mut along)
        });
        let nearest = finest(|| {
            let point = next() + DVec3::splat(1.0);
            tree.nearest(point, f64::INFINITY, &mut memory, |body| {
                places[body.slot() as usize].distance(point)
            })
        });
        [in_box, segment, nearest]
    }
}

fn sides(place: DVec3) -> [Interval; 3] {
    [0, 1, 2].map(|axis| Interval::new(place[axis] - HALF, place[axis] + HALF))
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("broad_phase");
    println!(
        "Unit cubes, fat boxes 0.1 larger on each side, a tenth of them moves. Milliseconds a step, on one thread;\n\
         plain: the boxes of a tenth, each compared with all. Queries in µs: a unit box, a segment of 10, the nearest centre."
    );
    println!(
        "{:>7} {:>6} {:>6} |    pairs     left    begun |     mean   median    worst |    plain |    box segment nearest",
        "bodies", "volume", "way"
    );
    let mut lines = vec![
        "bodies,volume,way,pairs,left,begun,mean_ms,median_ms,worst_ms,plain_ms,box_us,segment_us,nearest_us"
            .to_owned(),
    ];
    let counts = if options.quick { &COUNTS[..1] } else { &COUNTS };
    for &count in counts {
        for volume in [2.2, 1.0] {
            for (way, name) in [(Way::Drift, "drift"), (Way::Leave, "leave")] {
                let mut scene = Scene::new(count, volume)?;
                let steps = if options.quick {
                    40
                } else {
                    4_000_000 / count.max(10_000)
                };
                let told: Vec<_> = (0..steps).map(|step| scene.step(way, step)).collect();
                let times = || told.iter().map(|told| told.0);
                let left = mean(told.iter().map(|told| told.1 as f64));
                let begun = mean(told.iter().map(|told| told.2 as f64));
                let pairs = scene.tree.pairs().len();
                let plain = scene.plain();
                let [in_box, segment, nearest] = scene.queries();
                let (mean, median, worst) = (mean(times()), median(times()), worst(times()));
                println!(
                    "{count:>7} {volume:>6} {name:>6} | {pairs:>8} {left:>8.1} {begun:>8.1} | {mean:>8.4} {median:>8.4} {worst:>8.4} | {plain:>8.3} | {in_box:>6.3} {segment:>7.3} {nearest:>7.3}"
                );
                lines.push(format!(
                    "{count},{volume},{name},{pairs},{left:.1},{begun:.1},{mean:.4},{median:.4},{worst:.4},{plain:.3},{in_box:.3},{segment:.3},{nearest:.3}"
                ));
            }
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}
