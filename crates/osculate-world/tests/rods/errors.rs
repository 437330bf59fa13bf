//! What is refused, and how.

use osculate::glam::DVec3;
use osculate::mesh::cuboid;
use osculate::{HalfSpace, Placement};
use osculate_world::rods::{Cable, End, Obstacle, RodMaterial, RodSettings, Rods};

fn line(from: DVec3, to: DVec3, edges: u32) -> Vec<DVec3> {
    (0..=edges)
        .map(|i| from.lerp(to, f64::from(i) / f64::from(edges)))
        .collect()
}

fn rope(points: Vec<DVec3>) -> Cable {
    Cable::new("second", points, RodMaterial::rope(0.01))
}

/// A rope along x, a box beside it and a floor below.
fn scene() -> Rods {
    let mut rods = Rods::new(RodSettings::default()).expect("settings are valid");
    let first = line(-DVec3::X, DVec3::X, 10);
    rods.add(Cable::new("first", first, RodMaterial::rope(0.01)))
        .expect("it is alone");
    let block = cuboid(DVec3::splat(0.2)).expect("a box");
    let beside = Placement::at(2.0 * DVec3::Y);
    rods.add_obstacle(Obstacle::mesh(block).at(beside))
        .expect("nothing is there");
    let floor = HalfSpace::new(DVec3::Z, -1.0).expect("a normal");
    rods.add_obstacle(Obstacle::half_space(floor))
        .expect("nothing is there");
    rods
}

#[test]
fn sentences_name_cable_and_edge() {
    let across = |height: f64| {
        let from = DVec3::new(0.05, -1.0, height);
        line(from, from + 2.0 * DVec3::Y, 7)
    };
    let mut folded = line(DVec3::Z, DVec3::Z + DVec3::X, 2);
    folded.push(DVec3::Z + 0.2 * DVec3::X);
    let mut still = line(DVec3::Z, DVec3::Z + DVec3::X, 2);
    still[2] = still[1];
    let mut broken = line(DVec3::Z, DVec3::Z + DVec3::X, 2);
    broken[1].y = f64::NAN;
    let short = line(DVec3::Z, DVec3::Z + DVec3::X, 2);
    let thick = RodMaterial::rope(-1.0);
    let cases = [
        (rope(across(0.0)), "touches cable"),
        (
            rope(across(0.005)),
            "so thick that they should be 0.02 apart",
        ),
        (
            rope(
                across(0.5)
                    .iter()
                    .map(|p| *p - 0.5 * DVec3::Z + 2.05 * DVec3::Y)
                    .collect(),
            ),
            "touches obstacle 0",
        ),
        (rope(across(-2.0)), "touches a half-space"),
        (rope(folded), "edges 1 and 2 fold back"),
        (rope(still), "edge 1 has the length 0"),
        (rope(broken), "point 1 must be finite"),
        (rope(vec![DVec3::Z]), "at least 2 points, not 1"),
        (
            rope(short.clone()).with_ends([End::Clamped; 2]),
            "clamps hold the same point",
        ),
        (
            rope(short.clone()).closed().with_ends([End::Pinned; 2]),
            "closed cable has no ends",
        ),
        (
            Cable::new("second", short.clone(), thick),
            "the radius must be",
        ),
        (rope(short.clone()).tied(0, 7, 0), "no point 0 of cable 7"),
        (rope(short).tied(0, 0, 0), "away from what it is tied to"),
    ];
    let mut rods = scene();
    for (cable, part) in cases {
        let error = rods.add(cable).expect_err(part).to_string();
        assert!(error.contains(part) && error.contains("cable "), "{error}");
        assert_eq!(rods.len(), 1, "nothing changes");
    }
    assert!(rods.add(rope(across(0.03))).is_ok());
}
