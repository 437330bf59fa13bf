//! Columns of numbers, as they stand in lines.

use osculate_trace::{Column, Compression, Header, Moves, Segments, TraceWriter};

fn read(text: &str) -> Result<Column, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn short_columns_are_readable_and_long_ones_are_base64() {
    let short = Column::from(vec![0.1, -2.0]);
    assert_eq!(serde_json::to_string(&short).unwrap(), "[0.1,-2]");
    let long: Vec<f64> = (0..99).map(|n| f64::from(n) / 7.0).collect();
    let text = serde_json::to_string(&Column::from(long.clone())).unwrap();
    assert!(text.starts_with("[\"f64\",\""));
    assert_eq!(read(&text).unwrap(), Column::F64(long));
}

#[test]
fn no_number_is_lost() {
    let odd = [f64::NAN, f64::INFINITY, -0.0, 5e-324, f64::MAX];
    let text = serde_json::to_string(&Column::from(odd)).unwrap();
    let Column::F64(back) = read(&text).unwrap() else {
        panic!("{text}");
    };
    assert_eq!(
        odd.map(f64::to_bits).to_vec(),
        back.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    );
}

#[test]
fn every_type_comes_back() {
    for column in [
        Column::F32((0..40).map(|n| n as f32 * 0.3).collect()),
        Column::U32((0..40).map(|n| n * 1000).collect()),
        Column::I32((0..40).map(|n| n - 20).collect()),
        Column::U8((0..40).collect()),
    ] {
        assert_eq!(read(&serde_json::to_string(&column).unwrap()), Ok(column));
    }
    assert_eq!(read("7"), Ok(Column::F64(vec![7.0])));
    assert_eq!(read("[]"), Ok(Column::F64(Vec::new())));
}

#[test]
fn bad_columns_are_named() {
    for (text, told) in [
        (r#"["f16","AAAA"]"#, "unknown type \"f16\""),
        (r#"["f64","AAAA"]"#, "ends within a number"),
        (r#"["f64","*"]"#, "not base64"),
        (r#"["f64"]"#, "no base64"),
        (r#"["u8","AAAA",1]"#, "something follows"),
        (r#"[1,"x"]"#, "invalid type"),
        (r#""x""#, "a column"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(told), "{text}: {error}");
    }
}

/// What a writer makes of the velocities of two bodies.
fn written(velocities: [f64; 6]) -> Column {
    let header = Header::new(3, "t");
    let mut writer = TraceWriter::new(Vec::new(), &header, Compression::None).unwrap();
    let moves = Moves {
        linear: Some(Column::from(velocities)),
        ..Moves::default()
    };
    let segments = Segments {
        moves,
        ..Segments::default()
    };
    writer.write(segments).unwrap();
    let lines = String::from_utf8(writer.finish().unwrap()).unwrap();
    let line: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    serde_json::from_value(line["segments"]["linear"].clone()).unwrap()
}

#[test]
fn one_row_stands_for_all() {
    let column = written([1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
    assert_eq!(column, Column::F64(vec![1.0, 2.0, 3.0]));
    assert_eq!(column.row::<3>(7), [1.0, 2.0, 3.0]);
    let other = written([0.0, 0.0, 0.0, 0.0, -0.0, 0.0]);
    assert_eq!(other.len(), 6);
}
