//! Files: meshes, queries and their answers.
//!
//! | file | format | read or write with |
//! | --- | --- | --- |
//! | queries | `osculate-queries/1`, JSON | [`QueryFile::read`] |
//! | answers | one JSON object a line | [`answer_json`] |

mod answers;
mod mesh_file;
mod queries;

pub use answers::answer_json;
pub use mesh_file::{MeshFileError, load};
pub use queries::{Body, BodyMotion, Place, Problem, Query, QueryFile, QueryFileError};
