//! A tree of axis-aligned boxes over triangles, halved at the median of the broadest side.

use glam::DVec3;

/// The tree; the root is node 0.
pub struct BoxTree {
    nodes: Vec<Node>,
}

/// A box, and what is in it.
pub struct Node {
    pub centre: DVec3,
    /// Half of its sides.
    pub half: DVec3,
    pub below: Below,
}

/// What is in a box.
#[derive(Clone, Copy)]
pub enum Below {
    /// Two boxes, this node and the next.
    Children(usize),
    /// The triangle of this number.
    Triangle(usize),
}

impl Node {
    /// Half of the longest side.
    pub fn size(&self) -> f64 {
        self.half.max_element()
    }

    fn around(triangles: &[[DVec3; 3]], members: &[usize], below: Below) -> Node {
        let corners = members.iter().flat_map(|&member| triangles[member]);
        let (low, high) = corners.fold(
            (DVec3::INFINITY, DVec3::NEG_INFINITY),
            |(low, high), corner| (low.min(corner), high.max(corner)),
        );
        Node {
            centre: 0.5 * (low + high),
            half: 0.5 * (high - low),
            below,
        }
    }
}

impl BoxTree {
    /// Over at least one triangle.
    pub fn new(triangles: &[[DVec3; 3]]) -> BoxTree {
        let mut members: Vec<usize> = (0..triangles.len()).collect();
        let mut nodes = vec![Node::around(triangles, &members, Below::Triangle(0))];
        let mut open = vec![(0, 0..members.len())];
        while let Some((index, range)) = open.pop() {
            if range.len() == 1 {
                nodes[index].below = Below::Triangle(members[range.start]);
                continue;
            }
            let axis = nodes[index].half.to_array();
            let axis = (0..3).fold(
                0,
                |best, next| if axis[next] > axis[best] { next } else { best },
            );
            let middle = range.len() / 2;
            let place = |member: usize| {
                triangles[member]
                    .iter()
                    .map(|corner| corner[axis])
                    .sum::<f64>()
            };
            members[range.clone()].select_nth_unstable_by(middle, |&i, &j| {
                place(i).total_cmp(&place(j)).then(i.cmp(&j))
            });
            let child = nodes.len();
            nodes[index].below = Below::Children(child);
            let split = range.start + middle;
            for (offset, part) in [range.start..split, split..range.end]
                .into_iter()
                .enumerate()
            {
                nodes.push(Node::around(
                    triangles,
                    &members[part.clone()],
                    Below::Triangle(0),
                ));
                open.push((child + offset, part));
            }
        }
        BoxTree { nodes }
    }

    /// The node of that number.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }
}
