//! Answers as columns, one row a query: what Python calls `FirstContacts`. `docs/queries.md` describes the arrays.

use crate::npz::NpzWriter;
use glam::DVec3;
use osculate::{Feature, Outcome, Span, Verdict};
use std::io;

/// The number of a verdict: 0 free, 1 contact, 2 overlapping, 3 undecided.
pub fn verdict_number(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Free => 0,
        Verdict::Contact(_) => 1,
        Verdict::Overlapping { .. } => 2,
        Verdict::Undecided { .. } => 3,
    }
}

/// Up to when bodies are proven apart (NaN: not even at the start), and by when they meet (infinite: not that one knew).
pub fn answer_bracket(verdict: &Verdict, span: Span) -> [f64; 2] {
    match verdict {
        Verdict::Free => [span.end(), f64::INFINITY],
        Verdict::Contact(contact) => [contact.lower, contact.upper],
        Verdict::Overlapping { .. } => [f64::NAN, span.start()],
        Verdict::Undecided { free_until, .. } => [free_until.unwrap_or(f64::NAN), f64::INFINITY],
    }
}

/// Where bodies touch or overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerPlace {
    /// What meets.
    pub features: [Feature; 2],
    /// The parts of compounds; 0 for other shapes.
    pub parts: [u32; 2],
    /// On the first body.
    pub point_a: DVec3,
    /// On the second.
    pub point_b: DVec3,
    /// The unit direction from the second to the first.
    pub normal: DVec3,
    /// Encloses the separation; that of an overlap is less than 0.
    pub separation: [f64; 2],
}

impl AnswerPlace {
    /// Where bodies touch or overlap, if they do.
    pub fn of(verdict: &Verdict) -> Option<AnswerPlace> {
        match verdict {
            Verdict::Contact(contact) => Some(AnswerPlace {
                features: contact.features,
                parts: contact.parts,
                point_a: contact.point_a,
                point_b: contact.point_b,
                normal: contact.normal,
                separation: [contact.separation.lower, contact.separation.upper],
            }),
            Verdict::Overlapping { start, .. } => Some(AnswerPlace {
                features: start.features,
                parts: start.parts,
                point_a: start.point_a,
                point_b: start.point_b,
                normal: start.normal,
                separation: [-start.depth.upper, -start.depth.lower],
            }),
            _ => None,
        }
    }
}

/// Answers as columns. What has no contact has NaN for places, and -1 for numbers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AnswerArrays {
    /// Numbers of verdicts; see [`verdict_number`].
    pub verdict: Vec<u8>,
    /// Up to when they are proven apart.
    pub lower: Vec<f64>,
    /// By when they meet.
    pub upper: Vec<f64>,
    /// Encloses the separation at `lower`, or less the depth at the start.
    pub separation: Vec<[f64; 2]>,
    /// On the first body.
    pub point_a: Vec<[f64; 3]>,
    /// On the second.
    pub point_b: Vec<[f64; 3]>,
    /// From the second to the first.
    pub normal: Vec<[f64; 3]>,
    /// The triangles; -1 for what is no mesh.
    pub triangles: Vec<[i64; 2]>,
    /// The parts of compounds; 0 for other shapes.
    pub parts: Vec<[i64; 2]>,
}

impl AnswerArrays {
    /// Adds a row.
    pub fn push(&mut self, outcome: &Outcome, span: Span) {
        let verdict = &outcome.verdict;
        let [lower, upper] = answer_bracket(verdict, span);
        let place = AnswerPlace::of(verdict);
        let vector = |of: fn(&AnswerPlace) -> DVec3| {
            place
                .as_ref()
                .map_or([f64::NAN; 3], |place| of(place).to_array())
        };
        self.verdict.push(verdict_number(verdict));
        self.lower.push(lower);
        self.upper.push(upper);
        let separation = place.map_or([f64::NAN; 2], |place| place.separation);
        self.separation.push(separation);
        self.point_a.push(vector(|place| place.point_a));
        self.point_b.push(vector(|place| place.point_b));
        self.normal.push(vector(|place| place.normal));
        let number = |feature: Feature| feature.triangle().map_or(-1, i64::from);
        let triangles = place.map_or([-1; 2], |place| place.features.map(number));
        self.triangles.push(triangles);
        let parts = place.map_or([-1; 2], |place| place.parts.map(i64::from));
        self.parts.push(parts);
    }

    /// An NPZ file of them, with the numbers of the queries that they answer as the array `query`.
    pub fn to_npz(&self, queries: &[i64]) -> io::Result<Vec<u8>> {
        let mut file = NpzWriter::new();
        file.add("query", 0, queries)?;
        file.add("verdict", 0, &self.verdict)?;
        file.add("lower", 0, &self.lower)?;
        file.add("upper", 0, &self.upper)?;
        file.add("separation", 2, self.separation.as_flattened())?;
        file.add("point_a", 3, self.point_a.as_flattened())?;
        file.add("point_b", 3, self.point_b.as_flattened())?;
        file.add("normal", 3, self.normal.as_flattened())?;
        file.add("triangles", 2, self.triangles.as_flattened())?;
        file.add("parts", 2, self.parts.as_flattened())?;
        file.finish()
    }
}
