//! What is saved as JSON and back. Always as text: values of `serde_json` would be written and read by code of their own, which takes
//! the compiler as long again.

#[cfg(feature = "serde")]
use serde::{Serialize, de::DeserializeOwned};
#[cfg(feature = "serde")]
use serde_json::Value;

/// As text and back, where worlds can be written.
#[cfg(feature = "serde")]
pub fn through_json<T: Serialize + DeserializeOwned>(saved: &T) -> T {
    let text = serde_json::to_string(saved).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[cfg(not(feature = "serde"))]
pub fn through_json<T: Clone>(saved: &T) -> T {
    saved.clone()
}

/// What can be changed before it is read again.
#[cfg(feature = "serde")]
pub fn value_of<T: Serialize>(saved: &T) -> Value {
    serde_json::from_str(&serde_json::to_string(saved).unwrap()).unwrap()
}

/// What a value says.
#[cfg(feature = "serde")]
pub fn read<T: DeserializeOwned>(value: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&value.to_string())
}
