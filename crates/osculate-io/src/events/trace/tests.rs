use super::*;
use osculate_events::generate::gas;
use osculate_events::{Ball, Cells, Scene, Simulation};

fn traced<const D: usize>(scene: &Scene<D>, seconds: f64) -> (String, World<D>) {
    let world = World::new(scene);
    let mut bytes = Vec::new();
    let mut trace = TraceWriter::new(&mut bytes, &world).unwrap();
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    while let Some(event) = simulation.step(seconds).unwrap() {
        trace.event(simulation.world(), &event).unwrap();
    }
    simulation.advance(seconds);
    trace.end("time reached", seconds).unwrap();
    (String::from_utf8(bytes).unwrap(), simulation.into_world())
}

/// The largest distance between where replaying leaves a body and where it is.
fn error<const D: usize>(text: &str, world: &World<D>) -> f64 {
    let mut reader = TraceReader::<D, _>::new(text.as_bytes()).unwrap();
    let mut state = reader.header().clone();
    for event in &mut reader {
        state.apply(&event.unwrap());
    }
    let end = reader.end().expect("an end");
    let mut worst = 0.0_f64;
    for (body, traced) in state.bodies.iter().enumerate() {
        let here = traced.at(end.time);
        let there = world.state(body as u32, world.now());
        for axis in 0..D {
            worst = worst.max((here.0[axis] - there.0[axis]).abs());
            worst = worst.max((here.1[axis] - there.1[axis]).abs());
        }
    }
    worst
}

fn pile() -> Scene<2> {
    let balls = (0..20).map(|number| {
        let (column, row) = (number % 4, number / 4);
        let x = 1.5 + 2.5 * f64::from(column) + 0.1 * f64::from(row);
        let mut ball = Ball::new([x, 1.5 + 2.5 * f64::from(row)], [0.0; 2], 1.0);
        ball.acceleration = [0.0, -9.81];
        ball.restitution = 0.5;
        ball
    });
    let domain = Domain::walls([0.0; 2], [11.0, 30.0]);
    Scene::new(balls.collect(), domain, Vec::new()).unwrap()
}

#[test]
fn replaying_leads_to_the_end() {
    let (text, world) = traced(&gas::<2>(60, 0.4, 1, Domain::walls).unwrap(), 30.0);
    assert!(text.lines().count() > 500);
    assert!(error(&text, &world) < 1e-12);
    let (text, world) = traced(&gas::<3>(60, 0.3, 1, Domain::periodic).unwrap(), 30.0);
    assert!(error(&text, &world) < 1e-12);
    let (text, world) = traced(&pile(), 20.0);
    assert!(world.tally().sleeping > 10 && text.contains(r#""asleep":true"#));
    assert!(error(&text, &world) < 1e-12);
}

#[test]
fn any_prefix_of_whole_lines_is_a_trace() {
    let (text, _) = traced(&gas::<2>(10, 0.3, 1, Domain::walls).unwrap(), 5.0);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for count in 1..lines.len() {
        let part = lines[..count].concat();
        let mut reader = TraceReader::<2, _>::new(part.as_bytes()).unwrap();
        assert_eq!(reader.by_ref().filter(Result::is_ok).count(), count - 1);
        assert_eq!(reader.end(), None);
        let cut = &part[..part.len() - 3];
        let error = match TraceReader::<2, _>::new(cut.as_bytes()) {
            Ok(reader) => reader.last().unwrap().expect_err("a cut line"),
            Err(error) => error,
        };
        assert!(
            matches!(error, TraceError::Cut { line } if line == count as u64),
            "{error}"
        );
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let (text, _) = traced(&gas::<2>(10, 0.3, 1, Domain::walls).unwrap(), 5.0);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.len();
    let told = |line: usize, change: &dyn Fn(&str) -> String| {
        let mut bad = lines.clone();
        bad[line - 1] = change(&bad[line - 1]);
        let text = bad.join("\n") + "\n";
        let error = match TraceReader::<2, _>::new(text.as_bytes()) {
            Ok(mut reader) => reader.find_map(Result::err).expect("a bad line"),
            Err(error) => error,
        };
        let said = error.to_string();
        assert!(said.contains(&format!("line {line} ")), "{said}");
    };
    told(1, &|_| String::new());
    told(1, &|line| line.replace("trace", "checkpoint"));
    told(1, &|line| {
        line.replace(r#""dimension":2"#, r#""dimension":3"#)
    });
    told(1, &|line| line.replace(r#""masses":["#, r#""masses":[1,"#));
    told(3, &|_| "{".to_owned());
    told(3, &|line| {
        line.replacen(r#""body":"#, r#""body":1"#, 2) + "x"
    });
    told(3, &|line| line.replace(r#""time":"#, r#""time":-"#));
    told(4, &|line| line.replacen(r#"[{"body":"#, r#"[{"body":4"#, 1));
    told(last, &|line| line.replace(r#""events":"#, r#""events":1"#));
    let more = format!("{text}{{}}\n");
    let reader = TraceReader::<2, _>::new(more.as_bytes()).unwrap();
    let error = reader.last().unwrap().expect_err("a line after the end");
    assert!(error.to_string().contains("follows the end"), "{error}");
}
