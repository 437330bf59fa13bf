//! Random trees of joints that move, and traces of them.

use super::matrices::{cross, dot};
use osculate_trace::{
    Bodies, Column, Compression, Header, Joints, Moves, Segments, Shape, ShapeKind, TraceWriter,
};

pub const KINDS: [&str; 6] = [
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "floating",
];

/// When bodies begin to fly.
pub const FLIES_FROM: f64 = 0.125;

pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.number() * count as f64) as usize
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.number()
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        std::array::from_fn(|_| self.between(-size, size))
    }

    fn direction(&mut self) -> [f64; 3] {
        loop {
            let vector = self.vector(1.0);
            if dot(vector, vector) > 0.01 {
                return vector;
            }
        }
    }

    fn rotation(&mut self) -> [f64; 4] {
        let parts: [f64; 4] = std::array::from_fn(|_| self.between(-1.0, 1.0));
        let length = parts.iter().map(|x| x * x).sum::<f64>().sqrt();
        parts.map(|x| x / length)
    }
}

/// A body on its parent.
#[derive(Clone, Debug)]
pub struct Link {
    pub parent: Option<usize>,
    pub kind: &'static str,
    pub position: [f64; 3],
    pub rotation: [f64; 4],
    /// Where it is before its first piece.
    pub rest: ([f64; 3], [f64; 4]),
    pub axis: [f64; 3],
    pub along: [f64; 3],
    /// Body, multiplier, offset.
    pub mimic: Option<(usize, f64, f64)>,
    /// None for a body that is simply attached.
    pub pieces: Option<Vec<Piece>>,
    /// Of a body that flies by itself: its velocity and angular velocity, from where it rests on.
    pub flies: Option<[[f64; 3]; 2]>,
}

#[derive(Clone, Debug)]
pub struct Piece {
    pub time: f64,
    pub until: f64,
    pub degree: usize,
    /// Of q, x, y and z.
    pub terms: [Vec<f64>; 4],
    pub from: [f64; 4],
    pub to: [f64; 4],
}

/// A tree of so many bodies; what has no joint is held by its parent, or flies if it has none.
pub fn tree(random: &mut Random, count: usize) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for body in 0..count {
        let axis = random.direction();
        let kind = KINDS[random.below(KINDS.len())];
        let single = |link: &Link| {
            ["revolute", "continuous", "prismatic"].contains(&link.kind)
                && link.mimic.is_none()
                && link.pieces.is_some()
        };
        let leaders: Vec<usize> = (0..body).filter(|&other| single(&links[other])).collect();
        let mut link = Link {
            parent: (body > 0 && random.below(8) > 0).then(|| body - 1 - random.below(body.min(3))),
            kind,
            position: random.vector(0.5),
            rotation: random.rotation(),
            rest: (random.vector(0.5), random.rotation()),
            axis,
            along: cross(axis, random.direction()),
            mimic: None,
            pieces: None,
            flies: None,
        };
        let attached = random.below(8) == 0;
        if attached && link.parent.is_none() {
            link.flies = Some([random.vector(1.0), random.vector(4.0)]);
        }
        if !attached {
            link.pieces = Some(pieces(random));
        }
        if !attached && !leaders.is_empty() && random.below(5) == 0 {
            let leader = leaders[random.below(leaders.len())];
            link.kind = ["revolute", "prismatic"][random.below(2)];
            let factors = (random.between(-2.0, 2.0), random.between(-1.0, 1.0));
            link.mimic = Some((leader, factors.0, factors.1));
        }
        links.push(link);
    }
    links
}

fn pieces(random: &mut Random) -> Vec<Piece> {
    let mut time = random.between(-0.2, 0.0);
    let count = 1 + random.below(4);
    let piece = |_| {
        let degree = random.below(6);
        let start = time;
        time += random.between(0.05, 0.5);
        let until = time;
        // Now and then it stands still before it goes on.
        time += if random.below(2) == 0 { 0.0 } else { 0.07 };
        let size = [3.0, 0.5, 0.5, 0.5];
        Piece {
            time: start,
            until,
            degree,
            terms: size.map(|size| (0..=degree).map(|_| random.between(-size, size)).collect()),
            from: random.rotation(),
            to: random.rotation(),
        }
    };
    (0..count).map(piece).collect()
}

/// The trace of a tree.
pub fn traced(links: &[Link]) -> Vec<u8> {
    let header = Header::new(3, "joints of every kind");
    let mut trace = TraceWriter::new(Vec::new(), &header, Compression::None).unwrap();
    trace
        .write(Shape::from(ShapeKind::Ball { radius: 0.05 }))
        .unwrap();
    let flat = |numbers: Vec<[f64; 3]>| Some(numbers.concat().into());
    let parents = links
        .iter()
        .map(|link| link.parent.map_or(-1, |parent| parent as i32));
    trace
        .write(Bodies {
            shape: Some(vec![0_u32; links.len()].into()),
            parent: Some(parents.collect::<Vec<i32>>().into()),
            position: flat(links.iter().map(|link| link.rest.0).collect()),
            rotation: Some(rotations(links.iter().map(|link| link.rest.1))),
            ..Bodies::default()
        })
        .unwrap();
    let jointed: Vec<(usize, &Link)> = links
        .iter()
        .enumerate()
        .filter(|(_, link)| link.pieces.is_some())
        .collect();
    let each = |number: &dyn Fn(&Link) -> f64| -> Option<Column> {
        let numbers: Vec<f64> = jointed.iter().map(|(_, link)| number(link)).collect();
        Some(numbers.into())
    };
    trace
        .write(Joints {
            body: Some(bodies(jointed.iter().map(|(body, _)| *body))),
            name: jointed.iter().map(|(body, _)| format!("j{body}")).collect(),
            kind: each(&|link| KINDS.iter().position(|kind| *kind == link.kind).unwrap() as f64),
            kinds: KINDS.map(str::to_owned).to_vec(),
            position: flat(jointed.iter().map(|(_, link)| link.position).collect()),
            rotation: Some(rotations(jointed.iter().map(|(_, link)| link.rotation))),
            axis: flat(jointed.iter().map(|(_, link)| link.axis).collect()),
            along: flat(jointed.iter().map(|(_, link)| link.along).collect()),
            mimic: each(&|link| link.mimic.map_or(-1.0, |mimic| mimic.0 as f64)),
            multiplier: each(&|link| link.mimic.map_or(1.0, |mimic| mimic.1)),
            offset: each(&|link| link.mimic.map_or(0.0, |mimic| mimic.2)),
        })
        .unwrap();
    // The pieces of a body are in the order of time, and those of a line have one degree.
    for (number, degree) in (0..4).flat_map(|number| (0..6).map(move |degree| (number, degree))) {
        let rows: Vec<(usize, &Piece)> = jointed
            .iter()
            .filter(|(_, link)| link.mimic.is_none())
            .filter_map(|(body, link)| Some((*body, link.pieces.as_ref()?.get(number)?)))
            .filter(|(_, piece)| piece.degree == degree)
            .collect();
        if !rows.is_empty() {
            trace.write(segments(degree, &rows)).unwrap();
        }
    }
    for (body, link) in links.iter().enumerate() {
        let Some([linear, angular]) = link.flies else {
            continue;
        };
        let moves = Moves {
            motion: "velocity".into(),
            position: Some(link.rest.0.into()),
            rotation: Some(link.rest.1.into()),
            linear: Some(linear.into()),
            angular: Some(angular.into()),
            ..Moves::default()
        };
        let time = Some([FLIES_FROM].into());
        let body = Some(bodies([body].into_iter()));
        trace.write(Segments { time, body, moves }).unwrap();
    }
    trace.end(1.0, "time reached").unwrap()
}

fn segments(degree: usize, rows: &[(usize, &Piece)]) -> Segments {
    let numbers = |number: &dyn Fn(&Piece) -> Vec<f64>| -> Option<Column> {
        let rows = rows.iter().flat_map(|(_, piece)| number(piece));
        Some(rows.collect::<Vec<f64>>().into())
    };
    Segments {
        time: numbers(&|piece| vec![piece.time]),
        body: Some(bodies(rows.iter().map(|(body, _)| *body))),
        moves: Moves {
            motion: "joint".into(),
            degree,
            until: numbers(&|piece| vec![piece.until]),
            q: numbers(&|piece| piece.terms[0].clone()),
            x: numbers(&|piece| piece.terms[1].clone()),
            y: numbers(&|piece| piece.terms[2].clone()),
            z: numbers(&|piece| piece.terms[3].clone()),
            from: numbers(&|piece| piece.from.to_vec()),
            to: numbers(&|piece| piece.to.to_vec()),
            ..Moves::default()
        },
    }
}

fn bodies(bodies: impl Iterator<Item = usize>) -> Column {
    let numbers: Vec<u32> = bodies.map(|body| body as u32).collect();
    numbers.into()
}

fn rotations(rotations: impl Iterator<Item = [f64; 4]>) -> Column {
    let numbers: Vec<f64> = rotations.flatten().collect();
    numbers.into()
}
