//! Two meshes.

pub(super) mod best_first;
pub(super) mod c2a;
pub(super) mod capoeira;
pub(super) mod crossing;
pub(super) mod d2m;
pub(super) mod hca;
pub(super) mod search;
pub(super) mod separation;
pub(super) mod starting;
pub(super) mod triangle_distance;
pub(super) mod triangle_pair;
