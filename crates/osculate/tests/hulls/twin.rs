//! A body twice: as the judge has it, and as the library has it.

use glam::DVec3;
use osculate::Hull;
use osculate_judge::meshes::hulls::HullSpec;

/// One body, twice.
#[derive(Clone, Debug)]
pub struct Twin {
    pub judged: HullSpec,
    pub hull: Hull,
    /// The hull without its margin.
    pub bare: Hull,
    /// The body's size, about.
    pub size: f64,
}

impl Twin {
    fn new(judged: HullSpec, bare: Hull) -> Twin {
        let hull = bare.clone().rounded(judged.margin).unwrap();
        let size = hull.bounding_ball().1;
        Twin {
            judged,
            hull,
            bare,
            size,
        }
    }

    pub fn ball(radius: f64) -> Twin {
        Twin::new(HullSpec::ball(radius), Hull::ball(0.0).unwrap())
    }

    pub fn capsule(half: f64, radius: f64) -> Twin {
        let bare = Hull::capsule(half, 0.0).unwrap();
        Twin::new(HullSpec::capsule(half, radius), bare)
    }

    pub fn cuboid(half: DVec3, margin: f64) -> Twin {
        let bare = Hull::cuboid(half).unwrap();
        Twin::new(HullSpec::cuboid(half, margin), bare)
    }

    /// The hull of points in general position.
    pub fn polytope(points: Vec<DVec3>, margin: f64) -> Twin {
        let bare = Hull::polytope(&points).unwrap();
        Twin::new(HullSpec::polytope(points, margin), bare)
    }

    pub fn cylinder(radius: f64, half: f64, margin: f64) -> Twin {
        let bare = Hull::cylinder(radius, half).unwrap();
        Twin::new(HullSpec::cylinder(radius, half, margin), bare)
    }

    pub fn cone(radius: f64, half: f64, margin: f64) -> Twin {
        let bare = Hull::cone(radius, half).unwrap();
        Twin::new(HullSpec::cone(radius, half, margin), bare)
    }

    pub fn ellipsoid(radii: DVec3, margin: f64) -> Twin {
        let bare = Hull::ellipsoid(radii).unwrap();
        Twin::new(HullSpec::ellipsoid(radii, margin), bare)
    }
}
