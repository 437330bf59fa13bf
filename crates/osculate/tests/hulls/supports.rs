//! The furthest points of hulls, against those of the judge.

use crate::bodies::hull;
use glam::DVec3;
use osculate_judge::hulls::bodies::Posed;
use osculate_judge::hulls::motion::turn_of;
use osculate_judge::hulls::pairs::Kind;
use osculate_judge::seeded::Seeded;

#[test]
fn the_furthest_points_are_the_judge_s() {
    let mut rng = Seeded::new(1);
    for kind in Kind::ALL {
        for _ in 0..200 {
            let body = kind.body(&mut rng).placed(rng.inside(), rng.rotation());
            let (hull, n) = (hull(&body), rng.direction());
            let posed = Posed::new(&body, DVec3::ZERO, turn_of(glam::DQuat::IDENTITY));
            let ours = n.dot(posed.furthest(n)) + body.margin;
            let theirs = n.dot(hull.support(n));
            assert!((ours - theirs).abs() < 1e-14, "{kind:?} {ours} {theirs}");
        }
    }
}
