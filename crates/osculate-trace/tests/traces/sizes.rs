//! How large traces of worlds with fixed steps are.

use osculate_trace::{
    Bodies, Compression, Header, Playback, Precision, Shape, ShapeKind, Step, TraceWriter,
};

const BODIES: usize = 1000;
const STEPS: usize = 120;
/// Steps in 60 s at 60 Hz.
const MINUTE: usize = 3600;

struct Random(u64);

impl Random {
    fn numbers(&mut self, count: usize) -> Vec<f64> {
        let number = |_| {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        (0..count).map(number).collect()
    }
}

/// All bodies change at every step, with a keyframe every second.
fn written(precision: Precision, compression: Compression) -> Vec<u8> {
    let header = Header {
        precision,
        ..Header::new(3, "all move")
    };
    let mut trace = TraceWriter::new(Vec::new(), &header, compression).unwrap();
    let mut random = Random(3);
    trace
        .write(Shape::from(ShapeKind::Ball { radius: 1.0 }))
        .unwrap();
    let shape = Some(vec![0_u32; BODIES].into());
    trace
        .write(Bodies {
            shape,
            ..Bodies::default()
        })
        .unwrap();
    for step in 0..STEPS {
        let keyframe = step % 60 == 0;
        let numbers = |random: &mut Random, width| Some(random.numbers(width * BODIES).into());
        trace
            .write(Step {
                time: step as f64 / 60.0,
                linear: numbers(&mut random, 3),
                angular: numbers(&mut random, 3),
                position: keyframe.then(|| random.numbers(3 * BODIES).into()),
                rotation: keyframe.then(|| random.numbers(4 * BODIES).into()),
            })
            .unwrap();
    }
    trace.end(STEPS as f64 / 60.0, "time reached").unwrap()
}

#[test]
fn a_minute_of_a_thousand_bodies() {
    let exact = written(Precision::F64, Compression::None);
    let small = written(Precision::F32, Compression::Gzip);
    let megabytes = |bytes: &[u8]| (bytes.len() * MINUTE / STEPS) as f64 / 1e6;
    println!(
        "{} MB exact, {} MB in f32 and gzip",
        megabytes(&exact),
        megabytes(&small)
    );
    assert!(megabytes(&exact) < 240.0);
    assert!(megabytes(&small) < 80.0);
    let playback = Playback::read(exact.as_slice()).unwrap();
    assert_eq!(playback.segments(), (BODIES * STEPS) as u64);
}
