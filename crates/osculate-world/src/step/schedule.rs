//! Which contacts are solved at once.
//!
//! Contacts are gone through in their order, each with what those before it made of its bodies. Two that concern no common moving body do not know of each other, so
//! up to eight of these are solved at once: what comes out is the same, to the last bit.

use super::bunch::Bunch;
use super::constraint::Constraint;
use super::lanes::{Lanes, Numbers};
use super::mover::Mover;
use super::solver::Part;
use crate::contact::POINTS;

/// The contacts of some islands, as bunches in an order in which they may be solved.
#[derive(Debug, Default)]
pub(super) struct Schedule<R> {
    /// Those of one point, and those of several.
    pub(super) ones: Vec<Bunch<1, R>>,
    pub(super) several: Vec<Bunch<POINTS, R>>,
    /// Where those end that may be solved before all that follow, in both.
    pub(super) ends: Vec<[u32; 2]>,
    /// Of each mover, how many rounds there are before the first that may concern it; of each constraint, which round and kind it is of.
    rounds: Vec<u32>,
    kinds: Vec<u32>,
    /// Where the constraints of each round and kind begin, and all of them in that order.
    starts: Vec<u32>,
    sorted: Vec<u32>,
}

/// How many kinds of constraints there are: by how many points they have, and whether they pushed before.
const KINDS: usize = 2 * POINTS;

/// Of what kind a constraint is: those of one point come first. Those that did not push before are beside each other: most of them still do not, and four of these take little.
fn kind(constraint: &Constraint) -> u32 {
    let points = constraint.points();
    let idle = points.iter().all(|point| point.push == 0.0);
    match (points.len() as u32, idle) {
        (1, idle) => u32::from(idle),
        (count, false) => count,
        (count, true) => KINDS as u32 + 1 - count,
    }
}

/// What is done with all contacts, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// They begin with the impulses of the part before.
    Warm,
    /// They push, with springs.
    Springs,
    /// They resist sliding, and push without springs.
    Last,
}

impl<R: Numbers> Schedule<R> {
    /// Makes bunches of constraints, given by their numbers, for parts of a step of so many seconds.
    #[inline(always)]
    pub(super) fn plan<L: Lanes<Numbers = R>>(
        &mut self,
        chosen: &[u32],
        constraints: &[Constraint],
        movers: &[Mover],
        seconds: f64,
    ) {
        self.sort(chosen, constraints, movers);
        self.ones.clear();
        self.several.clear();
        self.ends.clear();
        for round in self.starts.windows(KINDS + 1).step_by(KINDS) {
            let [start, after_ones, end] = [round[0], round[2], round[KINDS]].map(|at| at as usize);
            for chosen in self.sorted[start..after_ones].chunks(R::WIDTH) {
                let bunch = Bunch::new::<L>(chosen, constraints, movers, seconds);
                self.ones.push(bunch);
            }
            for chosen in self.sorted[after_ones..end].chunks(R::WIDTH) {
                let bunch = Bunch::new::<L>(chosen, constraints, movers, seconds);
                self.several.push(bunch);
            }
            self.ends
                .push([self.ones.len() as u32, self.several.len() as u32]);
        }
    }

    /// Sorts constraints by rounds, and by their kinds: those of a round concern no common body that moves.
    fn sort(&mut self, chosen: &[u32], constraints: &[Constraint], movers: &[Mover]) {
        self.rounds.resize(movers.len(), 0);
        for &number in chosen {
            for mover in constraints[number as usize].movers {
                self.rounds[mover as usize] = 0;
            }
        }
        self.kinds.clear();
        self.starts.clear();
        for &number in chosen {
            let constraint = &constraints[number as usize];
            let moving = constraint.movers.map(|mover| mover as usize);
            let moving = moving.into_iter().filter(|&mover| movers[mover].moves);
            let round = moving.clone().map(|mover| self.rounds[mover]);
            let round = round.max().unwrap_or(0);
            moving.for_each(|mover| self.rounds[mover] = round + 1);
            let kind = KINDS as u32 * round + kind(constraint);
            self.kinds.push(kind);
            let kinds = KINDS * (round as usize + 1);
            if self.starts.len() < kinds {
                self.starts.resize(kinds, 0);
            }
            self.starts[kind as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            let size = core::mem::replace(start, sum);
            sum += size;
        }
        self.starts.push(sum);
        self.sorted.resize(chosen.len(), 0);
        for (&number, &kind) in chosen.iter().zip(&self.kinds) {
            let at = &mut self.starts[kind as usize];
            self.sorted[*at as usize] = number;
            *at += 1;
        }
        // Each start is where the next begins by now.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Goes through all contacts in order.
    #[inline(always)]
    pub(super) fn pass<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        part: &Part,
        pass: Pass,
    ) {
        let mut from = [0; 2];
        for ends in &self.ends {
            let ends = ends.map(|end| end as usize);
            for bunch in &mut self.ones[from[0]..ends[0]] {
                bunch.pass::<L>(movers, part, pass);
            }
            for bunch in &mut self.several[from[1]..ends[1]] {
                bunch.pass::<L>(movers, part, pass);
            }
            from = ends;
        }
    }

    /// Leaves the forces with the constraints.
    pub(super) fn leave(&self, constraints: &mut [Constraint], per_second: f64) {
        for bunch in &self.ones {
            bunch.leave(constraints, per_second);
        }
        for bunch in &self.several {
            bunch.leave(constraints, per_second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::constraint::Joined;
    use super::super::lanes::{MOST, OneByOne, Portable};
    use super::super::precession::advance;
    use super::super::solver::Part;
    use super::*;
    use crate::contact::Cluster;
    use crate::settings::Settings;
    use glam::DVec3;
    use osculate::Placement;
    use osculate::query::hulls::ContactPoint;
    use osculate_judge::seeded::Seeded;

    const STEP: f64 = 1.0 / 64.0;

    /// Bodies, the first of which does not move, and contacts of one to four points between them.
    fn contacts(random: &mut Seeded, bodies: usize, count: u32) -> (Vec<Mover>, Vec<Constraint>) {
        let mut movers = vec![Mover::NOTHING];
        movers.extend((1..bodies).map(|_| Mover::at_random(random)));
        let part = Part::new(STEP, &Settings::default(), 1e4);
        let constraint = |number: u32| {
            let a = 1 + random.below(bodies - 1);
            let b = if random.chance(0.2) {
                0
            } else {
                1 + (a + random.below(bodies - 2)) % (bodies - 1)
            };
            let normal = random.direction();
            let points: Vec<ContactPoint> = (0..1 + random.below(POINTS))
                .map(|_| {
                    let at = random.vector(0.2);
                    let gap = random.one_of(&[0.0, 1e-4, -1e-4, 1e-2]);
                    ContactPoint::new(at + normal * gap, at, normal)
                })
                .collect();
            let mut cluster = Cluster::new(normal, true, &points, [Placement::IDENTITY; 2]);
            (cluster.slide, cluster.twist) = (random.vector(1.0), random.real(-1.0, 1.0));
            for point in cluster.points_mut() {
                point.push = random.one_of(&[0.0, 0.0, 2.0, 5.0]);
            }
            let joined = Joined {
                movers: &movers,
                numbers: [a as u32, b as u32],
                centres: [random.vector(1.0), random.vector(1.0)],
                wanted_gap: 1e-3,
                friction: random.one_of(&[0.0, 0.5]),
                fastest: 0.3,
                belt: random.one_of(&[DVec3::ZERO, DVec3::X]),
            };
            let mut constraint = Constraint::new(&cluster, &joined, 0, number);
            constraint.spring = *part.springs_of(constraint.soft);
            constraint
        };
        let constraints = (0..count).map(constraint).collect();
        (movers, constraints)
    }

    /// All parts of a step, with these schedules one after the other in every pass.
    #[inline(never)]
    fn solved<L: Lanes>(
        schedules: &[&[u32]],
        (mut movers, mut constraints): (Vec<Mover>, Vec<Constraint>),
    ) -> String {
        let part = Part::new(STEP, &Settings::default(), 1e4);
        let plan = |chosen: &&[u32]| {
            let mut schedule = Schedule::<L::Numbers>::default();
            schedule.plan::<L>(chosen, &constraints, &movers, STEP / 8.0);
            schedule
        };
        let mut schedules: Vec<Schedule<L::Numbers>> = schedules.iter().map(plan).collect();
        for _ in 0..8 {
            for pass in [Pass::Warm, Pass::Springs, Pass::Last] {
                for schedule in &mut schedules {
                    schedule.pass::<L>(&mut movers, &part, pass);
                }
                let numbers: Vec<u32> = (1..movers.len() as u32).collect();
                for numbers in numbers.chunks(schedules.len().min(L::Numbers::WIDTH)) {
                    advance::<L>(&mut movers, numbers, [STEP / 24.0; MOST]);
                }
            }
        }
        for schedule in &schedules {
            schedule.leave(&mut constraints, 8.0 / STEP);
        }
        format!("{movers:?} {constraints:?}")
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn solved_with_avx2(schedules: &[&[u32]], of: (Vec<Mover>, Vec<Constraint>)) -> String {
        solved::<super::super::lanes::Avx2>(schedules, of)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx2")]
    fn solved_with_avx512(schedules: &[&[u32]], of: (Vec<Mover>, Vec<Constraint>)) -> String {
        solved::<super::super::lanes::Avx512>(schedules, of)
    }

    #[test]
    fn several_at_a_time_are_one_after_the_other() {
        let mut numbers = 0;
        for case in 0..60 {
            let mut random = Seeded::of_case(4711, case);
            let bodies = 3 + random.below(40);
            let count = 1 + random.below(150) as u32;
            let of = contacts(&mut random, bodies, count);
            let all: Vec<u32> = (0..count).collect();
            let each: Vec<&[u32]> = all.chunks(1).collect();
            let expected = solved::<OneByOne>(&each, of.clone());
            // Springs of bodies that are pushed from everywhere may overshoot until nothing is a number. That must be the same too.
            numbers += u32::from(!expected.contains("NaN"));
            let one_by_one = solved::<OneByOne>(&[&all], of.clone());
            assert!(one_by_one == expected, "case {case}");
            let portable = solved::<Portable>(&[&all], of.clone());
            assert!(portable == expected, "case {case}");
            #[cfg(target_arch = "x86_64")]
            if std::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has what the function needs: it was asked.
                #[allow(unsafe_code)]
                let wide = unsafe { solved_with_avx2(&[&all], of.clone()) };
                assert!(wide == expected, "case {case}");
            }
            #[cfg(target_arch = "x86_64")]
            if super::super::solver::has_avx512() {
                // SAFETY: as above.
                #[allow(unsafe_code)]
                let wide = unsafe { solved_with_avx512(&[&all], of) };
                assert!(wide == expected, "case {case}");
            }
        }
        assert!(numbers > 40, "{numbers}");
    }

    #[test]
    fn nothing_twists_about_a_single_point() {
        let mut random = Seeded::new(11);
        let (_, constraints) = contacts(&mut random, 9, 200);
        let single = |constraint: &&Constraint| constraint.points().len() == 1;
        assert!(
            constraints
                .iter()
                .filter(single)
                .all(|single| single.twist == 0.0)
        );
        let many = constraints.iter().filter(|of| !single(of));
        assert!(many.filter(|many| many.twist != 0.0).count() > 100);
    }
}
