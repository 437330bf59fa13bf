//! The surface around points that are not in one plane, by quickhull with exact decisions.
//!
//! The hull of some of the points grows by one point at a time. Every point outside is kept with one face that is
//! strictly below it. To add a point p: the faces strictly below p go, and each edge of the hole they leave makes a new
//! face with p. All of that is decided exactly, hence:
//!
//! - The hole is a disc with a simple rim. Moved a little towards the inside, p is in no face's plane and has the same
//!   faces strictly below it; from there each ray to the hull enters it at one point, so those faces are seen as one
//!   convex polygon.
//! - No new face is degenerate: were p in line with an edge of the rim, it would be in the plane of the face that went.
//! - A point q above a face f that went is inside the new hull or strictly above a new face. The middle x of f is
//!   strictly inside the new hull, since p is above f. If q is outside, the segment from x to q leaves the hull through a
//!   point that is above f, thus not in the old hull, thus in a new face g. x is below g, so q is above g. So points of
//!   faces that went are looked for above new faces only.
//!
//! Which point comes next matters to the time only: of the face with the most points outside the highest, nearly. So
//! the hull is refined everywhere alike; were a fine part left for last, each point of it might tear open and close all
//! of the rest. Corners that later points put in the middle of an edge or of a flat side remain, for
//! [`facets`](super::facets) to drop.

use super::cloud::{Cloud, Plane};
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// No point.
const NONE: u32 = u32::MAX;

/// A triangle of the surface.
pub(super) struct Face {
    /// Its corners turn counter-clockwise, seen from outside.
    pub(super) plane: Plane,
    /// The face across the edge from each corner to the next.
    pub(super) neighbours: [u32; 3],
    /// The first of the points kept with it, the highest, or [`NONE`].
    outside: u32,
    /// The height of that.
    highest: f64,
    /// How many there are.
    count: u32,
    /// When it was last asked whether it is below the point to add, and the answer.
    asked: u32,
    below: bool,
    /// Whether it went.
    gone: bool,
}

impl Face {
    fn new(plane: Plane, neighbours: [u32; 3]) -> Face {
        Face {
            plane,
            neighbours,
            outside: NONE,
            highest: 0.0,
            count: 0,
            asked: NONE,
            below: false,
            gone: false,
        }
    }

    /// Which of the edges goes from `start`.
    pub(super) fn edge_from(&self, start: u32) -> usize {
        let corners = self.plane.corners;
        usize::from(corners[1] == start) + 2 * usize::from(corners[2] == start)
    }
}

/// An edge of the hole: its ends, and the face that stays.
struct Rim {
    ends: [u32; 2],
    stays: u32,
}

struct Surface<'c> {
    cloud: &'c Cloud,
    faces: Vec<Face>,
    /// Faces that went, to be used again.
    unused: Vec<u32>,
    /// Faces with 2^i to 2^(i+1) points outside; some of them have gone since.
    pending: [VecDeque<u32>; 32],
    /// The points kept with one face, as a chain.
    next: Vec<u32>,
    /// The new face on the rim's edge from a point.
    from: Vec<u32>,
    going: Vec<u32>,
    rim: Vec<Rim>,
    orphans: Vec<u32>,
}

/// A triangulated surface of the hull of points, four of which are not in a plane: faces, and how they hang together.
/// Some neighbours may be in one plane, and some corners within an edge or a flat side.
pub(super) fn quickhull(cloud: &Cloud, simplex: [u32; 4]) -> Vec<Face> {
    let mut surface = Surface::new(cloud, simplex);
    let mut round = 0;
    while let Some(face) = surface.fullest() {
        if surface.faces[face as usize].outside != NONE {
            surface.add(face, round);
            round += 1;
        }
    }
    surface.finish()
}

impl Surface<'_> {
    fn new(cloud: &Cloud, simplex: [u32; 4]) -> Surface<'_> {
        let [a, mut b, mut c, d] = simplex;
        if cloud.orientation([a, b, c, d]) == Ordering::Greater {
            (b, c) = (c, b);
        }
        // d is below a, b, c.
        let face = |corners, neighbours| Face::new(cloud.plane(corners), neighbours);
        let faces = vec![
            face([a, b, c], [1, 2, 3]),
            face([b, a, d], [0, 3, 2]),
            face([c, b, d], [0, 1, 3]),
            face([a, c, d], [0, 2, 1]),
        ];
        let count = cloud.points.len();
        let mut surface = Surface {
            cloud,
            faces,
            unused: Vec::new(),
            pending: Default::default(),
            next: vec![NONE; count],
            from: vec![NONE; count],
            going: Vec::new(),
            rim: Vec::new(),
            orphans: (0..cloud.len()).filter(|p| !simplex.contains(p)).collect(),
        };
        surface.keep(&[0, 1, 2, 3]);
        surface
    }

    /// A face with as many points outside as any, nearly.
    fn fullest(&mut self) -> Option<u32> {
        self.pending.iter_mut().rev().find_map(VecDeque::pop_front)
    }

    /// Adds the highest point outside `face`.
    fn add(&mut self, face: u32, round: u32) {
        let point = self.faces[face as usize].outside;
        self.find_hole(face, point, round);
        for &face in &self.going {
            let gone = &mut self.faces[face as usize];
            gone.gone = true;
            let mut outside = core::mem::replace(&mut gone.outside, NONE);
            while outside != NONE {
                if outside != point {
                    self.orphans.push(outside);
                }
                outside = self.next[outside as usize];
            }
        }
        // The faces that went are no longer needed but for their places.
        self.unused.append(&mut self.going);
        let mut fresh = core::mem::take(&mut self.going);
        for &Rim { ends, stays } in &self.rim {
            let [start, end] = ends;
            let plane = self.cloud.plane([start, end, point]);
            let made = Face::new(plane, [stays, NONE, NONE]);
            let place = match self.unused.pop() {
                Some(place) => {
                    self.faces[place as usize] = made;
                    place
                }
                None => {
                    self.faces.push(made);
                    self.faces.len() as u32 - 1
                }
            };
            let stays = &mut self.faces[stays as usize];
            stays.neighbours[stays.edge_from(end)] = place;
            self.from[start as usize] = place;
            fresh.push(place);
        }
        for &face in &fresh {
            let end = self.faces[face as usize].plane.corners[1];
            let next = self.from[end as usize];
            self.faces[face as usize].neighbours[1] = next;
            self.faces[next as usize].neighbours[2] = face;
        }
        self.keep(&fresh);
        fresh.clear();
        self.going = fresh;
    }

    /// The faces strictly below `point`, `face` being one, and the rim of the hole that they leave.
    fn find_hole(&mut self, face: u32, point: u32, round: u32) {
        self.rim.clear();
        self.going.push(face);
        let first = &mut self.faces[face as usize];
        (first.asked, first.below) = (round, true);
        let mut done = 0;
        while let Some(&face) = self.going.get(done) {
            done += 1;
            let (corners, neighbours) = {
                let face = &self.faces[face as usize];
                (face.plane.corners, face.neighbours)
            };
            for (edge, neighbour) in neighbours.into_iter().enumerate() {
                let other = &mut self.faces[neighbour as usize];
                if other.asked != round {
                    other.asked = round;
                    other.below = self.cloud.above(&other.plane, point).is_some();
                    if other.below {
                        self.going.push(neighbour);
                    }
                }
                if !other.below {
                    self.rim.push(Rim {
                        ends: [corners[edge], corners[(edge + 1) % 3]],
                        stays: neighbour,
                    });
                }
            }
        }
    }

    /// Keeps each orphan with one of the faces, if any is below it; it is inside otherwise.
    fn keep(&mut self, faces: &[u32]) {
        for &orphan in &self.orphans {
            for &place in faces {
                let face = &mut self.faces[place as usize];
                let Some(height) = self.cloud.above(&face.plane, orphan) else {
                    continue;
                };
                face.count += 1;
                let next = &mut self.next;
                if face.outside != NONE && height <= face.highest {
                    next[orphan as usize] = next[face.outside as usize];
                    next[face.outside as usize] = orphan;
                } else {
                    next[orphan as usize] = face.outside;
                    (face.outside, face.highest) = (orphan, height);
                }
                break;
            }
        }
        for &face in faces {
            if let Some(power) = self.faces[face as usize].count.checked_ilog2() {
                self.pending[power as usize].push_back(face);
            }
        }
        self.orphans.clear();
    }

    /// The faces that are left, without gaps.
    fn finish(self) -> Vec<Face> {
        let mut places = vec![NONE; self.faces.len()];
        let mut count = 0;
        for (place, face) in places.iter_mut().zip(&self.faces) {
            if !face.gone {
                *place = count;
                count += 1;
            }
        }
        let mut faces: Vec<Face> = self.faces.into_iter().filter(|face| !face.gone).collect();
        for face in &mut faces {
            face.neighbours = face.neighbours.map(|place| places[place as usize]);
        }
        faces
    }
}
