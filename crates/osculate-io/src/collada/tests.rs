use super::*;
use glam::DVec3;

/// A file with these geometries and this scene.
fn file(geometries: &str, nodes: &str) -> String {
    format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries>{geometries}</library_geometries>
<library_visual_scenes><visual_scene id="all">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#all"/></scene>
</COLLADA>"##
    )
}

/// Four corners of a square of 100 units, with these faces.
fn square(faces: &str) -> String {
    format!(
        r##"<geometry id="square"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y"
type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
{faces}</mesh></geometry>"##
    )
}

const INPUTS: &str = r##"<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>"##;

fn triangles() -> String {
    square(&format!(
        r#"<triangles count="2">{INPUTS}<p>0 9 1 9 2 9 0 9 2 9 3 9</p></triangles>"#
    ))
}

const HERE: &str = r##"<node><instance_geometry url="#square"/></node>"##;

fn corners(text: &str) -> Vec<[[f64; 3]; 3]> {
    let mesh = parse(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
    (0..mesh.triangles().len())
        .map(|number| mesh.triangle(number).map(|corner| corner.to_array()))
        .collect()
}

const SQUARE: [[[f64; 3]; 3]; 2] = [
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]],
    [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
];

#[test]
fn a_square_in_five_ways_is_the_same_square() {
    let ways = [
        format!(r#"<triangles count="2">{INPUTS}<p>0 9 1 9 2 9 0 9 2 9 3 9</p></triangles>"#),
        format!(
            r#"<polylist count="1">{INPUTS}<vcount>4</vcount><p>0 9 1 9 2 9 3 9</p></polylist>"#
        ),
        format!(r#"<polygons count="1">{INPUTS}<p>0 9 1 9 2 9 3 9</p></polygons>"#),
        format!(r#"<trifans count="1">{INPUTS}<p>0 9 1 9 2 9 <!-- so --> 3 9</p></trifans>"#),
    ];
    for way in ways {
        assert_eq!(corners(&file(&square(&way), HERE)), SQUARE, "{way}");
    }
    let strip = square(&format!(
        r#"<tristrips count="1">{INPUTS}<p>1 9 0 9 2 9 3 9</p></tristrips>"#
    ));
    let strip = corners(&file(&strip, HERE));
    assert_eq!(
        strip[1],
        [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
    );
}

#[test]
fn small_shifts_are_shifts() {
    let node = r##"<node><translate>0.5 0 0</translate><instance_geometry url="#square"/></node>"##;
    assert_eq!(corners(&file(&triangles(), node))[0][0], [0.005, 0.0, 0.0]);
}

#[test]
fn a_surface_is_shown_as_often_as_the_scene_says() {
    let nodes = r##"<node id="n"><matrix>0 -1 0 100 1 0 0 0 0 0 1 0 0 0 0 1</matrix>
<node><scale>2 2 2</scale><instance_geometry url="#square"/></node></node>
<node><rotate>0 0 1 90</rotate><translate>100 0 0</translate><instance_node url="#n"/></node>"##;
    let found = corners(&file(&triangles(), nodes));
    assert_eq!(found.len(), 4);
    // Scaled by 2, turned by 90° about z and shifted by 1 m along x.
    let once =
        |corner: [f64; 3]| DVec3::new(1.0 - 2.0 * corner[1], 2.0 * corner[0], 2.0 * corner[2]);
    // The same, shifted by 1 m along x and turned again.
    let twice = |corner: [f64; 3]| {
        let corner = once(corner) + DVec3::X;
        DVec3::new(-corner.y, corner.x, corner.z)
    };
    let expected = SQUARE
        .map(|t| t.map(twice))
        .into_iter()
        .chain(SQUARE.map(|t| t.map(once)));
    for (found, expected) in found.iter().flatten().zip(expected.flatten()) {
        assert!(
            (DVec3::from_array(*found) - expected).length() < 1e-15,
            "{found:?} {expected}"
        );
    }
}

#[test]
fn without_a_scene_everything_is_there() {
    let text = file(&triangles(), HERE);
    let cut = text.find("<library_visual_scenes>").unwrap();
    assert_eq!(corners(&format!("{}</COLLADA>", &text[..cut])), SQUARE);
}

#[test]
fn what_is_not_understood_is_an_error_with_its_line() {
    let index = square(&format!(
        r#"<triangles count="1">{INPUTS}<p>0 9 1 9 4 9</p></triangles>"#
    ));
    let count = square(&format!(
        r#"<triangles count="4000000000">{INPUTS}<p>0 9 1 9 2 9</p></triangles>"#
    ));
    let loops = r##"<node id="a"><instance_node url="#a"/></node>"##;
    let doubles: String = (0..64)
        .map(|n| format!(r##"<node id="d{n}"><instance_node url="#d{m}"/><instance_node url="#d{m}"/></node>"##, m = n + 1))
        .chain([r##"<node id="d64"/>"##.to_owned()])
        .collect();
    let cases = [
        (file(&index, HERE), "index 4 is out of range"),
        (file(&count, HERE), "there are 1 triangles, not 4000000000"),
        (file(&triangles(), loops), "too many others"),
        (file(&triangles(), &doubles), "too many others"),
        (
            file(
                &triangles(),
                r##"<node><instance_geometry url="#x"/></node>"##,
            ),
            "no geometry \"x\"",
        ),
        (
            file(&triangles(), r##"<node><skew>1 2 3 4 5 6 7</skew></node>"##),
            "<skew> cannot be read",
        ),
        (
            file(
                &triangles(),
                r##"<node><instance_controller url="#x"/></node>"##,
            ),
            "skins",
        ),
        (
            file(&triangles(), r##"<node><matrix>1 2 3</matrix></node>"##),
            "must have 16 numbers, not 3",
        ),
        (
            file(&triangles().replace("100 100 0 0 100 0<", "nan<"), HERE),
            "not a finite number",
        ),
        (
            file(&triangles().replace("count=\"4\"", "count=\"5\""), HERE),
            "5 positions of stride 3",
        ),
        (
            file(&triangles().replace("stride=\"3\"", "stride=\"0\""), HERE),
            "stride 0",
        ),
        (file(&triangles().replace("0.01", "-1"), HERE), ""),
        ("<robot/>".to_owned(), "must be <COLLADA>"),
    ];
    for (text, told) in cases {
        match parse(text.as_bytes()) {
            Err(Fault::Malformed { problem, .. }) => assert!(problem.contains(told), "{problem}"),
            Err(Fault::Mesh(error)) => panic!("{told}: {error}"),
            Ok(_) => assert_eq!(told, ""),
        }
    }
    assert!(matches!(
        parse(file(&triangles(), "").as_bytes()),
        Err(Fault::Mesh(_))
    ));
}

#[test]
fn broken_files_end_in_an_error_or_a_mesh() {
    let text = file(&triangles(), HERE);
    let mut seeded = osculate_judge::seeded::Seeded::new(7);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + seeded.below(3) {
            let at = seeded.below(bytes.len());
            bytes[at] = seeded.one_of(b"<>\"#/0 9e-a\xff");
        }
        let _ = parse(&bytes);
    }
}
