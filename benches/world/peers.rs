//! The same scenes for rapier3d, in `f32` and in `f64`.

/// The same code for both of rapier's crates.
macro_rules! peer {
    ($module:ident, $rapier:ident, $real:ty, $name:literal) => {
        /// Rapier in one precision.
        pub mod $module {
            use crate::Engine;
            use crate::shots::{At, Range};
            use osculate::glam::{DQuat, DVec3};
            use osculate::shape::HullCore;
            use osculate::{Hull, Shape};
            use osculate_judge::hulls::bodies::{Body, Core};
            use osculate_judge::hulls::shots::{Held, Shot};
            use osculate_world::{BodyKind, World};
            use $rapier::math::{Pose, Rotation, Vector};
            use $rapier::prelude::{
                ColliderBuilder, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, SharedShape,
            };

            fn vector(v: DVec3) -> Vector {
                Vector::new(v.x as $real, v.y as $real, v.z as $real)
            }

            fn pose(position: DVec3, rotation: DQuat) -> Pose {
                let [x, y, z, w] = rotation.to_array().map(|c| c as $real);
                Pose::from_parts(
                    vector(position),
                    Rotation::from_xyzw(x, y, z, w).normalize(),
                )
            }

            fn at(pose: &Pose) -> At {
                let [x, y, z] = pose.translation.to_array().map(|c| c as f64);
                let r = pose.rotation.to_array().map(|c| c as f64);
                (DVec3::new(x, y, z), DQuat::from_array(r))
            }

            /// A convex piece, and where it is in its body.
            fn piece(core: &Core, margin: f64) -> (DQuat, SharedShape) {
                let real = |x: f64| x as $real;
                // Rapier's axes are along y.
                let upright = DQuat::from_rotation_x(core::f64::consts::FRAC_PI_2);
                let margin_real = real(margin);
                match core {
                    Core::Point => (DQuat::IDENTITY, SharedShape::ball(margin_real)),
                    &Core::Segment { half } => (
                        DQuat::IDENTITY,
                        SharedShape::capsule_z(real(half), margin_real),
                    ),
                    &Core::Cuboid { half } => {
                        let [x, y, z] = half.to_array().map(real);
                        let shape = if margin > 0.0 {
                            SharedShape::round_cuboid(x, y, z, margin_real)
                        } else {
                            SharedShape::cuboid(x, y, z)
                        };
                        (DQuat::IDENTITY, shape)
                    }
                    &Core::Cylinder { radius, half } => {
                        (upright, SharedShape::cylinder(real(half), real(radius)))
                    }
                    &Core::Cone { radius, half } => {
                        (upright, SharedShape::cone(real(half), real(radius)))
                    }
                    // It has none: points on it, about evenly.
                    &Core::Ellipsoid { radii } => {
                        let points = (0..100).map(|k| {
                            let z = (f64::from(k) + 0.5) / 50.0 - 1.0;
                            let (sin, cos) = (2.399_963_2 * f64::from(k)).sin_cos();
                            let across = (1.0 - z * z).sqrt();
                            vector(radii * DVec3::new(across * cos, across * sin, z))
                        });
                        let points: Vec<Vector> = points.collect();
                        let shape = SharedShape::convex_hull(&points);
                        (DQuat::IDENTITY, shape.expect("an ellipsoid has a hull"))
                    }
                    Core::Polytope { corners } => {
                        let points: Vec<Vector> = corners.iter().map(|c| vector(*c)).collect();
                        let shape = SharedShape::convex_hull(&points);
                        (DQuat::IDENTITY, shape.expect("points have a hull"))
                    }
                }
            }

            fn placed(body: &Body) -> (Pose, SharedShape) {
                let (turn, shape) = piece(&body.core, body.margin);
                (pose(body.position, body.rotation * turn), shape)
            }

            fn of_hull(hull: &Hull) -> (Pose, SharedShape) {
                let form = hull.form();
                let core = match form.core {
                    HullCore::Point => Core::Point,
                    HullCore::Segment { half_length: half } => Core::Segment { half },
                    HullCore::Cuboid { half } => Core::Cuboid { half },
                    HullCore::Cylinder {
                        radius,
                        half_height: half,
                    } => Core::Cylinder { radius, half },
                    HullCore::Cone {
                        radius,
                        half_height: half,
                    } => Core::Cone { radius, half },
                    HullCore::Ellipsoid { radii } => Core::Ellipsoid { radii },
                    HullCore::Polytope { corners, .. } => Core::Polytope { corners },
                    other => panic!("rapier has no {other:?}"),
                };
                let rotation = DQuat::from_mat3(&form.axes);
                placed(&Body::new(core, form.margin).placed(form.centre, rotation))
            }

            fn collider(pieces: Vec<(Pose, SharedShape)>) -> ColliderBuilder {
                match &pieces[..] {
                    [(at, shape)] => ColliderBuilder::new(shape.clone()).position(*at),
                    _ => ColliderBuilder::new(SharedShape::compound(pieces)),
                }
            }

            fn empty(gravity: DVec3) -> PhysicsWorld {
                let mut world = PhysicsWorld::new();
                world.gravity = vector(gravity);
                world.integration_parameters.dt = 1.0 / 64.0;
                world
            }

            /// A scene.
            pub struct Peer {
                world: PhysicsWorld,
            }

            impl Peer {
                pub fn new(ours: &World) -> Peer {
                    let mut world = empty(ours.settings().gravity);
                    for body in ours.handles() {
                        let told = "it is there";
                        let place = ours.placement(body).expect(told);
                        let [linear, angular] = ours.velocity(body).expect(told);
                        let rigid = match ours.kind(body).expect(told) {
                            BodyKind::Static => RigidBodyBuilder::fixed(),
                            BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
                            BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
                        };
                        let rigid = rigid
                            .pose(pose(place.position, place.rotation))
                            .linvel(vector(linear))
                            .angvel(vector(angular))
                            .can_sleep(false);
                        let collider = match ours.shape(body).expect(told) {
                            Shape::Hull(hull) => collider(vec![of_hull(hull)]),
                            Shape::Compound(parts) => {
                                collider(parts.parts().iter().map(of_hull).collect())
                            }
                            Shape::HalfSpace(plane) => {
                                let shape = SharedShape::halfspace(vector(plane.normal()));
                                let on = plane.normal() * plane.offset();
                                ColliderBuilder::new(shape).position(pose(on, DQuat::IDENTITY))
                            }
                            Shape::Mesh(_) => panic!("worlds have no meshes"),
                        };
                        world.insert(rigid, collider.density(1000.0).friction(0.5));
                    }
                    Peer { world }
                }
            }

            impl Engine for Peer {
                fn name(&self) -> &'static str {
                    $name
                }

                fn step(&mut self) {
                    self.world.step();
                }

                fn deepest(&self) -> f64 {
                    let pairs = self.world.narrow_phase.contact_pairs();
                    let points = pairs.flat_map(|pair| {
                        let manifolds = pair.manifolds().iter();
                        manifolds.flat_map(|manifold| manifold.points.iter().map(|p| p.dist))
                    });
                    -points.fold(f64::INFINITY, |least, dist| least.min(dist as f64))
                }
            }

            /// A shot.
            pub struct Shooting {
                world: PhysicsWorld,
                bodies: [RigidBodyHandle; 2],
            }

            impl Range for Shooting {
                fn new(shot: &Shot) -> Shooting {
                    let mut world = empty(DVec3::ZERO);
                    // Its cap of 400 metres per second is lifted.
                    world.integration_parameters.normalized_max_linear_velocity = <$real>::MAX;
                    let pieces = shot.pieces.iter().map(placed).collect();
                    let [x, y, z] = shot.plate.to_array().map(|side| side as $real);
                    let sheet = ColliderBuilder::cuboid(x, y, z);
                    let held = match shot.held {
                        Held::Fast => RigidBodyBuilder::fixed(),
                        Held::Led => RigidBodyBuilder::kinematic_velocity_based(),
                        Held::Free => RigidBodyBuilder::dynamic(),
                    };
                    let both = [
                        (RigidBodyBuilder::dynamic(), collider(pieces), 1.0),
                        (held, sheet, shot.mass_ratio),
                    ];
                    let mut flights = shot.flights.iter();
                    let bodies = both.map(|(rigid, collider, mass)| {
                        let flight = flights.next().expect("both fly");
                        let rigid = rigid
                            .pose(pose(flight.position, flight.rotation))
                            .linvel(vector(flight.linear))
                            .angvel(vector(flight.angular))
                            .can_sleep(false)
                            .ccd_enabled(true);
                        let collider = collider
                            .mass(mass as $real)
                            .friction(shot.friction as $real)
                            .restitution(shot.restitution as $real);
                        world.insert(rigid, collider).0
                    });
                    Shooting { world, bodies }
                }

                fn step(&mut self) {
                    self.world.step();
                }

                fn poses(&self) -> [At; 2] {
                    self.bodies
                        .map(|body| at(self.world.bodies[body].position()))
                }
            }
        }
    };
}

peer!(single, rapier3d, f32, "rapier f32");
peer!(double, rapier3d_f64, f64, "rapier f64");
