//! What a tree of bodies refuses, and that it is then as it was.

use crate::model::sides;
use osculate::broad_phase::{BodyTree, BodyTreeError, NearestMemory, PairFilter};
use osculate::glam::DVec3;

const CUBE: [DVec3; 2] = [DVec3::ZERO, DVec3::ONE];

#[test]
fn stale_handles_are_errors() {
    let mut tree = BodyTree::new();
    let body = tree.insert(sides(CUBE), 0.0, PairFilter::FREE).unwrap();
    let other = tree.insert(sides(CUBE), 0.0, PairFilter::FREE).unwrap();
    tree.remove(body).unwrap();
    for _ in 0..2 {
        let stale = BodyTreeError::Stale(body);
        assert_eq!(tree.remove(body), Err(stale));
        assert_eq!(tree.move_to(body, sides(CUBE), 0.0), Err(stale));
        assert_eq!(tree.set_filter(body, PairFilter::FIXED), Err(stale));
        assert_eq!(tree.fat_box(body), Err(stale));
        assert_eq!(tree.filter(body), Err(stale));
        assert_eq!(tree.partners(body, &mut Vec::new()), Err(stale));
        assert!(!tree.contains(body) && tree.contains(other));
        assert_eq!(tree.len(), 1);
        // The second time, another body has the slot.
        let new = tree.insert(sides(CUBE), 0.0, PairFilter::FREE).unwrap();
        assert_eq!(new.slot(), body.slot());
        tree.remove(new).unwrap();
    }
    let elsewhere = BodyTree::new();
    assert_eq!(elsewhere.fat_box(other), Err(BodyTreeError::Stale(other)));
    assert!(BodyTreeError::Stale(other).to_string().contains("slot 1"));
}

#[test]
fn bad_boxes_and_margins_are_errors() {
    let mut tree = BodyTree::new();
    let body = tree.insert(sides(CUBE), 0.5, PairFilter::FREE).unwrap();
    let fat = tree.fat_box(body);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2e300, -2e300] {
        for axis in 0..3 {
            for end in 0..2 {
                let mut held = CUBE;
                held[end][axis] = bad;
                let is_bad = |answer: Result<_, BodyTreeError>| {
                    matches!(answer, Err(BodyTreeError::BadBox(_)))
                };
                assert!(is_bad(
                    tree.insert(sides(held), 0.0, PairFilter::FREE).map(|_| ())
                ));
                assert!(is_bad(tree.move_to(body, sides(held), 0.0).map(|_| ())));
                assert!(is_bad(tree.in_box(sides(held), &mut Vec::new())));
            }
            let mut point = DVec3::ONE;
            point[axis] = bad;
            let segment = tree.along_segment(point, DVec3::ZERO, &mut Vec::new());
            assert!(matches!(segment, Err(BodyTreeError::BadPoint(_))));
            let segment = tree.along_segment(DVec3::ZERO, point, &mut Vec::new());
            assert!(matches!(segment, Err(BodyTreeError::BadPoint(_))));
            let nearest = tree.nearest(point, 1.0, &mut NearestMemory::new(), |_| 0.0);
            assert!(matches!(nearest, Err(BodyTreeError::BadPoint(_))));
        }
    }
    let swapped = [DVec3::ONE, DVec3::ZERO];
    assert!(tree.insert(sides(swapped), 0.0, PairFilter::FREE).is_err());
    for bad in [f64::NAN, f64::INFINITY, -1.0, 2e300] {
        let margin = tree.insert(sides(CUBE), bad, PairFilter::FREE);
        assert!(matches!(margin, Err(BodyTreeError::BadMargin(_))));
        let margin = tree.move_to(body, sides(CUBE), bad);
        assert!(matches!(margin, Err(BodyTreeError::BadMargin(_))));
    }
    for bad in [f64::NAN, -1.0] {
        let nearest = tree.nearest(DVec3::ZERO, bad, &mut NearestMemory::new(), |_| 0.0);
        assert!(matches!(nearest, Err(BodyTreeError::BadMargin(_))));
    }
    assert_eq!((tree.len(), tree.fat_box(body)), (1, fat));
    assert!(tree.update_pairs().begun.is_empty());
}

#[test]
fn an_unbounded_body_has_no_box() {
    let mut tree = BodyTree::new();
    let floor = tree.insert_unbounded(PairFilter::FIXED).unwrap();
    assert_eq!(tree.fat_box(floor), Ok(None));
    let moved = tree.move_to(floor, sides(CUBE), 0.0);
    assert_eq!(moved, Err(BodyTreeError::Unbounded(floor)));
}
