//! JSON to Python's values and back: variants, views and events have one form as data.

use crate::errors::Kind;
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use serde_json::{Map, Number, Value};

/// How deep lists and objects may be nested. Variants have two levels.
const MAX_DEPTH: usize = 8;

/// A JSON value as Python's own.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            values.iter().try_for_each(|value| list.append(to_python(py, value)?))?;
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(name, value)| dict.set_item(name, to_python(py, value)?))?;
            Ok(dict.into_any())
        }
    }
}

/// A Python value as JSON.
///
/// # Errors
///
/// `VariantError` if JSON has no such value: only variants are read this way.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested(value, 0)
}

fn nested(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(Kind::Variant.with("a variant is not nested this deeply"));
    }
    if value.is_none() {
        Ok(Value::Null)
    } else if let Ok(value) = value.cast::<PyBool>() {
        Ok(Value::Bool(value.is_true()))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(Value::String(text.to_cow()?.into_owned()))
    } else if let Ok(float) = value.cast::<PyFloat>() {
        let number = Number::from_f64(float.value());
        number.map(Value::Number).ok_or_else(|| Kind::Variant.with("a variant holds no NaN and no infinity"))
    } else if let Ok(fields) = value.cast::<PyDict>() {
        let mut object = Map::new();
        for (name, value) in fields {
            let name = name.cast::<PyString>().map_err(|_| Kind::Variant.with("the fields of a variant have names"))?;
            object.insert(name.to_cow()?.into_owned(), nested(&value, depth + 1)?);
        }
        Ok(Value::Object(object))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values: PyResult<_> = value.try_iter()?.map(|value| nested(&value?, depth + 1)).collect();
        Ok(Value::Array(values?))
    } else if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        // NumPy's integers are no `int`, but can be used as one.
        let number = value.extract::<i64>().map(Number::from).or_else(|_| value.extract::<u64>().map(Number::from));
        number.map(Value::Number).map_err(|_| Kind::Variant.with("a number of the variant is too large"))
    } else {
        let kind = value.get_type();
        Err(Kind::Variant.with(format!("a variant holds numbers, texts, lists and dicts, no {}", kind.name()?)))
    }
}
