//! Mass properties, against closed forms, exact integrals of polyhedra and sums over directions.

#![allow(
    clippy::disallowed_methods,
    reason = "tests may use the platform's functions"
)]

mod bad_input;
mod closed_forms;
mod combined;
mod exact;
mod meshes;
mod principal;
mod rounded;

use glam::{DMat3, DVec3};
use osculate::mass::MassProperties;

/// Whether mass, centre and inertia are what they should be, to `tolerance` of the mass, the size and the largest moment; and whether
/// the principal frame belongs to the inertia.
#[track_caller]
fn assert_is(
    found: &MassProperties,
    (mass, centre, inertia): (f64, DVec3, DMat3),
    size: f64,
    tolerance: f64,
) {
    let off = (found.mass() - mass).abs() / mass;
    assert!(off <= tolerance, "mass {} for {mass}", found.mass());
    let off = (found.centre() - centre).length() / size;
    assert!(off <= tolerance, "centre {} for {centre}", found.centre());
    let largest = found.principal_moments().z;
    let off = (found.inertia() - inertia).to_cols_array();
    let off = off.iter().fold(0.0_f64, |most, x| most.max(x.abs())) / largest;
    assert!(
        off <= tolerance,
        "inertia {} for {inertia}: {off:e}",
        found.inertia()
    );
    assert_frame(found);
}

/// Moments rise, the frame is a rotation, and takes the moments to the inertia.
#[track_caller]
fn assert_frame(found: &MassProperties) {
    let moments = found.principal_moments();
    assert!(0.0 < moments.x && moments.x <= moments.y && moments.y <= moments.z);
    assert!((found.principal_frame().length() - 1.0).abs() < 1e-15);
    let axes = DMat3::from_quat(found.principal_frame());
    let again = axes * DMat3::from_diagonal(moments) * axes.transpose();
    let off = (again - found.inertia()).to_cols_array();
    let most = off.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    assert!(most <= 1e-14 * moments.z, "{most:e}");
    let one = found.inverse_inertia() * found.inertia() - DMat3::IDENTITY;
    let off = one
        .to_cols_array()
        .iter()
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(off <= 1e-14 * moments.z / moments.x, "{off:e}");
}

/// The inertia of a mass with these means of products of coordinates about its centre.
fn inertia_of(mass: f64, spread: DMat3) -> DMat3 {
    let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
    mass * (DMat3::from_diagonal(DVec3::splat(trace)) - spread)
}
