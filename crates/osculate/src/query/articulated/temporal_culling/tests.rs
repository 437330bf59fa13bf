//! What the parts prove, against poses that are sampled.

use super::direction_table::DirectionTable;
use super::dynamic_volume::DynamicVolume;
use super::volumes::Volumes;
use crate::body::Shape;
use crate::mesh::cuboid;
use crate::motion::Placement;
use crate::motion::{JointPath, LinkMotion, Motion, TaylorChain};
use crate::numbers::span::Span;
use crate::robot::{Joint, JointKind, LinkShape, Path, Robot, RobotBuilder};
use crate::shape::Hull;
use alloc::format;
use alloc::vec::Vec;
use glam::{DQuat, DVec3};
use osculate_judge::seeded::{Seeded, cases};

/// A chain whose last link has a shape, and a path.
fn case(rng: &mut Seeded) -> (Robot, Path) {
    let joints = 1 + rng.below(8);
    let mut builder = RobotBuilder::new("link 0");
    for number in 0..joints {
        let child = format!("link {}", number + 1);
        builder.link(child.clone());
        let kind = rng.one_of(&[
            JointKind::Revolute,
            JointKind::Revolute,
            JointKind::Prismatic,
        ]);
        let joint = Joint::new(
            format!("joint {number}"),
            kind,
            format!("link {number}"),
            child,
        )
        .with_origin(Placement::new(rng.vector(0.5), rng.rotation()))
        .with_axis(rng.direction());
        builder.joint(joint);
    }
    let at = Placement::new(rng.vector(0.2), DQuat::IDENTITY);
    let shape = match rng.below(2) {
        0 => Shape::from(cuboid(DVec3::new(0.3, 0.1, 0.05)).unwrap()),
        _ => Shape::from(Hull::cuboid(DVec3::new(0.05, 0.1, 0.3)).unwrap()),
    };
    builder.shape(format!("link {joints}"), LinkShape::new("shape", shape, at));
    let robot = builder.build().unwrap();
    let mut configuration = || -> Vec<f64> { (0..joints).map(|_| rng.real(-1.5, 1.5)).collect() };
    let path = robot.eased(&[configuration(), configuration()]).unwrap();
    (robot, path)
}

fn stretch(rng: &mut Seeded) -> Span {
    let start = rng.unit() * 0.9;
    Span::new(start, start + rng.unit() * (1.0 - start) * 0.5).unwrap()
}

fn point(motion: &LinkMotion<Path>, t: f64, x: DVec3) -> DVec3 {
    let pose = motion.pose(t);
    pose.offset + pose.rotation * (x - motion.path().pivot)
}

/// Points at all distances from the pivot, along all directions, at all times: none is faster than the table says.
#[test]
fn no_point_is_faster_than_the_table_says() {
    let (mut tighter, mut all) = (0, 0);
    for number in 0..cases(150) {
        let rng = &mut Seeded::of_case(950, number);
        let (robot, path) = case(rng);
        let body = &robot.bodies[0];
        let pivot = body.shape.shape.bounding_ball().0;
        let motion = LinkMotion::new(&body.chain, pivot, &path, 0);
        let span = stretch(rng);
        let mut table = DirectionTable::new(motion.joint_rates(span));
        for _ in 0..40 {
            let (n, reach) = (rng.direction(), rng.magnitude(-3.0, 0.5));
            let along = table.closing(n, 0.0, reach, || TaylorChain::new(span).axes(&motion));
            let anyhow = table.anyhow(0.0, reach);
            assert!(along <= anyhow);
            all += 1;
            tighter += u32::from(along < 0.8 * anyhow);
            let x = pivot + rng.direction() * reach;
            for _ in 0..5 {
                let t = span.start() + rng.unit() * (span.end() - span.start());
                let h = 1e-5;
                let (before, after) = ((t - h).max(0.0), (t + h).min(1.0));
                let way = point(&motion, after, x) - point(&motion, before, x);
                let speed = n.dot(way) / (after - before);
                // Outside the stretch, and by differences, a little more.
                let slack = 1e-3 * (0.01 + anyhow);
                assert!(speed <= along + slack, "case {number}: {speed} > {along}");
                assert!(-speed <= along + slack, "case {number}: {speed} > {along}");
            }
        }
    }
    assert!(
        tighter * 10 > all,
        "directions make a difference: {tighter} of {all}"
    );
}

#[test]
fn dynamic_volumes_hold_shapes_at_every_instant() {
    for number in 0..cases(150) {
        let rng = &mut Seeded::of_case(951, number);
        let (robot, path) = case(rng);
        let body = &robot.bodies[0];
        let shape = &body.shape.shape;
        let motion = LinkMotion::new(&body.chain, shape.bounding_ball().0, &path, 0);
        let span = stretch(rng);
        let pose = TaylorChain::new(span).pose(&motion);
        let held = DynamicVolume::of_link(&pose, &Volumes::of(shape).unwrap());
        let corners: Vec<DVec3> = match shape {
            Shape::Mesh(tree) => tree.mesh().vertices().to_vec(),
            Shape::Hull(hull) => (0..20).map(|_| hull.support(rng.direction())).collect(),
            _ => unreachable!(),
        };
        let mut seen = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for step in 0..=20 {
            let t = span.start() + (span.end() - span.start()) * f64::from(step) / 20.0;
            for &corner in &corners {
                let at = point(&motion, t.min(span.end()), corner);
                for axis in 0..3 {
                    let side = held.sides[axis];
                    assert!(
                        side.lower <= at[axis] + 1e-12 && at[axis] - 1e-12 <= side.upper,
                        "case {number}, t = {t}: {at} is not in {held:?}"
                    );
                    seen[axis] = [seen[axis][0].min(at[axis]), seen[axis][1].max(at[axis])];
                }
            }
        }
        // A box that is not much larger than what is in it, where links turn little.
        if path.bounds(0, 0, span).rate * (span.end() - span.start()) < 0.05 && robot.width() == 1 {
            for (side, [low, high]) in held.sides.iter().zip(seen) {
                assert!(side.width() < 2.0 * (high - low) + 0.1, "case {number}");
            }
        }
    }
}
