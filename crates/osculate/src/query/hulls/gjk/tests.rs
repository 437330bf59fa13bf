use super::*;
use crate::query::pieces::piece::Piece;
use osculate_judge::seeded::Seeded;

/// A point above the middle of a triangle that is so thin that the square of its area underflows: from wherever a search begins,
/// it finds no direction that is longer than one, and no gap that is wider than it is.
#[test]
fn no_direction_is_taken_from_what_underflows() {
    let random = &mut Seeded::new(1);
    for case in 0..2000 {
        let width = random.magnitude(-165.0, -150.0);
        let mut corners = [
            DVec3::new(-0.5, -width, 1.0),
            DVec3::new(0.5, -width, 1.0),
            DVec3::new(0.0, 2.0 * width, 1.0),
        ];
        if case % 2 == 1 {
            // Nothing is closest inside of it.
            corners[1] = DVec3::new(0.25, -0.5 * width, 1.0);
        }
        let posed = PosedHulls {
            a: &Piece::Ball(DVec3::ZERO, 0.0),
            b: &Piece::Triangle(corners),
            pivots: [DVec3::ZERO; 2],
            turn: DMat3::IDENTITY,
            shift: DVec3::ZERO,
        };
        let near = [DVec3::X, -DVec3::X, -DVec3::Y].map(|away| posed.support(away, [0; 2]));
        let mut simplex = Simplex::of(&near);
        let enough = Enough {
            apart: 0.0,
            share: 0.0,
            doubt: 1e-17,
            touching: 0.0,
            beyond: f64::INFINITY,
        };
        let closest = gjk(&posed, &mut simplex, &enough, &mut 0);
        let size = length(closest.direction);
        assert!((size - 1.0).abs() < 1e-15, "{width:e}: {closest:?}");
        assert!(closest.gap <= 1.0 + 1e-15, "{width:e}: {closest:?}");
        assert!(
            (closest.distance - 1.0).abs() < 1e-15,
            "{width:e}: {closest:?}"
        );
    }
}
