//! Joints: where readers have bodies, what is refused, and what else is made of such traces.

mod matrices;
mod random_tree;
mod refused;
mod shared;

use matrices::{dot, frames, times};
use osculate_trace::{Contents, Cut, Playback, TraceReader, TraceWriter, write_glb, write_xyz};
use random_tree::{Random, traced, tree};

/// Instants before, in, between and after the pieces.
const TIMES: [f64; 9] = [-1.0, -0.1, 0.0, 0.05, 0.3, 0.55, 0.81, 1.2, 9.0];

/// The farthest that anything is from the world's origin.
fn reach(places: impl IntoIterator<Item = [f64; 3]>) -> f64 {
    let far = |most: f64, place: [f64; 3]| most.max(dot(place, place).sqrt());
    places.into_iter().fold(0.0, far)
}

#[test]
fn bodies_are_where_matrices_have_them() {
    let mut random = Random(11);
    let mut worst = 0.0_f64;
    for round in 0..60 {
        let links = tree(&mut random, 2 + round % 30);
        let playback = Playback::read(traced(&links).as_slice()).unwrap();
        for time in TIMES {
            let wanted = frames(&links, time);
            let reach = reach(wanted.iter().map(|frame| frame.place)).max(1.0);
            let all = playback.placements(time);
            for (body, frame) in wanted.iter().enumerate() {
                for at in [playback.placement(body, time), all[body]] {
                    let x = [0.3, -0.7, 0.45];
                    let turned = times(&frame.turn, x);
                    let found = at.point(x);
                    let apart = (0..3)
                        .map(|axis| (found[axis] - frame.place[axis] - turned[axis]).abs())
                        .fold(0.0, f64::max);
                    worst = worst.max(apart / reach);
                    assert!(
                        apart <= 1e-12 * reach,
                        "tree {round}, body {body} of kind {}, time {time}: {apart}",
                        links[body].kind
                    );
                }
            }
        }
    }
    println!("worst error of positions: {worst:e} of the reach");
}

#[test]
fn rates_are_differences_of_places() {
    let mut random = Random(12);
    for _ in 0..10 {
        let links = tree(&mut random, 12);
        let playback = Playback::read(traced(&links).as_slice()).unwrap();
        for body in 0..links.len() {
            let (time, step) = (0.1234, 1e-6);
            let point = |time| playback.placement(body, time).point([1.0, 2.0, 3.0]);
            let moving = playback.moving(body, time);
            let arm = moving.placement.direction([1.0, 2.0, 3.0]);
            let swing = matrices::cross(moving.angular, arm);
            let (late, soon) = (point(time + step), point(time - step));
            for axis in 0..3 {
                let slope = (late[axis] - soon[axis]) / (2.0 * step);
                let wanted = moving.linear[axis] + swing[axis];
                assert!(
                    (slope - wanted).abs() < 1e-5 * (1.0 + wanted.abs()),
                    "{body}: {slope} {wanted}"
                );
            }
        }
    }
}

/// A gripper: an arm that turns, two fingers of which one follows the other, and a ball in its hand.
const GRIPPER: &str = r#"{"osculate-trace":2,"dimension":3,"title":"gripper","span":[0,2]}
{"shape":{"box":{"half":[0.5,0.1,0.1]}}}
{"shape":{"compound":{"parts":[{"shape":0,"position":[0.5,0,0]},{"shape":0,"position":[0.5,0,0.3]}]}}}
{"shape":{"compound":{"parts":[]}}}
{"shape":{"ball":{"radius":0.1}}}
{"bodies":{"shape":[2,1,0,0,3,3],"name":["base","arm","left","right","grasped","passing"],"parent":[-1,0,1,1,1,-1],"position":[0,0,0,0,0,1,1,0.2,0,1,-0.2,0,1.2,0,0,5,0,0]}}
{"joints":{"body":[1,2,3],"name":["shoulder","left","right"],"kind":[0,1,1],"kinds":["revolute","prismatic"],"position":[0,0,1,1,0.2,0,1,-0.2,0],"axis":[0,0,2,0,1,0,0,-1,0],"mimic":[-1,-1,2]}}
{"segments":{"motion":"joint","time":[0,0],"until":[1,1],"body":[1,2],"degree":1,"q":[0,1.5707963267948966,0,0.1]}}
{"segments":{"motion":"joint","time":1,"until":2,"body":[2],"degree":2,"q":[0.1,0,-0.1]}}
{"segments":{"motion":"velocity","time":0,"body":[5],"position":[5,0,0],"linear":[-1,0,0]}}
{"end":{"time":2,"why":"answered"}}
"#;

#[test]
fn an_arm_carries_what_it_holds() {
    let playback = Playback::read(GRIPPER.as_bytes()).unwrap();
    let near = |body, time, wanted: [f64; 3]| {
        let found: [f64; 3] = playback.placement(body, time).position;
        let apart = (0..3).map(|axis| (found[axis] - wanted[axis]).abs());
        assert!(apart.fold(0.0, f64::max) < 1e-15, "{body}: {found:?}");
    };
    near(4, 0.0, [1.2, 0.0, 1.0]);
    near(4, 1.0, [0.0, 1.2, 1.0]);
    // The shoulder stays where it is when its piece is over; the fingers come back.
    near(4, 2.0, [0.0, 1.2, 1.0]);
    near(2, 1.0, [-0.3, 1.0, 1.0]);
    near(3, 1.0, [0.3, 1.0, 1.0]);
    near(3, 2.0, [0.2, 1.0, 1.0]);
    near(5, 2.0, [3.0, 0.0, 0.0]);
    assert_eq!(playback.coordinates(3, 1.0), Some(vec![0.1]));
    assert_eq!(
        playback.coordinates(1, 0.5),
        Some(vec![0.25 * std::f64::consts::PI])
    );
    assert_eq!(playback.coordinates(4, 0.5), None);
    let joint = playback.bodies[3].joint.as_ref().unwrap();
    assert_eq!(
        (joint.name.as_str(), joint.axis),
        ("right", [0.0, -1.0, 0.0])
    );
    assert!((0..6).all(|body| playback.is_known(body)));
}

#[test]
fn contents_count_joints_and_their_pieces() {
    let contents = Contents::of(GRIPPER.as_bytes()).unwrap();
    assert_eq!((contents.joints, contents.motions["joint"]), (3, 3));
    assert_eq!(contents.unknown_motions().count(), 0);
}

#[test]
fn frames_have_links() {
    let playback = Playback::read(GRIPPER.as_bytes()).unwrap();
    let mut text = Vec::new();
    write_xyz(&playback, &[0.5], &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    // All but the base, which is nothing.
    assert_eq!(text.lines().next(), Some("5"));
    let held: Vec<f64> = text
        .lines()
        .nth(5)
        .unwrap()
        .split(' ')
        .skip(1)
        .map(|x| x.parse().unwrap())
        .collect();
    let turned = std::f64::consts::FRAC_PI_4;
    let rate = std::f64::consts::FRAC_PI_2;
    let wanted = [
        1.2 * turned.cos(),
        1.2 * turned.sin(),
        1.0,
        0.1,
        -1.2 * rate * turned.sin(),
        1.2 * rate * turned.cos(),
        0.0,
    ];
    for (found, wanted) in held.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-14, "{held:?}");
    }
    let mut file = Vec::new();
    let left_out = write_glb(&playback, &[0.0, 1.0, 2.0], &mut file).unwrap();
    assert_eq!(left_out.shapes, 0);
}

#[test]
fn a_cut_keeps_joints_where_they_are() {
    let mut random = Random(13);
    let links = tree(&mut random, 20);
    let whole = traced(&links);
    let reader = TraceReader::new(whole.as_slice()).unwrap();
    let mut cut = Cut::new(reader.header(), 0.2, 0.7);
    let mut writer = TraceWriter::new(Vec::new(), &cut.header(), Default::default()).unwrap();
    for record in reader {
        for record in cut.add(record.unwrap()) {
            if !matches!(record, osculate_trace::Record::End(_)) {
                writer.write(record).unwrap();
            }
        }
    }
    for record in cut.held() {
        writer.write(record).unwrap();
    }
    let part = writer.end(0.7, "cut").unwrap();
    let [whole, part] = [whole, part].map(|file| Playback::read(file.as_slice()).unwrap());
    for time in [0.2, 0.3, 0.5, 0.7] {
        assert_eq!(whole.placements(time), part.placements(time));
    }
}
