//! Whether two meshes pierce each other at an instant, in plain `f64`.

use glam::DVec3;
use osculate::{Motion, TriMesh};

/// The corners of all triangles at an instant.
pub struct Posed {
    corners: Vec<[DVec3; 3]>,
}

pub fn posed(mesh: &TriMesh, motion: &dyn Motion, t: f64) -> Posed {
    let (pose, path) = (motion.pose(t), motion.path());
    let place =
        |x: DVec3| path.anchor + t * path.drift + pose.offset + pose.rotation * (x - path.pivot);
    Posed {
        corners: (0..mesh.triangles().len())
            .map(|i| mesh.triangle(i).map(place))
            .collect(),
    }
}

fn pierces(p: DVec3, q: DVec3, t: &[DVec3; 3], margin: f64) -> bool {
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let size = n.length();
    if size < 1e-200 {
        return false;
    }
    let n = n / size;
    let (h0, h1) = ((p - t[0]).dot(n), (q - t[0]).dot(n));
    if !(h0 * h1 < 0.0 && h0.abs() > margin && h1.abs() > margin) {
        return false;
    }
    let x = p + (q - p) * (h0 / (h0 - h1));
    (0..3).all(|i| {
        let (c0, c1) = (t[i], t[(i + 1) % 3]);
        let e = c1 - c0;
        e.cross(x - c0).dot(n) > margin * e.length()
    })
}

/// Whether the surfaces cross by more than `margin`, by a sweep along x.
pub fn crosses(a: &Posed, b: &Posed, margin: f64) -> bool {
    let bounds = |t: &[DVec3; 3]| (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
    let whole = |p: &Posed| {
        p.corners
            .iter()
            .map(bounds)
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |m, b| {
                (m.0.min(b.0), m.1.max(b.1))
            })
    };
    let (wa, wb) = (whole(a), whole(b));
    let (low, high) = (wa.0.max(wb.0), wa.1.min(wb.1));
    if (high - low).min_element() < 0.0 {
        return false;
    }
    let inside = |p: &Posed| {
        let mut v: Vec<_> = p
            .corners
            .iter()
            .map(|t| (bounds(t), *t))
            .filter(|(b, _)| (b.1 - low).min_element() >= 0.0 && (high - b.0).min_element() >= 0.0)
            .collect();
        v.sort_by(|x, y| x.0.0.x.total_cmp(&y.0.0.x));
        v
    };
    let (va, vb) = (inside(a), inside(b));
    let widest = vb.iter().fold(0.0_f64, |m, x| m.max(x.0.1.x - x.0.0.x));
    for (ba, ta) in &va {
        let first = vb.partition_point(|x| x.0.0.x < ba.0.x - widest);
        for (bb, tb) in &vb[first..] {
            if bb.0.x > ba.1.x {
                break;
            }
            if (bb.1 - ba.0).min_element() < 0.0 || (ba.1 - bb.0).min_element() < 0.0 {
                continue;
            }
            for i in 0..3 {
                if pierces(ta[i], ta[(i + 1) % 3], tb, margin)
                    || pierces(tb[i], tb[(i + 1) % 3], ta, margin)
                {
                    return true;
                }
            }
        }
    }
    false
}
