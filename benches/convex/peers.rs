//! The same pairs for parry3d-f64.

use glam::DQuat;
use osculate::{Motion, shape::HullCore};
use osculate_benches::methods::Claim;
use osculate_benches::small_sets::{GAP, SmallPair};
use osculate_judge::hulls::bodies::{Body, Core};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::walk::Pair;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::sweep_toi::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry3d_f64::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, NonlinearRigidMotion,
    PersistentQueryDispatcher, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear, contact,
    distance,
};
use parry3d_f64::shape::SharedShape;
use std::f64::consts::FRAC_PI_2;

/// The sweep stops at this distance: its own default of 0.005 is for scenes of metres.
const SLOP: f64 = 1e-6;

/// A pair as parry has it.
pub struct Asked {
    shapes: [SharedShape; 2],
    motions: [NonlinearRigidMotion; 2],
    starts: [Pose; 2],
    sweeps: [Sweep; 2],
    velocities: [Vector; 2],
}

impl Asked {
    /// `None` if parry has no such body.
    pub fn new(pair: &Pair) -> Option<Asked> {
        let moved = [&pair.a, &pair.b];
        let [a, b] = moved.map(|moved| shape(&moved.body));
        let starts = moved.map(|moved| pose(&moved.flight, &moved.body, 0.0));
        let ends = moved.map(|moved| pose(&moved.flight, &moved.body, 1.0));
        let motion = |i: usize| {
            let flight = &moved[i].flight;
            NonlinearRigidMotion::new(starts[i], Vector::ZERO, flight.linear, flight.angular)
        };
        Some(Asked {
            shapes: [a?, b?],
            motions: [motion(0), motion(1)],
            starts,
            sweeps: [0, 1].map(|i| Sweep::from_poses(&starts[i], &ends[i], Vector::ZERO)),
            velocities: moved.map(|moved| moved.flight.linear),
        })
    }

    pub fn nonlinear(&self) -> Claim {
        let ([one, other], [a, b]) = (&self.motions, &self.shapes);
        match cast_shapes_nonlinear(one, &**a, other, &**b, 0.0, 1.0, true) {
            Ok(Some(hit)) => Claim::Hit(hit.time_of_impact),
            Ok(None) => Claim::Free,
            Err(_) => Claim::Undecided,
        }
    }

    /// `None` if the sweep does not take these bodies. Meant for steps of less than half a turn.
    pub fn sweep(&self) -> Option<Claim> {
        let [a, b] = &self.shapes;
        let (a, b) = (ToiProxy::from_shape(&**a)?, ToiProxy::from_shape(&**b)?);
        let output = sweep_time_of_impact(&a, &self.sweeps[0], &b, &self.sweeps[1], 1.0, SLOP);
        Some(match output.status {
            SweepToiStatus::Overlapped => Claim::Overlapping,
            SweepToiStatus::Hit => Claim::Hit(output.fraction),
            SweepToiStatus::Separated => Claim::Free,
            SweepToiStatus::Failed => Claim::Undecided,
        })
    }

    /// Without the rotation.
    pub fn linear(&self) -> Claim {
        let ([at_a, at_b], [v_a, v_b]) = (&self.starts, self.velocities);
        let [a, b] = &self.shapes;
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        match cast_shapes(at_a, v_a, &**a, at_b, v_b, &**b, options) {
            Ok(Some(hit)) => Claim::Hit(hit.time_of_impact),
            Ok(None) => Claim::Free,
            Err(_) => Claim::Undecided,
        }
    }
}

/// Two boxes at an instant.
pub struct Resting {
    shapes: [SharedShape; 2],
    poses: [Pose; 2],
    manifolds: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
}

impl Resting {
    pub fn new(pair: &SmallPair, t: f64) -> Resting {
        let poses = [0, 1].map(|body| {
            let at = pair.motions[body].placement(t);
            Pose::from_parts(at.position, at.rotation.normalize())
        });
        let shapes = pair.hulls().map(|body| {
            let half = match body.shape.form().core {
                HullCore::Cuboid { half } => half,
                other => unreachable!("both are boxes, not {other:?}"),
            };
            SharedShape::cuboid(half.x, half.y, half.z)
        });
        Resting {
            shapes,
            poses,
            manifolds: Vec::new(),
            workspace: None,
        }
    }

    pub fn distance(&self) -> f64 {
        let ([at_a, at_b], [a, b]) = (&self.poses, &self.shapes);
        distance(at_a, &**a, at_b, &**b).expect("boxes").distance
    }

    pub fn contact(&self) -> f64 {
        let ([at_a, at_b], [a, b]) = (&self.poses, &self.shapes);
        let found = contact(at_a, &**a, at_b, &**b, 2.0 * GAP).expect("boxes");
        found.map_or(0.0, |contact| contact.dist)
    }

    pub fn manifolds(&mut self) -> usize {
        let between = self.poses[0].inv_mul(&self.poses[1]);
        let [a, b] = &self.shapes;
        DefaultQueryDispatcher
            .contact_manifolds(
                &between,
                &**a,
                &**b,
                2.0 * GAP,
                &mut self.manifolds,
                &mut self.workspace,
            )
            .expect("boxes");
        self.manifolds.iter().map(|found| found.points.len()).sum()
    }

    /// So that nothing is known of the last time.
    pub fn forget(&mut self) {
        self.manifolds.clear();
        self.workspace = None;
    }
}

/// Cylinders and cones stand along y there.
fn pose(flight: &Flight, body: &Body, t: f64) -> Pose {
    let upright = match body.core {
        Core::Cylinder { .. } | Core::Cone { .. } => DQuat::from_rotation_x(FRAC_PI_2),
        _ => DQuat::IDENTITY,
    };
    let turned = DQuat::from_scaled_axis(flight.angular * t) * flight.rotation * upright;
    Pose::from_parts(flight.position + flight.linear * t, turned.normalize())
}

fn shape(body: &Body) -> Option<SharedShape> {
    let round = body.margin;
    Some(match &body.core {
        Core::Point => SharedShape::ball(round),
        &Core::Segment { half } => SharedShape::capsule_z(half, round),
        &Core::Cuboid { half } if round == 0.0 => SharedShape::cuboid(half.x, half.y, half.z),
        &Core::Cuboid { half } => SharedShape::round_cuboid(half.x, half.y, half.z, round),
        &Core::Cylinder { radius, half } => SharedShape::cylinder(half, radius),
        &Core::Cone { radius, half } => SharedShape::cone(half, radius),
        Core::Ellipsoid { .. } => return None,
        Core::Polytope { corners } => SharedShape::convex_hull(corners)?,
    })
}
