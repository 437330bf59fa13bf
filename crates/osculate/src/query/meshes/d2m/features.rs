//! The first contact of two triangles: the earliest of their six vertex/triangle and nine edge/edge contacts.
//!
//! Triangles that are apart, and then are not, first meet where a vertex of one lies on the other or where two edges
//! meet; and where the distance of two triangles is positive, it is that of such a pair. That holds inside a plane, for
//! edges that are parallel, and for triangles without area, since the gates look at distances in space.

use super::super::search::MeshSearch;
use super::super::triangle_pair::TrianglePair;
use super::posed_pair::{
    DirectionBounds, Known, PosedPair, Side, across_planes, open_by_corners, open_by_planes,
    open_ever, open_for, reaches,
};
use super::{edge_edge, vertex_triangle};
use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::span::Span;
use crate::query::Reason;
use crate::query::roots::hrfoi::{FirstRoot, Probe, search};
use crate::volume::Volume;
use alloc::vec::Vec;
use glam::DVec3;

/// A vertex and a triangle, or two edges.
#[derive(Clone, Copy, Debug)]
enum Features {
    Vertex { triangle_of: Side, vertex: usize },
    Edges([usize; 2]),
}

const fn vertex(triangle_of: Side, vertex: usize) -> Features {
    Features::Vertex {
        triangle_of,
        vertex,
    }
}

const FEATURES: [Features; 15] = [
    vertex(Side::B, 0),
    vertex(Side::B, 1),
    vertex(Side::B, 2),
    vertex(Side::A, 0),
    vertex(Side::A, 1),
    vertex(Side::A, 2),
    Features::Edges([0, 0]),
    Features::Edges([0, 1]),
    Features::Edges([0, 2]),
    Features::Edges([1, 0]),
    Features::Edges([1, 1]),
    Features::Edges([1, 2]),
    Features::Edges([2, 0]),
    Features::Edges([2, 1]),
    Features::Edges([2, 2]),
];

/// After so many evaluations of a function two triangles are looked at for whether they stay apart along a direction that lasts.
const PATIENCE: u64 = 32;

impl Features {
    /// A function that may be zero whenever the features may be within the clearance of each other, for a time `h`.
    #[inline]
    fn function(self, pair: &PosedPair, clearance: f64, h: f64) -> Jet {
        match self {
            Features::Vertex {
                triangle_of,
                vertex,
            } => vertex_triangle::height(pair, triangle_of, vertex, clearance),
            Features::Edges(edges) => edge_edge::volume_between(pair, edges, clearance, h),
        }
    }

    /// Γ: whether they may be that close at all.
    #[inline]
    fn gate(self, pair: &PosedPair, clearance: f64, h: f64) -> bool {
        match self {
            Features::Vertex {
                triangle_of,
                vertex,
            } => vertex_triangle::gate(pair, triangle_of, vertex, clearance, h),
            Features::Edges(edges) => edge_edge::gate(pair, edges, clearance, h),
        }
    }
}

/// The values for a time `h` of a function whose jet holds it now, and its second derivative throughout.
#[inline]
fn over(jet: &Jet, h: f64) -> Interval {
    jet.value
        + jet.first
            * Interval {
                lower: 0.0,
                upper: h,
            }
        + jet.second * (0.5 * h * h)
}

/// Two triangles of a query.
struct Triangles<'s, 'q, V> {
    search: &'s mut MeshSearch<'q, V>,
    triangles: [u32; 2],
    features: Features,
    /// The triangles at the search's instant.
    pair: PosedPair,
    t: f64,
    jet: Jet,
}

impl<V: Volume> Triangles<'_, '_, V> {
    /// [`lasting_until`] from a time on.
    fn lasting_until(&mut self, from: f64) -> f64 {
        self.search.pose(from);
        self.t = from;
        self.pair = posed(self.search, self.triangles);
        lasting_until(self.search, self.triangles)
    }
}

impl<V: Volume> Probe for Triangles<'_, '_, V> {
    fn over(&mut self, span: Span) -> Option<Interval> {
        self.search.stats.feature_pairs += 1;
        if span.start() != self.t {
            self.t = span.start();
            self.search.pose(self.t);
            self.pair = posed(self.search, self.triangles);
        }
        let h = (span.end() - span.start()).next_up();
        let clearance = self.search.clearance;
        self.jet = self.features.function(&self.pair, clearance, h);
        let values = over(&self.jet, h);
        (!values.contains(0.0) || self.features.gate(&self.pair, clearance, h)).then_some(values)
    }

    fn at_start(&mut self, _: Span) -> Jet {
        self.jet
    }
}

fn posed<V: Volume>(search: &mut MeshSearch<V>, triangles: [u32; 2]) -> PosedPair {
    let frames = *search.attached();
    PosedPair::new(search.posed(triangles), frames, search.instant.error)
}

/// Until when two triangles certainly are apart from now on, by a plane or by what separates them best now; it
/// need not be looked further than `to`.
pub(super) fn apart_until<V: Volume>(
    search: &mut MeshSearch<V>,
    triangles: [u32; 2],
    to: f64,
) -> f64 {
    search.stats.triangle_pairs += 1;
    let corners = search.posed(triangles);
    let (clearance, error) = (search.clearance, search.instant.error);
    let reach = reaches(&corners, error);
    let frames = *search.attached();
    let across = across_planes(&corners);
    let by_planes = open_by_planes(&corners, across, &frames, reach, clearance);
    let by_planes = search.after(by_planes);
    if by_planes > to {
        return by_planes;
    }
    let n = TrianglePair::new(corners, error, clearance, triangles).direction;
    let open = |frame| open_for(&corners, &DirectionBounds::new(frame, n, reach), clearance);
    by_planes.max(search.after(open(&frames[0]).max(open(&frames[1]))))
}

/// The same by bounds that cost more: where triangles hardly move along what separates them, because they turn about it or about an
/// edge that they touch at.
#[cold]
fn lasting_until<V: Volume>(search: &mut MeshSearch<V>, triangles: [u32; 2]) -> f64 {
    search.stats.triangle_pairs += 1;
    let corners = search.posed(triangles);
    let (clearance, error) = (search.clearance, search.instant.error);
    let known = Known {
        reach: reaches(&corners, error),
        error,
        remaining: search.instant.remaining,
    };
    let frames = *search.attached();
    let world = search.motion.world(&search.instant);
    let lasting = |n: DVec3| {
        let by_corners = |frame| open_by_corners(&corners, frame, n, &known, clearance);
        let by_corners = by_corners(&frames[0]).max(by_corners(&frames[1]));
        by_corners.max(open_ever(&corners, &world, n, &known, clearance))
    };
    let [by_a, by_b] = across_planes(&corners).map(lasting);
    let n = TrianglePair::new(corners, error, clearance, triangles).direction;
    search.after(by_a.max(by_b).max(lasting(n)))
}

/// The first time in `window` at which two triangles may be within the clearance of each other, bracketed to
/// `resolution`. The bodies must be apart before the window.
pub(super) fn first_contact<V: Volume>(
    search_state: &mut MeshSearch<V>,
    triangles: [u32; 2],
    window: Span,
    resolution: f64,
    waiting: &mut Vec<Span>,
) -> FirstRoot {
    search_state.pose(window.start());
    let pair = posed(search_state, triangles);
    let mut function = Triangles {
        t: search_state.instant.t,
        search: search_state,
        triangles,
        features: FEATURES[0],
        pair,
        jet: Jet::constant(0.0),
    };
    let mut window = window;
    let mut first = FirstRoot::None;
    let mut patience = PATIENCE;
    for features in FEATURES {
        function.features = features;
        let left = function.search.left();
        let mut root = search(
            &mut function,
            window,
            resolution,
            left.min(patience),
            waiting,
        );
        if let FirstRoot::Undecided {
            reason: Reason::Budget,
            ..
        } = root
            && patience < left
        {
            patience = u64::MAX;
            let open_until = function.lasting_until(window.start());
            if open_until > window.end() {
                return first;
            }
            window = Span::part(open_until.max(window.start()), window.end());
            let left = function.search.left();
            root = search(&mut function, window, resolution, left, waiting);
        }
        let until = match root {
            FirstRoot::None => continue,
            FirstRoot::Within(span) => span.start(),
            FirstRoot::Undecided { free_until, .. } => free_until,
        };
        // The others matter before this only.
        first = root;
        window = Span::part(window.start(), until);
    }
    first
}
