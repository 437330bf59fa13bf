//! Mesh files on the disk: our own, and those of the shared data where they are present.

use osculate::TriMesh;
use osculate_io::{MaxSize, MeshFileError, MeshSourceError, Place};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own for one test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("osculate-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, contents).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load_mesh(path: &Path) -> Result<TriMesh, MeshFileError> {
    osculate_io::load_mesh(path)
}

fn load(source: &str, base: &Path) -> Result<TriMesh, MeshSourceError> {
    osculate_io::load(source, base, MaxSize::default())
}

const OBJ: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

#[test]
fn files_load_by_path_and_relative_to_a_base() {
    let folder = Folder::new("load");
    let path = folder.write("square.OBJ", OBJ);
    assert_eq!(
        load_mesh(&path).unwrap().triangles(),
        [[0, 1, 2], [0, 2, 3]]
    );
    assert_eq!(
        load("square.OBJ", &folder.0).unwrap(),
        load_mesh(&path).unwrap()
    );
    assert_eq!(
        load(path.to_str().unwrap(), Path::new("elsewhere")).unwrap(),
        load_mesh(&path).unwrap()
    );
    assert_eq!(
        load("builtin:box", &folder.0).unwrap().triangles().len(),
        12
    );
}

#[test]
fn errors_name_the_file_and_the_place() {
    let folder = Folder::new("errors");
    let path = folder.write("bad.obj", format!("{OBJ}f 1 2 9\n"));
    let error = load_mesh(&path).unwrap_err();
    assert!(matches!(
        &error,
        MeshFileError::Malformed {
            place: Place::Line(6),
            ..
        }
    ));
    let sentence = format!(
        "{}, line 6: a face names vertex 9, but the file has 4 vertices",
        path.display()
    );
    assert_eq!(error.to_string(), sentence);

    let mut huge = [0; 84];
    huge[80..].fill(0xff);
    let path = folder.write("huge.stl", huge);
    let error = load_mesh(&path).unwrap_err();
    assert!(matches!(
        &error,
        MeshFileError::Malformed {
            place: Place::Byte(84),
            ..
        }
    ));
    assert!(
        error
            .to_string()
            .starts_with(&format!("{}, byte 84: ", path.display())),
        "{error}"
    );

    for name in ["empty.obj", "empty.ply", "empty.stl"] {
        let path = folder.write(name, "");
        assert!(
            load_mesh(&path)
                .unwrap_err()
                .to_string()
                .starts_with(path.to_str().unwrap())
        );
    }
    fs::create_dir(folder.0.join("folder.obj")).unwrap();
    let error = load("folder.obj", &folder.0).unwrap_err();
    assert!(matches!(
        error,
        MeshSourceError::File(MeshFileError::Unreadable { .. })
    ));
}

fn mesh_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if path.is_dir() {
            mesh_files(&path, found);
        } else if ["obj", "ply", "stl"]
            .iter()
            .any(|known| extension == *known)
        {
            found.push(path);
        }
    }
}

#[test]
fn shared_meshes_load() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.join("meshes").is_dir() {
        println!("skipped: the shared data is not beside the project");
        return;
    }
    let mut files = Vec::new();
    for folder in ["meshes", "robots", "deformable"] {
        if data.join(folder).is_dir() {
            mesh_files(&data.join(folder), &mut files);
        }
    }
    for path in &files {
        let mesh = load_mesh(path).unwrap_or_else(|error| panic!("{error}"));
        let name = path.file_name().unwrap().to_str().unwrap();
        println!(
            "{name}: {} triangles, {} vertices",
            mesh.triangles().len(),
            mesh.vertices().len()
        );
        if name == "stanford-bunny.obj" {
            assert_eq!(mesh.triangles().len(), 69_451);
        }
        if name.starts_with("cloth_ball") {
            assert_eq!(mesh.triangles().len(), 92_230);
            assert_eq!(mesh.vertices().len(), 46_598);
        }
    }
    println!("{} files", files.len());
}

/// A file of every kind that is known by its content, and what is said of it.
fn contents() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let mut stl = b"solid by a program that writes bytes".to_vec();
    stl.resize(80, b' ');
    stl.extend(1_u32.to_le_bytes());
    for value in [
        0.0_f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0,
    ] {
        stl.extend(value.to_le_bytes());
    }
    stl.extend([0, 0]);
    let ascii = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n\
                 endsolid\n";
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
               element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    vec![
        (
            "obj",
            OBJ.into(),
            "an OBJ file, whatever its name says: give it a name that ends in .obj",
        ),
        (
            "ply",
            ply.into(),
            "a PLY file, whatever its name says: give it a name that ends in .ply",
        ),
        (
            "stl",
            ascii.into(),
            "an ASCII STL file, whatever its name says: give it a name that ends in .stl",
        ),
        (
            "stl",
            stl,
            "a binary STL file, whatever its name says: give it a name that ends in .stl",
        ),
        (
            "gz",
            b"\x1f\x8b\x08\0\0\0\0\0".into(),
            "a file compressed by gzip, which cannot be read: unpack it first",
        ),
        (
            "3mf",
            b"PK\x03\x04\x14\0\0\0".into(),
            "a ZIP archive or a 3MF file, which cannot be read: ",
        ),
        (
            "glb",
            b"glTF\x02\0\0\0\0\0\0\0".into(),
            "a binary glTF file, which cannot be read: export it as .obj",
        ),
        (
            "html",
            b"<!DOCTYPE html>\n<html><p>".into(),
            "a web page, which cannot be read: download the file itself",
        ),
    ]
}

#[test]
fn files_whose_names_and_contents_disagree_are_told_what_they_look_like() {
    let folder = Folder::new("content");
    let mut disagree = 0;
    for (kind, contents, told) in contents() {
        for ending in ["obj", "ply", "stl", "STL", "dat", "gz"] {
            let path = folder.write(&format!("file.{ending}"), &contents);
            if ending.eq_ignore_ascii_case(kind) && ending != "gz" {
                assert_eq!(load_mesh(&path).unwrap().triangles()[0], [0, 1, 2]);
                continue;
            }
            let error = load_mesh(&path).unwrap_err();
            assert!(matches!(error, MeshFileError::LooksLike { .. }), "{error}");
            let sentence = format!("{}: looks like {told}", path.display());
            assert!(error.to_string().starts_with(&sentence), "{error}");
            disagree += 1;
        }
    }
    assert_eq!(disagree, 42);
    // What is broken in its own format is told as before.
    let path = folder.write("broken.obj", "v 0 0 0\nf 1 1 2\n");
    let error = load_mesh(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("line 2: a face names vertex 2, but the file has 1 vertices"),
        "{error}"
    );
    let path = folder.write("nothing.obj", "");
    let error = load_mesh(&path).unwrap_err().to_string();
    assert!(error.ends_with("the mesh has no triangles"), "{error}");
}
