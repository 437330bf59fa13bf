//! Robots from files: those of the shared data, meshes found by packages, and files that were broken at random.

use osculate::Shape;
use osculate::robot::Robot;
use osculate_io::{MaxSize, Packages, RobotFile, RobotFileError, RobotProblem};
use osculate_judge::seeded::{Seeded, cases, seed};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the shared robots are, if they are there.
fn shared() -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if data.join("robots").is_dir() {
        return Some(data);
    }
    println!("skipped: the shared robots are not beside the project");
    None
}

/// Links, joints, coordinates, collision shapes, and pairs of links that are checked.
fn counts(robot: &Robot) -> [usize; 5] {
    let pairs: BTreeSet<[usize; 2]> = robot.checked_pairs().collect();
    [
        robot.links().len(),
        robot.joints().len(),
        robot.width(),
        robot.all_shapes().count(),
        pairs.len(),
    ]
}

fn triangles(robot: &Robot) -> usize {
    let meshes = robot
        .all_shapes()
        .filter_map(|(_, shape)| match &shape.shape {
            Shape::Mesh(mesh) => Some(mesh.mesh().triangles().len()),
            _ => None,
        });
    meshes.sum()
}

#[test]
fn shared_robots_load() {
    let Some(data) = shared() else { return };
    let mut packages = Packages::default();
    packages.add("example-robot-data", &data);
    let read = |urdf: &str, srdf: Option<&str>| {
        let folder = data.join("robots");
        let srdf = srdf.map(|name| folder.join(name));
        RobotFile::read(
            &folder.join(urdf),
            srdf.as_deref(),
            &packages,
            MaxSize::default(),
        )
        .unwrap_or_else(|error| panic!("{error}"))
    };
    let panda = read(
        "panda_description/urdf/panda.urdf",
        Some("panda_description/srdf/panda.srdf"),
    );
    assert_eq!(counts(&panda.robot), [13, 12, 8, 17, 20]);
    let ready = [
        "0",
        "-0.785398",
        "0",
        "-2.35619",
        "0",
        "1.5707",
        "0.785398",
        "0.001",
    ];
    let found = panda.robot.default_configuration();
    assert_eq!(found.iter().map(f64::to_string).collect::<Vec<_>>(), ready);
    assert_eq!(panda.groups[2].joints.len(), 8);
    let round = read("panda_description/urdf/panda_collision.urdf", None);
    assert_eq!(counts(&round.robot)[..4], [13, 12, 8, 39]);
    assert_eq!(
        triangles(&round.robot),
        0,
        "cylinders and spheres stay what they are"
    );
    let ur5 = read("ur_description/urdf/ur5_robot.urdf", None);
    assert_eq!(counts(&ur5.robot)[..4], [11, 10, 6, 8]);
    assert_eq!(triangles(&ur5.robot), 5328);
    let hand = read(
        "allegro_hand_description/urdf/allegro_right_hand.urdf",
        None,
    );
    assert_eq!(counts(&hand.robot)[..4], [21, 20, 16, 21]);
    for name in ["simple_humanoid", "simple_humanoid_classical"] {
        let [urdf, srdf] = ["urdf", "srdf"]
            .map(|kind| format!("simple_humanoid_description/{kind}/{name}.{kind}"));
        let humanoid = read(&urdf, Some(&srdf));
        assert_eq!(humanoid.robot.width(), 29);
        assert!(
            humanoid.robot.default_configuration().contains(&0.872665),
            "half sitting"
        );
    }
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("robots")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";

fn with_mesh(file: &str, scale: &str) -> String {
    format!(
        r#"<robot name="x"><link name="a"><collision><geometry>
<mesh filename="{file}"{scale}/></geometry></collision></link></robot>"#
    )
}

#[test]
fn meshes_are_found() {
    let root = folder("found");
    let package = root.join("my_arm");
    fs::create_dir_all(package.join("urdf")).unwrap();
    fs::create_dir_all(package.join("meshes")).unwrap();
    fs::create_dir_all(root.join("other/sub")).unwrap();
    fs::write(root.join("other/package.xml"), "<package/>").unwrap();
    for place in [
        package.join("meshes/a.obj"),
        package.join("urdf/b.OBJ"),
        root.join("other/sub/c.obj"),
    ] {
        fs::write(place, TETRAHEDRON).unwrap();
    }
    let urdf = package.join("urdf/my_arm.urdf");
    let mut packages = Packages::default();
    packages.add("elsewhere", root.join("other/sub"));
    let absolute = format!("file://{}", package.join("meshes/a.obj").display());
    let names = [
        "package://my_arm/meshes/a.obj",
        "package://other/sub/c.obj",
        "package://elsewhere/c.obj",
        "../meshes/a.obj",
        "b.OBJ",
        absolute.as_str(),
    ];
    for name in names {
        fs::write(&urdf, with_mesh(name, " scale=\"2 -3 0.5\"")).unwrap();
        let file = RobotFile::read(&urdf, None, &packages, MaxSize::default());
        let robot = file.unwrap_or_else(|error| panic!("{error}")).robot;
        let (_, shape) = robot.all_shapes().next().unwrap();
        let Shape::Mesh(mesh) = &shape.shape else {
            panic!("no mesh")
        };
        let corners: Vec<[f64; 3]> = mesh
            .mesh()
            .vertices()
            .iter()
            .map(|corner| corner.to_array())
            .collect();
        assert_eq!(
            corners,
            [[0.0; 3], [2.0, 0.0, 0.0], [0.0, -3.0, 0.0], [0.0, 0.0, 0.5]]
        );
    }
    let refused = [
        (
            "package://nobody/a.obj",
            "",
            "no folder is known for the package \"nobody\"",
        ),
        ("package://my_arm/meshes/none.obj", "", "cannot be read"),
        ("http://x.org/a.obj", "", "a mesh is a path"),
        ("b.OBJ", " scale=\"1 0 1\"", "must not have a zero"),
        ("b.OBJ", " scale=\"1 1e60 1e-61\"", ""),
        ("b.OBJ", " scale=\"1e60 1e60 1e61\"", "must be finite"),
        ("b.off", "", "unknown kind of mesh file"),
        ("none.dae", "", "cannot be read"),
    ];
    for (name, scale, told) in refused {
        fs::write(&urdf, with_mesh(name, scale)).unwrap();
        match RobotFile::read(&urdf, None, &packages, MaxSize::default()) {
            Err(RobotFileError::Invalid { place, problem, .. }) => {
                assert!(problem.to_string().contains(told), "{problem}");
                assert!(place.to_string().ends_with("link \"a\""), "{place}");
            }
            Ok(_) => assert_eq!(told, ""),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn sizes_are_bounded() {
    let root = folder("sizes");
    let urdf = root.join("a.urdf");
    fs::write(root.join("a.obj"), TETRAHEDRON).unwrap();
    fs::write(&urdf, with_mesh("a.obj", "")).unwrap();
    let read = |most| RobotFile::read(&urdf, None, &Packages::default(), MaxSize::new(most));
    assert!(matches!(read(50), Err(RobotFileError::TooLarge { .. })));
    // The same mesh in many sizes.
    let shapes: String = (1..200)
        .map(|n| format!("<collision><geometry><mesh filename=\"a.obj\" scale=\"{n} 1 1\"/></geometry></collision>"))
        .collect();
    fs::write(
        &urdf,
        format!("<robot name=\"x\"><link name=\"a\">{shapes}</link></robot>"),
    )
    .unwrap();
    let length = fs::metadata(&urdf).unwrap().len();
    assert!(read(1 << 20).is_ok());
    let padded = format!("{}{}", TETRAHEDRON, "f 1 2 3\n".repeat(1000));
    fs::write(root.join("a.obj"), padded).unwrap();
    match read(length) {
        Err(RobotFileError::Invalid { problem, .. }) => {
            assert!(
                matches!(*problem, RobotProblem::MeshesTooLarge(_)),
                "{problem}"
            );
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
}

const ARM: &str = include_str!("../../../../scenes/robots/arm.urdf");
const ARM_SEMANTICS: &str = include_str!("../../../../scenes/robots/arm.srdf");

/// Text with a mistake in it.
fn mutated(text: &str, seeded: &mut Seeded) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + seeded.below(3) {
        let at = seeded.below(bytes.len());
        let length = seeded.below(60).min(bytes.len() - at);
        match seeded.below(7) {
            0 => bytes[at] = seeded.one_of(b"<>\"'/= 0-9.eEnaN&;$\n\x00\xc3"),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let copy = bytes[at..at + length].to_vec();
                let to = seeded.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => replace_word(&mut bytes, at, seeded),
            4 => replace_number(&mut bytes, at, seeded),
            5 => drop_line(&mut bytes, at),
            _ => bytes.truncate(at.max(1)),
        }
        if bytes.is_empty() {
            bytes.push(b'<');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A word in quotes becomes another one of the file.
fn replace_word(bytes: &mut Vec<u8>, at: usize, seeded: &mut Seeded) {
    let quotes: Vec<usize> = (0..bytes.len())
        .filter(|&place| bytes[place] == b'"')
        .collect();
    if quotes.len() < 4 {
        return;
    }
    let pair = |place: usize| {
        let first = quotes.partition_point(|&quote| quote < place) & !1;
        let first = first.min(quotes.len() / 2 * 2 - 2);
        quotes[first]..quotes[first + 1]
    };
    let other = bytes[pair(seeded.below(bytes.len()))].to_vec();
    bytes.splice(pair(at), other);
}

/// A number becomes one that is at the end of what can be.
fn replace_number(bytes: &mut Vec<u8>, at: usize, seeded: &mut Seeded) {
    let Some(start) = (at..bytes.len()).find(|&place| bytes[place].is_ascii_digit()) else {
        return;
    };
    let end = (start..bytes.len())
        .find(|&place| !bytes[place].is_ascii_digit())
        .unwrap_or(bytes.len());
    let numbers = [
        "0",
        "-1",
        "1e308",
        "1e-308",
        "inf",
        "NaN",
        "-0",
        "1e60",
        "1e9",
        "99999999999999999999",
        "1e10",
    ];
    bytes.splice(start..end, seeded.one_of(&numbers).bytes());
}

fn drop_line(bytes: &mut Vec<u8>, at: usize) {
    let start = bytes[..at]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let end = (at..bytes.len())
        .find(|&place| bytes[place] == b'\n')
        .unwrap_or(bytes.len());
    bytes.drain(start..end);
}

#[test]
fn broken_robots_end_in_an_error_or_a_robot() {
    let name: &Path = "arm.urdf".as_ref();
    let (mut robots, mut errors) = (0, 0);
    for case in 0..cases(1000) {
        let mut seeded = Seeded::of_case(seed(18), case);
        let of_semantics = seeded.once_in(4);
        let [urdf, srdf] = match of_semantics {
            true => [ARM.to_owned(), mutated(ARM_SEMANTICS, &mut seeded)],
            false => [mutated(ARM, &mut seeded), ARM_SEMANTICS.to_owned()],
        };
        let files = [(urdf.as_str(), name), (srdf.as_str(), "arm.srdf".as_ref())];
        match RobotFile::parse_with(files, &Packages::default(), MaxSize::new(1 << 20)) {
            Ok(file) => {
                robots += 1;
                // A robot is one: it stands somewhere.
                let robot = file.robot;
                let _ = robot.placements(&robot.default_configuration());
            }
            Err(error) => {
                errors += 1;
                let said = error.to_string();
                assert!(
                    said.len() < 2000 && said.contains("arm."),
                    "case {case}: {said}"
                );
            }
        }
    }
    println!("{robots} robots, {errors} errors");
    assert!(
        robots > 0 && errors > robots / 10,
        "{robots} robots, {errors} errors"
    );
}
