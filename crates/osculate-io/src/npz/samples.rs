//! NPZ files for tests, written by the format's own description, not by what reads or writes it here.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// An array as NumPy's format describes it.
pub fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

/// Files of an archive, by their names.
pub type Files = Vec<(&'static str, Vec<u8>)>;

/// An archive of files.
pub fn zipped(arrays: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in arrays {
        // NumPy's own files leave room for large ones.
        let options = SimpleFileOptions::default().large_file(true);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Numbers as bytes.
pub fn doubles(numbers: &[f64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// Words as bytes, four a letter.
pub fn letters(words: &[&str], longest: usize) -> Vec<u8> {
    let word = |word: &&str| {
        let letters: Vec<u32> = word.chars().map(u32::from).collect();
        (0..longest)
            .flat_map(move |place| letters.get(place).copied().unwrap_or(0).to_le_bytes())
            .collect::<Vec<u8>>()
    };
    words.iter().flat_map(word).collect()
}

/// A file of one array of numbers.
pub fn numbers(name: &'static str, shape: &str, numbers: &[f64]) -> (&'static str, Vec<u8>) {
    (name, npy("<f8", false, shape, &doubles(numbers)))
}
