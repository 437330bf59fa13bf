//! Modules import downwards only: query → robot → mass → body → bvh, broad_phase → motion → volume, shape → mesh → certified numbers.

use crate::files::sources;
use std::fs;
use std::path::Path;

const LAYERS: [&[&str]; 10] = [
    &["numbers"],
    &["mesh"],
    &["volume", "shape"],
    &["motion"],
    &["bvh", "broad_phase"],
    &["body"],
    &["mass"],
    &["robot"],
    &["query"],
];

fn layer(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|modules| modules.contains(&module))
        .unwrap_or_else(|| {
            panic!(
                "module {module} stands in no layer: give it one in {}",
                file!()
            )
        })
}

#[test]
fn imports_go_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut imports = 0;
    for path in sources(&root) {
        let relative = path.strip_prefix(&root).unwrap();
        let first = relative
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_str()
            .unwrap();
        let module = first.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Links in comments may point anywhere.
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let text = code.collect::<Vec<_>>().join("\n");
        for used in text.split("crate::").skip(1) {
            let used: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            imports += 1;
            assert!(
                used == module || layer(&used) <= layer(module),
                "{} uses crate::{used}, which stands above it",
                relative.display()
            );
        }
    }
    assert!(imports > 30, "the search for imports is broken");
}
