//! Meshes as traces have them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A mesh that a trace names by its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Where the vertices are.
    pub vertices: Vec<[f64; 3]>,
    /// The corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The value of the key `mesh` of a shape: an object of two columns in base64.
    ///
    /// ```
    /// use osculate_viewer::Mesh;
    /// let mesh = Mesh { vertices: vec![[0.0; 3]], triangles: vec![[0; 3]] };
    /// assert_eq!(
    ///     mesh.json(),
    ///     r#"{"vertices":["f64","AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],"triangles":["u32","AAAAAAAAAAAAAAAA"]}"#
    /// );
    /// ```
    pub fn json(&self) -> String {
        let vertices = self.vertices.iter().flatten();
        let vertices: Vec<u8> = vertices.flat_map(|number| number.to_le_bytes()).collect();
        let triangles = self.triangles.iter().flatten();
        let triangles: Vec<u8> = triangles.flat_map(|number| number.to_le_bytes()).collect();
        let mut json = String::from(r#"{"vertices":["f64",""#);
        STANDARD.encode_string(vertices, &mut json);
        json += r#""],"triangles":["u32",""#;
        STANDARD.encode_string(triangles, &mut json);
        json += r#""]}"#;
        json
    }
}
