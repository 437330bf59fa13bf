//! Answers: one JSON object a line. `docs/queries.md` describes the fields.

use glam::DVec3;
use osculate::query::{Overlap, Stats, Then};
use osculate::{Contact, Evidence, Feature, Outcome, Reason, Verdict};
use serde::Serialize;

/// The answer to query number `query` as one line of JSON, without the newline.
///
/// If the time in microseconds is given, the line also has the work done. Numbers are the shortest that read back as the
/// same `f64`.
pub fn answer_json(query: usize, outcome: &Outcome, micros: Option<f64>) -> String {
    let answer = Answer {
        query,
        verdict: answer_verdict(&outcome.verdict),
        clearance: (outcome.clearance > 0.0).then_some(outcome.clearance),
        tolerance: outcome.tolerance,
        work: micros.map(|micros| work(micros, &outcome.stats, outcome.resolution)),
    };
    serde_json::to_string(&answer)
        .expect("the keys are strings and nothing here fails to serialise")
}

/// The work that an answer took.
pub(crate) fn work(micros: f64, stats: &Stats, resolution: f64) -> Work {
    Work {
        micros,
        volume_pairs: stats.volume_pairs,
        triangle_pairs: stats.triangle_pairs,
        feature_pairs: stats.feature_pairs,
        supports: stats.supports,
        poses: stats.poses,
        iterations: stats.iterations,
        resolution,
    }
}

#[derive(Serialize)]
struct Answer {
    query: usize,
    #[serde(flatten)]
    verdict: AnswerVerdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance: Option<f64>,
    tolerance: f64,
    #[serde(flatten)]
    work: Option<Work>,
}

/// An outcome, and what goes with it.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub(crate) enum AnswerVerdict {
    Free,
    Contact {
        evidence: &'static str,
        time: f64,
        time_upper: f64,
        separation: f64,
        separation_lower: f64,
        point_a: [f64; 3],
        point_b: [f64; 3],
        normal: [f64; 3],
        triangles: [Option<u32>; 2],
        #[serde(flatten)]
        pieces: Option<Pieces>,
    },
    Overlapping {
        proven: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        then: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        then_time: Option<f64>,
        #[serde(flatten)]
        start: Option<Start>,
    },
    Undecided {
        free_until: Option<f64>,
        reason: &'static str,
    },
}

/// Where bodies overlap at the start, and how deep.
#[derive(Serialize)]
pub(crate) struct Start {
    depth: f64,
    depth_lower: f64,
    point_a: [f64; 3],
    point_b: [f64; 3],
    normal: [f64; 3],
    triangles: [Option<u32>; 2],
    #[serde(flatten)]
    pieces: Option<Pieces>,
}

/// What meets, where it is not a triangle on both sides.
#[derive(Serialize)]
pub(crate) struct Pieces {
    features: [&'static str; 2],
    corners: [Vec<u32>; 2],
    parts: [u32; 2],
}

/// Counts of the work done.
#[derive(Serialize)]
pub(crate) struct Work {
    micros: f64,
    volume_pairs: u64,
    triangle_pairs: u64,
    feature_pairs: u64,
    supports: u64,
    poses: u64,
    iterations: u64,
    resolution: f64,
}

fn answer_verdict(verdict: &Verdict) -> AnswerVerdict {
    match *verdict {
        Verdict::Free => AnswerVerdict::Free,
        Verdict::Contact(ref contact) => answer_contact(contact),
        Verdict::Overlapping {
            proven,
            ref start,
            then,
        } => answer_overlap(proven, start, then),
        Verdict::Undecided { free_until, reason } => AnswerVerdict::Undecided {
            free_until,
            reason: reason_name(reason),
        },
    }
}

fn answer_overlap(proven: bool, start: &Overlap, then: Then) -> AnswerVerdict {
    let (then, then_time) = match then {
        Then::Parts { from } => ("parts", Some(from)),
        Then::Stays => ("stays", None),
        Then::Deepens { upper } => ("deepens", Some(upper)),
        Then::Unknown => ("unknown", None),
    };
    // Without a direction nothing is known of it.
    let known = start.normal != DVec3::ZERO;
    AnswerVerdict::Overlapping {
        proven,
        then: Some(then),
        then_time,
        start: known.then(|| Start {
            depth: start.depth.upper,
            depth_lower: start.depth.lower,
            point_a: start.point_a.to_array(),
            point_b: start.point_b.to_array(),
            normal: start.normal.to_array(),
            triangles: start.features.map(|feature| feature.triangle()),
            pieces: pieces(start.features, start.parts),
        }),
    }
}

/// Why something is undecided.
pub(crate) fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Budget => "budget",
        Reason::Resolution => "resolution",
    }
}

pub(crate) fn answer_contact(contact: &Contact) -> AnswerVerdict {
    AnswerVerdict::Contact {
        evidence: match contact.evidence {
            Evidence::Crossing => "crossing",
            Evidence::Near => "near",
        },
        time: contact.lower,
        time_upper: contact.upper,
        separation: contact.separation.upper,
        separation_lower: contact.separation.lower,
        point_a: contact.point_a.to_array(),
        point_b: contact.point_b.to_array(),
        normal: contact.normal.to_array(),
        triangles: contact.features.map(|feature| feature.triangle()),
        pieces: pieces(contact.features, contact.parts),
    }
}

pub(crate) fn pieces(features: [Feature; 2], parts: [u32; 2]) -> Option<Pieces> {
    if let [Feature::Triangle(_), Feature::Triangle(_)] = features {
        return None;
    }
    Some(Pieces {
        features: features.map(|feature| match feature {
            Feature::Triangle(_) => "triangle",
            Feature::Vertex(_) => "vertex",
            Feature::Edge(_) => "edge",
            Feature::Face(_) => "face",
            Feature::Surface => "surface",
            _ => "other",
        }),
        corners: features.map(|feature| match feature {
            Feature::Vertex(corner) => vec![corner],
            Feature::Edge(corners) => corners.to_vec(),
            Feature::Face(corners) => corners.to_vec(),
            _ => Vec::new(),
        }),
        parts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn line(verdict: AnswerVerdict, work: Option<Work>) -> String {
        serde_json::to_string(&Answer {
            query: 7,
            verdict,
            clearance: None,
            tolerance: 1e-6,
            work,
        })
        .unwrap()
    }

    #[test]
    fn free_and_overlapping() {
        assert_eq!(
            line(AnswerVerdict::Free, None),
            r#"{"query":7,"outcome":"free","tolerance":1e-6}"#
        );
        let overlapping = line(answer_verdict(&Verdict::overlapping(true)), None);
        assert_eq!(
            overlapping,
            r#"{"query":7,"outcome":"overlapping","proven":true,"then":"unknown","tolerance":1e-6}"#
        );
    }

    #[test]
    fn an_overlap_has_its_depth_and_what_becomes_of_it() {
        let start = Start {
            depth: 0.5,
            depth_lower: 0.25,
            point_a: [1.0, 2.0, 3.0],
            point_b: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
            triangles: [Some(3), Some(4)],
            pieces: None,
        };
        let overlapping = AnswerVerdict::Overlapping {
            proven: false,
            then: Some("parts"),
            then_time: Some(0.125),
            start: Some(start),
        };
        assert_eq!(
            line(overlapping, None),
            concat!(
                r#"{"query":7,"outcome":"overlapping","proven":false,"then":"parts","then_time":0.125,"#,
                r#""depth":0.5,"depth_lower":0.25,"point_a":[1.0,2.0,3.0],"point_b":[0.0,0.0,0.0],"#,
                r#""normal":[0.0,0.0,1.0],"triangles":[3,4],"tolerance":1e-6}"#
            )
        );
    }

    #[test]
    fn undecided_always_has_free_until() {
        let undecided = |free_until| {
            line(
                answer_verdict(&Verdict::Undecided {
                    free_until,
                    reason: Reason::Resolution,
                }),
                None,
            )
        };
        assert_eq!(
            undecided(None),
            r#"{"query":7,"outcome":"undecided","free_until":null,"reason":"resolution","tolerance":1e-6}"#
        );
        assert!(undecided(Some(0.1)).contains(r#""free_until":0.1,"#));
    }

    fn contact(features: [Feature; 2], parts: [u32; 2]) -> AnswerVerdict {
        AnswerVerdict::Contact {
            evidence: "crossing",
            time: 0.1 + 0.2,
            time_upper: 0.5,
            separation: 1e-300,
            separation_lower: 0.0,
            point_a: [1.0, -2.0, 3.5],
            point_b: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
            triangles: features.map(|feature| feature.triangle()),
            pieces: pieces(features, parts),
        }
    }

    #[test]
    fn contact_has_the_fields_of_the_contract_in_order() {
        let triangles = [Feature::Triangle(3), Feature::Triangle(4)];
        assert_eq!(
            line(contact(triangles, [0, 0]), None),
            concat!(
                r#"{"query":7,"outcome":"contact","evidence":"crossing","time":0.30000000000000004,"time_upper":0.5,"#,
                r#""separation":1e-300,"separation_lower":0.0,"point_a":[1.0,-2.0,3.5],"point_b":[0.0,0.0,0.0],"#,
                r#""normal":[0.0,0.0,1.0],"triangles":[3,4],"tolerance":1e-6}"#
            )
        );
    }

    #[test]
    fn features_other_than_triangles_are_told_beside_them() {
        let told = |features, parts| {
            let line = line(contact(features, parts), None);
            let start = line.find("\"triangles\"").unwrap();
            line[start..].to_owned()
        };
        assert_eq!(
            told([Feature::Vertex(5), Feature::Triangle(4)], [2, 0]),
            concat!(
                r#""triangles":[null,4],"features":["vertex","triangle"],"corners":[[5],[]],"parts":[2,0],"#,
                r#""tolerance":1e-6}"#
            )
        );
        assert_eq!(
            told([Feature::Edge([5, 1]), Feature::Face([0, 2, 1])], [0, 0]),
            concat!(
                r#""triangles":[null,null],"features":["edge","face"],"corners":[[5,1],[0,2,1]],"#,
                r#""parts":[0,0],"tolerance":1e-6}"#
            )
        );
        assert_eq!(
            told([Feature::Surface, Feature::Surface], [0, 1]),
            concat!(
                r#""triangles":[null,null],"features":["surface","surface"],"corners":[[],[]],"#,
                r#""parts":[0,1],"tolerance":1e-6}"#
            )
        );
    }

    #[test]
    fn statistics_come_with_the_time() {
        let work = Work {
            micros: 12.5,
            volume_pairs: 1,
            triangle_pairs: 2,
            feature_pairs: 5,
            supports: 6,
            poses: 3,
            iterations: 4,
            resolution: 1e-15,
        };
        let value: Value = serde_json::from_str(&line(AnswerVerdict::Free, Some(work))).unwrap();
        assert_eq!(
            value,
            json!({"query": 7, "outcome": "free", "tolerance": 1e-6, "micros": 12.5, "volume_pairs": 1,
                   "triangle_pairs": 2, "feature_pairs": 5, "supports": 6, "poses": 3, "iterations": 4, "resolution": 1e-15})
        );
    }
}
