//! Arguments that are arrays. What is wrong with one is told with the argument's name, its shape or dtype, or its first bad row.

use glam::DVec3;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Numbers of an argument, row after row.
pub struct Floats<'py> {
    name: &'static str,
    array: PyReadonlyArrayDyn<'py, f64>,
}

/// Any number of rows, in a shape that is asked for.
pub const ANY: usize = usize::MAX;

/// An argument that is wrong, and why.
pub fn bad(name: &str, why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{name}: {why}"))
}

/// An error of the library about what a caller asked for.
pub fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A row of an argument that is wrong, and why.
pub fn bad_row(name: &str, row: usize, why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{name}[{row}]: {why}"))
}

/// A function of NumPy.
fn of_numpy<'py>(py: Python<'py>, function: &'static str) -> PyResult<Bound<'py, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || PyResult::Ok(py.import("numpy")?.unbind());
    NUMPY
        .get_or_try_init(py, import)?
        .bind(py)
        .getattr(function)
}

/// `value` as an array of a dtype of NumPy, contiguous, if its own dtype is of one of the `kinds`.
fn converted<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
    (kinds, what): (&str, &str),
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let array = of_numpy(py, "asarray")?.call1((value,));
    let array = array.map_err(|error| bad(name, error.value(py)))?;
    let own = array.getattr("dtype")?;
    let kind: String = own.getattr("kind")?.extract()?;
    // An empty list has the dtype of floats.
    let empty = array.getattr("size")?.extract::<usize>()? == 0 && kind == "f";
    if !(kinds.contains(&kind) || empty) {
        let why = format!("{name}: an array of {what} is needed, not one of dtype {own}");
        return Err(PyTypeError::new_err(why));
    }
    of_numpy(py, "ascontiguousarray")?.call1((array, dtype))
}

fn read<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array = array.cast::<PyArrayDyn<T>>()?;
    array.try_readonly().map_err(|error| bad(name, error))
}

impl<'py> Floats<'py> {
    /// An argument: no copy of a contiguous array of `float64`, else numbers are converted.
    pub fn of(value: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Floats<'py>> {
        if let Ok(array) = value.cast::<PyArrayDyn<f64>>()
            && array.is_c_contiguous()
        {
            let array = array.try_readonly().map_err(|error| bad(name, error))?;
            return Ok(Floats { name, array });
        }
        let array = converted(value, name, ("fiu", "numbers"), "float64")?;
        let array = read(&array, name)?;
        Ok(Floats { name, array })
    }

    /// The same, which must have the shape that `wanted` says in words and in numbers.
    pub fn shaped(
        value: &Bound<'py, PyAny>,
        name: &'static str,
        (words, wanted): (&str, &[usize]),
    ) -> PyResult<Floats<'py>> {
        let floats = Floats::of(value, name)?;
        match floats.has_shape(wanted) {
            true => Ok(floats),
            false => Err(floats.wrong_shape(words)),
        }
    }

    /// Whether it has a shape, in which [`ANY`] stands for any number.
    pub fn has_shape(&self, wanted: &[usize]) -> bool {
        let shape = self.array.shape();
        let fits = |(&length, &wanted): (&usize, &usize)| wanted == ANY || length == wanted;
        shape.len() == wanted.len() && shape.iter().zip(wanted).all(fits)
    }

    /// What is said of another shape than `words` name.
    pub fn wrong_shape(&self, words: &str) -> PyErr {
        let shape = shown(self.array.shape());
        bad(
            self.name,
            format!("the shape must be {words}, and is {shape}"),
        )
    }

    /// All numbers, in order of the rows.
    pub fn numbers(&self) -> &[f64] {
        self.array.as_slice().expect("it is contiguous")
    }

    /// The rows of `N` numbers.
    pub fn rows<const N: usize>(&self) -> &[[f64; N]] {
        self.numbers().as_chunks().0
    }

    /// The rows as points.
    pub fn points(&self) -> Vec<DVec3> {
        self.rows()
            .iter()
            .map(|&row| DVec3::from_array(row))
            .collect()
    }
}

/// A shape as Python writes it.
fn shown(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => {
            let numbers: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", numbers.join(", "))
        }
    }
}

/// A vector of three numbers.
pub fn vector(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<DVec3> {
    let floats = Floats::shaped(value, name, ("(3,)", &[3]))?;
    Ok(DVec3::from_slice(floats.numbers()))
}

/// Rows of `N` indices, of any integer dtype.
pub fn indices<const N: usize>(
    value: &Bound<'_, PyAny>,
    name: &'static str,
) -> PyResult<Vec<[u32; N]>> {
    let array = converted(value, name, ("iu", "integers"), "int64")?;
    let array = read::<i64>(&array, name)?;
    let shape = array.shape();
    if !matches!(shape, &[_, width] if width == N) && shape != [0] {
        let shape = shown(shape);
        let why = format!("the shape must be (n, {N}), and is {shape}");
        return Err(bad(name, why));
    }
    let rows = array
        .as_slice()
        .expect("it is contiguous")
        .as_chunks::<N>()
        .0;
    let mut taken = Vec::with_capacity(rows.len());
    for (number, row) in rows.iter().enumerate() {
        let mut indices = [0; N];
        for (into, &index) in indices.iter_mut().zip(row) {
            *into = u32::try_from(index)
                .map_err(|_| bad_row(name, number, format!("{index} is no index")))?;
        }
        taken.push(indices);
    }
    Ok(taken)
}

/// A vector for Python.
pub fn vector_out<'py>(py: Python<'py>, vector: DVec3) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_slice(py, &vector.to_array())
}

/// Rows of numbers for Python.
pub fn rows_out<'py, T: Element, const N: usize>(
    py: Python<'py>,
    rows: Vec<[T; N]>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.into_flattened()).reshape([count, N])
}
