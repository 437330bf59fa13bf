//! First contacts held against a reference that samples the distance: never late, never early.

#![allow(clippy::needless_range_loop)]

use osculate_events::flight::{first_entry, first_exit, first_rise};
use osculate_events::generate::Random;
use osculate_events::{Vector, Wall};

/// More of them where they are fast.
const CASES: usize = if cfg!(debug_assertions) {
    3_000
} else {
    30_000
};

struct Flight<const D: usize> {
    p: Vector<D>,
    v: Vector<D>,
    a: Vector<D>,
}

impl<const D: usize> Flight<D> {
    fn at(&self, t: f64) -> Vector<D> {
        std::array::from_fn(|k| self.p[k] + t * (self.v[k] + 0.5 * t * self.a[k]))
    }

    /// The largest length that a place at `t` is the sum of.
    fn scale(&self, t: f64) -> f64 {
        (0..D).fold(0.0, |scale: f64, k| {
            scale
                .max(self.p[k].abs())
                .max(self.v[k].abs() * t)
                .max(self.a[k].abs() * t * t)
        })
    }
}

fn norm<const D: usize>(a: &Vector<D>) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The distance from what is solid, from the definition of each wall; 0 within a box.
fn distance<const D: usize>(wall: &Wall<D>, p: &Vector<D>) -> f64 {
    let from = |q: &Vector<D>| norm(&std::array::from_fn::<_, D, _>(|k| p[k] - q[k]));
    match wall {
        Wall::Plane { point, normal } => (0..D).map(|k| normal[k] * (p[k] - point[k])).sum(),
        Wall::Segment { from: a, to: b } => {
            let square: f64 = (0..D).map(|k| (b[k] - a[k]) * (b[k] - a[k])).sum();
            let part: f64 = (0..D).map(|k| (b[k] - a[k]) * (p[k] - a[k])).sum();
            let share = if square > 0.0 {
                (part / square).clamp(0.0, 1.0)
            } else {
                0.0
            };
            from(&std::array::from_fn(|k| a[k] + share * (b[k] - a[k])))
        }
        Wall::Box { low, high } => from(&std::array::from_fn(|k| p[k].clamp(low[k], high[k]))),
        Wall::Ball { centre, radius } => from(centre) - radius,
        Wall::Hollow { centre, radius } => radius - from(centre),
    }
}

/// The least of `of` on [0, end], as far as samples and golden sections around the low ones show it.
fn least(end: f64, of: impl Fn(f64) -> f64) -> f64 {
    let mut times: Vec<f64> = (0..=256).map(|k| end * f64::from(k) / 256.0).collect();
    times.extend((1..64).map(|k| end * libm::exp2(-f64::from(k) / 2.0)));
    times.extend((1..64).map(|k| end - end * libm::exp2(-f64::from(k) / 2.0)));
    times.sort_by(f64::total_cmp);
    let values: Vec<f64> = times.iter().map(|&t| of(t)).collect();
    let mut best = values.iter().copied().fold(f64::INFINITY, f64::min);
    for k in 1..times.len() - 1 {
        if values[k] <= values[k - 1] && values[k] <= values[k + 1] {
            let (mut low, mut high) = (times[k - 1], times[k + 1]);
            for _ in 0..60 {
                let (first, second) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
                let (x, y) = (of(first), of(second));
                best = best.min(x).min(y);
                if x < y {
                    high = second;
                } else {
                    low = first;
                }
            }
        }
    }
    best
}

/// The answer must be neither late nor early.
fn judge<const D: usize>(
    what: &str,
    flight: &Flight<D>,
    reach: f64,
    horizon: f64,
    answer: f64,
    distance: impl Fn(&Vector<D>) -> f64,
) {
    assert!(answer >= 0.0, "{what}: {answer}");
    let Flight { p, v, a } = flight;
    let end = answer.min(horizon);
    let scale = flight.scale(end).max(reach.abs());
    let deep = least(end, |t| distance(&flight.at(t)) - reach);
    assert!(
        deep >= -1e-11 * scale,
        "{what} is late: {answer:e}, deep {deep:e} of {scale:e}; {p:?} {v:?} {a:?} reach {reach:e}",
    );
    if answer < f64::INFINITY && answer > 0.0 {
        let scale = flight.scale(answer).max(reach.abs());
        let off = distance(&flight.at(answer)) - reach;
        assert!(
            off.abs() <= 1e-11 * scale,
            "{what} is early: {answer:e}, off {off:e} of {scale:e}; {p:?} {v:?} {a:?} reach {reach:e}",
        );
    }
}

fn vector<const D: usize>(random: &mut Random, size: f64) -> Vector<D> {
    std::array::from_fn(|_| size * random.between(-1.0, 1.0))
}

/// A number between 10^low and 10^high.
fn power(random: &mut Random, low: f64, high: f64) -> f64 {
    libm::exp10(random.between(low, high))
}

/// A flight that is at `place` at `time`, about as fast as `speed` and as bent as `bend` then.
fn through<const D: usize>(
    random: &mut Random,
    place: &Vector<D>,
    time: f64,
    speed: f64,
    bend: f64,
) -> Flight<D> {
    let then: Vector<D> = vector(random, speed);
    let mut a: Vector<D> = vector(random, bend);
    if random.share() < 0.3 {
        a = [0.0; D];
    } else if random.share() < 0.3 {
        // Gravity.
        a = [0.0; D];
        a[D - 1] = -bend;
    }
    Flight {
        p: std::array::from_fn(|k| place[k] - time * then[k] + 0.5 * time * time * a[k]),
        v: std::array::from_fn(|k| then[k] - time * a[k]),
        a,
    }
}

fn wall<const D: usize>(random: &mut Random, kind: usize) -> Wall<D> {
    let low: Vector<D> = vector(random, 3.0);
    let thin = random.share() < 0.2;
    match kind {
        0 => {
            let mut normal: Vector<D> = vector(random, 1.0);
            if random.share() < 0.3 {
                normal = [0.0; D];
                normal[D - 1] = 1.0;
            }
            let long = norm(&normal);
            Wall::Plane {
                point: low,
                normal: normal.map(|x| x / long),
            }
        }
        1 => {
            let mut to = vector(random, 3.0);
            if thin {
                to = low;
            } else if random.share() < 0.3 {
                let along = (random.share() * D as f64) as usize;
                to = low;
                to[along] += 2.0;
            }
            Wall::Segment { from: low, to }
        }
        2 => Wall::Box {
            low,
            high: std::array::from_fn(|k| {
                let side = if thin && k == 1 { 0.0 } else { 2.0 };
                low[k] + side * random.share()
            }),
        },
        3 => Wall::Ball {
            centre: low,
            radius: random.between(0.0, 2.0),
        },
        _ => Wall::Hollow {
            centre: low,
            radius: random.between(2.0, 6.0),
        },
    }
}

fn walls<const D: usize>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut met, mut judged) = (0, 0);
    while judged < 2 * CASES {
        let kind = (random.share() * 5.0) as usize;
        let wall: Wall<D> = wall(&mut random, kind);
        let radius = random.between(0.05, 1.5);
        // A place about where its ball touches the wall, to the last bit now and then.
        let place: Vector<D> = vector(&mut random, 5.0);
        let (gap, normal) = wall.separation(&place);
        let extra = match random.bits() % 3 {
            0 => 0.0,
            1 => power(&mut random, -14.0, -1.0),
            _ => random.between(-0.5, 0.5) * radius,
        };
        let place = std::array::from_fn(|k| place[k] + (radius + extra - gap) * normal[k]);
        let time = if random.share() < 0.2 {
            0.0
        } else {
            power(&mut random, -3.0, 1.5)
        };
        let speed = power(&mut random, -2.0, 1.5);
        let bend = power(&mut random, -3.0, 2.0);
        let mut flight = through(&mut random, &place, time, speed, bend);
        if random.share() < 0.2 {
            // A graze: no speed along the normal then.
            let then: Vector<D> = std::array::from_fn(|k| flight.v[k] + time * flight.a[k]);
            let along: f64 = (0..D).map(|k| then[k] * normal[k]).sum();
            for k in 0..D {
                flight.v[k] -= along * normal[k];
                flight.p[k] += time * along * normal[k];
            }
        }
        if distance(&wall, &flight.p) < radius * (1.0 - 1e-12) {
            continue;
        }
        judged += 1;
        let answer = wall.first_contact(&flight.p, &flight.v, &flight.a, radius);
        met += usize::from(answer < f64::INFINITY);
        let what = format!("{wall:?}");
        let horizon = 3.0 * time + 1.0;
        judge(&what, &flight, radius, horizon, answer, |p| {
            distance(&wall, p)
        });
    }
    assert!(met * 3 > judged, "only {met} of {judged} meet");
}

#[test]
fn walls_of_the_plane_are_met_in_time() {
    walls::<2>(1);
}

#[test]
fn walls_of_space_are_met_in_time() {
    walls::<3>(2);
}

fn points<const D: usize>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..CASES {
        let reach = power(&mut random, -2.0, 2.0);
        let time = power(&mut random, -4.0, 4.0);
        // From accelerations that do nothing to those that do all.
        let speed = power(&mut random, -6.0, 3.0);
        let bend = power(&mut random, -15.0, 6.0);
        let mut place: Vector<D> = vector(&mut random, 1.0);
        let long = norm(&place);
        place = place.map(|x| x / long * reach);
        let flight = through(&mut random, &place, time, speed, bend);
        let start = norm(&flight.p) - reach;
        if start > -1e-12 * reach {
            let answer = first_entry(&flight.p, &flight.v, &flight.a, reach);
            judge("entry", &flight, reach, 2.0 * time, answer, norm);
        }
        if start < 1e-12 * reach {
            let answer = first_exit(&flight.p, &flight.v, &flight.a, reach);
            judge("exit", &flight, -reach, 2.0 * time, answer, |p| -norm(p));
        }
    }
}

#[test]
fn points_of_the_plane_are_met_in_time() {
    points::<2>(3);
}

#[test]
fn points_of_space_are_met_in_time() {
    points::<3>(4);
}

#[test]
fn units_do_not_matter() {
    let mut random = Random::new(5);
    for _ in 0..CASES {
        let (p, v, a): (Vector<3>, Vector<3>, Vector<3>) = (
            vector(&mut random, 3.0),
            vector(&mut random, 1.0),
            vector(&mut random, 1.0),
        );
        let long = libm::exp2(libm::floor(random.between(-66.0, 66.0)));
        let late = libm::exp2(libm::floor(random.between(-66.0, 66.0)));
        let scaled = [
            p.map(|x| x * long),
            v.map(|x| x * long / late),
            a.map(|x| x * long / late / late),
        ];
        for solve in [first_entry::<3>, first_exit::<3>] {
            let plain = solve(&p, &v, &a, 1.5);
            let other = solve(&scaled[0], &scaled[1], &scaled[2], 1.5 * long);
            assert_eq!(plain == f64::INFINITY, other == f64::INFINITY);
            if plain < f64::INFINITY {
                // In the last bits of the place the two may differ, for the search halves bit patterns.
                let flight = Flight { p, v, a };
                let (here, there) = (flight.at(plain), flight.at(other / late));
                let apart = (norm(&here) - norm(&there)).abs();
                assert!(apart <= 1e-15 * flight.scale(plain).max(1.0), "{apart:e}");
                assert!((other / late - plain).abs() <= 1e-7 * plain);
            }
        }
    }
}

#[test]
fn accelerations_of_all_sizes() {
    // Straight but for the last bits.
    for bend in [1e-30, 1e-40, 1e-60] {
        let time = first_entry(&[10.0, 0.5], &[-1.0, 0.0], &[0.0, bend], 1.0);
        assert!((time - (10.0 - 0.75_f64.sqrt())).abs() < 1e-14, "{time}");
    }
    for bend in [1e-60, 1e-30, 1.0, 1e30, 1e60] {
        // From rest.
        let time = first_entry(&[10.0, 0.0], &[0.0, 0.0], &[-bend, 0.0], 1.0);
        let exact = (18.0 / bend).sqrt();
        assert!((time - exact).abs() <= 1e-15 * exact, "{bend:e} {time:e}");
        let time = first_exit(&[0.0, 0.0], &[0.0, 0.0], &[-bend, 0.0], 1.0);
        let exact = (2.0 / bend).sqrt();
        assert!((time - exact).abs() <= 1e-15 * exact, "{bend:e} {time:e}");
        // By the velocity alone, or by the acceleration alone.
        let time = first_entry(&[10.0, 0.0], &[-1e-3, 0.0], &[-bend, 0.0], 1.0);
        let exact = first_rise(9.0, 1e-3, bend);
        assert!((time - exact).abs() <= 1e-14 * exact, "{bend:e} {time:e}");
    }
}

#[test]
fn thrown_up_it_comes_back() {
    let mut random = Random::new(6);
    for _ in 0..CASES {
        let speed = power(&mut random, -6.0, 3.0);
        let pull = power(&mut random, -3.0, 3.0);
        let exact = 2.0 * speed / pull;
        let apex = 0.5 * speed * speed / pull;
        for gap in [0.0, 1e-16, -1e-16] {
            let rise = first_rise(gap, -speed, pull);
            let entry = first_entry(&[0.0, 1.0 + gap], &[0.0, speed], &[0.0, -pull], 1.0);
            // The gap, and the rounding of a place on the way, over the speed.
            let allowed = 1e-9 * exact + 1e-15 * (1.0 + speed * exact) / speed;
            if apex > 1e-12 {
                assert!((rise - exact).abs() <= allowed, "{rise:e} for {exact:e}");
                assert!((entry - exact).abs() <= allowed, "{entry:e} for {exact:e}");
            }
        }
        // It turns while it is still within: that is when it approaches.
        let deep = 2.0 * apex;
        let turn = speed / pull;
        assert!((first_rise(-deep, -speed, pull) - turn).abs() <= 1e-15 * turn);
        if deep < 0.5 && deep > 1e-10 {
            let entry = first_entry(&[0.0, 1.0 - deep], &[0.0, speed], &[0.0, -pull], 1.0);
            assert!(
                (entry - turn).abs() <= 1e-9 * turn,
                "{entry:e} for {turn:e}"
            );
        }
    }
}

#[test]
fn touch_and_approach_is_now_touch_and_parting_is_later() {
    let never = f64::INFINITY;
    let entry = |p, v, a| first_entry(&p, &v, &a, 1.0);
    assert_eq!(entry([1.0, 0.0], [-1.0, 0.3], [5.0, 0.0]), 0.0);
    assert_eq!(entry([1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]), 0.0);
    assert_eq!(entry([1.0, 0.0], [1.0, 0.3], [5.0, 0.0]), never);
    let exit = |p, v, a| first_exit(&p, &v, &a, 1.0);
    assert_eq!(exit([1.0, 0.0], [1.0, 0.3], [-5.0, 0.0]), 0.0);
    assert_eq!(exit([0.5, 0.0], [0.0, 0.0], [0.0, 0.0]), never);
    // Along the inside of a hollow ball it moves outward at once, unless it is drawn off more than that bends.
    assert_eq!(exit([1.0, 0.0], [0.0, 1.0], [0.0, 0.0]), 0.0);
    assert_eq!(exit([1.0, 0.0], [0.0, 1.0], [2.0, 0.0]), 0.0);
    assert!(exit([1.0, 0.0], [0.0, 1.0], [-3.0, 0.0]) > 0.1);
}

#[test]
fn what_is_no_number_ends() {
    let values = [f64::NAN, f64::INFINITY, -1e300, 1e-300, 0.0, 1.0];
    let segment = Wall::Segment {
        from: [0.0, 0.0],
        to: [1.0, 1.0],
    };
    let block = Wall::Box {
        low: [0.0, 0.0],
        high: [1.0, 1.0],
    };
    let mut count = 0;
    for code in 0..values.len().pow(5) {
        let of = |place: u32| values[code / values.len().pow(place) % values.len()];
        let (p, v, a) = ([of(0), of(1)], [of(2), 1.0], [of(3), of(4)]);
        for time in [
            first_entry(&p, &v, &a, 1.0),
            first_exit(&p, &v, &a, 1.0),
            segment.first_contact(&p, &v, &a, 0.5),
            block.first_contact(&p, &v, &a, 0.5),
        ] {
            count += usize::from(time >= 0.0);
        }
    }
    assert!(count > 0);
}

fn near<const D: usize>(seed: u64) {
    let mut random = Random::new(seed);
    let mut far = 0;
    for _ in 0..CASES {
        let kind = (random.share() * 5.0) as usize;
        let wall: Wall<D> = wall(&mut random, kind);
        let radius = random.between(0.01, 1.0);
        let low: Vector<D> = vector(&mut random, 5.0);
        let high: Vector<D> = std::array::from_fn(|k| low[k] + random.share());
        if !wall.near(&low, &high, radius) {
            far += 1;
            for _ in 0..20 {
                let p = std::array::from_fn(|k| match random.bits() % 3 {
                    0 => low[k],
                    1 => high[k],
                    _ => random.between(low[k], high[k]),
                });
                let gap = distance(&wall, &p);
                assert!(gap > radius, "{wall:?} {p:?} {gap} {radius}");
            }
        }
    }
    assert!(far * 4 > CASES, "{far}");
}

#[test]
fn walls_that_are_not_near_do_not_touch() {
    near::<2>(7);
    near::<3>(8);
}

fn apart<const D: usize>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..CASES {
        let kind = (random.share() * 5.0) as usize;
        let wall: Wall<D> = wall(&mut random, kind);
        let p: Vector<D> = vector(&mut random, 6.0);
        let (gap, normal) = wall.separation(&p);
        let exact = distance(&wall, &p);
        assert!((norm(&normal) - 1.0).abs() < 1e-12, "{normal:?}");
        assert!(
            (gap - exact).abs() < 1e-12 || exact == 0.0 && gap <= 0.0,
            "{wall:?} {p:?}: {gap} {exact}"
        );
        // Along the normal the distance grows as fast as one goes.
        let further = std::array::from_fn(|k| p[k] + 1e-3 * normal[k]);
        let grown = wall.separation(&further).0 - gap;
        assert!((grown - 1e-3).abs() < 1e-12, "{wall:?} {p:?} {grown}");
    }
}

#[test]
fn separations_are_distances() {
    apart::<2>(9);
    apart::<3>(10);
}
