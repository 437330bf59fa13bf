//! Answers about linearly moving features: one JSON object a line.

use osculate::query::points::LinearOutcome;
use serde::Serialize;

/// The answer to query number `query` as one line of JSON, without the newline; with the key `file` if it is given.
///
/// `time` and `time_upper` enclose the first contact; both are 0 if there is one at the start, and null if there is none.
/// Numbers are the shortest that read back as the same `f64`.
pub fn primitive_answer_json(file: Option<&str>, query: usize, outcome: &LinearOutcome) -> String {
    let answer = Answer {
        file,
        query,
        contact: outcome.contact.is_some(),
        time: outcome.contact.map(|contact| contact.lower),
        time_upper: outcome.contact.map(|contact| contact.upper),
    };
    serde_json::to_string(&answer)
        .expect("the keys are strings and nothing here fails to serialise")
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    query: usize,
    contact: bool,
    time: Option<f64>,
    time_upper: Option<f64>,
}
