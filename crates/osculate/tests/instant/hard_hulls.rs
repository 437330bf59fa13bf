//! Convex bodies that are as far apart as is looked for, to within units: none is left out, whatever a memory is of. `OSCULATE_CASES` sets the
//! number of pairs, `OSCULATE_SEED` shifts them.

use glam::DVec3;
use osculate::query::hulls::{
    contact_points, contact_points_again, hull_separation, hull_separation_again,
    penetration as hull_penetration,
};
use osculate::query::instant::{PieceContacts, Within, contacts, penetration, separation};
use osculate::query::small_motions::PairMemory;
use osculate::{Compound, Hull, Interval, Moving, Placement, Resting, Shape, Workspace};
use osculate_judge::seeded::{self, Seeded};

fn hull(rng: &mut Seeded) -> Hull {
    let half = DVec3::new(
        rng.magnitude(-3.0, 0.5),
        rng.magnitude(-3.0, 0.5),
        rng.magnitude(-3.0, 0.5),
    );
    match rng.below(9) {
        0 => Hull::cuboid(half).unwrap(),
        1 => Hull::ball(half.x).unwrap(),
        2 => Hull::capsule(half.x, half.y).unwrap(),
        3 => Hull::cylinder(half.x, half.y).unwrap(),
        4 => Hull::cone(half.x, half.y).unwrap(),
        5 => Hull::ellipsoid(half).unwrap(),
        6 => Hull::cuboid(half)
            .unwrap()
            .rounded(rng.magnitude(-3.0, 0.0))
            .unwrap(),
        7 => {
            let points: Vec<DVec3> = (0..rng.whole(4, 12)).map(|_| rng.vector(1.0)).collect();
            Hull::polytope(&points).unwrap()
        }
        _ => Hull::cuboid(half)
            .unwrap()
            .placed(rng.vector(3.0), rng.rotation())
            .unwrap()
            .rounded(rng.magnitude(-3.0, 0.0))
            .unwrap(),
    }
}

/// Whether pieces that are near are found, and told to be as far apart as they are.
fn check_pieces(
    (a, b): (Moving<Shape>, Moving<Shape>),
    near: f64,
    depth: Interval,
    (found, workspace): (&mut PieceContacts, &mut Workspace),
) {
    contacts(a, b, 0.0, Within::new(near).unwrap(), found, workspace);
    if (-depth.lower).max(0.0) <= near {
        assert!(!found.found().is_empty(), "{depth:?} {near}");
    }
    for pair in found.found() {
        let s = pair.separation;
        assert!(
            s.lower <= -depth.lower && -depth.upper <= s.upper,
            "{depth:?} {near} {pair:?}"
        );
    }
}

#[test]
fn what_is_as_far_as_is_looked_for_is_found() {
    let (count, seed) = (seeded::cases(1500), seeded::seed(0));
    let mut workspace = Workspace::new();
    let mut found = PieceContacts::new();
    // Of all pairs, one after the other: it is never of the bodies that are asked about.
    let (mut stale, mut other) = (PairMemory::new(), PairMemory::new());
    for case in 0..count {
        let mut rng = Seeded::of_kind(seed ^ 0x9a22, 5, case);
        let (a, b) = (hull(&mut rng), hull(&mut rng));
        let far = rng.one_of(&[0.0, 0.0, 1e6]) * rng.direction();
        let near = rng.magnitude(-3.0, 0.7) * rng.direction();
        let on = Resting::at(Placement::new(far + near, rng.rotation())).unwrap();
        let under = Resting::at(Placement::new(far, rng.rotation())).unwrap();
        let (ma, mb) = (Moving::new(&a, &on), Moving::new(&b, &under));
        let full = hull_penetration(ma, mb, 0.0, &mut workspace);
        let apart = hull_separation(ma, mb, 0.0, &mut workspace);
        let again = hull_separation_again(ma, mb, 0.0, &mut other);
        let what = format!("case {case}: {full:?} {apart:?} {again:?}");
        assert!(
            apart.separation.lower <= again.separation.upper
                && again.separation.lower <= apart.separation.upper,
            "{what}"
        );
        assert!(
            again.separation.lower <= (-full.depth.lower).max(0.0),
            "{what}"
        );
        let doubled = Shape::from(Compound::new(vec![a.clone(), a.clone()]).unwrap());
        let (single, other) = (Shape::from(a.clone()), Shape::from(b.clone()));
        let base = (-full.depth.upper).max(0.0);
        let top = (-full.depth.lower).max(0.0);
        for near in [
            base,
            top,
            base * 0.5,
            base * 0.999,
            base * (1.0 - 1e-9),
            base.next_down(),
            base.next_up(),
            base * 1.001,
            top.next_up(),
            1e-3,
            10.0,
        ] {
            let near = if near > 1e-60 { near } else { 0.0 };
            for points in [
                contact_points(ma, mb, 0.0, near, &mut workspace),
                contact_points_again(ma, mb, 0.0, near, &mut stale, &mut workspace),
            ] {
                // Intervals of one truth.
                assert!(
                    points.depth.lower <= full.depth.upper
                        && full.depth.lower <= points.depth.upper,
                    "{what} {near} {points:?}"
                );
                if top < near {
                    assert!(!points.points().is_empty(), "{what} {near} {points:?}");
                }
                if points.points().is_empty() {
                    assert!(points.depth.upper < -near, "{what} {near} {points:?}");
                }
            }
            for one in [&doubled, &single] {
                let (pa, pb) = (Moving::new(one, &on), Moving::new(&other, &under));
                for two in [(pa, pb), (pb, pa)] {
                    check_pieces(two, near, full.depth, (&mut found, &mut workspace));
                }
            }
        }
        let (pa, pb) = (Moving::new(&doubled, &on), Moving::new(&other, &under));
        let s = separation(pa, pb, 0.0, &mut workspace).separation;
        assert!(s.lower <= top && base <= s.upper, "{what} {s:?}");
        let d = penetration(pa, pb, 0.0, &mut workspace).depth;
        assert!(
            d.lower <= full.depth.upper && full.depth.lower <= d.upper,
            "{what} {d:?}"
        );
    }
}

/// A search that ends early shows that bodies are further apart than they are looked for: what it has found by then is never told as a
/// contact.
#[test]
fn a_search_that_ended_early_tells_no_contact() {
    let (count, seed) = (seeded::cases(400), seeded::seed(0));
    let mut workspace = Workspace::new();
    let (mut ended, mut faults) = (0, 0);
    for case in 0..count {
        let mut rng = Seeded::of_kind(seed ^ 0x31, 6, case);
        let (a, b) = (hull(&mut rng), hull(&mut rng));
        let [a, b] = [a, b].map(|hull| hull.rounded(3.0).unwrap());
        let on = Resting::at(Placement::new(14.0 * rng.direction(), rng.rotation())).unwrap();
        let under = Resting::at(Placement::new(DVec3::ZERO, rng.rotation())).unwrap();
        let (a, b) = (Moving::new(&a, &on), Moving::new(&b, &under));
        let full = hull_penetration(a, b, 0.0, &mut workspace).depth;
        let loose = |near: f64, workspace: &mut Workspace| {
            let found = contact_points(a, b, 0.0, near, workspace);
            (found.depth.width() > full.width() + 1e-9, found)
        };
        let (mut low, mut high) = (1e-9, -full.lower);
        if !(high > low && loose(low, &mut workspace).0) {
            continue;
        }
        ended += 1;
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if loose(middle, &mut workspace).0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        for step in 0..200 {
            let near = low * (1.0 - f64::from(step) * f64::EPSILON);
            let (loose, found) = loose(near, &mut workspace);
            if loose && !found.points().is_empty() {
                faults += 1;
                println!("case {case}: {near:e} {found:?}, {full:?}");
                break;
            }
        }
    }
    assert!(ended > 0 && faults == 0, "{faults} of {ended}");
}
