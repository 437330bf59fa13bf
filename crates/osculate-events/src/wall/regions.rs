//! First contacts with what has corners, region by region.
//!
//! Where a coordinate of the flight passes an end of the box or of the segment, the nearest feature changes. Between two
//! such times it stays the same, and its distance is that of a point, of a line or of a plane. The distance has a
//! derivative wherever it is not 0, so that a passage known up to rounding changes it by less than rounding: a contact
//! that just misses the end of its interval is there at the start of the next one.

use crate::flight::{first_entry, first_rise};
use crate::vector::{Vector, dot, length, minus, plus};

/// The coordinate of a flight along one axis.
#[derive(Clone, Copy)]
struct Track {
    p: f64,
    v: f64,
    a: f64,
}

impl Track {
    fn new(p: f64, v: f64, a: f64) -> Track {
        // What is below this never gets anywhere, but its inverse might overflow.
        let flush = |x: f64| if x.abs() < 1e-200 { 0.0 } else { x };
        Track {
            p,
            v: flush(v),
            a: flush(a),
        }
    }

    /// When it is at `end`, twice at most; what is not finite does not count.
    fn passes(&self, end: f64) -> [f64; 2] {
        let c = self.p - end;
        if self.a == 0.0 {
            return [-c / self.v, f64::NAN];
        }
        let root = (self.v * self.v - 2.0 * self.a * c).sqrt();
        let sum = -(self.v + root.copysign(self.v));
        [sum / self.a, 2.0 * c / sum]
    }

    /// Whether it is below `low` (−1), above `high` (1) or between between two times with no passage in between.
    fn side(&self, begin: f64, end: f64, low: f64, high: f64) -> i8 {
        if end == f64::INFINITY {
            // Nothing passes any more: as it will be in the end.
            for rate in [self.a, self.v] {
                if rate != 0.0 {
                    return if rate > 0.0 { 1 } else { -1 };
                }
            }
        }
        let middle = if end == f64::INFINITY {
            begin
        } else {
            0.5 * (begin + end)
        };
        let place = self.p + middle * (self.v + 0.5 * middle * self.a);
        if place < low {
            -1
        } else if place > high {
            1
        } else {
            0
        }
    }
}

/// Positive times in their order.
struct Times {
    list: [f64; 12],
    count: usize,
}

impl Times {
    fn new() -> Times {
        Times {
            list: [f64::INFINITY; 12],
            count: 0,
        }
    }

    fn insert(&mut self, times: [f64; 2]) {
        for time in times {
            if time > 0.0 && time < f64::INFINITY {
                let mut place = self.count;
                while place > 0 && self.list[place - 1] > time {
                    self.list[place] = self.list[place - 1];
                    place -= 1;
                }
                self.list[place] = time;
                self.count += 1;
            }
        }
    }

    /// The first time that `contact` finds within the interval between two times that it is given.
    fn walk(&self, mut contact: impl FnMut(f64, f64) -> f64) -> f64 {
        let mut begin = 0.0;
        for place in 0..=self.count {
            let end = if place < self.count {
                self.list[place]
            } else {
                f64::INFINITY
            };
            if end > begin {
                let time = contact(begin, end);
                if time <= end {
                    return time;
                }
            }
            begin = end;
        }
        f64::INFINITY
    }
}

/// Where the flight is at `time`, and its velocity then.
fn state<const D: usize>(
    p: &Vector<D>,
    v: &Vector<D>,
    a: &Vector<D>,
    time: f64,
) -> (Vector<D>, Vector<D>) {
    let mean = plus(v, 0.5 * time, a);
    (plus(p, time, &mean), plus(v, time, a))
}

/// When a ball of `radius` first touches the box.
pub(super) fn first_contact_with_box<const D: usize>(
    (low, high): (&Vector<D>, &Vector<D>),
    (p, v, a): (&Vector<D>, &Vector<D>, &Vector<D>),
    radius: f64,
) -> f64 {
    let mut times = Times::new();
    let mut tracks = [Track::new(0.0, 0.0, 0.0); D];
    for axis in 0..D {
        let (p, v, a) = (p[axis], v[axis], a[axis]);
        if p - high[axis] > radius && v >= 0.0 && a >= 0.0
            || low[axis] - p > radius && v <= 0.0 && a <= 0.0
        {
            return f64::INFINITY;
        }
        tracks[axis] = Track::new(p, v, a);
        times.insert(tracks[axis].passes(low[axis]));
        if high[axis] > low[axis] {
            times.insert(tracks[axis].passes(high[axis]));
        }
    }
    times.walk(|begin, end| {
        let (place, velocity) = state(p, v, a, begin);
        let mut offset = [0.0; D];
        let mut rate = [0.0; D];
        let mut bend = [0.0; D];
        let mut count = 0;
        for axis in 0..D {
            let side = tracks[axis].side(begin, end, low[axis], high[axis]);
            if side == 0 {
                continue;
            }
            let corner = if side < 0 { low[axis] } else { high[axis] };
            let sign = f64::from(side);
            offset[count] = sign * (place[axis] - corner);
            rate[count] = sign * velocity[axis];
            bend[count] = sign * a[axis];
            count += 1;
        }
        begin
            + match count {
                // Its centre is within the box, which only a start can bring about.
                0 if begin == 0.0 => {
                    let (_, normal) = box_separation(low, high, p);
                    if dot(&normal, v) < 0.0 {
                        0.0
                    } else {
                        f64::INFINITY
                    }
                }
                0 => 0.0,
                1 => first_rise(offset[0] - radius, -rate[0], -bend[0]),
                2 => first_entry(
                    &[offset[0], offset[1]],
                    &[rate[0], rate[1]],
                    &[bend[0], bend[1]],
                    radius,
                ),
                _ => first_entry(&offset, &rate, &bend, radius),
            }
    })
}

/// The distance from the box, negative within, and the unit vector from there.
pub(super) fn box_separation<const D: usize>(
    low: &Vector<D>,
    high: &Vector<D>,
    p: &Vector<D>,
) -> (f64, Vector<D>) {
    let offset: Vector<D> = std::array::from_fn(|axis| {
        (p[axis] - high[axis]).max(0.0) - (low[axis] - p[axis]).max(0.0)
    });
    let distance = length(&offset);
    if distance > 0.0 {
        return (distance, offset.map(|x| x / distance));
    }
    let mut best = (f64::NEG_INFINITY, [0.0; D]);
    for axis in 0..D {
        for (depth, sign) in [(p[axis] - high[axis], 1.0), (low[axis] - p[axis], -1.0)] {
            if depth > best.0 {
                best = (depth, [0.0; D]);
                best.1[axis] = sign;
            }
        }
    }
    best
}

/// The unit vector from `from` to `to` and their distance; if that is 0, along the first axis.
fn direction<const D: usize>(from: &Vector<D>, to: &Vector<D>) -> (Vector<D>, f64) {
    let along = minus(to, from);
    let long = length(&along);
    if long > 0.0 {
        (along.map(|x| x / long), long)
    } else {
        let mut first = [0.0; D];
        first[0] = 1.0;
        (first, 0.0)
    }
}

/// Unit vectors at right angles to the unit vector `u` and to each other: one in the plane, two in space.
fn across<const D: usize>(u: &Vector<D>) -> [Vector<D>; 2] {
    let mut first = [0.0; D];
    let mut second = [0.0; D];
    if D == 2 {
        (first[0], first[1]) = (-u[1], u[0]);
        return [first, second];
    }
    let mut least = 0;
    for axis in 1..D {
        if u[axis].abs() < u[least].abs() {
            least = axis;
        }
    }
    let (next, after) = ((least + 1) % D, (least + 2) % D);
    let scale = (u[next] * u[next] + u[after] * u[after]).sqrt();
    first[next] = -u[after] / scale;
    first[after] = u[next] / scale;
    for axis in 0..D {
        let (next, after) = ((axis + 1) % D, (axis + 2) % D);
        second[axis] = u[next] * first[after] - u[after] * first[next];
    }
    [first, second]
}

/// When a ball of `radius` first touches the segment.
pub(super) fn first_contact_with_segment<const D: usize>(
    (from, to): (&Vector<D>, &Vector<D>),
    (p, v, a): (&Vector<D>, &Vector<D>, &Vector<D>),
    radius: f64,
) -> f64 {
    let (u, long) = direction(from, to);
    let track = Track::new(dot(&minus(p, from), &u), dot(v, &u), dot(a, &u));
    let mut times = Times::new();
    times.insert(track.passes(0.0));
    if long > 0.0 {
        times.insert(track.passes(long));
    }
    let [first, second] = across(&u);
    times.walk(|begin, end| {
        let (place, velocity) = state(p, v, a, begin);
        let side = track.side(begin, end, 0.0, long);
        if side != 0 {
            let tip = if side < 0 { from } else { to };
            return begin + first_entry(&minus(&place, tip), &velocity, a, radius);
        }
        let offset = minus(&place, from);
        let height = dot(&first, &offset);
        let (rate, bend) = (dot(&first, &velocity), dot(&first, a));
        begin
            + if D == 2 {
                let sign = if height < 0.0 { -1.0 } else { 1.0 };
                first_rise(sign * height - radius, -sign * rate, -sign * bend)
            } else {
                first_entry(
                    &[height, dot(&second, &offset)],
                    &[rate, dot(&second, &velocity)],
                    &[bend, dot(&second, a)],
                    radius,
                )
            }
    })
}

/// The distance from the segment and the unit vector from there.
pub(super) fn segment_separation<const D: usize>(
    from: &Vector<D>,
    to: &Vector<D>,
    p: &Vector<D>,
) -> (f64, Vector<D>) {
    let (u, long) = direction(from, to);
    let offset = minus(p, from);
    let along = dot(&offset, &u);
    let offset = if along <= 0.0 {
        offset
    } else if along >= long {
        minus(p, to)
    } else {
        plus(&offset, -along, &u)
    };
    let distance = length(&offset);
    if distance > 0.0 {
        (distance, offset.map(|x| x / distance))
    } else {
        (0.0, across(&u)[0])
    }
}
