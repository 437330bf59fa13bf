//! The first contact of two bodies.

use crate::arrays::{bad, vector_out};
use crate::classes;
use crate::motion::motion_of;
use crate::options::Options;
use crate::pickled::{Reduced, by_restore};
use crate::place::{PlaceState, features, place_of_state, place_state};
use crate::shapes::PyShape;
use numpy::PyArray1;
use osculate::query::Then;
use osculate::{Evidence, Outcome, Reason, Span, Verdict, Workspace};
use osculate_io::{AnswerPlace, answer_bracket, verdict_number};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cell::RefCell;

/// Keyword arguments of first contacts.
pub const KNOWN: [&str; 6] = ["tolerance", "clearance", "skin", "budget", "span", "method"];

thread_local! {
    /// Queries of a thread share their memory.
    static WORKSPACE: RefCell<Workspace> = RefCell::new(Workspace::new());
}

/// Calls with this thread's memory.
pub fn with_workspace<T>(ask: impl FnOnce(&mut Workspace) -> T) -> T {
    WORKSPACE.with_borrow_mut(ask)
}

/// When two moving bodies first touch, and what is proven about it. It is true unless the bodies are proven free.
///
/// `lower`: proven apart up to and including this time (NaN: nothing was proven even at the start). `upper`: they touch by
/// this time, or come within the tolerance (infinite: no contact was found). `point_a`, `point_b`, `normal` (from b to a),
/// `features`, `parts` and `separation` (an interval; negative numbers are depths) are about the contact at `lower` or the
/// overlap at the start, else None.
#[pyclass(module = "osculate", frozen)]
pub struct FirstContact {
    verdict: u8,
    bracket: [f64; 2],
    place: Option<AnswerPlace>,
    /// What else is known: see [`NOTES`].
    note: u8,
    tolerance: f64,
    clearance: f64,
    steps: u64,
}

/// What else is known of a contact, of an overlap and of what is undecided.
const NOTES: [&str; 8] = [
    "crossing",
    "near",
    "parts",
    "stays",
    "deepens",
    "unknown",
    "budget",
    "resolution",
];

/// The note of a verdict; that of what is free is not looked at.
fn note(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Free => 0,
        Verdict::Contact(contact) => match contact.evidence {
            Evidence::Crossing => 0,
            Evidence::Near => 1,
        },
        Verdict::Overlapping { then, .. } => match then {
            Then::Parts { .. } => 2,
            Then::Stays => 3,
            Then::Deepens { .. } => 4,
            Then::Unknown => 5,
        },
        Verdict::Undecided { reason, .. } => match reason {
            Reason::Budget => 6,
            Reason::Resolution => 7,
        },
    }
}

impl FirstContact {
    /// What an outcome says.
    pub fn of(outcome: &Outcome, span: Span) -> FirstContact {
        FirstContact {
            verdict: verdict_number(&outcome.verdict),
            bracket: answer_bracket(&outcome.verdict, span),
            place: AnswerPlace::of(&outcome.verdict),
            note: note(&outcome.verdict),
            tolerance: outcome.tolerance,
            clearance: outcome.clearance,
            steps: outcome.stats.steps(),
        }
    }

    /// The note, if the verdict is this one.
    fn noted(&self, verdict: u8) -> Option<&'static str> {
        (self.verdict == verdict).then(|| NOTES[usize::from(self.note)])
    }
}

#[pymethods]
impl FirstContact {
    /// What is proven.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        classes::verdict(py)?.call1((self.verdict,))
    }

    /// Proven apart up to and including this time; NaN if nothing was proven even at the start.
    #[getter]
    fn lower(&self) -> f64 {
        self.bracket[0]
    }

    /// They touch by this time, or come within the tolerance (see `evidence`); infinite if no contact was found.
    #[getter]
    fn upper(&self) -> f64 {
        self.bracket[1]
    }

    /// "crossing": they certainly touch by `upper`; "near": they come within the tolerance. None if there is no contact.
    #[getter]
    fn evidence(&self) -> Option<&'static str> {
        self.noted(1)
    }

    /// The point of a.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        Some(vector_out(py, self.place.as_ref()?.point_a))
    }

    /// The point of b.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        Some(vector_out(py, self.place.as_ref()?.point_b))
    }

    /// The unit direction from b to a.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        Some(vector_out(py, self.place.as_ref()?.normal))
    }

    /// An interval of the separation at `lower`; for overlaps, of minus the depth at the start.
    #[getter]
    fn separation(&self) -> Option<(f64, f64)> {
        let [lower, upper] = self.place.as_ref()?.separation;
        Some((lower, upper))
    }

    /// The features of a and b, such as ("triangle", 7) or ("edge", 0, 4).
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let of = |place: &AnswerPlace| features(py, place.features);
        self.place.as_ref().map(of).transpose()
    }

    /// The parts of compounds that the features belong to; 0 for other shapes.
    #[getter]
    fn parts(&self) -> Option<(u32, u32)> {
        let [a, b] = self.place.as_ref()?.parts;
        Some((a, b))
    }

    /// What the motion does to an overlap at the start: "parts", "stays", "deepens" or "unknown".
    #[getter]
    fn then(&self) -> Option<&'static str> {
        self.noted(2)
    }

    /// Whether a simulation must not carry out the motion: false if it is free, or if overlapping bodies get no deeper.
    #[getter]
    fn blocks(&self) -> bool {
        self.verdict != 0 && !matches!(self.then(), Some("parts" | "stays"))
    }

    /// What stopped an undecided query: "budget" or "resolution".
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.noted(3)
    }

    /// The tolerance in force.
    #[getter]
    fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The clearance in force.
    #[getter]
    fn clearance(&self) -> f64 {
        self.clearance
    }

    /// How many steps it took, as the budget counts them.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    fn __bool__(&self) -> bool {
        self.verdict != 0
    }

    fn __repr__(&self) -> String {
        let [lower, upper] = self.bracket;
        let note = NOTES[usize::from(self.note)];
        match self.verdict {
            0 => format!("<FirstContact: free up to {lower:?}>"),
            1 => format!("<FirstContact: contact, {note}, lower={lower:?}, upper={upper:?}>"),
            2 => format!("<FirstContact: overlapping at the start, then {note}>"),
            _ => format!("<FirstContact: undecided, {note}, lower={lower:?}>"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, State>> {
        let of = slf.get();
        let numbers = [of.bracket[0], of.bracket[1], of.tolerance, of.clearance];
        let place = of.place.as_ref().map(place_state);
        let state = ((of.verdict, of.note, of.steps), numbers, place);
        by_restore(slf, state)
    }

    /// What was pickled.
    #[staticmethod]
    fn _restore(
        kind: (u8, u8, u64),
        numbers: [f64; 4],
        place: Option<PlaceState>,
    ) -> PyResult<FirstContact> {
        let (verdict, note, steps) = kind;
        if verdict > 3 || usize::from(note) >= NOTES.len() {
            return Err(bad("kind", "no such verdict"));
        }
        let [lower, upper, tolerance, clearance] = numbers;
        Ok(FirstContact {
            verdict,
            bracket: [lower, upper],
            place: place.map(place_of_state),
            note,
            tolerance,
            clearance,
            steps,
        })
    }
}

type State = ((u8, u8, u64), [f64; 4], Option<PlaceState>);

/// When do two moving bodies first touch?
///
/// motion_a and motion_b are a Motion, a placement (a body at rest there) or None (at rest at the origin). tolerance is the
/// largest gap that counts as contact, by default a millionth of the smaller body's radius; clearance is a separation that
/// already counts as contact; skin is a clearance for simulations that stop bodies where they nearly touch; span is the time
/// span.
///
/// >>> from osculate import Hull, HalfSpace, Motion, first_contact
/// >>> die, floor = Hull.box([0.5, 0.5, 0.5]), HalfSpace([0, 0, 1])
/// >>> fall = Motion(position=[0, 0, 4], linear=[0, 0, -4], angular=[0, 6, 0])
/// >>> hit = first_contact(die, fall, floor, None)
/// >>> hit.verdict, 0.8 < hit.lower < hit.upper < 0.9
/// (<Verdict.CONTACT: 1>, True)
/// >>> bool(first_contact(die, fall, floor, None, span=(0.0, 0.5)))
/// False
#[pyfunction]
#[pyo3(
    signature = (a, motion_a, b, motion_b, **options),
    text_signature = "(a, motion_a, b, motion_b, *, tolerance=None, clearance=0.0, skin=0.0, budget=None, span=(0.0, 1.0), method='auto')"
)]
fn first_contact<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyShape>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyShape>,
    motion_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<FirstContact> {
    let bodies = [&*a.get().body, &*b.get().body];
    let motions = [
        motion_of(motion_a, "motion_a")?,
        motion_of(motion_b, "motion_b")?,
    ];
    let Options {
        limits,
        span,
        method,
        ..
    } = Options::of("first_contact", &KNOWN, options)?;
    method.check(bodies)?;
    let motions = [motions[0].as_motion(), motions[1].as_motion()];
    let outcome = py.detach(|| {
        with_workspace(|workspace| method.answer(bodies, motions, span, &limits, workspace))
    });
    Ok(FirstContact::of(&outcome, span))
}

/// Adds what this file has.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<FirstContact>()?;
    module.add_function(wrap_pyfunction!(first_contact, module)?)
}
