//! Answers about bodies that stand still: one JSON object a line. `docs/queries.md` describes the fields.

use crate::answers::{Pieces, pieces};
use osculate::Interval;
use osculate::query::Stats;
use osculate::query::hulls::Penetration;
use osculate::query::instant::{PieceContact, PieceContacts};
use serde::Serialize;

/// How far the bodies of query number `query` are apart, or how deep in each other, as one line of JSON, without the newline;
/// with the pairs of pieces that are near each other, if they were looked for.
///
/// If the time in microseconds is given, the line also has the work done. Numbers are the shortest that read back as the
/// same `f64`.
pub fn distance_json(
    query: usize,
    found: &Penetration,
    contacts: Option<&PieceContacts>,
    micros: Option<f64>,
) -> String {
    let stats = total(&found.stats, contacts);
    let answer = Answer {
        query,
        distance: signed(-found.depth),
        normal: found.normal.to_array(),
        point_a: found.point_a.to_array(),
        point_b: found.point_b.to_array(),
        triangles: found.features.map(|feature| feature.triangle()),
        pieces: pieces(found.features, found.parts),
        contacts: contacts.map(|contacts| Contacts {
            contacts: contacts.found().iter().map(contact).collect(),
            complete: contacts.complete(),
        }),
        work: micros.map(|micros| Work {
            micros,
            volume_pairs: stats.volume_pairs,
            triangle_pairs: stats.triangle_pairs,
            supports: stats.supports,
        }),
    };
    serde_json::to_string(&answer)
        .expect("the keys are strings and nothing here fails to serialise")
}

/// The work of both questions.
fn total(stats: &Stats, contacts: Option<&PieceContacts>) -> Stats {
    let mut stats = *stats;
    if let Some(more) = contacts.map(PieceContacts::stats) {
        stats.volume_pairs += more.volume_pairs;
        stats.triangle_pairs += more.triangle_pairs;
        stats.supports += more.supports;
    }
    stats
}

#[derive(Serialize)]
struct Answer {
    query: usize,
    #[serde(flatten)]
    distance: Distance,
    normal: [f64; 3],
    point_a: [f64; 3],
    point_b: [f64; 3],
    triangles: [Option<u32>; 2],
    #[serde(flatten)]
    pieces: Option<Pieces>,
    #[serde(flatten)]
    contacts: Option<Contacts>,
    #[serde(flatten)]
    work: Option<Work>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Distance {
    Apart {
        separation: f64,
        separation_lower: f64,
    },
    Overlapping {
        proven: bool,
        depth: f64,
        depth_lower: f64,
    },
}

/// Counts of the work done.
#[derive(Serialize)]
struct Work {
    micros: f64,
    volume_pairs: u64,
    triangle_pairs: u64,
    supports: u64,
}

#[derive(Serialize)]
struct Contacts {
    contacts: Vec<Contact>,
    complete: bool,
}

#[derive(Serialize)]
struct Contact {
    /// The numbers of the pieces.
    of: [u32; 2],
    #[serde(flatten)]
    distance: Distance,
    normal: [f64; 3],
    point_a: [f64; 3],
    point_b: [f64; 3],
}

fn contact(found: &PieceContact) -> Contact {
    Contact {
        of: found.pieces,
        distance: signed(found.separation),
        normal: found.normal.to_array(),
        point_a: found.point_a.to_array(),
        point_b: found.point_b.to_array(),
    }
}

/// A separation with a sign: what is negative is a depth. Only what is certainly apart is called so.
fn signed(separation: Interval) -> Distance {
    if separation.lower > 0.0 {
        Distance::Apart {
            separation: separation.upper,
            separation_lower: separation.lower,
        }
    } else {
        Distance::Overlapping {
            proven: separation.upper <= 0.0,
            depth: -separation.lower,
            depth_lower: -separation.upper,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate::query::instant::{Within, contacts, penetration};
    use osculate::{HalfSpace, Hull, Moving, Placement, Resting, Shape, Workspace, glam::DVec3};
    use serde_json::{Value, json};

    /// A ball at a height above a floor.
    fn line(height: f64, within: Option<f64>) -> String {
        let ball = Shape::from(Hull::ball(1.0).unwrap());
        let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
        let (at, rest) = (Placement::at(height * DVec3::Z), Resting::default());
        let at = Resting::at(at).unwrap();
        let (a, b) = (Moving::new(&ball, &at), Moving::new(&floor, &rest));
        let workspace = &mut Workspace::new();
        let found = penetration(a, b, 0.0, workspace);
        let mut near = PieceContacts::new();
        let near = within.map(|within| {
            contacts(
                a,
                b,
                0.0,
                Within::new(within).unwrap(),
                &mut near,
                workspace,
            );
            &near
        });
        distance_json(3, &found, near, None)
    }

    #[test]
    fn bodies_are_apart_or_overlap() {
        let apart: Value = serde_json::from_str(&line(1.5, None)).unwrap();
        assert_eq!(
            (&apart["query"], &apart["outcome"]),
            (&json!(3), &json!("apart"))
        );
        let [most, least] = ["separation", "separation_lower"].map(|key| apart[key].as_f64());
        assert!(most >= Some(0.5) && least <= Some(0.5) && least > Some(0.499));
        assert_eq!(apart["normal"], json!([0.0, 0.0, 1.0]));
        assert!(apart.get("contacts").is_none() && apart.get("micros").is_none());
        let deep: Value = serde_json::from_str(&line(0.75, Some(0.1))).unwrap();
        assert_eq!(
            (&deep["outcome"], &deep["proven"]),
            (&json!("overlapping"), &json!(true))
        );
        let [most, least] = ["depth", "depth_lower"].map(|key| deep[key].as_f64());
        assert!(most >= Some(0.25) && least <= Some(0.25) && least > Some(0.249));
        assert_eq!(deep["complete"], true);
        let contacts = deep["contacts"].as_array().unwrap();
        assert_eq!((contacts.len(), &contacts[0]["of"]), (1, &json!([0, 0])));
        assert_eq!(contacts[0]["outcome"], "overlapping");
        let touching: Value = serde_json::from_str(&line(1.0, Some(0.0))).unwrap();
        assert_eq!(
            (&touching["outcome"], &touching["proven"]),
            (&json!("overlapping"), &json!(false))
        );
    }
}
