//! The way to ask if in doubt.

use super::best_first::best_first;
use super::workspace::Workspace;
use super::{Limits, Moving, Outcome};
use crate::bvh::MeshBvh;
use crate::motion::Motion;
use crate::span::Span;

/// When two moving meshes first touch, by the method that measures best: [`best_first`].
///
/// See [`Verdict`](super::Verdict) for what each answer proves.
///
/// ```
/// use glam::DVec3;
/// use osculate::*;
///
/// let ball = MeshBvh::new(icosphere(1.0, 1280)?);
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let flight = ConstantVelocity::new(Placement::at(DVec3::new(5.0, 0.1, 0.0)), -4.0 * DVec3::X, 6.0 * DVec3::Y)?;
/// let (a, b) = (Moving::new(&ball, &flight), Moving::new(&ball, &rest));
/// let outcome = first_contact(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
/// let Verdict::Contact(contact) = outcome.verdict else { panic!("{outcome:?}") };
/// assert!(contact.lower > 0.75 && contact.upper < 0.76);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_contact<A: Motion + ?Sized, B: Motion + ?Sized>(
    a: Moving<MeshBvh, A>,
    b: Moving<MeshBvh, B>,
    span: Span,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Outcome {
    best_first(a, b, span, limits, workspace)
}
