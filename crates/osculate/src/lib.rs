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
//! use osculate::{ConstantVelocity, Moving, Placement, Resting, Shape, Span, Verdict};
//! use osculate::{first_contact, glam::DVec3, mesh::torus_knot};
//!
//! let knot = Shape::from(torus_knot(2, 3, 10_000)?); // build once per mesh
//! let start = Placement::at(DVec3::new(5.0, 0.0, 0.0));
//! let flight = ConstantVelocity::new(start, DVec3::new(-4.0, 0.0, 0.0), DVec3::new(0.0, 6.0, 0.0))?;
//!
//! let outcome = first_contact(Moving::new(&knot, &flight), Moving::new(&knot, &Resting::default()), Span::UNIT);
//! let Verdict::Contact(contact) = outcome.verdict else { panic!("they meet") };
//! println!("apart up to {}, {:?} by {}", contact.lower, contact.evidence, contact.upper);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate's root has the items of this page. The rest is in modules by subject: [`mesh`], [`shape`], [`mass`],
//! [`bvh`], [`broad_phase`], [`motion`], [`robot`], [`numbers`], and [`query`] with [`query::instant`], [`query::meshes`], [`query::hulls`], [`query::many`], [`query::casts`],
//! [`query::small_motions`], [`query::points`], [`query::deforming`], [`query::articulated`] and [`query::roots`].
//!
//! # Algorithms
//!
//! | algorithm | paper | function | file |
//! | --- | --- | --- | --- |
//! | any two shapes, by the best of the following | | [`first_contact`] | `query/first_contact.rs`, `query/pieces/first_of_pieces.rs` |
//! | one body or many against many, over trees of swept boxes | ours | [`ManyQuery::first_contact`](query::many::ManyQuery::first_contact) | `query/many/search_in_time.rs`, `query/least.rs` |
//! | all pairs of moving bodies whose boxes meet, kept from step to step over an R-tree | Guttman 1984 | [`BodyTree`](broad_phase::BodyTree) | `broad_phase/body_tree.rs`, `broad_phase/changing_tree.rs` |
//! | bodies along paths of pieces | ours | [`first_contact_along`](query::first_contact_along) | `query/along.rs` |
//! | convex bodies along attached axes, chord bounds | ours | [`attached_axes`](query::hulls::attached_axes) | `query/hulls/attached_axes.rs`, `query/hulls/axis.rs` |
//! | bodies that hardly move, by travel and one chord | ours | [`stays_apart`](query::small_motions::stays_apart), [`apart_at_any_stops`](query::small_motions::apart_at_any_stops) | `query/small_motions/` |
//! | conservative advancement of convex bodies | Mirtich 1996; Coumans 2005, algorithm 1 | [`conservative_advancement`](query::hulls::conservative_advancement) | `query/hulls/conservative_advancement.rs` |
//! | best-first advancement with second-order bounds | ours | [`best_first`](query::meshes::best_first) | `query/meshes/best_first.rs` |
//! | controlled conservative advancement, C2A | Tang, Manocha, Kim 2013, section 4.3.2 | [`c2a`](query::meshes::c2a) | `query/meshes/c2a.rs` |
//! | hierarchical conservative advancement, HCA | Tang, Manocha, Kim 2013, section 4.3.3 | [`hca`](query::meshes::hca) | `query/meshes/hca.rs` |
//! | directional and second-order motion bounds | Tang, Manocha, Kim 2013, lemmas 4.1 and 4.2 | [`MotionBounds::travel`](motion::MotionBounds::travel) | `motion/frame.rs` |
//! | certified roots of features over a tree of spheres, D2M | Buddingh' 2017, algorithms 4 to 6 | [`d2m`](query::meshes::d2m), [`d2m_again`](query::meshes::d2m_again) | `query/meshes/d2m.rs` |
//! | D2M's tree of spheres alone, Capoeira | Buddingh' 2017, section VIII | [`capoeira`](query::meshes::capoeira) | `query/meshes/capoeira.rs` |
//! | hybrid root finder on intervals, HRFOI with IRD | Buddingh' 2017, algorithms 2 and 3 | [`first_root`](query::roots::first_root) | `query/roots/hrfoi.rs` |
//! | smallest enclosing spheres, halved boxes | Buddingh' 2017, section VI-A | [`MeshBvh::spheres`] | `bvh/halved_boxes.rs`, `volume/smallest_ball.rs` |
//! | algebraic contacts of features under a rational screw | Redon 2000, as Coumans 2005 describes it | [`algebraic_contact`](query::roots::algebraic_contact) | `query/roots/redon.rs` |
//! | all contacts of deforming meshes, over a tree of moving boxes | ours | [`deforming_contacts`](query::deforming::deforming_contacts) | `query/deforming.rs`, `broad_phase/box_tree.rs` |
//! | the largest step of deforming meshes without contact | ours | [`free_step`](query::deforming::free_step) | `query/deforming.rs` |
//! | contacts and steps of deforming meshes with a clearance, and pairs left out | ours | [`deforming_contacts_with`](query::deforming::deforming_contacts_with), [`free_step_with`](query::deforming::free_step_with) | `query/deforming/question.rs`, `query/deforming/compared.rs` |
//! | how far each vertex of a deforming mesh may go by itself | ours | [`free_fractions`](query::deforming::free_fractions) | `query/deforming/fractions.rs` |
//! | a body swept along a line, as the ray cast on the Minkowski difference | van den Bergen 2005, as Coumans 2005 cites it | [`convex_cast`](query::casts::convex_cast) | `query/casts.rs` |
//! | a ray against any body | | [`ray_cast`](query::casts::ray_cast) | `query/casts.rs`, through meshes `query/pieces/straight.rs` |
//! | vertices, edges and faces on straight lines: exact contact | Jansen, sections 3.1 to 3.4 and 3.6 | [`LinearPair::decide`](query::points::LinearPair::decide), [`LinearPair::first_contact`](query::points::LinearPair::first_contact) | `query/points/linear_pair.rs` |
//! | vertices, edges and faces on straight lines: when they come within a distance | ours | [`LinearPair::first_within`](query::points::LinearPair::first_within) | `query/points/linear_pair/within.rs` |
//! | vertices, edges and faces on straight lines: batches; rationals | | [`LinearPairs`](query::points::LinearPairs); [`RationalPair`](query::points::RationalPair) | `query/points/linear_pairs.rs`; `query/points/linear_pair/rational.rs` |
//! | robots along paths, in slabs of time | ours | [`Workcell::first_contact`](query::articulated::Workcell::first_contact) | `query/articulated/slabs.rs`, `motion/link_motion.rs` |
//! | robots by temporal culling with Taylor models | Tang, Manocha, Kim 2013, section 5, algorithm 4 | [`Workcell::first_contact_by_culling`](query::articulated::Workcell::first_contact_by_culling) | `query/articulated/temporal_culling.rs`, `numbers/taylor_model.rs` |
//! | how close a robot comes to anything | ours | [`Workcell::smallest_distance`](query::articulated::Workcell::smallest_distance) | `query/articulated/smallest_distance.rs` |
//! | separation and depth of any two shapes at an instant, pairs of pieces within a distance | | [`separation`](query::instant::separation()), [`penetration`](query::instant::penetration()), [`contacts`](query::instant::contacts()) | `query/instant/walk.rs`, `query/instant/posed.rs` |
//! | contact points of any two shapes, edges inside of meshes left out | | [`manifolds`](query::instant::manifolds()) | `query/instant/manifolds.rs`, `query/instant/face_points.rs` |
//! | mass, centre, inertia, principal axes | Mirtich 1996 for polyhedra; Steiner's pieces for rounded ones | [`MassProperties`](mass::MassProperties) | `mass/` |
//! | whether a mesh crosses itself, exactly | | [`self_crossing`](query::meshes::self_crossing) | `query/meshes/self_crossing.rs` |
//! | which triangles of a mesh meet | | [`Neighbours`](mesh::Neighbours) | `mesh/neighbours.rs` |
//! | separation of meshes at an instant | | [`separation`](query::meshes::separation) | `query/meshes/separation.rs` |
//! | separation of convex bodies at an instant, GJK | Gilbert, Johnson, Keerthi 1988 | [`hull_separation`](query::hulls::hull_separation), [`hull_separation_again`](query::hulls::hull_separation_again) | `query/hulls/hull_separation.rs`, `query/hulls/gjk.rs` |
//! | depth of overlapping convex bodies, or their separation, EPA | van den Bergen 2001 | [`penetration`](query::hulls::penetration) | `query/hulls/epa.rs`, `query/hulls/expanding.rs` |
//! | contact points of convex bodies, clipped faces | | [`contact_points`](query::hulls::contact_points), [`contact_points_again`](query::hulls::contact_points_again) | `query/hulls/contact_points.rs`, `query/hulls/clipping.rs` |
//! | persistent manifolds | Coumans 2005, section 5 | [`Manifold`](query::hulls::Manifold) | `query/hulls/manifold.rs` |
//! | distance of triangles | | [`triangle_distance`](query::meshes::triangle_distance) | `query/meshes/triangle_distance.rs` |
//! | swept-sphere hierarchy | Tang, Manocha, Kim 2013, section 3.2 | [`MeshBvh::new`] | `bvh/build.rs`, `volume/swept_sphere.rs` |
//!
//! # Motions
//!
//! [`Resting`], [`ConstantVelocity`] (linear and angular, about any point, or from one placement to another),
//! [`Ballistic`](motion::Ballistic) (with constant acceleration),
//! [`Sweep`](motion::Sweep) (a straight line, without turning), [`Screw`](motion::Screw) (turning at a constant rate),
//! [`RationalScrew`](motion::RationalScrew) (Redon's, whose contacts are algebraic), [`LinkMotion`](motion::LinkMotion) (a link of a
//! [`robot`] along a path), [`Retimed`](motion::Retimed) (any of these by another clock), and anything that implements
//! [`Motion`]; [`check_motion`](motion::check_motion) samples whether such an implementation keeps its promises.
//!
//! # Features
//!
//! - `std` (default): square roots by the processor. Without it the crate needs `alloc` only; the bits are the same.
//! - `parallel`: [`first_contacts`], [`Workcell::first_contacts`](query::articulated::Workcell::first_contacts), [`deforming_contacts`](query::deforming::deforming_contacts), [`free_step`](query::deforming::free_step) and [`free_fractions`](query::deforming::free_fractions) on all cores.
//! - `serde`: answers can be serialised.
//! - `mint`: glam's conversions to and from other vector types.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod body;
pub mod broad_phase;
pub mod bvh;
pub mod mass;
pub mod mesh;
pub mod motion;
pub mod numbers;
pub mod query;
pub mod robot;
pub mod shape;
mod volume;

pub use bvh::MeshBvh;
pub use glam;
pub use mesh::TriMesh;
pub use motion::{ConstantVelocity, Motion, Placement, Resting};
pub use numbers::{Interval, Span};
pub use query::{
    Contact, ContactQuery, Evidence, Feature, Limits, Moving, Outcome, Reason, Shape, Verdict,
    Workspace, first_contact, first_contact_with, first_contacts,
};
pub use shape::{Compound, HalfSpace, Hull};

/// Types that make mistakes in proofs impossible, for the tests that show it; nothing to build on.
#[doc(hidden)]
pub mod proofs {
    pub use crate::motion::proofs::{ProvenGap, step};
    pub use crate::volume::{Leaf, OneTriangle};
}

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
