//! Many questions at once.

use super::first_contact::first_contact_with;
use super::workspace::Workspace;
use super::{Limits, Moving, Outcome};
use crate::body::Shape;
use crate::numbers::span::Span;
use alloc::vec::Vec;

/// One query of a batch: when do `a` and `b` first touch?
#[derive(Clone, Copy, Debug)]
pub struct ContactQuery<'a> {
    /// One body.
    pub a: Moving<'a, Shape>,
    /// The other.
    pub b: Moving<'a, Shape>,
    /// When.
    pub span: Span,
    /// How well.
    pub limits: Limits,
}

impl<'a> ContactQuery<'a> {
    /// When do `a` and `b` first touch, within a span and limits?
    pub fn new(
        a: Moving<'a, Shape>,
        b: Moving<'a, Shape>,
        span: Span,
        limits: Limits,
    ) -> ContactQuery<'a> {
        ContactQuery { a, b, span, limits }
    }
}

/// [`first_contact_with`] for every query, in their order; with feature `parallel` on all cores, with the same bits.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, ContactQuery, Hull, Limits, Moving, Placement, Shape, Span, Verdict};
/// use osculate::first_contacts;
///
/// let crate_ = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
/// let rest = ConstantVelocity::at_rest(Placement::default())?;
/// let throws: Vec<_> = (0..4)
///     .map(|i| ConstantVelocity::new(Placement::at(3.0 * DVec3::X), f64::from(-i) * DVec3::X, DVec3::Z))
///     .collect::<Result<_, _>>()?;
/// let (b, span, limits) = (Moving::new(&crate_, &rest), Span::UNIT, Limits::default());
/// let queries: Vec<_> =
///     throws.iter().map(|throw| ContactQuery { a: Moving::new(&crate_, throw), b, span, limits }).collect();
/// let answers = first_contacts(&queries);
/// assert_eq!(answers[0].verdict, Verdict::Free);
/// assert!(matches!(answers[3].verdict, Verdict::Contact(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_contacts(queries: &[ContactQuery]) -> Vec<Outcome> {
    let answer = |workspace: &mut Workspace, query: &ContactQuery| {
        first_contact_with(query.a, query.b, query.span, &query.limits, workspace)
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        queries
            .par_iter()
            .map_init(Workspace::new, answer)
            .collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut workspace = Workspace::new();
        queries
            .iter()
            .map(|query| answer(&mut workspace, query))
            .collect()
    }
}
