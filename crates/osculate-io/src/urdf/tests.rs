use super::*;
use glam::DVec3;
use osculate::Shape;
use osculate::robot::JointKind;
use std::collections::BTreeSet;

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base">
    <collision name="foot"><geometry><box size="0.4 0.4 0.1"/></geometry></collision>
    <visual><geometry><mesh filename="package://nowhere/base.dae"/></geometry></visual>
  </link>
  <link name="upper">
    <collision><origin xyz="0 0 0.5" rpy="0 0 0"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
    <collision><origin xyz="0 0 1"/><geometry><sphere radius="0.12"/></geometry></collision>
  </link>
  <link name="lower">
    <collision><origin xyz="0 0 0.4"/><geometry><capsule radius="0.1" length="0.8"/></geometry></collision>
  </link>
  <link name="hand"/>
  <link name="left"><collision><geometry><box size="0.02 0.02 0.1"/></geometry></collision></link>
  <link name="right"><collision><geometry><box size="0.02 0.02 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.1"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/><axis xyz="0 2 0"/>
  </joint>
  <joint name="wrist" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="0 0 0.8"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="left"/><axis xyz="1 0 0"/><limit lower="0.01" upper="0.05"/>
  </joint>
  <joint name="grip2" type="prismatic">
    <parent link="hand"/><child link="right"/><axis xyz="1 0 0"/><limit lower="-0.05" upper="0"/>
    <mimic joint="grip" multiplier="-1"/>
  </joint>
  <transmission name="t"><joint name="shoulder"/></transmission>
</robot>"#;

const SEMANTICS: &str = r#"<robot name="arm">
  <group name="arm"><chain base_link="base" tip_link="hand"/></group>
  <group name="all"><group name="arm"/><joint name="grip"/><link name="upper"/></group>
  <group_state name="up" group="arm"><joint name="shoulder" value="0.5"/></group_state>
  <group_state name="default" group="all"><joint name="elbow" value="-0.5"/><joint name="grip" value="0.03"/></group_state>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
  <disable_collisions link1="lower" link2="upper" reason="Adjacent"/>
  <disable_collisions link1="left" link2="right"/>
  <virtual_joint name="world" type="fixed" parent_frame="world" child_link="base"/>
</robot>"#;

fn read(text: &str) -> Result<RobotFile, RobotFileError> {
    RobotFile::parse(
        text,
        "arm.urdf".as_ref(),
        &Packages::default(),
        MaxSize::default(),
    )
}

fn read_with(srdf: &str) -> Result<RobotFile, RobotFileError> {
    let files = [(ARM, "arm.urdf".as_ref()), (srdf, "arm.srdf".as_ref())];
    RobotFile::parse_with(files, &Packages::default(), MaxSize::default())
}

/// What is said of the arm with `old` replaced by `new`.
fn told(old: &str, new: &str) -> String {
    assert!(ARM.contains(old), "{old}");
    read(&ARM.replacen(old, new, 1)).unwrap_err().to_string()
}

#[test]
fn an_arm_is_what_its_file_says() {
    let file = read(ARM).unwrap();
    let robot = &file.robot;
    assert_eq!(file.name, "arm");
    assert!(file.ignored.is_empty(), "{:?}", file.ignored);
    let names: Vec<&str> = robot.links().iter().map(|link| link.name()).collect();
    assert_eq!(names, ["base", "upper", "lower", "hand", "left", "right"]);
    let kinds: Vec<JointKind> = robot.joints().iter().map(|joint| joint.kind).collect();
    let expected = [
        JointKind::Revolute,
        JointKind::Continuous,
        JointKind::Fixed,
        JointKind::Prismatic,
        JointKind::Prismatic,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(robot.width(), 3);
    assert_eq!(robot.default_configuration(), [0.0, 0.0, 0.01]);
    let shapes: Vec<&str> = robot.shapes(1).map(|shape| shape.name.as_str()).collect();
    assert_eq!(shapes, ["cylinder 0", "sphere 1"]);
    for (_, shape) in robot.all_shapes() {
        assert!(matches!(shape.shape, Shape::Hull(_)), "{}", shape.name);
    }
    // Shoulder up, elbow bent by 90° about y, which a turn about z has made −x: the hand is at −y.
    let places = robot
        .placements(&[0.0, std::f64::consts::FRAC_PI_2, 0.05])
        .unwrap();
    assert!(
        places[3].position.distance(DVec3::new(0.0, 0.8, 1.1)) < 1e-15,
        "{}",
        places[3].position
    );
    // The fingers move along the hand's x, which is the world's −z now.
    assert!((places[4].position - places[3].position).distance(-0.05 * DVec3::Z) < 1e-15);
    assert!((places[5].position - places[3].position).distance(0.05 * DVec3::Z) < 1e-15);
}

#[test]
fn semantics_say_groups_states_and_pairs() {
    let file = read_with(SEMANTICS).unwrap();
    let groups: Vec<String> = file
        .groups
        .iter()
        .map(|group| group.joints.join(" "))
        .collect();
    assert_eq!(
        groups,
        ["shoulder elbow wrist", "shoulder elbow wrist grip"]
    );
    assert_eq!(file.robot.default_configuration(), [0.0, -0.5, 0.03]);
    let robot = &file.robot;
    let pairs: BTreeSet<[&str; 2]> = robot
        .checked_pairs()
        .map(|pair| pair.map(|link| robot.links()[link].name()))
        .collect();
    // Five links with shapes make ten pairs, of which three need no check.
    assert_eq!(pairs.len(), 7, "{pairs:?}");
    assert!(
        !pairs.contains(&["left", "right"]) && pairs.contains(&["lower", "left"]),
        "{pairs:?}"
    );
    assert_eq!(file.ignored.len(), 1, "{:?}", file.ignored);
    assert!(
        file.ignored[0].starts_with("arm.srdf:9: the virtual joint"),
        "{:?}",
        file.ignored
    );
    // Without any such pair, all are checked but those that a joint connects.
    let bare = read_with("<robot name=\"arm\"/>").unwrap();
    assert_eq!(
        bare.robot.checked_pairs().count(),
        read(ARM).unwrap().robot.checked_pairs().count()
    );
    let all = SEMANTICS.replace("</robot>", "<disable_default_collisions link=\"left\"/><enable_collisions link1=\"left\" link2=\"base\"/></robot>");
    assert_eq!(read_with(&all).unwrap().robot.checked_pairs().count(), 5);
}

/// What is replaced in the arm, by what, and what is said then.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "name=\"lower\">",
        "name=\"upper\">",
        "arm.urdf:11:3: link \"upper\": the name is taken: line 7 has it too",
    ),
    (
        "joint name=\"elbow\"",
        "joint name=\"shoulder\"",
        "arm.urdf:21:3: joint \"shoulder\": the name is taken: line 17 has it too",
    ),
    (
        "child link=\"lower\"",
        "child link=\"lover\"",
        "arm.urdf:22:34: joint \"elbow\": there is no link \"lover\"",
    ),
    (
        "joint=\"grip\" m",
        "joint=\"gripper\" m",
        "arm.urdf:30:5: joint \"grip2\": there is no joint \"gripper\"",
    ),
    (
        "joint=\"grip\" m",
        "joint=\"grip2\" m",
        "arm.urdf:28:3: joint \"grip2\": mimic joints follow each other: \"grip2\" → \"grip2\"",
    ),
    (
        "joint=\"grip\" m",
        "joint=\"wrist\" m",
        "arm.urdf:30:5: joint \"grip2\": \"wrist\" of type fixed cannot mimic or be mimicked",
    ),
    (
        "xyz=\"0 1 0\"",
        "xyz=\"0 0 0\"",
        "arm.urdf:19:5: joint \"shoulder\": the axis is zero",
    ),
    (
        "lower=\"-2\"",
        "lower=\"NaN\"",
        "arm.urdf:19:31: joint \"shoulder\": lower=\"NaN\" must be finite, and at most 1e60 in magnitude",
    ),
    (
        "lower=\"-2\"",
        "lower=\"3\"",
        "arm.urdf:19:24: joint \"shoulder\": the lower limit 3 is above the upper limit 2",
    ),
    (
        "<limit lower=\"-2\" upper=\"2\" effort=\"1\" velocity=\"1\"/>",
        "",
        "arm.urdf:17:3: joint \"shoulder\": a revolute joint needs <limit lower=… upper=…>",
    ),
    (
        "type=\"continuous\"",
        "type=\"ball\"",
        "arm.urdf:21:23: joint \"elbow\": there are no joints of type \"ball\"; known: fixed, revolute, continuous, prismatic, planar, floating",
    ),
    (
        "size=\"0.4 0.4 0.1\"",
        "size=\"0.4 0.4\"",
        "arm.urdf:4:43: link \"base\": size=\"0.4 0.4\" must be 3 numbers with blanks between them",
    ),
    (
        "size=\"0.4 0.4 0.1\"",
        "",
        "arm.urdf:4:38: link \"base\": <box> lacks the attribute \"size\"",
    ),
    (
        "radius=\"0.12\"",
        "radius=\"-0.12\"",
        "arm.urdf:9:5: link \"upper\": the radius of the ball must be 0 or between 1e-60 and 1e60, not -0.12",
    ),
    (
        "<sphere radius=\"0.12\"/>",
        "<cone/>",
        "arm.urdf:9:47: link \"upper\": unknown shape <cone>; known: box, cylinder, sphere, capsule, mesh",
    ),
    (
        "<sphere radius=\"0.12\"/>",
        "",
        "arm.urdf:9:37: link \"upper\": <geometry> must hold one shape, not 0",
    ),
    (
        "<geometry><sphere radius=\"0.12\"/></geometry>",
        "",
        "arm.urdf:9:5: link \"upper\": <geometry> is missing",
    ),
    (
        "<link name=\"hand\"/>",
        "<link name=\"hand\"/><link name=\"foot\"/>",
        "arm.urdf:14:22: the links form several trees, with the roots \"base\", \"foot\"",
    ),
    (
        "<parent link=\"base\"/>",
        "<parent link=\"lower\"/>",
        "arm.urdf:17:3: joint \"shoulder\": links and joints form a loop: \"upper\" → \"elbow\" → \"lower\" → \"shoulder\" → \"upper\"",
    ),
    (
        "child link=\"right\"",
        "child link=\"left\"",
        "arm.urdf:28:3: joint \"grip2\": link \"left\" has two parents: the joint \"grip\" of line 25 leads to it too",
    ),
    (
        "<child link=\"upper\"/>",
        "",
        "arm.urdf:17:3: joint \"shoulder\": <child> is missing",
    ),
    (
        "<child link=\"upper\"/>",
        "<child link=\"upper\"/><child link=\"upper\"/>",
        "arm.urdf:18:47: joint \"shoulder\": <child> is given twice",
    ),
    (
        "</robot>",
        "",
        "arm.urdf:1:1: not valid XML: the root node was opened but never closed",
    ),
];

#[test]
fn every_mistake_is_told_with_its_place() {
    for &(old, new, expected) in MISTAKES {
        let said = told(old, new);
        assert_eq!(said, expected);
    }
    let ring = ARM.replacen(
        "upper=\"0.05\"/>",
        "upper=\"0.05\"/><mimic joint=\"grip2\"/>",
        1,
    );
    assert!(
        read(&ring)
            .unwrap_err()
            .to_string()
            .contains("\"grip\" → \"grip2\" → \"grip\"")
    );
    assert_eq!(
        read("<robot name=\"x\"/>").unwrap_err().to_string(),
        "arm.urdf:1:1: there must be at least one link"
    );
    assert!(
        read("")
            .unwrap_err()
            .to_string()
            .contains("the URDF file is empty")
    );
    assert!(
        read("no robot")
            .unwrap_err()
            .to_string()
            .starts_with("arm.urdf:1:1: not valid XML")
    );
}

#[test]
fn mistakes_of_semantics_are_told_too() {
    let cases = [
        (
            "<group name=\"arm\"/>",
            "<group name=\"all\"/>",
            "arm.srdf:3:3: group \"all\": the group contains itself: \"all\" → \"all\"",
        ),
        (
            "value=\"0.5\"",
            "value=\"0.5 1\"",
            "arm.srdf:4:61: state \"up\": value=\"0.5 1\" must be a number",
        ),
        (
            "link2=\"upper\" reason",
            "link2=\"tail\" reason",
            "arm.srdf:6:36: there is no link \"tail\"",
        ),
        (
            "group name=\"all\"",
            "group name=\"arm\"",
            "arm.srdf:3:3: group \"arm\": the name is taken: line 2 has it too",
        ),
    ];
    for (old, new, expected) in cases {
        assert!(SEMANTICS.contains(old), "{old}");
        let error = read_with(&SEMANTICS.replacen(old, new, 1)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    // Real files have groups and states that others were taken out of.
    let cases = [
        (
            "tip_link=\"hand\"",
            "tip_link=\"foot\"",
            "arm.srdf:2: the group \"arm\": there is no link \"foot\"",
        ),
        (
            "base_link=\"base\" tip_link=\"hand\"",
            "base_link=\"left\" tip_link=\"right\"",
            "arm.srdf:2: the group \"arm\": there is no chain from link \"left\" down to link \"right\"",
        ),
        (
            "<group name=\"arm\"/>",
            "<group name=\"leg\"/>",
            "arm.srdf:3: the group \"all\": there is no group \"leg\"",
        ),
        (
            "<joint name=\"grip\"/>",
            "<joint name=\"gripe\"/>",
            "arm.srdf:3: the group \"all\": there is no joint \"gripe\"",
        ),
    ];
    for (old, new, expected) in cases {
        let file = read_with(&SEMANTICS.replacen(old, new, 1)).unwrap();
        assert!(
            file.ignored.iter().any(|told| told == expected),
            "{:?}",
            file.ignored
        );
        assert_eq!(file.groups.len(), 1);
    }
    let file = read_with(&SEMANTICS.replace("\"elbow\" value", "\"root\" value")).unwrap();
    let told = "arm.srdf:5: the joint \"root\" of state \"default\": no joint of this name moves";
    assert!(
        file.ignored.iter().any(|said| said == told),
        "{:?}",
        file.ignored
    );
    assert_eq!(file.robot.default_configuration(), [0.0, 0.0, 0.03]);
    let file = read_with(&SEMANTICS.replace("group=\"arm\"", "group=\"gone\"")).unwrap();
    assert!(
        file.ignored
            .iter()
            .any(|told| told.contains("no such group")),
        "{:?}",
        file.ignored
    );
}

#[test]
fn xacro_is_refused_with_a_way_out() {
    let way_out = "expand it first, with `xacro arm.urdf > robot.urdf`";
    for text in [
        ARM.replace(
            "<robot name",
            "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\" name",
        )
        .replace("</robot>", "<xacro:arm/></robot>"),
        ARM.replace("</robot>", "<xacro:arm/></robot>"),
        ARM.replace("0.12", "${r}"),
    ] {
        let said = read(&text).unwrap_err().to_string();
        assert!(said.contains(way_out), "{said}");
    }
    // What xacro leaves behind does no harm.
    let expanded = ARM.replace(
        "<robot name",
        "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\" name",
    );
    read(&expanded).unwrap();
}

#[test]
fn what_is_passed_over_is_told() {
    let text = ARM.replace(
        "<collision name=\"foot\">",
        "<colision/><collision name=\"foot\">",
    );
    assert_eq!(
        read(&text).unwrap().ignored,
        ["arm.urdf:4: <colision> in link \"base\""]
    );
}

#[test]
fn chains_and_crowds_have_bounds() {
    let links: String = (0..1100)
        .map(|n| format!("<link name=\"l{n}\"/>"))
        .collect();
    let said = read(&format!("<robot name=\"x\">{links}</robot>"))
        .unwrap_err()
        .to_string();
    assert!(said.contains("more than 1024 links"), "{said}");
    let shape = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
    let links: String = (0..1000)
        .map(|n| format!("<link name=\"l{n}\">{shape}</link>"))
        .collect();
    let joint = |n: usize| {
        format!(
            "<joint name=\"j{n}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{n}\"/></joint>",
            n - 1
        )
    };
    let joints: String = (1..1000).map(joint).collect();
    let said = read(&format!("<robot name=\"x\">{links}{joints}</robot>"))
        .unwrap_err()
        .to_string();
    assert!(said.contains("joints between pairs"), "{said}");
}
