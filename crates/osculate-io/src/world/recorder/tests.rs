use super::*;
use glam::DQuat;
use osculate::{HalfSpace, Hull};
use osculate_trace::Playback;
use osculate_world::{Body, Settings, scenes};

/// A die with its centre of mass beside its origin hits the floor, a ball comes to rest.
fn world() -> World {
    let mut world = World::new(Settings::default()).unwrap();
    let floor = HalfSpace::new(DVec3::Z, 0.0).unwrap();
    world.insert(Body::fixed(floor).named("floor")).unwrap();
    let moved = Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let moved = moved.placed(DVec3::new(2.0, 0.0, 0.0), DQuat::IDENTITY);
    let die = Body::dynamic(moved.unwrap())
        .named("die")
        .at(Placement::at(DVec3::new(0.0, 0.0, 1.2)))
        .with_velocity(DVec3::new(0.3, 0.0, -4.0), DVec3::new(5.0, 3.0, 1.0));
    world.insert(die).unwrap();
    let ball =
        Body::dynamic(Hull::ball(0.5).unwrap()).at(Placement::at(DVec3::new(-3.0, 0.0, 0.503)));
    world.insert(ball).unwrap();
    world.keep_moves(true);
    world
}

/// What a trace of so many steps says, and where bodies were after each.
fn traced(options: &WorldTraceOptions, steps: usize) -> (Vec<u8>, Vec<(f64, Vec<Placement>)>) {
    let mut world = world();
    let mut trace = WorldTraceWriter::new(Vec::new(), &world, options).unwrap();
    let mut places = Vec::new();
    for _ in 0..steps {
        world.step();
        trace.step(&world).unwrap();
        let all = world
            .handles()
            .map(|handle| world.placement(handle).unwrap());
        places.push((world.time(), all.collect()));
    }
    (trace.end("time reached", &world).unwrap(), places)
}

#[track_caller]
fn assert_near(playback: &Playback, time: f64, places: &[Placement]) {
    for (body, place) in places.iter().enumerate() {
        let shown = playback.placement(body, time);
        let shift = DVec3::from_array(shown.position) - place.position;
        let turn = DQuat::from_array(shown.rotation).dot(place.rotation).abs();
        assert!(shift.length() < 1e-9, "{body} at {time}: {shift}");
        assert!(turn > 1.0 - 1e-12, "{body} at {time}: {turn}");
    }
}

#[test]
fn bodies_are_where_the_world_had_them() {
    let (bytes, places) = traced(&WorldTraceOptions::default(), 100);
    let playback = Playback::read(&bytes[..]).unwrap();
    for (time, places) in &places {
        assert_near(&playback, *time, places);
    }
    let kinds: Vec<&str> = (playback.events.iter())
        .filter_map(|event| Some(playback.event_kinds[event.kind?].as_str()))
        .collect();
    assert!(kinds.contains(&"touch"), "{kinds:?}");
    let times: Vec<f64> = playback.events.iter().map(|event| event.time).collect();
    assert!(times.is_sorted());
}

#[test]
fn frames_are_fewer_and_true() {
    let options = WorldTraceOptions {
        frames: Some(16.0),
        ..WorldTraceOptions::default()
    };
    let (bytes, places) = traced(&options, 100);
    let playback = Playback::read(&bytes[..]).unwrap();
    for (time, places) in places.iter().skip(3).step_by(4) {
        assert_near(&playback, *time, places);
    }
    let (exact, _) = traced(&WorldTraceOptions::default(), 100);
    assert!(
        3 * bytes.len() < 2 * exact.len(),
        "{} {}",
        bytes.len(),
        exact.len()
    );
}

/// Whatever ends a run, what was written until then is there.
#[test]
fn a_trace_that_was_cut_plays_up_to_its_last_line() {
    let (bytes, _) = traced(&WorldTraceOptions::default(), 100);
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for kept in 1..lines.len() {
        let cut = lines[..kept].join("\n") + "\n{\"segm";
        Playback::read(cut.as_bytes()).unwrap();
    }
}

/// Cables are in traces as they went: the reader finds them where they were after each part, and between on straight lines.
#[test]
fn cables_are_where_they_were() {
    let made = scenes::by_name("crossing-cables").unwrap();
    let mut cabled = made.cabled();
    cabled.keep_parts(true);
    let options = WorldTraceOptions::default();
    let mut writer = WorldTraceWriter::with_cables(Vec::new(), &cabled, &options).unwrap();
    let mut expected = Vec::new();
    for _ in 0..20 {
        cabled.step();
        writer.step_with_cables(&cabled).unwrap();
        expected.push((cabled.world().time(), cabled.rods().positions(1).unwrap()));
    }
    let trace = writer.end_with_cables("done", &cabled).unwrap();
    let playback = Playback::read(trace.as_slice()).unwrap();
    assert_eq!(playback.bodies[1].name, "dragged");
    // No two bodies ever touch, so that nothing is said of gaps and impulses.
    let names = playback.series.iter().map(|series| series.name.as_str());
    assert_eq!(
        names.collect::<Vec<&str>>(),
        ["energy", "cables, deepest", "cables, held back"]
    );
    let energy = &playback.series[0].value;
    assert_eq!(energy.number(energy.len() - 1), cabled.energy());
    for pair in expected.windows(2) {
        let [(before, from), (time, to)] = [&pair[0], &pair[1]];
        let rows = playback.vertices(1, *time).unwrap();
        let points = 3 * to.len();
        assert_eq!(
            rows[..points],
            to.iter().flat_map(|p| p.to_array()).collect::<Vec<f64>>()
        );
        // Marks are as far from the middles of edges as the cable is thick.
        let edges = to.windows(2).zip(rows[points..].chunks_exact(3));
        for (ends, mark) in edges {
            let apart = DVec3::from_slice(mark) - ends[0].midpoint(ends[1]);
            assert!((apart.length() - 5e-3).abs() < 1e-9);
            assert!(apart.dot((ends[1] - ends[0]).normalize()).abs() < 1e-6);
        }
        let middle = playback.vertices(1, 0.5 * (before + time)).unwrap();
        for (row, (a, b)) in middle.chunks_exact(3).zip(from.iter().zip(to)) {
            assert!((DVec3::from_slice(row) - a.midpoint(*b)).length() < 1e-12);
        }
    }
}
