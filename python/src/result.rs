//! What functions return: the values of Python's own classes in `package/matchboxes/_results.py`, so that they
//! are compared, copied and pickled as such.

/// A struct that becomes the class of the same name, which has the same fields.
macro_rules! result {
    ($name:ident { $($field:ident: $kind:ty,)* }) => {
        pub(crate) struct $name {
            $($field: $kind,)*
        }

        impl<'py> pyo3::IntoPyObject<'py> for $name {
            type Target = pyo3::PyAny;
            type Output = pyo3::Bound<'py, pyo3::PyAny>;
            type Error = pyo3::PyErr;

            fn into_pyobject(self, py: pyo3::Python<'py>) -> pyo3::PyResult<Self::Output> {
                use pyo3::types::{PyAnyMethods as _, PyDictMethods as _};

                let fields = pyo3::types::PyDict::new(py);
                $(fields.set_item(stringify!($field), self.$field)?;)*
                let class = py.import("matchboxes._results")?.getattr(stringify!($name))?;
                class.call((), Some(&fields))
            }
        }
    };
}

pub(crate) use result;
