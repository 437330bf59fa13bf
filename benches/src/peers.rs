//! The same queries for parry3d, in single and double precision.

use crate::methods::Claim;
use crate::scenes::{Flight, Scene};
use glam::{DQuat, DVec3};
use osculate::TriMesh;
use parry3d::glamx::{Quat, Vec3};
use std::convert::identity;

macro_rules! parry {
    ($name:ident, $parry:ident, $real:ty, $vector:path, $rotation:path, $doc:literal) => {
        #[doc = $doc]
        pub struct $name {
            meshes: [$parry::shape::TriMesh; 2],
        }

        impl $name {
            /// Takes over the bodies of `scene`.
            pub fn new(scene: &Scene) -> $name {
                let convert = |mesh: &TriMesh| {
                    let vertices = mesh
                        .vertices()
                        .iter()
                        .map(|&vertex| $vector(vertex))
                        .collect();
                    $parry::shape::TriMesh::new(vertices, mesh.triangles().to_vec())
                        .expect("a mesh with triangles")
                };
                $name {
                    meshes: scene.bodies().map(|body| convert(body.mesh())),
                }
            }

            /// When the bodies first touch: `cast_shapes_nonlinear`.
            pub fn ask(&self, flight: &Flight) -> Claim {
                use $parry::math::Pose;
                use $parry::query::{NonlinearRigidMotion, cast_shapes_nonlinear};
                let from = Pose::from_parts(
                    $vector(flight.from.position),
                    $rotation(flight.from.rotation),
                );
                let motion = NonlinearRigidMotion::new(
                    from,
                    $parry::math::Vector::ZERO,
                    $vector(flight.motion.linear()),
                    $vector(flight.motion.angular()),
                );
                let rest = NonlinearRigidMotion::constant_position(Pose::IDENTITY);
                let [a, b] = &self.meshes;
                let (start, end): ($real, $real) = (0.0, 1.0);
                match cast_shapes_nonlinear(&motion, a, &rest, b, start, end, true) {
                    Ok(Some(hit)) => Claim::Hit(hit.time_of_impact.into()),
                    Ok(None) => Claim::Free,
                    Err(_) => Claim::Undecided,
                }
            }
        }
    };
}

parry!(
    Parry,
    parry3d,
    f32,
    single,
    single_rotation,
    "parry3d, in `f32`."
);
parry!(
    ParryDouble,
    parry3d_f64,
    f64,
    identity,
    identity,
    "parry3d-f64."
);

fn single(vector: DVec3) -> Vec3 {
    vector.as_vec3()
}

fn single_rotation(rotation: DQuat) -> Quat {
    rotation.as_quat()
}
