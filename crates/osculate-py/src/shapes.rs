//! What moves: the class of all shapes, and meshes.

use crate::arrays::{ANY, Floats, bad, indices, invalid, rows_out, vector_out};
use crate::pickled::Reduced;
use numpy::{PyArray1, PyArray2};
use osculate::bvh::CutBall;
use osculate::{MeshBvh, Shape, TriMesh, mesh::MeshError};
use osculate_io::{MaxSize, MeshFileError, MeshSourceError};
use pyo3::PyClass;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A shape, with the trees that some methods need.
pub struct Body {
    pub shape: Shape,
    /// For d2m, and for capoeira.
    spheres: [OnceLock<MeshBvh<CutBall>>; 2],
}

/// How wide the leaves of capoeira's trees are, in half diagonals of a mesh's box, as at the command line.
const EPSILON: f64 = 1.0 / 32.0;

impl Body {
    /// A body of a shape.
    pub fn new(shape: impl Into<Shape>) -> Arc<Body> {
        Arc::new(Body {
            shape: shape.into(),
            spheres: Default::default(),
        })
    }

    /// A mesh's tree of spheres, built when it is first needed: for d2m, or `coarse` for capoeira.
    pub fn spheres(&self, coarse: bool) -> &MeshBvh<CutBall> {
        self.spheres[usize::from(coarse)].get_or_init(|| {
            let Shape::Mesh(tree) = &self.shape else {
                unreachable!("the method takes meshes")
            };
            let sides = self.shape.own_box().into_iter().flatten();
            let square: f64 = sides.map(|side| side.width() * side.width()).sum();
            let half_diagonal = 0.5 * square.sqrt();
            let epsilon = if coarse { EPSILON * half_diagonal } else { 0.0 };
            MeshBvh::spheres(tree.mesh().clone(), epsilon)
        })
    }
}

/// What moves: a Mesh, a Hull, a Compound or a HalfSpace. Shapes are immutable, so many motions and threads may share one.
#[pyclass(name = "Shape", module = "osculate", frozen, subclass)]
pub struct PyShape {
    pub body: Arc<Body>,
}

impl PyShape {
    /// How an object of one of its classes is made.
    pub fn with<C: PyClass<BaseType = PyShape>>(
        class: C,
        body: Arc<Body>,
    ) -> PyClassInitializer<C> {
        PyClassInitializer::from(PyShape { body }).add_subclass(class)
    }
}

#[pymethods]
impl PyShape {
    /// A ball around the shape: its centre, and its radius, which is infinite for a half-space.
    #[getter]
    fn bounding_ball<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<f64>>, f64) {
        let (centre, radius) = self.body.shape.bounding_ball();
        (vector_out(py, centre), radius)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// A surface of triangles, which need not be closed. Its tree is built once, here.
///
/// vertices has the shape (n, 3); faces has the shape (m, 3) and any integer dtype.
///
/// >>> import osculate
/// >>> osculate.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// Mesh(3 vertices, 1 faces)
/// >>> osculate.Mesh.load("builtin:torus-knot?p=2&q=3&triangles=600")
/// Mesh(300 vertices, 600 faces)
#[pyclass(module = "osculate", frozen, extends = PyShape)]
pub struct Mesh;

impl Mesh {
    fn made(py: Python<'_>, mesh: TriMesh) -> PyResult<Bound<'_, Mesh>> {
        let body = py.detach(|| Body::new(mesh));
        Bound::new(py, PyShape::with(Mesh, body))
    }
}

fn mesh_of<'a>(slf: &'a Bound<'_, Mesh>) -> &'a TriMesh {
    match &slf.as_super().get().body.shape {
        Shape::Mesh(tree) => tree.mesh(),
        _ => unreachable!("a mesh is made of one"),
    }
}

fn told(error: MeshError) -> PyErr {
    let name = match error {
        MeshError::NoTriangles | MeshError::IndexOutOfRange { .. } => "faces",
        _ => "vertices",
    };
    bad(name, error)
}

#[pymethods]
impl Mesh {
    #[new]
    fn new(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Mesh>> {
        let vertices = Floats::shaped(vertices, "vertices", ("(n, 3)", &[ANY, 3]))?.points();
        let faces = indices::<3>(faces, "faces")?;
        let made = py.detach(|| TriMesh::new(vertices, faces).map(Body::new));
        Ok(PyShape::with(Mesh, made.map_err(told)?))
    }

    /// Reads an OBJ, PLY or STL file, or makes a built-in mesh such as "builtin:torus-knot?p=2&q=3&triangles=600".
    #[staticmethod]
    fn load<'py>(path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Mesh>> {
        let py = path.py();
        let builtin = path.cast::<PyString>().ok().map(|name| name.to_string());
        let builtin = builtin.filter(|name| name.starts_with("builtin:"));
        let file: PathBuf = match builtin {
            Some(_) => PathBuf::new(),
            None => path.extract()?,
        };
        let mesh = py.detach(|| match builtin {
            Some(name) => osculate_io::load(&name, Path::new(""), MaxSize::default()),
            None => osculate_io::load_mesh(&file).map_err(MeshSourceError::from),
        });
        Mesh::made(py, mesh.map_err(file_error)?)
    }

    /// The mesh of an object with `vertices` and `faces`, such as one of trimesh.
    #[staticmethod]
    fn from_trimesh<'py>(mesh: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Mesh>> {
        let part = |name: &str| {
            let found = mesh.getattr(name);
            found.map_err(|_| bad("mesh", format!("it has no {name}")))
        };
        let made = Mesh::new(mesh.py(), &part("vertices")?, &part("faces")?)?;
        Bound::new(mesh.py(), made)
    }

    /// The vertices, as a copy of the shape (n, 3).
    #[getter]
    fn vertices<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let vertices = mesh_of(slf).vertices().iter();
        rows_out(slf.py(), vertices.map(|vertex| vertex.to_array()).collect())
    }

    /// The vertices of each face, as a copy of the shape (m, 3).
    #[getter]
    fn faces<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        rows_out(slf.py(), mesh_of(slf).triangles().to_vec())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let mesh = mesh_of(slf);
        let (vertices, faces) = (mesh.vertices().len(), mesh.triangles().len());
        format!("Mesh({vertices} vertices, {faces} faces)")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Arrays<'py>>> {
        let arrays = (Mesh::vertices(slf)?, Mesh::faces(slf)?);
        Ok((slf.get_type().into_any(), arrays))
    }
}

type Arrays<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<u32>>);

/// What is said of a mesh file.
fn file_error(error: MeshSourceError) -> PyErr {
    match &error {
        MeshSourceError::File(MeshFileError::Unreadable { source, .. }) => {
            unreadable(source, &error)
        }
        _ => invalid(error),
    }
}

/// What is said of a file that the system does not give.
pub fn unreadable(source: &std::io::Error, told: impl std::fmt::Display) -> PyErr {
    use pyo3::exceptions::{PyFileNotFoundError, PyPermissionError};
    match source.kind() {
        std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(told.to_string()),
        std::io::ErrorKind::PermissionDenied => PyPermissionError::new_err(told.to_string()),
        _ => PyOSError::new_err(told.to_string()),
    }
}

/// Adds the classes of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyShape>()?;
    module.add_class::<Mesh>()
}
