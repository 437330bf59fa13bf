//! Where bodies are, held against matrices that are exponentials by their series.

use osculate_trace::Playback;

type Matrix = [[f64; 3]; 3];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

fn times(a: &Matrix, x: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| (0..3).map(|k| a[i][k] * x[k]).sum())
}

/// The exponential of the cross product with `w`: the series at `w / 2^10`, squared ten times.
fn exponential(w: [f64; 3]) -> Matrix {
    let [x, y, z] = w.map(|component| component / 1024.0);
    let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let one = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let (mut sum, mut term): (Matrix, Matrix) = (one, one);
    for n in 1..12 {
        term = product(&term, &cross).map(|row| row.map(|entry| entry / f64::from(n)));
        sum = std::array::from_fn(|i| std::array::from_fn(|j| sum[i][j] + term[i][j]));
    }
    for _ in 0..10 {
        sum = product(&sum, &sum);
    }
    sum
}

/// A rotation of the quaternion that turns by `w`, and the quaternion.
fn quaternion(w: [f64; 3]) -> [f64; 4] {
    let angle = w.iter().map(|x| x * x).sum::<f64>().sqrt();
    let scale = (0.5 * angle).sin() / angle;
    [
        scale * w[0],
        scale * w[1],
        scale * w[2],
        (0.5 * angle).cos(),
    ]
}

struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| 4.0 * self.number() - 2.0)
    }
}

fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}

fn scaled(s: f64, a: [f64; 3]) -> [f64; 3] {
    a.map(|x| s * x)
}

/// Plays one segment of `motion` from time 0.25 on, and gives where `x` is at `time`.
fn played(motion: &str, columns: &str, x: [f64; 3], time: f64) -> [f64; 3] {
    let text = format!(
        "{{\"osculate-trace\":2,\"dimension\":3}}\n{{\"shape\":{{\"ball\":{{\"radius\":1}}}}}}\n\
         {{\"bodies\":{{\"shape\":[0]}}}}\n\
         {{\"segments\":{{\"motion\":\"{motion}\",\"time\":[0.25],\"body\":[0],{columns}}}}}\n"
    );
    let playback = Playback::read(text.as_bytes()).unwrap();
    playback.placement(0, time).point(x)
}

fn assert_near(found: [f64; 3], wanted: [f64; 3], what: &str) {
    let apart = (0..3)
        .map(|i| (found[i] - wanted[i]).abs())
        .fold(0.0, f64::max);
    assert!(apart < 1e-12, "{what}: {found:?} against {wanted:?}");
}

#[test]
fn all_motions_are_their_formulas() {
    let mut random = Random(7);
    for _ in 0..200 {
        let [p, v, w, a, pivot, x, turn, point, axis] = std::array::from_fn(|_| random.vector());
        let s = 3.0 * random.number();
        let time = 0.25 + s;
        // The time since the start, as it comes out in `f64`.
        let s = time - 0.25;
        let q = quaternion(turn);
        let start = exponential(turn);
        let offset: [f64; 3] = std::array::from_fn(|i| x[i] - pivot[i]);
        let turned = times(&exponential(scaled(s, w)), times(&start, offset));
        let flown = sum(p, scaled(s, v));
        let common = format!(
            "\"position\":{p:?},\"rotation\":{q:?},\"linear\":{v:?},\"angular\":{w:?},\"pivot\":{pivot:?}"
        );
        assert_near(
            played("velocity", &common, x, time),
            sum(flown, turned),
            "velocity",
        );
        let falls = sum(sum(flown, scaled(0.5 * s * s, a)), turned);
        let columns = format!("{common},\"acceleration\":{a:?}");
        assert_near(played("ballistic", &columns, x, time), falls, "ballistic");

        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        let unit = scaled(1.0 / length, axis);
        let body = sum(p, times(&start, x));
        let arm: [f64; 3] = std::array::from_fn(|i| body[i] - point[i]);
        let (rate, slide) = (2.0 * random.number(), random.number());
        for (motion, key, angle) in [
            ("screw", "rate", s * rate),
            ("rational", "tangent", 2.0 * (s * rate).atan()),
        ] {
            let columns = format!(
                "\"position\":{p:?},\"rotation\":{q:?},\"point\":{point:?},\"axis\":{axis:?},\"{key}\":[{rate}],\"slide\":[{slide}]"
            );
            let around = times(&exponential(scaled(angle, unit)), arm);
            let wanted = sum(sum(point, scaled(s * slide, unit)), around);
            assert_near(played(motion, &columns, x, time), wanted, motion);
        }
    }
}

#[test]
fn velocities_are_differences_of_places() {
    let columns = "\"position\":[1,2,3],\"rotation\":[0,0,0.6,0.8],\"linear\":[1,0,-2],\"angular\":[0.3,2,1],\
        \"pivot\":[0.5,1,0],\"acceleration\":[0,0,-9],\"point\":[1,1,1],\"axis\":[1,2,2],\"rate\":[2],\"tangent\":[0.7],\"slide\":[3]";
    for motion in ["velocity", "ballistic", "screw", "rational"] {
        let text = format!(
            "{{\"osculate-trace\":2,\"dimension\":3}}\n{{\"shape\":{{\"ball\":{{\"radius\":1}}}}}}\n\
             {{\"bodies\":{{\"shape\":[0]}}}}\n\
             {{\"segments\":{{\"motion\":\"{motion}\",\"time\":[0],\"body\":[0],{columns}}}}}\n"
        );
        let playback = Playback::read(text.as_bytes()).unwrap();
        let at = |time| playback.placement(0, time).position;
        let (late, soon) = (at(0.7 + 1e-5), at(0.7 - 1e-5));
        let velocity = playback.velocity(0, 0.7);
        for axis in 0..3 {
            let slope = (late[axis] - soon[axis]) / 2e-5;
            assert!(
                (slope - velocity[axis]).abs() < 1e-6,
                "{motion}: {slope} {velocity:?}"
            );
        }
    }
}

#[test]
fn steps_go_on_from_keyframes_and_segments_hold_until_the_next() {
    let text = "{\"osculate-trace\":2,\"dimension\":3}
{\"shape\":{\"ball\":{\"radius\":1}}}
{\"bodies\":{\"shape\":[0,0]}}
{\"step\":{\"time\":0,\"position\":[0,0,0,10,0,0],\"linear\":[1,0,0,0,1,0],\"angular\":[0,0,2,0,0,0]}}
{\"step\":{\"time\":1,\"linear\":[0,1,0,0,0,0],\"angular\":[0,0,0]}}
{\"segments\":{\"motion\":\"velocity\",\"time\":[1.5],\"body\":[1],\"position\":[7,7,7]}}
{\"step\":{\"time\":2,\"linear\":[0,0,1]}}
{\"step\":{\"time\":3,\"position\":[0,0,0,20,0,0]}}
";
    let playback = Playback::read(text.as_bytes()).unwrap();
    let at = |body, time| playback.placement(body, time).position;
    assert_eq!(at(0, 0.5), [0.5, 0.0, 0.0]);
    assert_eq!(at(0, 1.5), [1.0, 0.5, 0.0]);
    assert_eq!(at(0, 2.5), [1.0, 1.0, 0.5]);
    assert_eq!(at(0, 3.5), [0.0, 0.0, 0.0]);
    assert_eq!(at(1, 1.25), [10.0, 1.0, 0.0]);
    assert_eq!(at(1, 2.5), [7.0, 7.0, 7.0]);
    assert_eq!(at(1, 3.0), [20.0, 0.0, 0.0]);
    let turned = playback.placement(0, 1.5).point([1.0, 0.0, 0.0]);
    let wanted = [1.0 + 2.0_f64.cos(), 0.5 + 2.0_f64.sin(), 0.0];
    for axis in 0..3 {
        assert!((turned[axis] - wanted[axis]).abs() < 1e-15);
    }
}

#[test]
fn parents_carry_their_children_and_planes_have_angles() {
    let text = "{\"osculate-trace\":2,\"dimension\":2}
{\"shape\":{\"ball\":{\"radius\":1}}}
{\"bodies\":{\"shape\":[0,0],\"parent\":[-1,0],\"position\":[0,0,3,0]}}
{\"segments\":{\"motion\":\"velocity\",\"time\":[0],\"body\":[0],\"linear\":[1,0],\"angular\":[1.5707963267948966]}}
";
    let playback = Playback::read(text.as_bytes()).unwrap();
    let child = playback.placement(1, 1.0).position;
    assert!(
        (child[0] - 1.0).abs() < 1e-15 && (child[1] - 3.0).abs() < 1e-15,
        "{child:?}"
    );
}
