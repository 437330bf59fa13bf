//! Frames: extended XYZ and glTF.

use osculate_trace::{Playback, frame_times, write_glb, write_xyz};
use serde_json::Value;

const TRACE: &str = "{\"osculate-trace\":2,\"dimension\":3,\"title\":\"t\",\"span\":[1,2]}
{\"shape\":{\"ball\":{\"radius\":0.5}}}
{\"shape\":{\"box\":{\"half\":[1,2,3]}}}
{\"shape\":{\"mesh\":{\"vertices\":[0,0,0,1,0,0,0,1,0],\"triangles\":[0,1,2]}}}
{\"shape\":{\"half_space\":{\"normal\":[0,0,1],\"offset\":-1}}}
{\"shape\":{\"file\":{\"path\":\"x.ply\"}}}
{\"shape\":{\"compound\":{\"parts\":[{\"shape\":0},{\"shape\":1,\"position\":[5,0,0]}]}}}
{\"shape\":{\"capsule\":{\"half_length\":1,\"radius\":0.25}}}
{\"bodies\":{\"shape\":[0,1,2,3,4,5,6],\"name\":[\"\",\"brick\",\"sheet\",\"floor\",\"file\",\"both\",\"rod\"]}}
{\"domain\":{\"low\":[0,0,0],\"high\":[4,5,6],\"boundary\":[\"walls\",\"periodic\",\"walls\"]}}
{\"segments\":{\"motion\":\"velocity\",\"time\":[1,1],\"body\":[0,1],\"linear\":[1,2,3,0,0,0],\"angular\":[0,0,0,0,0,3]}}
{\"deform\":{\"body\":2,\"time\":1,\"until\":1.5,\"to\":[0,0,1,1,0,1,0,1,1]}}
{\"end\":{\"time\":2,\"why\":\"x\",\"events\":0}}
";

#[test]
fn times_have_both_ends() {
    assert_eq!(
        frame_times(0.0, 1.0, 0.25, 99).unwrap(),
        [0.0, 0.25, 0.5, 0.75, 1.0]
    );
    assert_eq!(
        frame_times(0.0, 1.0, 0.4, 99).unwrap(),
        [0.0, 0.4, 0.8, 1.0]
    );
    assert_eq!(frame_times(0.0, 0.3, 0.1, 99).unwrap().len(), 4);
    assert_eq!(frame_times(2.0, 2.0, 1.0, 99).unwrap(), [2.0]);
    assert_eq!(frame_times(0.0, 1.0, 1e-9, 1000), None);
    assert_eq!(frame_times(1.0, 0.0, 0.1, 1000), None);
    assert_eq!(frame_times(0.0, f64::INFINITY, 0.1, 1000), None);
}

#[test]
fn xyz_has_a_line_per_body_and_frame() {
    let playback = Playback::read(TRACE.as_bytes()).unwrap();
    let mut text = Vec::new();
    write_xyz(&playback, &[1.0, 1.5], &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // A floor and a file have no size here.
    assert_eq!(lines.len(), 2 * (2 + 5));
    assert_eq!(lines[0], "5");
    assert!(
        lines[1].contains("Lattice=\"4 0 0 0 5 0 0 0 6\""),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains("pbc=\"F T F\"") && lines[1].contains("Time=1 "));
    assert_eq!(lines[9], "body 0.5 1 1.5 0.5 1 2 3 0 0 0 1");
    // A compound is as large as its part that reaches farthest: a brick 5 away.
    let both: Vec<&str> = lines[5].split(' ').collect();
    assert_eq!(both[4].parse::<f64>().unwrap(), 5.0 + 14.0_f64.sqrt());
}

/// The JSON part and the rest of a file, whose sizes fit.
fn parts(bytes: &[u8]) -> (Value, &[u8]) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!((number(4), number(8)), (2, bytes.len()));
    let length = number(12);
    assert_eq!(&bytes[16..20], b"JSON");
    let json = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    assert_eq!(&bytes[24 + length..28 + length], b"BIN\0");
    assert_eq!(number(20 + length), bytes.len() - 28 - length);
    (json, &bytes[28 + length..])
}

fn numbers(json: &Value, binary: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap() as usize;
    let length = view["byteLength"].as_u64().unwrap() as usize;
    let values = binary[start..start + length].chunks_exact(4);
    values
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
        .collect()
}

#[test]
fn glb_has_meshes_nodes_and_an_animation() {
    let playback = Playback::read(TRACE.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    let times = [1.0, 1.25, 1.5, 2.0];
    let left_out = write_glb(&playback, &times, &mut bytes).unwrap();
    assert_eq!(left_out.shapes, 1);
    let (json, binary) = parts(&bytes);
    assert_eq!(json["nodes"].as_array().unwrap().len(), 7);
    assert_eq!(json["nodes"][1]["name"], "brick");
    assert!(json["nodes"][4].get("mesh").is_none());
    for accessor in json["accessors"].as_array().unwrap() {
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let end = view["byteOffset"].as_u64().unwrap() + view["byteLength"].as_u64().unwrap();
        assert!(end as usize <= binary.len());
    }
    let animation = &json["animations"][0];
    let channel = |node: u64, path: &str| {
        let channels = animation["channels"].as_array().unwrap();
        let found = channels
            .iter()
            .find(|channel| channel["target"]["node"] == node && channel["target"]["path"] == path);
        let sampler = found.map(|channel| channel["sampler"].as_u64().unwrap() as usize)?;
        Some(numbers(
            &json,
            binary,
            &animation["samplers"][sampler]["output"],
        ))
    };
    assert_eq!(channel(0, "translation").unwrap()[3..6], [0.25, 0.5, 0.75]);
    assert_eq!(channel(0, "rotation"), None);
    assert_eq!(channel(3, "translation"), None);
    let turns = channel(1, "rotation").unwrap();
    assert!((turns[6] - 0.375_f32.sin()).abs() < 1e-6 && (turns[7] - 0.375_f32.cos()).abs() < 1e-6);
    assert_eq!(channel(2, "weights").unwrap(), [0.0, 0.5, 1.0, 1.0]);
    let keys = numbers(&json, binary, &animation["samplers"][0]["input"]);
    assert_eq!(keys, [0.0, 0.25, 0.5, 1.0]);
}

/// The volume inside a closed surface whose triangles look outwards.
fn volume(json: &Value, binary: &[u8], node: usize) -> f32 {
    let mesh = json["nodes"][node]["mesh"].as_u64().unwrap() as usize;
    let primitive = &json["meshes"][mesh]["primitives"][0];
    let vertices = numbers(json, binary, &primitive["attributes"]["POSITION"]);
    let corners = numbers(json, binary, &primitive["indices"]);
    let vertex = |corner: &f32| {
        let at = 3 * corner.to_bits() as usize;
        [vertices[at], vertices[at + 1], vertices[at + 2]]
    };
    let parts = corners.chunks_exact(3).map(|triangle| {
        let [a, b, c] = [0, 1, 2].map(|corner| vertex(&triangle[corner]));
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    });
    parts.sum::<f32>() / 6.0
}

#[test]
fn surfaces_are_closed_and_look_outwards() {
    let playback = Playback::read(TRACE.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    write_glb(&playback, &[1.0], &mut bytes).unwrap();
    let (json, binary) = parts(&bytes);
    let pi = std::f32::consts::PI;
    let ball = 4.0 / 3.0 * pi * 0.125;
    let rod = pi * 0.0625 * 2.0 + 4.0 / 3.0 * pi * 0.25_f32.powi(3);
    for (node, wanted) in [(0, ball), (1, 48.0), (5, ball + 48.0), (6, rod)] {
        let found = volume(&json, binary, node);
        assert!(
            (found / wanted - 1.0).abs() < 0.03,
            "{node}: {found} {wanted}"
        );
    }
}
