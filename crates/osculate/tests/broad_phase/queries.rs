//! Bodies in a box, along a segment and near a point, before a look at all.

use crate::model::{Box3, Model, meet, sides, some_box, some_filter};
use osculate::broad_phase::{BodyId, NearestMemory, PairFilter};
use osculate::glam::DVec3;
use osculate_judge::seeded::{Seeded, cases, seed};

fn some_bodies(seeded: &mut Seeded, count: usize, room: f64, scale: f64) -> Model {
    let mut model = Model::default();
    for _ in 0..count {
        let filter = some_filter(seeded);
        if seeded.once_in(30) {
            model.insert_unbounded(filter);
        } else {
            let held = some_box(seeded, room, scale);
            model.insert(held, 0.0, filter);
        }
    }
    for _ in 0..count / 3 {
        let index = seeded.below(model.listed.len());
        if seeded.chance(0.3) {
            model.remove(index);
        } else if model.listed[index].fat.is_some() {
            let held = some_box(seeded, room, scale);
            model.move_to(index, held, 0.0);
        }
    }
    model
}

/// Where a segment with whole multiples of `scale` as ends enters a box of multiples of `scale / 2`; exact, in whole numbers
/// by cross multiplication: `n / d` of the segment.
fn enters(from: [i64; 3], to: [i64; 3], held: [[i64; 3]; 2]) -> Option<(i64, i64)> {
    let (mut enter, mut leave) = ((0, 1), (1, 1));
    for axis in 0..3 {
        let (p, way) = (from[axis], to[axis] - from[axis]);
        let (low, high) = (held[0][axis], held[1][axis]);
        if way == 0 {
            if p < low || p > high {
                return None;
            }
            continue;
        }
        let (near, far, size) = match way > 0 {
            true => (low - p, high - p, way),
            false => (p - high, p - low, -way),
        };
        if near * enter.1 > enter.0 * size {
            enter = (near, size);
        }
        if far * leave.1 < leave.0 * size {
            leave = (far, size);
        }
    }
    (enter.0 * leave.1 <= leave.0 * enter.1).then_some(enter)
}

#[test]
fn boxes_find_what_a_look_at_all_finds() {
    let mut found = Vec::new();
    for case in 0..cases(40) {
        let seeded = &mut Seeded::of_case(seed(33), case);
        let scale = seeded.one_of(&[1.0, 1e60]);
        let count = seeded.below(300);
        let model = some_bodies(seeded, count, 10.0, scale);
        for _ in 0..20 {
            let place = some_box(seeded, 10.0, scale);
            model.tree.in_box(sides(place), &mut found).unwrap();
            let met = |fat: &Option<Box3>| fat.is_none_or(|fat| meet(&fat, &place));
            let all = model.listed.iter().filter(|body| met(&body.fat));
            let mut expected: Vec<BodyId> = all.map(|body| body.id).collect();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}

/// On a grid whole numbers tell: nothing that a segment meets is missing, nothing that it misses by a millionth of itself is there.
#[test]
fn segments_find_what_a_look_at_all_finds() {
    let mut found = Vec::new();
    let mut hits = 0;
    for case in 0..cases(60) {
        let seeded = &mut Seeded::of_case(seed(34), case);
        let scale = seeded.one_of(&[1.0, 0.001, 1e60]);
        let mut model = Model::default();
        let mut held = Vec::new();
        for _ in 0..seeded.below(250) {
            let low = [(); 3].map(|()| seeded.whole(-20, 20));
            let high = low.map(|x| x + seeded.whole(0, 6));
            let corner = |at: [i64; 3]| DVec3::from_array(at.map(|x| x as f64)) * scale;
            model.insert([corner(low), corner(high)], 0.0, PairFilter::FREE);
            held.push([low, high]);
        }
        let floor = model.insert_unbounded(PairFilter::FIXED);
        for _ in 0..20 {
            let from = [(); 3].map(|()| seeded.whole(-25, 25));
            let to = from.map(|x| match seeded.once_in(4) {
                true => x,
                false => seeded.whole(-25, 25),
            });
            let point = |at: [i64; 3]| DVec3::from_array(at.map(|x| x as f64)) * scale;
            model
                .tree
                .along_segment(point(from), point(to), &mut found)
                .unwrap();
            assert!(found.is_sorted_by(|a, b| (a.fraction, a.body) < (b.fraction, b.body)));
            let fraction = |id: BodyId| {
                let hit = found.iter().find(|hit| hit.body == id);
                hit.map(|hit| hit.fraction)
            };
            assert_eq!(fraction(floor), Some(0.0));
            let mut expected = 1;
            for (body, held) in model.listed.iter().zip(&held) {
                let Some((n, d)) = enters(from, to, *held) else {
                    continue;
                };
                let told = fraction(body.id).expect("it meets the box");
                let exact = n as f64 / d as f64;
                assert!(told <= exact && told > exact - 1e-14, "{told} {exact}");
                expected += 1;
            }
            hits += expected - 1;
            // Coordinates are rounded where the scale is no power of two: a few that touch may be found or not.
            if scale == 1.0 {
                assert_eq!(found.len(), expected);
            }
        }
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn the_nearest_body_is_that_of_a_look_at_all() {
    let mut memory = NearestMemory::new();
    for case in 0..cases(40) {
        let seeded = &mut Seeded::of_case(seed(35), case);
        let count = seeded.below(300);
        let scale = seeded.one_of(&[1.0, 1e-200, 1e200]);
        let model = some_bodies(seeded, count, 10.0, scale);
        for _ in 0..20 {
            let point = (DVec3::splat(5.0) + seeded.vector(12.0)) * scale;
            // Balls in the middle of the boxes, on a coarse scale so that several are as near; unbounded bodies do not count.
            let distance = |body: BodyId| {
                let body = model.listed.iter().find(|listed| listed.id == body);
                let fat = body.unwrap().fat;
                fat.map_or(f64::NAN, |[low, high]| {
                    let corner = 0.5 * (high - low);
                    let out = point / scale - (low + corner) / scale;
                    (out.length() * 4.0).ceil() / 4.0 * scale
                })
            };
            let within = seeded.one_of(&[f64::INFINITY, 3.0 * scale, 0.25 * scale, 0.0]);
            let mut asked = 0;
            let nearest = model.tree.nearest(point, within, &mut memory, |body| {
                asked += 1;
                distance(body)
            });
            let expected = model
                .listed
                .iter()
                .map(|body| (distance(body.id), body.id))
                .filter(|told| told.0 <= within)
                .min_by(|a, b| a.partial_cmp(b).unwrap());
            let nearest = nearest.unwrap().map(|told| (told.distance, told.body));
            assert_eq!(nearest, expected);
            assert!(asked <= model.listed.len());
        }
    }
}

/// Of many bodies far from each other, few are asked about.
#[test]
fn few_bodies_are_asked_how_near_they_are() {
    let mut model = Model::default();
    for number in 0..1_000 {
        let at = DVec3::new(
            f64::from(number % 10),
            f64::from(number / 10 % 10),
            f64::from(number / 100),
        );
        model.insert([at * 3.0, at * 3.0 + 1.0], 0.1, PairFilter::FREE);
    }
    let mut asked = 0;
    let point = DVec3::new(13.0, 14.2, 15.5);
    let nearest = model
        .tree
        .nearest(point, f64::INFINITY, &mut NearestMemory::new(), |body| {
            asked += 1;
            let corner = model.listed[body.slot() as usize].tight;
            (point - point.clamp(corner[0], corner[1])).length()
        });
    assert_eq!(nearest.unwrap().unwrap().body.slot(), 554);
    assert!(asked <= 8, "{asked}");
}
