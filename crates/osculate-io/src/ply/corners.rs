//! Lists of corners: the polygons of the element `face`, and the strips of the element `tristrips`.
//!
//! A strip `a b c d e` is the triangles `a b c`, `c b d` and `c d e`: each corner from the third on makes one with the two
//! before it, and every other one is turned round, so that all of them have the same side. The index −1 ends a strip; what
//! follows is the next one. Triangles without area are kept, as everywhere.

use super::Source;
use super::header::{Element, Header, Kind, Scalar};
use crate::mesh_file::Fault;

/// The fewest corners of a polygon or a strip.
pub(super) const FEWEST: u64 = 3;

/// What ends a strip.
const RESTART: i64 = -1;

/// What a list of corners makes.
#[derive(Clone, Copy, Debug)]
pub(super) enum FigureKind {
    Polygon,
    Strip,
}

impl FigureKind {
    /// The element that has such lists.
    fn element(self) -> &'static str {
        match self {
            FigureKind::Polygon => "face",
            FigureKind::Strip => "tristrips",
        }
    }

    /// What to call one.
    fn name(self) -> &'static str {
        match self {
            FigureKind::Polygon => "face",
            FigureKind::Strip => "strip",
        }
    }
}

/// Where in the header lists of corners stand.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) kind: FigureKind,
    pub(super) element: usize,
    pub(super) property: usize,
}

impl Figure {
    /// All of them.
    pub(super) fn find(header: &Header) -> Result<Vec<Figure>, Fault> {
        let mut figures = Vec::new();
        for kind in [FigureKind::Polygon, FigureKind::Strip] {
            if let Some(element) = header.element(kind.element().as_bytes()) {
                figures.push(Figure {
                    kind,
                    element,
                    property: list(header, &header.elements[element], kind)?,
                });
            }
        }
        Ok(figures)
    }
}

/// Which property of an element is its list of corners.
fn list(header: &Header, element: &Element, kind: FigureKind) -> Result<usize, Fault> {
    const NAMES: [&[u8]; 2] = [b"vertex_indices", b"vertex_index"];
    let Some(place) = element.property(&NAMES) else {
        let problem = format!(
            "the element '{}' has no property 'vertex_indices' or 'vertex_index'",
            kind.element()
        );
        return Err(header.fault(element.line, problem));
    };
    let property = &element.properties[place];
    let problem = match property.kind {
        Kind::Number(_) => "a list",
        Kind::List { value, .. } if !value.is_integer() => "of a type of whole numbers",
        Kind::List { .. } => return Ok(place),
    };
    let problem = format!("the corners of a {} must be {problem}", kind.name());
    Err(header.fault(property.line, problem))
}

/// Makes triangles of lists of corners.
pub(super) struct Corners {
    /// Those of all lists so far.
    pub(super) triangles: Vec<[u32; 3]>,
    /// How many vertices there are.
    announced: u64,
    polygon: Vec<u32>,
}

impl Corners {
    /// Of vertices of which `announced` are in the file.
    pub(super) fn new(announced: u64) -> Corners {
        Corners {
            triangles: Vec::new(),
            announced,
            polygon: Vec::new(),
        }
    }

    /// Reads a list of `length` corners.
    pub(super) fn read(
        &mut self,
        kind: FigureKind,
        source: &mut impl Source,
        length: u64,
        scalar: Scalar,
    ) -> Result<(), Fault> {
        enough(kind, source, length)?;
        match kind {
            FigureKind::Polygon => self.polygon(source, length, scalar),
            FigureKind::Strip => self.strips(source, length, scalar),
        }
    }

    fn polygon(
        &mut self,
        source: &mut impl Source,
        length: u64,
        scalar: Scalar,
    ) -> Result<(), Fault> {
        self.polygon.clear();
        for _ in 0..length {
            let index = source.integer(scalar)?;
            let corner = self.corner(FigureKind::Polygon, source, index)?;
            self.polygon.push(corner);
        }
        let fan = self.polygon[1..].windows(2);
        let fan = fan.map(|pair| [self.polygon[0], pair[0], pair[1]]);
        self.triangles.extend(fan);
        Ok(())
    }

    fn strips(
        &mut self,
        source: &mut impl Source,
        length: u64,
        scalar: Scalar,
    ) -> Result<(), Fault> {
        let kind = FigureKind::Strip;
        // How many corners the strip has so far, and the last two of them.
        let (mut count, mut last) = (0, [0; 2]);
        for _ in 0..length {
            let index = source.integer(scalar)?;
            if index == RESTART {
                if count > 0 {
                    enough(kind, source, count)?;
                }
                count = 0;
                continue;
            }
            let corner = self.corner(kind, source, index)?;
            if count >= 2 {
                let [a, b] = last;
                self.triangles.push(if count % 2 == 0 {
                    [a, b, corner]
                } else {
                    [b, a, corner]
                });
            }
            last = [last[1], corner];
            count += 1;
        }
        if count > 0 {
            enough(kind, source, count)?;
        }
        Ok(())
    }

    fn corner(&self, kind: FigureKind, source: &impl Source, index: i64) -> Result<u32, Fault> {
        match u64::try_from(index) {
            // What no u32 holds is more than a mesh may have, which `TriMesh` rejects.
            Ok(known) if known < self.announced => Ok(u32::try_from(known).unwrap_or(u32::MAX)),
            _ => Err(source.fault(format!(
                "a {} names vertex {index}, counted from 0, but the file has {} vertices",
                kind.name(),
                self.announced
            ))),
        }
    }
}

/// Complains about a figure of too few corners.
fn enough(kind: FigureKind, source: &impl Source, corners: u64) -> Result<(), Fault> {
    if corners >= FEWEST {
        return Ok(());
    }
    Err(source.fault(format!(
        "a {} needs at least {FEWEST} corners, but here are {corners}",
        kind.name()
    )))
}
