//! Continuous collision detection: **when do moving things first touch, where, and is that proven?**
//!
//! ```text
//! mesh → validated shape → hierarchy → motion → query → verdict
//! TriMesh::new, Hull::…    MeshBvh::new  Motion   first_contact   Verdict
//! ```
//!
//! Every answer is a [`Verdict`], and its documentation says what it proves. Rounding is accounted for everywhere: no
//! tolerance, iteration limit or degenerate triangle turns a contact into [`Verdict::Free`]. Construction checks its
//! input and fails with a typed error; queries cannot fail and do not panic. The same input gives the same bits on
//! every platform and with any number of threads.
//!
//! ```
//! use osculate::{glam::DVec3, *};
//!
//! let knot = Shape::from(MeshBvh::new(torus_knot(2, 3, 10_000)?)); // once a mesh
//! let start = Placement::at(DVec3::new(5.0, 0.0, 0.0));
//! let flight = ConstantVelocity::new(start, DVec3::new(-4.0, 0.0, 0.0), DVec3::new(0.0, 6.0, 0.0))?;
//! let rest = ConstantVelocity::at_rest(Placement::default())?;
//!
//! let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &rest));
//! let outcome = first_contact(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
//! let Verdict::Contact(contact) = outcome.verdict else { panic!("they meet") };
//! println!("apart up to {}, {:?} by {}", contact.lower, contact.evidence, contact.upper);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Algorithms
//!
//! | algorithm | paper | function | file |
//! | --- | --- | --- | --- |
//! | any two shapes, by the best of what follows | | [`first_contact`] | `query/first_contact.rs`, `query/pieces/parts.rs` |
//! | convex bodies along attached axes, chord bounds | ours | [`attached_axes`] | `query/hulls/attached_axes.rs`, `query/hulls/axis.rs` |
//! | conservative advancement of convex bodies | Mirtich 1996; Coumans 2005, algorithm 1 | [`conservative_advancement`] | `query/hulls/conservative_advancement.rs` |
//! | best-first advancement with second-order bounds | ours | [`best_first`] | `query/meshes/best_first.rs` |
//! | controlled conservative advancement, C2A | Tang, Manocha, Kim 2013, section 4.3.2 | [`c2a`] | `query/meshes/c2a.rs` |
//! | hierarchical conservative advancement, HCA | the same, section 4.3.3 | [`hca`] | `query/meshes/hca.rs` |
//! | directional and second-order motion bounds | Tang, Manocha, Kim 2013, lemmas 4.1 and 4.2 | [`MotionBounds::travel`] | `motion/frame.rs` |
//! | certified roots of features over a tree of spheres, D2M | Buddingh' 2017, algorithms 4 to 6 | [`d2m`], [`d2m_again`] | `query/meshes/d2m.rs` |
//! | the same tree alone, Capoeira | the same, section VIII | [`capoeira`] | `query/meshes/capoeira.rs` |
//! | hybrid root finder on intervals, HRFOI with IRD | the same, algorithms 2 and 3 | [`first_root`] | `query/roots/hrfoi.rs` |
//! | smallest enclosing spheres, halved boxes | the same, section VI-A | [`MeshBvh::spheres`] | `bvh/beams.rs`, `volume/smallest_ball.rs` |
//! | algebraic contacts of features under a rational screw | Redon 2000, as Coumans 2005 describes it | [`algebraic_contact`] | `query/roots/redon.rs` |
//! | all contacts of deforming meshes, over a tree of moving boxes | ours | [`deforming_contacts`] | `query/deforming.rs`, `broad_phase/box_tree.rs` |
//! | the largest step of deforming meshes without contact | ours | [`free_step`] | the same |
//! | a body swept along a line, as the ray cast on the Minkowski difference | van den Bergen 2005, as Coumans 2005 cites it | [`convex_cast`] | `query/cast.rs` |
//! | a ray against any body | | [`ray_cast`] | `query/cast.rs`, through meshes `query/pieces/straight.rs` |
//! | vertices, edges and faces on straight lines: exact contact | Jansen, sections 3.1 to 3.4 and 3.6 | [`LinearPair::decide`], [`LinearPair::first_contact`] | `query/points/linear_pair.rs` |
//! | the same, when they come within a distance | ours | [`LinearPair::first_within`] | `query/points/linear_pair/within.rs` |
//! | the same in batches; in rationals | | [`LinearPairs`]; [`RationalPair`] | `query/points/linear_pairs.rs`; `query/points/linear_pair/rational.rs` |
//! | separation of meshes at an instant | | [`separation`] | `query/meshes/separation.rs` |
//! | separation of convex bodies at an instant, GJK | Gilbert, Johnson, Keerthi 1988 | [`hull_separation`] | `query/hulls/hull_separation.rs`, `query/hulls/gjk.rs` |
//! | depth of overlapping convex bodies, or their separation, EPA | van den Bergen 2001 | [`penetration`] | `query/hulls/epa.rs`, `query/hulls/expanding.rs` |
//! | contact points of convex bodies, clipped faces | | [`contact_points`] | `query/hulls/contact_points.rs`, `query/hulls/clipping.rs` |
//! | persistent manifolds | Coumans 2005, section 5 | [`Manifold`] | `query/hulls/manifold.rs` |
//! | distance of triangles | | [`triangle_distance`] | `query/meshes/triangle_distance.rs` |
//! | swept-sphere hierarchy | Tang, Manocha, Kim 2013, section 3.2 | [`MeshBvh::new`] | `bvh/build.rs`, `volume/swept_sphere.rs` |
//!
//! # Motions
//!
//! [`ConstantVelocity`] (linear and angular, or from one placement to another), [`Screw`] (turning at a constant rate),
//! [`RationalScrew`] (Redon's, whose contacts are algebraic), and anything that implements [`Motion`]; [`check_motion`]
//! samples whether such an implementation keeps its promises.
//!
//! # Features
//!
//! - `std` (default): square roots by the processor. Without it the crate needs `alloc` only; the bits are the same.
//! - `parallel`: [`first_contacts`], [`deforming_contacts`] and [`free_step`] on all cores.
//! - `serde`: answers can be serialised.
//! - `mint`: glam's conversions to and from other vector types.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod broad_phase;
mod bvh;
mod mesh;
mod motion;
mod numbers;
mod query;
mod shape;
mod volume;

pub use bvh::{BvhStats, MeshBvh};
pub use glam;
pub use mesh::*;
pub use motion::{
    BrokenPromise, ConstantVelocity, DeformingMesh, DeformingMeshError, LinearPath,
    LinearPathError, Motion, MotionBounds, MotionError, Path, Placement, Pose, PoseEnclosure,
    Rates, RationalScrew, Screw, check_motion,
};
pub use num_bigint;
pub use numbers::interval::Interval;
pub use numbers::jet::{Jet, JetVec3};
pub use numbers::span::{Span, SpanError};
pub use query::{
    AlgebraicContact, ClosestPoints, Contact, ContactPoint, Contacts, DeformingContact,
    DeformingStats, Evidence, Feature, FeaturePair, FirstRoot, FreeStep, Inclusion, LastContact,
    Limits, LimitsError, LinearContact, LinearOutcome, LinearPair, LinearPairs, LinearPairsError,
    Manifold, ManifoldError, ManifoldPoint, Moving, Outcome, PairKind, Penetration, Query, Ratio,
    RationalError, RationalPair, Ray, RayError, Reason, Scope, Separation, Shape, Stage, Stats,
    Verdict, Within, Workspace, algebraic_contact, attached_axes, best_first, c2a, capoeira,
    conservative_advancement, contact_points, convex_cast, d2m, d2m_again, deforming_contacts,
    first_contact, first_contacts, first_root, free_step, hca, hull_separation, penetration,
    ray_cast, separation, triangle_distance,
};
pub use shape::{Compound, CompoundError, HalfSpace, HalfSpaceError, Hull, HullError};
pub use volume::{Sphere, SweptSphere};

/// Types that make mistakes in proofs impossible, for the tests that show it; nothing to build on.
#[doc(hidden)]
pub mod proofs {
    pub use crate::motion::{ProvenGap, step};
    pub use crate::volume::{Leaf, OneTriangle};
}

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
