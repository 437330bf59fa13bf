//! Bodies come, go and move in any order; pairs are those of a look at all, at every step.

use crate::model::{Model, sides, some_box, some_filter};
use osculate::broad_phase::{BodyTree, PairFilter};
use osculate::glam::DVec3;
use osculate_judge::seeded::{Seeded, cases, seed};

/// One seeded history. `most` bodies at a time, on a grid of `room` cells of size `scale`.
fn history(seeded: &mut Seeded, most: usize, room: f64, scale: f64) {
    let mut model = Model::default();
    for step in 0..40 {
        // Rounds of growth, of few changes and of removals.
        let grows = [0.6, 0.2, 0.05][step / 4 % 3];
        let leaves = [0.05, 0.2, 0.6][step / 4 % 3];
        for _ in 0..seeded.below(most) {
            let margin = seeded.one_of(&[0.0, 0.0, 0.125, 1.0]) * scale;
            let count = model.listed.len();
            let index = seeded.below(count.max(1));
            let choice = seeded.unit();
            if count == 0 || (choice < grows && count < most) {
                let filter = some_filter(seeded);
                if seeded.once_in(40) {
                    model.insert_unbounded(filter);
                } else {
                    let held = some_box(seeded, room, scale);
                    model.insert(held, margin, filter);
                }
            } else if choice > 1.0 - leaves {
                model.remove(index);
            } else if seeded.once_in(20) {
                model.set_filter(index, some_filter(seeded));
            } else if model.listed[index].fat.is_some() {
                let held = match seeded.once_in(5) {
                    true => some_box(seeded, room, scale),
                    false => {
                        let shift = seeded.vector(0.3 * scale);
                        model.listed[index].tight.map(|corner| corner + shift)
                    }
                };
                model.move_to(index, held, margin);
            }
        }
        model.check();
        if step % 8 == 7 {
            model.check_bodies();
        }
    }
    let mut copy = model.clone();
    copy.check();
    while !model.listed.is_empty() {
        model.remove(seeded.below(model.listed.len()));
        if seeded.once_in(8) {
            model.check();
        }
    }
    model.check();
    assert!(model.tree.is_empty() && model.tree.pairs().is_empty());
    copy.check_bodies();
}

#[test]
fn pairs_are_those_of_a_look_at_all() {
    for case in 0..cases(60) {
        let seeded = &mut Seeded::of_case(seed(31), case);
        let most = seeded.one_of(&[3, 12, 60, 200]);
        let room = seeded.one_of(&[1.0, 4.0, 12.0]);
        let scale = seeded.one_of(&[1.0, 1.0, 1e-60, 1e60, 1e290]);
        history(seeded, most, room, scale);
    }
}

/// All in one place: n (n − 1) / 2 pairs, and zero-size boxes among them.
#[test]
fn bodies_in_one_place_are_all_pairs() {
    let mut model = Model::default();
    let corner = DVec3::splat(0.1);
    for number in 0..120 {
        let size = if number % 2 == 0 { 0.0 } else { 1.0 };
        model.insert([corner, corner + size], 0.0, PairFilter::FREE);
    }
    model.check();
    assert_eq!(model.tree.pairs().len(), 120 * 119 / 2);
    for index in (0..120).step_by(3) {
        model.move_to(index, [corner, corner], 0.0);
    }
    model.check();
    assert_eq!(model.tree.pairs().len(), 120 * 119 / 2);
    for _ in 0..100 {
        model.remove(7);
    }
    model.check();
    assert_eq!(model.tree.pairs().len(), 20 * 19 / 2);
}

/// Boxes that touch in a face, an edge or a corner, and those that miss by the least number there is.
#[test]
fn touching_is_meeting() {
    let cube = [DVec3::ZERO, DVec3::ONE];
    for away in [DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::ONE] {
        let mut model = Model::default();
        model.insert(cube, 0.0, PairFilter::FREE);
        model.insert(cube.map(|corner| corner + away), 0.0, PairFilter::FREE);
        model.check();
        assert_eq!(model.tree.pairs().len(), 1);
        let low = DVec3::new(1.0_f64.next_up(), away.y, away.z);
        model.move_to(1, [low, low + 1.0], 0.0);
        model.check();
        assert_eq!(model.tree.pairs().len(), 0);
    }
}

#[test]
fn fixed_bodies_form_no_pairs_with_each_other() {
    let mut model = Model::default();
    let cube = [DVec3::ZERO, DVec3::ONE];
    for _ in 0..50 {
        model.insert(cube, 0.1, PairFilter::FIXED);
    }
    model.insert_unbounded(PairFilter::FIXED);
    model.check();
    assert_eq!(model.tree.pairs().len(), 0);
    let free = model.insert(cube, 0.1, PairFilter::FREE);
    model.insert_unbounded(PairFilter::FREE);
    model.check();
    // The free cube with 52 others, the free half-space with the 51 fixed ones.
    assert_eq!(model.tree.pairs().len(), 52 + 51);
    model.set_filter(51, PairFilter::FREE);
    model.check();
    model.set_filter(51, PairFilter::FIXED);
    let index = model.listed.iter().position(|body| body.id == free);
    model.remove(index.unwrap());
    model.check();
    assert_eq!(model.tree.pairs().len(), 51);
}

/// A body that takes the slot of another between two updates ends the old pairs and begins new ones.
#[test]
fn a_slot_that_is_used_again_has_new_pairs() {
    let mut model = Model::default();
    let cube = [DVec3::ZERO, DVec3::ONE];
    model.insert(cube, 0.0, PairFilter::FREE);
    let old = model.insert(cube, 0.0, PairFilter::FREE);
    model.check();
    model.remove(1);
    let new = model.insert(cube, 0.0, PairFilter::FREE);
    assert_eq!(old.slot(), new.slot());
    assert_ne!(old, new);
    model.check();
    // And with another extent.
    model.remove(1);
    model.insert_unbounded(PairFilter::FREE);
    model.check();
    model.remove(1);
    model.insert(cube, 0.0, PairFilter::FIXED);
    model.check();
    model.check_bodies();
}

/// A body that has been fast keeps its long box only until it is told a short one.
#[test]
fn a_box_that_is_far_too_large_shrinks() {
    let mut model = Model::default();
    model.insert(
        [DVec3::ZERO, DVec3::new(100.0, 1.0, 1.0)],
        0.1,
        PairFilter::FREE,
    );
    model.insert(
        [DVec3::new(50.0, 0.0, 0.0), DVec3::new(51.0, 1.0, 1.0)],
        0.1,
        PairFilter::FREE,
    );
    model.check();
    assert_eq!(model.tree.pairs().len(), 1);
    model.move_to(0, [DVec3::ZERO, DVec3::ONE], 0.1);
    model.check();
    assert_eq!(model.tree.pairs().len(), 0);
}

/// The same bodies, by different histories: the same pairs in the same order.
#[test]
fn pairs_do_not_depend_on_what_led_there() {
    let seeded = &mut Seeded::new(5);
    let boxes: Vec<_> = (0..300).map(|_| some_box(seeded, 8.0, 1.0)).collect();
    let far = [DVec3::splat(1e3), DVec3::splat(1e3)];
    let mut at_once = BodyTree::new();
    for held in &boxes {
        at_once
            .insert(sides(*held), 0.25, PairFilter::FREE)
            .unwrap();
    }
    at_once.update_pairs();
    for rounds in 1..4 {
        let mut tree = BodyTree::new();
        let bodies: Vec<_> = (0..300)
            .map(|_| tree.insert(sides(far), 0.0, PairFilter::FREE).unwrap())
            .collect();
        let mut order: Vec<usize> = (0..300).collect();
        for round in 0..rounds {
            for at in (1..300).rev() {
                order.swap(at, seeded.below(at + 1));
            }
            for &index in &order {
                let shift = if round + 1 == rounds {
                    0.0
                } else {
                    3.0 * seeded.unit()
                };
                let held = boxes[index].map(|corner| corner + shift);
                // A margin that is not the last one, so that the last move leaves.
                let margin = if round + 1 == rounds { 0.25 } else { 0.0 };
                tree.move_to(bodies[index], sides(held), margin).unwrap();
            }
            if seeded.chance(0.5) {
                tree.update_pairs();
            }
        }
        for (body, held) in bodies.iter().zip(&boxes) {
            let fat = held.map(|corner| corner);
            let fat = sides([fat[0] - 0.25, fat[1] + 0.25]);
            if tree.fat_box(*body).unwrap() != Some(fat) {
                tree.move_to(*body, sides(far), 0.0).unwrap();
                tree.move_to(*body, sides(*held), 0.25).unwrap();
            }
        }
        tree.update_pairs();
        assert_eq!(tree.pairs(), at_once.pairs());
    }
}
