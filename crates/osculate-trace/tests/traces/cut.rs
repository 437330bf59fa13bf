//! A trace that is cut in time is, from there to there, what it was.

use osculate_trace::{Compression, Cut, Playback, Record, TraceReader, TraceWriter};

/// The trace from one time to another, as text.
fn cut(text: &str, from: f64, to: f64) -> String {
    let reader = TraceReader::new(text.as_bytes()).unwrap();
    let mut cut = Cut::new(reader.header(), from, to);
    let mut writer = TraceWriter::new(Vec::new(), &cut.header(), Compression::None).unwrap();
    for record in reader {
        let record = record.unwrap();
        if matches!(record, Record::End(_)) {
            continue;
        }
        for record in cut.add(record) {
            writer.write(record).unwrap();
        }
    }
    for record in cut.held() {
        writer.write(record).unwrap();
    }
    String::from_utf8(writer.end(to, "cut").unwrap()).unwrap()
}

const CUTS: [[f64; 2]; 8] = [
    [0.0, 10.0],
    [0.0, 3.0],
    [2.5, 7.25],
    [3.0, 3.0],
    [3.0, 4.0],
    [6.75, 10.0],
    [9.5, 9.75],
    [f64::NEG_INFINITY, 8.0],
];

/// At all times of the cut, every body is where it was, turned as it was, and its mesh looks as it did.
fn assert_the_same(text: &str) {
    let whole = Playback::read(text.as_bytes()).unwrap();
    for [from, to] in CUTS {
        let part = cut(text, from, to);
        let playback = Playback::read(part.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{part}"));
        assert_eq!(playback.bodies.len(), whole.bodies.len());
        let start = from.max(0.0);
        for share in 0..=40 {
            let time = start + (to - start) * f64::from(share) / 40.0;
            for body in 0..whole.bodies.len() {
                let (a, b) = (whole.placement(body, time), playback.placement(body, time));
                let numbers =
                    |p: &osculate_trace::Placement| [&p.position[..], &p.rotation].concat();
                let close = numbers(&a)
                    .iter()
                    .zip(numbers(&b))
                    .all(|(a, b)| (a - b).abs() <= 1e-13);
                assert!(
                    close,
                    "body {body} at {time} of {from}..{to}: {a:?}, {b:?}\n{part}"
                );
                assert_eq!(whole.vertices(body, time), playback.vertices(body, time));
            }
        }
        let inside = |time: f64| from <= time && time <= to;
        let events = whole.events.iter().filter(|event| inside(event.time));
        assert_eq!(playback.events, events.copied().collect::<Vec<_>>());
        let values = |playback: &Playback| {
            let series = playback.series.iter();
            let pairs = series.flat_map(|s| s.time.numbers().into_iter().zip(s.value.numbers()));
            pairs.filter(|(time, _)| inside(*time)).collect::<Vec<_>>()
        };
        assert_eq!(values(&playback), values(&whole));
    }
}

#[test]
fn every_motion() {
    assert_the_same(
        r#"{"osculate-trace":2,"dimension":3,"span":[0,10]}
{"shape":{"ball":{"radius":0.5}}}
{"bodies":{"shape":[0],"position":[9,9,9,1,0,0,2,0,0,3,0,0,4,0,0,5,0,0],"parent":[-1,-1,-1,-1,-1,0]}}
{"segments":{"motion":"velocity","time":[0,3,3.5,7],"body":[0],"position":[0,0,0,1,1,1,2,0,1,0,5,5],"rotation":[0,0,0,1,0.6,0,0,0.8,0,0.6,0,0.8,0,0,0,1],"linear":[1,0.5,0.25],"angular":[0.1,0.2,0.3,0,0,1,1,0,0,0,2,0],"pivot":[0.5,0.25,0]}}
{"segments":{"motion":"ballistic","time":[0,2.5,6],"body":[1],"position":[1,2,3],"linear":[0,1,0,1,0,0,0,0,1],"acceleration":[0,0,-9.75],"angular":[0.5,0,0]}}
{"segments":{"motion":"screw","time":[1,5],"body":[2],"position":[1,0,0,2,0,0],"rotation":[0,0.6,0,0.8],"point":[0,1,0],"axis":[0,3,4],"rate":[1.5,-0.5],"slide":[0.25]}}
{"segments":{"motion":"rational","time":[0.5,8],"body":[3],"position":[1,0,0],"point":[0,1,0],"axis":[1,2,2],"tangent":[0.5,0.75],"slide":[0.5]}}
{"segments":{"motion":"velocity","time":[1],"body":[4],"position":[1,1,1],"linear":[1,0,0]}}
{"segments":{"motion":"teleport","time":[2,9.5],"body":[4],"towards":[1,2,3]}}
{"segments":{"motion":"velocity","time":[0],"body":[5],"linear":[0,0,1]}}
{"series":{"name":"energy","time":[0,2.5,5,7.5,10],"value":[1,2,3,4,5]}}
{"end":{"time":10,"why":"time reached","events":0}}
"#,
    );
}

#[test]
fn events_in_the_plane() {
    let mut text = String::from(
        r#"{"osculate-trace":2,"dimension":2}
{"shape":{"ball":{"radius":0.5}}}
{"bodies":{"shape":[0],"count":4}}
{"segments":{"motion":"velocity","time":[0],"body":[0,1,2,3],"position":[0,0,1,0,2,0,3,0],"rotation":[0.5,0,1,0],"linear":[1,2,0,1,1,1,0,0],"angular":[0.25,0,-1,0]}}
"#,
    );
    // Three events a line; body 3 is never touched.
    for line in 0..10 {
        let first = f64::from(line);
        let times = [first, first + 0.25, first + 0.5];
        text += &format!(
            r#"{{"events":{{"time":{times:?},"a":[0,1,2],"b":[1,-1,0],"kind":[0,1,0],"kinds":["collision","wall"],"changes":[2,1,2],"impulse":[1,{line},3],"point":[{line},0,1,1,2,2],"after":{{"motion":"velocity","position":[{line},1,{line},2,{line},3,{line},4,{line},5],"rotation":[0.1,0.2,0.3,0.4,0.5],"linear":[1,0,0,1,-1,0,0,-1,0.5,0.5],"angular":[1,0.5,0,-0.5,-1]}}}}}}"#
        );
        text.push('\n');
    }
    assert_the_same(&text);
}

#[test]
fn steps_and_deforming_meshes() {
    let mut text = String::from(
        r#"{"osculate-trace":2,"dimension":3}
{"shape":{"mesh":{"vertices":[0,0,0,1,0,0,0,1,0],"triangles":[0,1,2]}}}
{"bodies":{"shape":[0],"count":2}}
"#,
    );
    for step in 0..20 {
        let time = f64::from(step) / 2.0;
        let keyframe = match step % 4 {
            0 => format!(r#","position":[{step},0,0,0,{step},0],"rotation":[0,0,0,1,0.6,0,0,0.8]"#),
            _ => String::new(),
        };
        text += &format!(
            r#"{{"step":{{"time":{time},"linear":[1,0,{step},0,1,0],"angular":[0,0,1,{step},0,0]{keyframe}}}}}"#
        );
        text.push('\n');
    }
    text += r#"{"deform":{"body":0,"time":0,"until":2,"to":[0,0,1,1,0,1,0,1,1]}}
{"deform":{"body":0,"time":2,"until":2.75,"to":[0,0,2,1,0,2,0,1,2]}}
{"deform":{"body":0,"time":2.75,"until":6,"to":[0,0,3,1,0,3,0,1,4]}}
{"deform":{"body":0,"time":9,"until":9.25,"from":[0,0,3,1,0,3,0,1,4],"to":[0,0,0,1,0,0,0,1,0]}}
"#;
    assert_the_same(&text);
}

#[test]
fn what_is_left_is_no_longer_than_it_must_be() {
    let text = r#"{"osculate-trace":2,"dimension":2,"span":[0,10]}
{"shape":{"ball":{"radius":0.5}}}
{"bodies":{"shape":[0],"count":2}}
{"segments":{"motion":"velocity","time":[0,1,2,3,4,5,6,7,8,9],"body":[0],"position":[0,0],"linear":[1,0]}}
{"verdict":{"outcome":"contact"}}
{"news":1}
"#;
    let lines = cut(text, 4.5, 5.5);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines[0].contains(r#""span":[4.5,5.5]"#), "{}", lines[0]);
    assert_eq!(
        lines[3..],
        [
            r#"{"segments":{"time":[4.5],"body":[0],"motion":"velocity","position":[0.5,0],"linear":[1,0]}}"#,
            r#"{"segments":{"time":[5],"body":[0],"motion":"velocity","position":[0,0],"linear":[1,0]}}"#,
            r#"{"verdict":{"outcome":"contact"}}"#,
            r#"{"news":1}"#,
            r#"{"end":{"time":5.5,"why":"cut","events":0}}"#,
        ]
    );
    // Beyond its end nothing more happens.
    assert!(cut(text, 20.0, 30.0).contains(r#""position":[11,0]"#));
}
