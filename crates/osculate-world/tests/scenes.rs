//! The scenes that are there by name.

use osculate_world::scenes::{MOST_DROPPED, by_name, names};

/// A scene in which bodies begin within each other shows something else than it says.
#[test]
fn all_begin_apart() {
    for scene in names() {
        let name = match scene.name {
            "drop" => "drop?bodies=64",
            name => name,
        };
        let made = by_name(name).expect(name);
        let mut world = made.world();
        let report = world.step();
        assert_eq!(report.overlapping, 0, "{name}");
        assert_eq!(world.handles().count(), made.bodies.len(), "{name}");
    }
}

#[test]
fn unknown_names_are_none() {
    let too_many = format!("drop?bodies={}", MOST_DROPPED + 1);
    for name in ["", "Stack", "drop?bodies=0", "drop?bodies=x", &too_many] {
        assert!(by_name(name).is_none(), "{name}");
    }
    assert_eq!(by_name("drop?bodies=10").unwrap().bodies.len(), 15);
}
