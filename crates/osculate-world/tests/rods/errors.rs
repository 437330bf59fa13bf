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

/// Many cables at once are the same as one after the other, and all are refused if one is.
#[test]
fn many_cables_at_once() {
    let line = |y: f64| {
        vec![
            DVec3::new(0.0, y, 0.0),
            DVec3::new(0.5, y, 0.0),
            DVec3::new(1.0, y, 0.0),
        ]
    };
    let rope = RodMaterial::rope(5e-3);
    let across = (0..3)
        .map(|i| DVec3::new(0.5, 0.1 * f64::from(i), 0.0))
        .collect();
    let across = Cable::new("across", across, rope)
        .tied(0, 0, 1)
        .tied(1, 1, 1)
        .tied(2, 2, 1);
    let mut cables: Vec<Cable> = (0..3)
        .map(|i| Cable::new(format!("{i}"), line(0.1 * f64::from(i)), rope))
        .collect();
    cables.push(across);
    let mut one_by_one = Rods::new(RodSettings::default()).expect("valid");
    for cable in cables.clone() {
        one_by_one.add(cable).expect("valid");
    }
    let mut at_once = Rods::new(RodSettings::default()).expect("valid");
    assert_eq!(at_once.add_all(&cables), Ok(0..4));
    for rods in [&mut one_by_one, &mut at_once] {
        rods.step();
    }
    for cable in 0..4 {
        assert_eq!(one_by_one.positions(cable), at_once.positions(cable));
    }
    // The last one crosses the first.
    let up = [-0.1, 0.1].map(|z| DVec3::new(0.25, 0.0, z)).to_vec();
    cables.push(Cable::new("up", up, rope));
    let mut none = Rods::new(RodSettings::default()).expect("valid");
    let error = none.add_all(&cables).expect_err("it crosses").to_string();
    assert!(error.contains("touches cable"), "{error}");
    assert!(none.is_empty());
}
