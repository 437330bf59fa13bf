//! Traces that are written and read, cut, damaged and of other versions.

use osculate_trace::{
    Bodies, Column, Compression, Contents, Deform, Domain, End, Ending, Events, Header, Joints,
    Levels, Moves, Playback, Precision, Record, Segments, Series, Shape, ShapeKind, Step,
    TraceError, TraceReader, TraceWriter,
};
use std::io::Read;

/// A line of every kind.
fn every_kind() -> Vec<Record> {
    let mut records = bodies();
    records.extend(moves_and_events());
    records
}

fn bodies() -> Vec<Record> {
    vec![
        Shape::from(ShapeKind::Ball { radius: 0.5 }).into(),
        Shape::from(ShapeKind::Mesh {
            vertices: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].into(),
            triangles: vec![0_u32, 1, 2].into(),
        })
        .into(),
        Shape {
            margin: 0.25,
            name: Some("brick".into()),
            ..Shape::from(ShapeKind::Box {
                half: vec![1.0, 2.0, 3.0],
            })
        }
        .into(),
        Bodies {
            shape: Some(vec![0_u32, 1, 2].into()),
            name: ["ball", "sheet", "brick"].map(String::from).to_vec(),
            parent: Some(vec![-1, -1, 0].into()),
            position: Some(vec![0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 1.0, 0.0, 0.0].into()),
            ..Bodies::default()
        }
        .into(),
        Joints {
            body: Some(vec![2_u32].into()),
            name: vec!["wrist".into()],
            kind: Some(vec![0_u8].into()),
            kinds: vec!["planar".into()],
            axis: Some([0.0, 0.0, 2.0].into()),
            along: Some([0.0, 1.0, 0.0].into()),
            ..Joints::default()
        }
        .into(),
        Domain {
            low: vec![0.0; 3],
            high: vec![9.0; 3],
            boundary: ["walls", "open", "periodic"].map(String::from).to_vec(),
        }
        .into(),
    ]
}

fn moves_and_events() -> Vec<Record> {
    let moves = |motion: &str, rows: usize| Moves {
        motion: motion.into(),
        position: Some(
            (0..3 * rows)
                .map(|n| 0.1 * n as f64)
                .collect::<Vec<_>>()
                .into(),
        ),
        linear: Some([1.0, 2.0, 3.0].into()),
        ..Moves::default()
    };
    vec![
        Segments {
            time: Some(vec![0.0, 0.0].into()),
            body: Some(vec![0_u32, 2].into()),
            moves: moves("velocity", 2),
        }
        .into(),
        Segments {
            time: Some([0.1].into()),
            body: Some(vec![2_u32].into()),
            moves: Moves {
                motion: "joint".into(),
                until: Some([0.4].into()),
                degree: 3,
                q: Some([0.0, 1.0, 0.0, -0.5].into()),
                y: Some([0.0, 0.0, 2.0, 0.0].into()),
                ..Moves::default()
            },
        }
        .into(),
        Deform {
            body: 1,
            time: 0.0,
            until: 1.0,
            from: None,
            to: vec![0.0, 0.0, 1.0, 1.0, 0.0, 2.0, 0.0, 1.0, 3.0].into(),
        }
        .into(),
        Events {
            time: Some(vec![0.5, 0.75].into()),
            a: Some(vec![0, 0].into()),
            b: Some(vec![2, -1].into()),
            kind: Some(vec![0_u8, 1].into()),
            kinds: ["collision", "wall"].map(String::from).to_vec(),
            point: Some(vec![1.0, 2.0, 3.0, f64::NAN, f64::NAN, f64::NAN].into()),
            changes: Some(vec![2_u8, 1].into()),
            after: Some(Box::new(moves("ballistic", 3))),
            ..Events::default()
        }
        .into(),
        serde_json::json!({"a": 0, "b": 1, "outcome": "free"})
            .as_object()
            .unwrap()
            .clone()
            .into(),
        Levels {
            body: 1,
            level: 0,
            kind: "sphere".into(),
            data: [0.0, 0.0, 0.0, 2.0].into(),
        }
        .into(),
        Series {
            name: "energy".into(),
            unit: Some("J".into()),
            time: [0.0, 1.0].into(),
            value: [7.0, 6.5].into(),
        }
        .into(),
        Step {
            time: 0.8,
            linear: Some([0.0, 0.0, 1.0].into()),
            angular: None,
            position: Some(vec![0.0; 9].into()),
            rotation: None,
        }
        .into(),
    ]
}

fn written(records: &[Record], precision: Precision, compression: Compression) -> Vec<u8> {
    let header = Header {
        span: Some([0.0, 1.0]),
        precision,
        ..Header::new(3, "every kind")
    };
    let mut trace = TraceWriter::new(Vec::new(), &header, compression).unwrap();
    for record in records {
        trace.write(record.clone()).unwrap();
    }
    trace.end(1.0, "time reached").unwrap()
}

/// What can be read, and how it ended.
fn read(bytes: &[u8]) -> Result<(Vec<Record>, Ending), TraceError> {
    let mut reader = TraceReader::new(bytes)?;
    let records: Result<Vec<Record>, TraceError> = reader.by_ref().collect();
    let ending = reader.ending().cloned();
    records.map(|records| (records, ending.expect("all lines are read")))
}

#[test]
fn every_kind_comes_back() {
    for compression in [Compression::None, Compression::Gzip] {
        let bytes = written(&every_kind(), Precision::F64, compression);
        let (mut records, ending) = read(&bytes).unwrap();
        let end = End {
            time: 1.0,
            why: "time reached".into(),
            events: 2,
        };
        assert_eq!(ending, Ending::End(end.clone()));
        assert_eq!(records.pop(), Some(Record::End(end)));
        assert_eq!(records.len(), every_kind().len());
        // What is written again is the same.
        assert!(
            written(&records, Precision::F64, Compression::None)
                == written(&every_kind(), Precision::F64, Compression::None)
        );
        let contents = Contents::of(bytes.as_slice()).unwrap();
        assert_eq!((contents.bodies, contents.events), (3, 2));
        // Two, one of a joint, one that deforms, three after events, and a step of three bodies.
        assert_eq!(contents.segments, 2 + 1 + 1 + 3 + 3);
        assert!(contents.complete);
        Playback::read(bytes.as_slice()).unwrap();
    }
}

#[test]
fn half_the_precision_is_half_the_size() {
    let many = Segments {
        time: Some((0..4000).map(f64::from).collect::<Vec<_>>().into()),
        body: Some(vec![0_u32; 4000].into()),
        moves: Moves {
            motion: "velocity".into(),
            position: Some(
                (0..12_000)
                    .map(|n| f64::from(n) / 7.0)
                    .collect::<Vec<_>>()
                    .into(),
            ),
            linear: Some(
                (0..12_000)
                    .map(|n| f64::from(n) / 9.0)
                    .collect::<Vec<_>>()
                    .into(),
            ),
            ..Moves::default()
        },
    };
    let mut records = every_kind()[..4].to_vec();
    records.push(many.into());
    let sizes = [Precision::F64, Precision::F32]
        .map(|precision| written(&records, precision, Compression::None).len());
    assert!(100 * sizes[1] < 61 * sizes[0], "{sizes:?}");
}

#[test]
fn a_trace_that_is_cut_plays_up_to_its_last_whole_line() {
    let bytes = written(&every_kind(), Precision::F64, Compression::None);
    let mut most = 0;
    for length in 0..bytes.len() {
        let whole = bytes[..length]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        match read(&bytes[..length]) {
            Ok((records, ending)) => {
                assert_eq!(records.len() + 1, whole, "{length}");
                assert!(!matches!(ending, Ending::End(_)));
                Playback::read(&bytes[..length]).unwrap();
                most = most.max(whole);
            }
            Err(error) => {
                assert_eq!(whole, 0, "{length}: {error}");
                assert!(matches!(error, TraceError::Empty | TraceError::NotATrace));
            }
        }
    }
    assert_eq!(most, every_kind().len() + 1);
}

#[test]
fn a_compressed_trace_that_is_cut_plays_nearly_as_far() {
    let mut records = every_kind()[..4].to_vec();
    let mut state = 1_u64;
    for chunk in 0..200 {
        let numbers = (0..1200).map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64
        });
        records.push(
            Segments {
                time: Some(vec![f64::from(chunk); 400].into()),
                body: Some(vec![0_u32; 400].into()),
                moves: Moves {
                    motion: "velocity".into(),
                    position: Some(numbers.collect::<Vec<f64>>().into()),
                    ..Moves::default()
                },
            }
            .into(),
        );
    }
    let bytes = written(&records, Precision::F64, Compression::Gzip);
    let (all, _) = read(&bytes).unwrap();
    let (played, ending) = read(&bytes[..6 * bytes.len() / 10]).unwrap();
    assert!(matches!(ending, Ending::Cut { .. }));
    assert!(
        100 * played.len() >= 55 * all.len(),
        "{} of {}",
        played.len(),
        all.len()
    );
}

#[test]
fn one_gzip_stream_that_others_read() {
    let bytes = written(&every_kind(), Precision::F64, Compression::Gzip);
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .unwrap();
    assert!(text.as_bytes() == written(&every_kind(), Precision::F64, Compression::None));
}

#[test]
fn other_versions_and_other_files_are_told() {
    let told = |text: &str| match TraceReader::new(text.as_bytes()) {
        Ok(_) => panic!("{text}"),
        Err(error) => error.to_string(),
    };
    assert!(told("").contains("empty"));
    assert!(told("solid ascii\n").contains("not a trace"));
    assert!(told("{\"a\":1}\n").contains("not a trace"));
    assert!(told("{\"osculate-trace\":3}\n").contains("version 3"));
    assert!(told("{\"osculate-trace\":2,\"dimension\":4}\n").contains("neither 2 nor 3"));
    assert!(told("{\"osculate-trace\":2}\n").contains("dimension"));
    let first = r#"{"format":"osculate-trace","version":1,"dimension":2}"#;
    assert!(told(&format!("{first}\n")).contains("version 1"));
}

#[test]
fn what_is_not_known_is_kept_and_skipped() {
    let text = "{\"osculate-trace\":2,\"dimension\":3,\"colour\":\"red\"}
{\"shape\":{\"teapot\":{\"size\":1}}}
{\"shape\":{\"ball\":{\"radius\":1,\"shine\":2},\"glow\":true}}
{\"bodies\":{\"shape\":[0,1],\"taste\":[1,2]}}
{\"smell\":{\"strong\":true}}
{\"segments\":{\"motion\":\"polyline\",\"time\":[1],\"body\":[1],\"position\":[1]}}
";
    let (records, _) = read(text.as_bytes()).unwrap();
    assert!(matches!(&records[3], Record::Unknown(other) if other.contains_key("smell")));
    let again = written(&records, Precision::F64, Compression::None);
    assert!(
        String::from_utf8(again)
            .unwrap()
            .contains(r#"{"smell":{"strong":true}}"#)
    );
    let playback = Playback::read(text.as_bytes()).unwrap();
    assert!(playback.is_known(0) && !playback.is_known(1));
    assert_eq!(playback.placement(1, 9.0).position, [0.0; 3]);
    let contents = Contents::of(text.as_bytes()).unwrap();
    assert_eq!(contents.unknown_motions().collect::<Vec<_>>(), ["polyline"]);
    assert_eq!(contents.unknown, 1);
}

/// Lines that do not fit, and what is told of them.
const MISFITS: &[(&str, &str)] = &[
    (r#"{"shape":{"ball":{"radius":-1}}}"#, "radius"),
    (r#"{"shape":{"ball":{}}}"#, "missing field `radius`"),
    (
        r#"{"shape":{"mesh":{"vertices":[0,0],"triangles":[]}}}"#,
        "whole rows",
    ),
    (
        r#"{"shape":{"mesh":{"vertices":[0,0,0],"triangles":[0,0,1]}}}"#,
        "triangle 0 has vertex 1",
    ),
    (
        r#"{"shape":{"compound":{"parts":[{"shape":1}]}}}"#,
        "shape 1",
    ),
    (r#"{"bodies":{"shape":[1]}}"#, "shape 1"),
    (
        r#"{"bodies":{"shape":[0],"parent":[2]}}"#,
        "no earlier body",
    ),
    (
        r#"{"bodies":{"shape":[0,0],"position":[1,2,3,4]}}"#,
        "not 2 rows of 3",
    ),
    (
        r#"{"bodies":{"shape":0,"count":99999999999}}"#,
        "there are more than 16777216",
    ),
    (
        r#"{"segments":{"motion":"velocity","time":[0],"body":[2]}}"#,
        "names body 2, and there are 2",
    ),
    (
        r#"{"segments":{"motion":"velocity","time":[0],"body":[0.5]}}"#,
        "names body 0.5",
    ),
    (
        r#"{"segments":{"motion":"velocity","body":[0]}}"#,
        "\"time\" is missing",
    ),
    (
        r#"{"segments":{"motion":"velocity","time":["f64","AAAAAAAA+H8="],"body":[0]}}"#,
        "NaN",
    ),
    (
        r#"{"segments":{"motion":"velocity","time":[0],"body":[0],"position":[1,2]}}"#,
        "1 rows of 3",
    ),
    (r#"{"step":{"time":0,"linear":[1,2]}}"#, "2 rows of 3"),
    (r#"{"events":{"time":[0],"a":[0],"b":[7]}}"#, "names body 7"),
    (
        r#"{"events":{"time":[0],"kind":[1],"kinds":["x"]}}"#,
        "1 kinds",
    ),
    (
        r#"{"events":{"time":[0],"a":[0],"changes":[3],"after":{"motion":"velocity"}}}"#,
        "not 0, 1 or 2",
    ),
    (
        r#"{"levels":{"body":0,"level":0,"kind":"sphere","data":[1]}}"#,
        "rows of 4",
    ),
    (
        r#"{"series":{"name":"e","time":[1,2],"value":[1]}}"#,
        "1 entries instead of 2",
    ),
    (r#"{"end":{"time":0,"why":"x"}}{}"#, "trailing characters"),
    (
        "{\"end\":{\"time\":0,\"why\":\"x\"}}\n{}",
        "follows the end",
    ),
    ("nonsense", "expected"),
];

#[test]
fn what_does_not_fit_is_named_with_its_line() {
    let begin = "{\"osculate-trace\":2,\"dimension\":3}
{\"shape\":{\"ball\":{\"radius\":1}}}
{\"bodies\":{\"shape\":[0,0]}}
";
    for (line, told) in MISFITS {
        let text = format!("{begin}{line}\n");
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(told), "{line}: {error}");
        assert!(
            error.contains("line 4") || error.contains("line 5"),
            "{error}"
        );
    }
}

#[test]
fn damage_never_panics() {
    let clean = written(&every_kind(), Precision::F64, Compression::None);
    let gzip = written(&every_kind(), Precision::F64, Compression::Gzip);
    let mut state = 12345_u64;
    let mut random = move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize
    };
    for round in 0..4000 {
        let mut bytes = if round % 4 == 0 {
            gzip.clone()
        } else {
            clean.clone()
        };
        for _ in 0..=random() % 3 {
            let at = random() % bytes.len();
            match random() % 3 {
                0 => bytes[at] = random() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789-eE.,\"[]{}\n"[random() % 21]),
            }
        }
        let _ = read(&bytes);
        let _ = Contents::of(bytes.as_slice());
        if let Ok(playback) = Playback::read(bytes.as_slice()) {
            for body in 0..playback.bodies.len().min(10) {
                let _ = (playback.placement(body, 0.6), playback.vertices(body, 0.6));
                let _ = playback.velocity(body, 0.6);
            }
        }
    }
}

#[test]
fn an_endless_line_is_refused() {
    let endless = std::io::repeat(b'x');
    let error = TraceReader::within(endless, 1000).err().unwrap();
    assert!(
        error.to_string().contains("more than 1000 bytes"),
        "{error}"
    );
}

#[test]
fn a_mesh_deforms_and_stays() {
    let bytes = written(&every_kind(), Precision::F64, Compression::None);
    let playback = Playback::read(bytes.as_slice()).unwrap();
    let heights = |time| {
        let vertices = playback.vertices(1, time).unwrap();
        [vertices[2], vertices[5], vertices[8]]
    };
    assert_eq!(heights(-1.0), [0.0, 0.0, 0.0]);
    assert_eq!(heights(0.5), [0.5, 1.0, 1.5]);
    assert_eq!(heights(7.0), [1.0, 2.0, 3.0]);
}

#[test]
fn columns_of_one_row_are_written_once() {
    let bytes = written(&every_kind(), Precision::F64, Compression::None);
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(r#""linear":[1,2,3]"#), "{text}");
    let _ = Column::from([0.0]);
}
