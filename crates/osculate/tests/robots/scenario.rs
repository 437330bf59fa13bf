//! A robot among obstacles on a path, as the judge and as the library have it.

use crate::bodies::hull;
use crate::translated::{Way, builder, link_name, placement};
use glam::{DQuat, DVec3};
use osculate::query::articulated::Party;
use osculate::robot::{Environment, LinkShape, Obstacle, Robot};
use osculate::{ConstantVelocity, HalfSpace, MeshBvh, Placement, Shape, TriMesh};
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::{JointKind, Tree};
use osculate_judge::robots::walk::{Carried, Pair, Walk};

/// What a solid is to a robot.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// A part of a link.
    Part,
    /// What stands or flies beside it; links that may touch it.
    Obstacle(Vec<usize>),
    /// What a link has grasped; other links that may touch it.
    Grasped(Vec<usize>),
}

/// In the judge's numbers. The first `parts` joints are the robot's; the others place solids on links, or let obstacles fly.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All joints.
    pub tree: Tree,
    /// How many of them are the robot's.
    pub parts: usize,
    /// All solids.
    pub carried: Vec<Carried>,
    /// What each is.
    pub roles: Vec<Role>,
    /// The layer around each link; none for links beyond its end.
    pub padding: Vec<f64>,
    /// That of the limits.
    pub clearance: f64,
    /// The pairs of links that are checked; `None` for all that no joint connects.
    pub checked: Option<Vec<[usize; 2]>>,
}

/// What the library is asked.
pub struct Cell {
    /// The robot.
    pub robot: Robot,
    /// What is around it.
    pub environment: Environment,
    /// Who each solid is.
    pub parties: Vec<Party>,
}

fn shape(solid: &Solid) -> Shape {
    match solid {
        Solid::Hull(body) => hull(body).into(),
        Solid::Mesh(tree) => {
            let mesh = tree.mesh();
            let triangles = mesh.triangles().to_vec();
            let mesh = TriMesh::new(mesh.vertices().to_vec(), triangles);
            MeshBvh::new(mesh.expect("a test's mesh is valid")).into()
        }
        Solid::HalfSpace { normal, offset } => HalfSpace::new(*normal, *offset)
            .expect("a test's plane is valid")
            .into(),
    }
}

impl Plan {
    /// A robot whose joints are all of the tree's, each solid a part of its link.
    pub fn of_robot(tree: Tree, carried: Vec<Carried>) -> Plan {
        Plan {
            parts: tree.joints.len(),
            roles: vec![Role::Part; carried.len()],
            tree,
            carried,
            padding: Vec::new(),
            clearance: 0.0,
            checked: None,
        }
    }

    /// Adds a solid on a joint of its own.
    pub fn add(&mut self, link: usize, solid: Solid, role: Role) {
        self.carried.push(Carried {
            link,
            solid: std::sync::Arc::new(solid),
        });
        self.roles.push(role);
    }

    /// The link of the robot that a solid belongs to, and where it is there.
    fn owner(&self, solid: usize) -> (usize, Placement) {
        let link = self.carried[solid].link;
        if link <= self.parts {
            return (link, Placement::IDENTITY);
        }
        let joint = &self.tree.joints[link - 1];
        (joint.parent, placement(joint.position, joint.rotation))
    }

    fn obstacle(&self, solid: usize) -> Obstacle {
        let name = format!("obstacle {solid}");
        let (link, at) = self.owner(solid);
        let shape = shape(&self.carried[solid].solid);
        let touch =
            |links: &[usize]| -> Vec<String> { links.iter().map(|&n| link_name(n)).collect() };
        let (obstacle, touched) = match &self.roles[solid] {
            Role::Grasped(links) => (
                Obstacle::attached(name, shape, link_name(link), at),
                touch(links),
            ),
            Role::Obstacle(links) => {
                let own = self.carried[solid].link.checked_sub(1);
                let kind = own.map(|joint| self.tree.joints[joint].kind);
                let obstacle = match kind {
                    Some(JointKind::Flying { p, q, v, w }) => {
                        let at = Placement::new(DVec3::from_array(p), DQuat::from_array(q));
                        let (v, w) = (DVec3::from_array(v), DVec3::from_array(w));
                        let motion = ConstantVelocity::new(at, v, w).expect("a valid motion");
                        Obstacle::moving(name, shape, motion)
                    }
                    _ => Obstacle::resting(name, shape, at).expect("a valid place"),
                };
                (obstacle, touch(links))
            }
            Role::Part => panic!("a part of a link is no obstacle"),
        };
        obstacle.with_touch_links(touched)
    }

    /// For the library.
    pub fn cell(&self) -> Cell {
        let mut builder = builder(&self.tree, self.parts);
        let mut environment = Environment::new();
        let mut parties = Vec::new();
        for solid in 0..self.carried.len() {
            if self.roles[solid] == Role::Part {
                let (link, at) = self.owner(solid);
                let shape = shape(&self.carried[solid].solid);
                let part = LinkShape::new(format!("shape {solid}"), shape, at);
                builder.shape(link_name(link), part);
            } else {
                parties.push(Party::Obstacle(environment.obstacles().len()));
                environment.add(self.obstacle(solid));
                continue;
            }
            parties.push(Party::Shape(usize::MAX));
        }
        let mut robot = builder.build().expect("a test's robot is valid");
        for (link, &padding) in self.padding.iter().enumerate() {
            robot
                .set_padding(&link_name(link), padding)
                .expect("a valid padding");
        }
        for (number, (_, part)) in robot.all_shapes().enumerate() {
            let solid: usize = part.name["shape ".len()..].parse().expect("a test's name");
            parties[solid] = Party::Shape(number);
        }
        Cell {
            robot,
            environment,
            parties,
        }
    }

    /// Whether a joint connects two links, or joints and links that carry nothing do.
    fn adjacent(&self, a: usize, b: usize) -> bool {
        let carries = |link: usize| {
            let mut own = (0..self.carried.len()).filter(|&n| self.roles[n] == Role::Part);
            own.any(|solid| self.owner(solid).0 == link)
        };
        let above = |mut link: usize| {
            while link > 0 {
                link = self.tree.joints[link - 1].parent;
                if carries(link) {
                    return Some(link);
                }
            }
            None
        };
        above(a) == Some(b) || above(b) == Some(a)
    }

    fn is_checked(&self, i: usize, j: usize) -> bool {
        let (a, b) = (self.owner(i).0, self.owner(j).0);
        match (&self.roles[i], &self.roles[j]) {
            (Role::Part, Role::Part) => match &self.checked {
                Some(checked) => checked.contains(&[a, b]) || checked.contains(&[b, a]),
                None => a != b && !self.adjacent(a, b),
            },
            (Role::Part, Role::Obstacle(touch)) => !touch.contains(&a),
            (Role::Obstacle(touch), Role::Part) => !touch.contains(&b),
            (Role::Obstacle(_), Role::Obstacle(_)) => false,
            (Role::Grasped(touch), Role::Part) => a != b && !touch.contains(&b),
            (Role::Part, Role::Grasped(touch)) => a != b && !touch.contains(&a),
            (Role::Grasped(_), Role::Obstacle(_)) | (Role::Obstacle(_), Role::Grasped(_)) => true,
            (Role::Grasped(x), Role::Grasped(y)) => a != b && !x.contains(&b) && !y.contains(&a),
        }
    }

    /// What must not touch.
    pub fn pairs(&self) -> Vec<Pair> {
        let count = self.carried.len();
        let padding = |solid: usize| match self.roles[solid] {
            Role::Obstacle(_) => 0.0,
            _ => self
                .padding
                .get(self.owner(solid).0)
                .copied()
                .unwrap_or(0.0),
        };
        let mut pairs = Vec::new();
        for a in 0..count {
            for b in a + 1..count {
                if self.is_checked(a, b) {
                    let clearance = self.clearance + padding(a) + padding(b);
                    pairs.push(Pair { a, b, clearance });
                }
            }
        }
        pairs
    }

    /// For the judge.
    pub fn walk(&self, waypoints: &[Vec<f64>], way: Way, wide: bool) -> Walk {
        let path = way.judged(waypoints);
        Walk::new(&self.tree, &path, &self.carried, &self.pairs(), wide)
    }
}
