use crate::{JsonFileError, MaxSize, WorldSceneFile, world_schema};
use osculate_world::rods::{Cable, End, Natural, RodMaterial};

fn parse(text: &str) -> Result<WorldSceneFile, JsonFileError> {
    WorldSceneFile::parse(text, "s.json".as_ref(), "".as_ref(), MaxSize::default())
}

const ALL: &str = r#"{ "cable_substeps": 2,
  "bodies": { "ball": { "ball": { "radius": 0.1 }, "kind": "static", "at": { "position": [0, 5, 0] } }, "floor": { "half_space": { "normal": [0, 0, 1], "offset": -9 } } },
  "cables": {
    "rope": { "points": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], "radius": 0.01, "ends": ["pinned", "free"] },
    "wire": { "points": [[1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 3, 0]], "radius": 0.01, "material": "wire",
              "stretch": 100, "bend": 0.5, "bend_aside": 2, "twist": 0.25, "axis": [0, 0, 1], "density": 2, "friction": 0.1, "restitution": 0.2, "drag": 3,
              "ends": ["free", "clamped"], "natural": { "curvature": [0.1, 0.2], "twist": 0.3 }, "rest_scale": 0.9,
              "velocity": [1, 2, 3], "ties": [{ "point": 0, "cable": "rope", "at": 1 }], "held": [1],
              "drives": [{ "point": 1, "velocity": [0, 0, 1] }], "spins": [0, 2],
              "pushes": [{ "point": 1, "force": [0, 1, 0] }], "loads": [{ "point": 1, "mass": 4 }], "fastened": [{ "point": 0, "body": "ball" }] },
    "ring": { "points": [[0, 0, 5], [1, 0, 5], [0, 1, 5]], "radius": 0.01, "closed": true, "natural": "as_placed" } } }"#;

#[test]
fn everything_that_a_cable_may_be() {
    let file = parse(ALL).unwrap();
    assert_eq!(file.cable_substeps, Some(2));
    let wire = &file.cables[1];
    let material = RodMaterial::wire(0.01).with_stiffness(100.0, 0.5, 0.25);
    let material = material
        .with_bend_aside(2.0)
        .with_density(2.0)
        .with_surface(0.1, 0.2)
        .with_drag(3.0);
    let points = (0..4).map(|i| [1.0, f64::from(i), 0.0].into()).collect();
    let expected = Cable::new("wire", points, material)
        .with_ends([End::Free, End::Clamped])
        .with_natural(Natural::Curved {
            curvature: [0.1, 0.2],
            twist: 0.3,
        })
        .with_axis([0.0, 0.0, 1.0].into())
        .with_rest_scale(0.9)
        .with_velocity([1.0, 2.0, 3.0].into())
        .tied(0, 0, 1);
    assert_eq!(wire.cable, expected);
    assert_eq!((wire.held.as_slice(), wire.spins), (&[1][..], [0.0, 2.0]));
    assert_eq!(wire.drives, [(1, [0.0, 0.0, 1.0].into())]);
    assert_eq!(wire.pushes, [(1, [0.0, 1.0, 0.0].into())]);
    assert_eq!(wire.loads, [(1, 4.0)]);
    assert_eq!(wire.fastened, [(0, "ball".to_string())]);
    let mut cabled = file.cabled(file.settings).unwrap();
    assert_eq!((cabled.rods().len(), cabled.rods().edges()), (3, 9));
    cabled.step();
    assert!(cabled.rods().is_closed(2).unwrap());
}

#[test]
fn a_scene_may_have_cables_only() {
    let text = r#"{ "cables": { "a": { "points": [[0, 0, 0], [1, 0, 0]], "radius": 0.1 } } }"#;
    assert_eq!(parse(text).unwrap().bodies.len(), 0);
    let error = parse(r#"{ "cables": {} }"#).unwrap_err().to_string();
    assert!(error.contains("the key \"bodies\" is missing"), "{error}");
}

/// What is put in the place of what, and parts of the sentence of the mistake.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    (
        "\"radius\": 0.01, \"ends\"",
        "\"ends\"",
        &["s.json:4:13: cables.rope: ", "\"radius\" is missing"],
    ),
    (
        "\"radius\": 0.01, \"ends\"",
        "\"radius\": -1, \"ends\"",
        &["cables.rope.radius: cable rope: the radius must be", "-1"],
    ),
    (
        "\"body\": \"ball\"",
        "\"body\": \"bell\"",
        &[
            "cables.wire.fastened[0].body: ",
            "bell\"; defined: \"ball\", \"floor\"",
        ],
    ),
    (
        "\"body\": \"ball\"",
        "\"body\": \"floor\"",
        &["cables.wire.fastened: floor: no cable can be fastened"],
    ),
    (
        "\"fastened\": [{ \"point\": 0",
        "\"fastened\": [{ \"point\": 1",
        &["cables.wire.fastened: cable wire: point 1 is held"],
    ),
    (
        "\"axis\": [0, 0, 1]",
        "\"axis\": [0, 3, 0]",
        &[
            "cables.wire.axis: cable wire: the sine",
            "must not lie along",
        ],
    ),
    (
        "\"bend_aside\": 2",
        "\"bend_aside\": -2",
        &["cables.wire.bend_aside: cable wire: the bending stiffness aside"],
    ),
    (
        "\"radius\": 0.01, \"ends\"",
        "\"radius\": 1e999, \"ends\"",
        &["too large for an f64"],
    ),
    (
        "\"radius\": 0.01, \"ends\"",
        "\"radius\": NaN, \"ends\"",
        &["s.json:4:", "JSON"],
    ),
    // Edges without length, and folded ones.
    (
        "[1, 0, 0], [2, 0, 0]",
        "[1, 0, 0], [1, 0, 0]",
        &["cables.rope.points: cable rope: edge 1 has the length 0"],
    ),
    (
        "[1, 0, 0], [2, 0, 0]",
        "[1, 0, 0], [0.5, 0, 0]",
        &["cables.rope: cable rope: edges 0 and 1 fold back"],
    ),
    // Cables that cross a body, each other, and thickness that cannot fit.
    (
        "[0, 5, 0]",
        "[0.5, 0, 0]",
        &["cables.rope: cable rope: edge 0 touches ball where it is placed"],
    ),
    (
        "[0, 0, 5], [1, 0, 5], [0, 1, 5]",
        "[0.5, -1, 0], [0.5, 1, 0], [0.5, 0, 5]",
        &["cables.ring: cable", "touches cable"],
    ),
    (
        "[0, 0, 5], [1, 0, 5], [0, 1, 5]",
        "[0.5, -1, 0.005], [0.5, 1, 0.005], [0.5, 0, 5]",
        &[
            "cables.ring: cable",
            "so thick that they should be 0.02 apart",
        ],
    ),
    // Clamps that contradict each other, and ends of what has none.
    (
        "[\"free\", \"clamped\"]",
        "[\"clamped\", \"clamped\", \"free\"]",
        &["cables.wire.ends: must be an array of 2"],
    ),
    (
        "[2, 0, 0], [3, 0, 0]], \"radius\": 0.01, \"ends\": [\"pinned\", \"free\"]",
        "[2, 0, 0]], \"radius\": 0.01, \"ends\": [\"clamped\", \"clamped\"]",
        &["cables.rope.ends: cable rope: its clamps hold the same point"],
    ),
    (
        "\"closed\": true,",
        "\"closed\": true, \"ends\": [\"pinned\", \"free\"],",
        &["cables.ring.ends: cable ring: a closed cable has no ends"],
    ),
    (
        "\"closed\": true,",
        "\"closed\": 1,",
        &["cables.ring.closed: must be true or false"],
    ),
    // Ties, and points that are not there.
    (
        "\"cable\": \"rope\"",
        "\"cable\": \"ring\"",
        &["cables.wire.ties[0].cable: there is no cable \"ring\" before this one"],
    ),
    (
        "\"at\": 1 }",
        "\"at\": 2 }",
        &["cables.wire.ties: cable wire: point 0 is 1 away from what it is tied to"],
    ),
    (
        "\"at\": 1 }",
        "\"at\": 9 }",
        &["cables.wire: cable wire: there is no point 9 of cable 0"],
    ),
    (
        "\"held\": [1]",
        "\"held\": [9]",
        &["cables.wire: cable wire: there is no point 9 of cable 1"],
    ),
    (
        "\"held\": [1]",
        "\"held\": [1.5]",
        &["cables.wire.held[0]: must be a whole number from 0 on"],
    ),
    (
        "\"mass\": 4",
        "\"mass\": -4",
        &["cables.wire.loads: cable wire: the mass must be"],
    ),
    (
        "\"material\": \"wire\"",
        "\"material\": \"silk\"",
        &["cables.wire.material: ", "\"silk\" is not known here"],
    ),
    (
        "\"natural\": \"as_placed\"",
        "\"natural\": \"bent\"",
        &["cables.ring.natural: ", "\"bent\""],
    ),
    (
        "\"rest_scale\": 0.9",
        "\"rest_scale\": 0",
        &["cables.wire.rest_scale: cable wire: the scale at rest must be"],
    ),
    (
        "\"cable_substeps\": 2",
        "\"cable_substeps\": 0",
        &["cable_substeps: must be a whole number from 1 to 1024"],
    ),
    // Points from files, or from nowhere.
    (
        "\"points\": [[0, 0, 5], [1, 0, 5], [0, 1, 5]]",
        "\"file\": \"no-such.csv\"",
        &["cables.ring.file: no-such.csv: cannot be read"],
    ),
    (
        "\"points\": [[0, 0, 5], [1, 0, 5], [0, 1, 5]]",
        "\"file\": \"line.ply\"",
        &["cables.ring.file: line.ply: unknown kind of polyline"],
    ),
    (
        "\"points\": [[0, 0, 5], [1, 0, 5], [0, 1, 5]]",
        "\"line\": 1, \"points\": [[0, 0, 5], [1, 0, 5], [0, 1, 5]]",
        &["cables.ring.line: \"line\" goes with \"file\" only"],
    ),
    (
        "\"points\": [[0, 0, 5], [1, 0, 5], [0, 1, 5]]",
        "\"held\": []",
        &["cables.ring: a cable has either \"points\" or a \"file\""],
    ),
];

#[test]
fn mistakes_are_named_with_their_place() {
    for (right, wrong, parts) in MISTAKES {
        assert_eq!(ALL.matches(right).count(), 1, "{right}");
        let error = parse(&ALL.replace(right, wrong)).unwrap_err().to_string();
        for part in *parts {
            assert!(error.contains(part), "{wrong}: {error}");
        }
    }
}

#[test]
fn points_come_from_files_too() {
    let folder = std::env::temp_dir().join(format!("osculate-cables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.csv"), "x,y,z\n0,0,0\n1,0,0\n").unwrap();
    std::fs::write(
        folder.join("b.obj"),
        "v 0 0 1\nv 1 0 1\nv 2 0 1\nl 1 2\nl 2 3\n",
    )
    .unwrap();
    let text = r#"{ "cables": { "a": { "file": "a.csv", "radius": 0.01 },
                                "b": { "file": "b.obj", "line": 1, "radius": 0.01 } } }"#;
    let read = |text: &str| WorldSceneFile::parse(text, "s".as_ref(), &folder, MaxSize::default());
    let file = read(text).unwrap();
    let cabled = file.cabled(file.settings).unwrap();
    assert_eq!(
        cabled.rods().positions(1).unwrap()[0],
        [1.0, 0.0, 1.0].into()
    );
    let error = read(&text.replace("\"line\": 1", "\"line\": 2")).unwrap_err();
    assert!(error.to_string().contains("it has 2 l elements"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_schema_knows_cables() {
    let schema = world_schema();
    assert!(schema.contains("\"cables\""));
}
