//! Rays, casts, overlaps and the nearest body, held against formulas for balls.

use crate::scenes::{at, ball, die, floor, run, weightless};
use osculate::{Shape, Verdict, glam::DVec3};
use osculate_judge::seeded::Seeded;
use osculate_world::{Body, BodyHandle, World};

/// Balls, where they are after some steps.
struct Balls {
    world: World,
    balls: Vec<(BodyHandle, DVec3, f64)>,
}

fn balls(random: &mut Seeded) -> Balls {
    let mut world = weightless();
    let mut inserted = Vec::new();
    while inserted.len() < 60 {
        let (place, radius) = (random.vector(8.0), random.real(0.1, 1.0));
        let apart = |&(_, other, size): &(BodyHandle, DVec3, f64)| {
            place.distance(other) > radius + size + 0.1
        };
        if inserted.iter().all(apart) {
            let body = Body::dynamic(ball(radius)).at(osculate::Placement::at(place));
            let body = body.with_velocity(random.vector(0.2), DVec3::ZERO);
            inserted.push((world.insert(body).unwrap(), place, radius));
        }
    }
    world.insert(Body::fixed(ball(30.0)).as_sensor()).unwrap();
    run(&mut world, 5);
    let balls = inserted.into_iter().map(|(body, _, radius)| {
        let place = world.placement(body).unwrap().position;
        (body, place, radius)
    });
    let balls = balls.collect();
    Balls { world, balls }
}

/// The share of a way at which a point comes within a distance of another.
fn reaches(from: DVec3, way: DVec3, place: DVec3, distance: f64) -> Option<f64> {
    let to = place - from;
    let (a, b) = (way.length_squared(), way.dot(to));
    let c = to.length_squared() - distance * distance;
    if c <= 0.0 {
        return Some(0.0);
    }
    let root = b * b - a * c;
    let share = (b - root.max(0.0).sqrt()) / a;
    (root > 0.0 && b > 0.0 && share <= 1.0).then_some(share)
}

fn first(balls: &Balls, from: DVec3, way: DVec3, thick: f64) -> Option<(BodyHandle, f64)> {
    let met = balls.balls.iter().filter_map(|&(body, place, radius)| {
        Some((body, reaches(from, way, place, radius + thick)?))
    });
    met.min_by(|a, b| a.1.total_cmp(&b.1))
}

#[test]
fn casts_find_the_first_ball() {
    let mut random = Seeded::new(5);
    let scene = balls(&mut random);
    let (mut met, shape) = (0, Shape::from(ball(0.3)));
    for number in 0..400 {
        let from = random.vector(10.0);
        let to = random.vector(10.0);
        let thick = if number % 2 == 0 { 0.0 } else { 0.3 };
        let hit = if number % 2 == 0 {
            scene.world.ray_cast(from, to, |_| true)
        } else {
            let from = osculate::Placement::at(from);
            scene
                .world
                .shape_cast(&shape, from, to - from.position, |_| true)
        };
        let (hit, known) = (hit.unwrap(), first(&scene, from, to - from, thick));
        let (Some(hit), Some((body, share))) = (hit, known) else {
            assert!(
                hit.is_none() && known.is_none(),
                "{number}: {hit:?} {known:?}"
            );
            continue;
        };
        met += 1;
        assert_eq!(hit.body, body, "{number}");
        assert!(
            hit.share <= share + 1e-12 && hit.share > share - 1e-5,
            "{number}"
        );
        if share == 0.0 {
            assert!(matches!(hit.verdict, Verdict::Overlapping { .. }));
            continue;
        }
        let [place, normal] = hit.place().unwrap();
        let &(_, centre, radius) = scene.balls.iter().find(|ball| ball.0 == body).unwrap();
        assert!(
            (place - centre - radius * normal).length() < 1e-5,
            "{number}"
        );
    }
    assert!(met > 80, "{met}");
}

#[test]
fn the_caller_says_what_counts() {
    let mut random = Seeded::new(6);
    let scene = balls(&mut random);
    for number in 0..50 {
        let (from, to) = (random.vector(10.0), random.vector(10.0));
        // One after the other is left out: the shares rise.
        let (mut out, mut last) = (Vec::new(), 0.0);
        while let Some(hit) = scene
            .world
            .ray_cast(from, to, |body| !out.contains(&body))
            .unwrap()
        {
            assert!(hit.share >= last, "{number}");
            last = hit.share;
            out.push(hit.body);
        }
        let all = scene
            .balls
            .iter()
            .filter(|(_, place, radius)| reaches(from, to - from, *place, *radius).is_some());
        assert_eq!(out.len(), all.count(), "{number}");
    }
}

#[test]
fn overlaps_and_the_nearest() {
    let mut random = Seeded::new(7);
    let scene = balls(&mut random);
    let mut overlapped = 0;
    for _ in 0..200 {
        let (place, size) = (random.vector(9.0), random.real(0.1, 3.0));
        let shape = Shape::from(ball(size));
        let solid = |body: BodyHandle| !scene.world.is_sensor(body).unwrap();
        let found = scene
            .world
            .overlaps(&shape, osculate::Placement::at(place), solid);
        let near = scene
            .balls
            .iter()
            .filter(|(_, at, radius)| at.distance(place) <= radius + size);
        let near: Vec<BodyHandle> = near.map(|ball| ball.0).collect();
        overlapped += near.len();
        assert_eq!(found.unwrap(), near);
        let nearest = scene.world.nearest(place, size, |_| true).unwrap();
        let away = |&(body, at, radius): &(BodyHandle, DVec3, f64)| {
            (body, (at.distance(place) - radius).max(0.0))
        };
        let known = scene
            .balls
            .iter()
            .map(away)
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let known = known.filter(|known| known.1 <= size);
        assert_eq!(nearest.map(|found| found.body), known.map(|known| known.0));
        if let (Some(found), Some((_, distance))) = (nearest, known) {
            assert!((found.distance - distance).abs() < 1e-9);
            assert!(distance == 0.0 || (found.place.distance(place) - distance).abs() < 1e-9);
        }
    }
    assert!(overlapped > 100);
}

#[test]
fn half_spaces_are_asked_too() {
    let mut world = weightless();
    let ground = world.insert(Body::fixed(floor())).unwrap();
    let box_ = world
        .insert(Body::dynamic(die()).at(at(0.0, 0.0, 3.0)))
        .unwrap();
    let down = |x: f64| world.ray_cast(DVec3::new(x, 0.0, 6.0), DVec3::new(x, 0.0, -6.0), |_| true);
    assert_eq!(down(0.2).unwrap().unwrap().body, box_);
    let hit = down(2.0).unwrap().unwrap();
    assert!(hit.body == ground && (hit.share - 0.5).abs() < 1e-6);
    let [place, normal] = hit.place().unwrap();
    assert!(place.z.abs() < 1e-5 && (normal - DVec3::Z).length() < 1e-12);
    // A half-space that comes from above meets the box first; all bodies are asked.
    let ceiling = Shape::from(osculate::HalfSpace::new(-DVec3::Z, -10.0).unwrap());
    let way = DVec3::new(0.0, 0.0, -8.0);
    let cast = world
        .shape_cast(&ceiling, at(0.0, 0.0, 0.0), way, |_| true)
        .unwrap();
    let hit = cast.unwrap();
    // Floor and ceiling face each other without end: they are never proven apart when they close in, the box is met at 6.5/8.
    assert!(hit.share <= 6.5 / 8.0 + 1e-12);
    let all = world
        .overlaps(&ceiling, at(0.0, 0.0, -7.0), |_| true)
        .unwrap();
    assert_eq!(all, [box_]);
}
