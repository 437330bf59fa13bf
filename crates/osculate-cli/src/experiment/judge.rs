//! The judge: an independent reference for the answers of an experiment.
//!
//! It shares no code with the library's queries, poses or trees. It poses the bodies itself, has a box tree of its own
//! and measures triangles by their features. Nothing in it is proven; for bodies of about unit size its separations
//! are good to about 1e-13, at any speed: a smaller separation than that cannot be told from touching.

mod pose;
mod tree;
mod triangles;

use glam::DVec3;
use osculate::TriMesh;
pub use pose::Flight;
use pose::Pose;
use tree::{Below, BoxTree, Node};

/// What separations are good to. Boxes are taken to be closer than computed by as much.
pub const ACCURACY: f64 = 1e-13;

/// The surface of a body, as the judge sees it.
pub struct Surface {
    triangles: Vec<[DVec3; 3]>,
    tree: BoxTree,
    /// How far it reaches from its origin.
    reach: f64,
}

impl Surface {
    /// The triangles of `mesh`, under a tree of boxes.
    pub fn new(mesh: &TriMesh) -> Surface {
        let triangles: Vec<[DVec3; 3]> = (0..mesh.triangles().len())
            .map(|index| mesh.triangle(index))
            .collect();
        let corners = triangles.iter().flatten();
        Surface {
            reach: corners.map(|corner| corner.length()).fold(0.0, f64::max),
            tree: BoxTree::new(&triangles),
            triangles,
        }
    }
}

/// How a walk through time ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The surfaces are apart all the way.
    Apart,
    /// It comes upon an intersection.
    Intersecting,
    /// It comes upon a separation that cannot be told from touching, or takes too many steps.
    Unclear,
}

/// The most steps of a walk; a few hundred are usual.
const STEPS: u32 = 100_000;

/// Two moving surfaces.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    surfaces: [&'a Surface; 2],
    flights: &'a [Flight; 2],
}

impl<'a> Judge<'a> {
    /// Each surface on its flight.
    pub fn new(surfaces: [&'a Surface; 2], flights: &'a [Flight; 2]) -> Judge<'a> {
        Judge { surfaces, flights }
    }

    /// How far apart the surfaces are at time `t`: 0 if they intersect.
    pub fn separation(&self, t: f64) -> f64 {
        self.separation_below(f64::INFINITY, t)
    }

    /// Whether the surfaces intersect at time `t`.
    pub fn intersect(&self, t: f64) -> bool {
        self.separation_below(ACCURACY, t) == 0.0
    }

    /// The times between 0 and `end` at which the balls around the bodies meet, the only ones at which the bodies can;
    /// `None` if there are none.
    pub fn encounter(&self, end: f64) -> Option<[f64; 2]> {
        let [a, b] = self.flights;
        let (offset, velocity) = (b.position - a.position, b.linear - a.linear);
        // Rounding counts for nothing in a ball one per cent too large.
        let reach = 1.01 * (self.surfaces[0].reach + self.surfaces[1].reach);
        let outside = offset.length_squared() - reach * reach;
        let (half, square) = (offset.dot(velocity), velocity.length_squared());
        if square == 0.0 {
            return (outside <= 0.0).then_some([0.0, end]);
        }
        let root = (half * half - square * outside).sqrt();
        let [first, last] = [(-half - root) / square, (-half + root) / square];
        // False for NaN as well: the balls never meet.
        (last >= 0.0 && first <= end).then(|| [first.max(0.0), last.min(end)])
    }

    /// Walks from time 0 to `until` in steps during which no two points can come as close as the surfaces are apart:
    /// unlike samples, that leaves nothing out.
    pub fn walk(&self, until: f64) -> Walk {
        let [a, b] = self.flights;
        let spins = [a, b].map(|flight| flight.angular.length());
        let speed = (a.linear - b.linear).length()
            + spins[0] * self.surfaces[0].reach
            + spins[1] * self.surfaces[1].reach;
        let Some([mut t, last]) = self.encounter(until) else {
            return Walk::Apart;
        };
        for _ in 0..STEPS {
            if t >= last {
                return Walk::Apart;
            }
            let separation = self.separation(t);
            if separation == 0.0 {
                return Walk::Intersecting;
            }
            if separation <= 2.0 * ACCURACY {
                return Walk::Unclear;
            }
            t += (separation - ACCURACY) / speed;
        }
        Walk::Unclear
    }

    /// The separation at time `t`, or `limit` if it is not below that.
    fn separation_below(&self, limit: f64, t: f64) -> f64 {
        let pose = Pose::at(self.flights, t);
        let [a, b] = self.surfaces;
        let mut nearest = limit;
        let mut stack = vec![(0.0, 0, 0)];
        while let Some((distance, first, second)) = stack.pop() {
            if distance >= nearest {
                continue;
            }
            let (node_a, node_b) = (a.tree.node(first), b.tree.node(second));
            let open_a = |child| [(child, second), (child + 1, second)];
            let open_b = |child| [(first, child), (first, child + 1)];
            let pairs = match (node_a.below, node_b.below) {
                (Below::Triangle(i), Below::Triangle(j)) => {
                    let other = b.triangles[j].map(|corner| pose.apply(corner));
                    nearest = nearest.min(triangles::distance(&a.triangles[i], &other));
                    if nearest == 0.0 {
                        return 0.0;
                    }
                    continue;
                }
                (Below::Children(child), Below::Triangle(_)) => open_a(child),
                (Below::Triangle(_), Below::Children(child)) => open_b(child),
                (Below::Children(child), _) if node_a.size() >= node_b.size() => open_a(child),
                (_, Below::Children(child)) => open_b(child),
            };
            let mut pairs = pairs.map(|(i, j)| {
                let distance = box_distance(a.tree.node(i), b.tree.node(j), &pose);
                (distance - ACCURACY, i, j)
            });
            // The nearer pair is looked at first.
            if pairs[0].0 < pairs[1].0 {
                pairs.swap(0, 1);
            }
            stack.extend(pairs);
        }
        nearest
    }
}

/// At most the distance of two boxes, the second one posed: along the axes of either.
fn box_distance(a: &Node, b: &Node, pose: &Pose) -> f64 {
    let from_a = pose.apply(b.centre) - a.centre;
    let from_b = pose.rotation.transpose() * from_a;
    let gaps = [
        from_a.abs() - a.half - pose.absolute * b.half,
        from_b.abs() - b.half - pose.absolute.transpose() * a.half,
    ];
    let [along_a, along_b] = gaps.map(|gap| gap.max(DVec3::ZERO).length());
    along_a.max(along_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate::mesh::{cuboid, gear, icosphere, torus_knot};

    fn still(position: DVec3) -> Flight {
        Flight {
            position,
            rotation: [0.0, 0.0, 0.0, 1.0],
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
        }
    }

    fn brute_force(judge: &Judge, t: f64) -> f64 {
        let pose = Pose::at(judge.flights, t);
        let [a, b] = judge.surfaces;
        let mut nearest = f64::INFINITY;
        for first in &a.triangles {
            for second in &b.triangles {
                let second = second.map(|corner| pose.apply(corner));
                nearest = nearest.min(triangles::distance(first, &second));
            }
        }
        nearest
    }

    #[test]
    fn the_tree_finds_what_all_pairs_find() {
        let knot = Surface::new(&torus_knot(2, 3, 150).unwrap());
        let wheel = Surface::new(&gear(6, 200).unwrap());
        let mut flights = [still(DVec3::ZERO), still(DVec3::new(4.0, 0.3, 0.2))];
        flights[0].angular = DVec3::new(1.0, -2.0, 0.5);
        flights[1].linear = DVec3::new(-4.0, 0.0, 0.0);
        flights[1].rotation = [0.1, 0.7, -0.2, 0.4];
        let judge = Judge::new([&knot, &wheel], &flights);
        let mut intersections = 0;
        for step in 0..25 {
            let t = f64::from(step) / 25.0;
            let expected = brute_force(&judge, t);
            assert_eq!(judge.separation(t), expected, "t = {t}");
            assert_eq!(judge.intersect(t), expected == 0.0, "t = {t}");
            intersections += u32::from(expected == 0.0);
        }
        assert!((5..20).contains(&intersections), "{intersections}");
    }

    #[test]
    fn speed_and_distance_from_the_origin_cost_no_digits() {
        let body = Surface::new(&cuboid(DVec3::splat(0.5)).unwrap());
        let far = DVec3::new(1e6, 3.0, 0.0);
        let mut flights = [still(far), still(far + 3.0 * DVec3::X)];
        flights[0].linear = DVec3::new(300.0, 7.0, 0.0);
        flights[1].linear = DVec3::new(-212.0, 7.0, 0.0);
        // They touch at t = 2/512 = 2⁻⁸; 2⁻⁴² before that they are 512·2⁻⁴² = 2⁻³³ apart.
        let touch = (-8.0_f64).exp2();
        let judge = Judge::new([&body, &body], &flights);
        let apart = judge.separation(touch - (-42.0_f64).exp2());
        assert!((apart - (-33.0_f64).exp2()).abs() < 1e-15, "{apart}");
        assert!(!judge.intersect(touch - (-42.0_f64).exp2()));
        assert!(judge.intersect(touch + (-42.0_f64).exp2()));
    }

    #[test]
    fn a_turning_rod_is_where_it_should_be() {
        // Its end face at x = 1, turned by an angle, has its lowest corner at 0.1·cos + 1·sin below the axis.
        let rod = Surface::new(&cuboid(DVec3::new(1.0, 0.1, 0.1)).unwrap());
        let floor = Surface::new(&cuboid(DVec3::new(5.0, 1.0, 5.0)).unwrap());
        let mut flights = [still(DVec3::ZERO), still(DVec3::new(0.0, -3.0, 0.0))];
        flights[0].angular = DVec3::new(0.0, 0.0, -1.0);
        let judge = Judge::new([&rod, &floor], &flights);
        for step in 1..15 {
            let angle = f64::from(step) / 10.0;
            let expected = 2.0 - (angle.sin() + 0.1 * angle.cos());
            let found = judge.separation(angle);
            assert!((found - expected).abs() < 4e-15, "{angle}: {found}");
        }
    }

    #[test]
    fn spheres_are_as_far_apart_as_their_centres_tell() {
        let ball = Surface::new(&icosphere(1.0, 5120).unwrap());
        let mut flights = [still(DVec3::ZERO), still(DVec3::new(2.0, 2.0, 1.0))];
        flights[0].rotation = [0.3, 0.1, 0.5, -0.6];
        flights[1].linear = DVec3::new(-1.0, -1.0, -0.5);
        let judge = Judge::new([&ball, &ball], &flights);
        for t in [0.0, 0.2, 0.4, 0.6, 0.66] {
            let ideal = 3.0 * (1.0 - 0.5 * t) - 2.0;
            let found = judge.separation(t);
            // Facets lie a little below the sphere.
            assert!(
                found >= ideal - 1e-14 && found < ideal + 2e-3,
                "{t}: {found}"
            );
        }
        assert!(judge.intersect(0.75));
        let [first, last] = judge.encounter(10.0).unwrap();
        assert!((first - 1.96 / 3.0).abs() < 1e-12 && (last - 10.04 / 3.0).abs() < 1e-12);
        // One inside the other: the surfaces are apart.
        let small = Surface::new(&icosphere(0.5, 320).unwrap());
        let flights = [still(DVec3::ZERO), still(DVec3::ZERO)];
        let judge = Judge::new([&ball, &small], &flights);
        assert!((0.45..0.55).contains(&judge.separation(0.0)));
    }

    #[test]
    fn a_walk_leaves_nothing_out() {
        // A blade passes through a slit of the floor's width in a millionth of a second.
        let blade = Surface::new(&cuboid(DVec3::new(0.5, 0.5, 1e-4)).unwrap());
        let mut flights = [still(DVec3::ZERO), still(DVec3::new(0.1, 0.2, 1.0))];
        flights[1].linear = -512.0 * DVec3::Z;
        let judge = Judge::new([&blade, &blade], &flights);
        assert!(!judge.intersect(0.0) && !judge.intersect(0.004));
        let contact = (1.0 - 2e-4) / 512.0;
        assert_eq!(judge.walk(contact - 1e-13), Walk::Apart);
        assert_ne!(judge.walk(0.004), Walk::Apart);
        // Starting inside the overlap is a plain intersection.
        flights[1].position.z = 1e-4;
        assert_eq!(
            Judge::new([&blade, &blade], &flights).walk(0.004),
            Walk::Intersecting
        );
    }

    #[test]
    fn the_library_measures_the_same() {
        let mesh = torus_knot(2, 3, 2000).unwrap();
        let tree = osculate::MeshBvh::new(mesh.clone());
        let surface = Surface::new(&mesh);
        let mut flights = [
            still(DVec3::new(7.0, -2.0, 1.0)),
            still(DVec3::new(11.0, -1.5, 1.5)),
        ];
        flights[0].rotation = [0.5, -0.1, 0.3, 0.8];
        flights[0].angular = DVec3::new(1.0, -2.0, 0.5);
        flights[0].linear = DVec3::new(300.0, 20.0, 10.0);
        flights[1].linear = DVec3::new(-212.0, 20.0, 10.0);
        let motions = flights.map(|flight| {
            let rotation = glam::DQuat::from_array(flight.rotation).normalize();
            let at = osculate::Placement::new(flight.position, rotation);
            osculate::ConstantVelocity::new(at, flight.linear, flight.angular).unwrap()
        });
        let [a, b] = [0, 1].map(|i| osculate::Moving::new(&tree, &motions[i]));
        let judge = Judge::new([&surface; 2], &flights);
        for step in 0..30 {
            let t = f64::from(step) * 1e-4;
            let mut workspace = osculate::Workspace::new();
            let expected = osculate::query::meshes::separation(a, b, t, &mut workspace).separation;
            let found = judge.separation(t);
            let middle = 0.5 * (expected.lower + expected.upper);
            assert!((found - middle).abs() < 2e-14, "{t}: {found} {expected:?}");
        }
    }

    #[test]
    fn bodies_that_fly_past_each_other_have_no_encounter() {
        let ball = Surface::new(&icosphere(1.0, 80).unwrap());
        let mut flights = [still(DVec3::ZERO), still(DVec3::new(-5.0, 3.0, 0.0))];
        let encounter = |flights: &[Flight; 2]| Judge::new([&ball, &ball], flights).encounter(1.0);
        assert_eq!(encounter(&flights), None);
        flights[1].linear = 512.0 * DVec3::X;
        assert_eq!(encounter(&flights), None);
        flights[1].linear = DVec3::new(512.0, -300.0, 0.0);
        assert!(encounter(&flights).is_some());
        flights[1].linear = -flights[1].linear;
        assert_eq!(encounter(&flights), None);
    }
}
