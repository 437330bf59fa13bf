//! The way from points on straight lines to the library.

use osculate::{
    motion::LinearPath,
    query::points::{LinearPair, PairKind},
};
use osculate_judge::points::{Kind, Query};

/// The pair of a query as the library has it.
pub fn pair(query: &Query) -> LinearPair {
    let path = |i: usize| LinearPath::new(query.start[i].into(), query.end[i].into()).unwrap();
    match query.kind {
        Kind::VertexVertex => LinearPair::vertex_vertex(path(0), path(1)),
        Kind::VertexEdge => LinearPair::vertex_edge(path(0), [path(1), path(2)]),
        Kind::VertexFace => LinearPair::vertex_face(path(0), [path(1), path(2), path(3)]),
        Kind::EdgeEdge => LinearPair::edge_edge([path(0), path(1)], [path(2), path(3)]),
    }
}

/// What it calls such pairs.
pub fn pair_kind(kind: Kind) -> PairKind {
    match kind {
        Kind::VertexVertex => PairKind::VertexVertex,
        Kind::VertexEdge => PairKind::VertexEdge,
        Kind::VertexFace => PairKind::VertexFace,
        Kind::EdgeEdge => PairKind::EdgeEdge,
    }
}
