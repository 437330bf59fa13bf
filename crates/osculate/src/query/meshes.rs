//! Two meshes.

pub(super) mod around;
pub(super) mod best_first;
pub(super) mod c2a;
pub(super) mod capoeira;
pub(super) mod crossing;
pub(super) mod d2m;
pub(super) mod hca;
pub(super) mod search;
pub(super) mod self_crossing;
pub(super) mod separation;
pub(super) mod starting;
pub(super) mod triangle_distance;
pub(super) mod triangle_pair;

pub use best_first::best_first;
pub use c2a::{c2a, uncontrolled_c2a};
pub use capoeira::capoeira;
pub use d2m::{LastContact, d2m, d2m_again};
pub use hca::hca;
pub use self_crossing::self_crossing;
pub use separation::{Separation, separation};
pub use triangle_distance::{ClosestPoints, triangle_distance};
