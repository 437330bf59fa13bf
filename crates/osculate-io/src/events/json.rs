//! How vectors, domains, walls and partners of events stand in JSON: in traces and checkpoints, and in scenes alike.

use osculate_events::{Boundary, Domain, Partner, Vector, Wall};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize as DeserializeDerived, Serialize, Serializer};
use std::fmt;

/// A vector: an array of `D` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<const D: usize>(pub Vector<D>);

impl<const D: usize> Numbers<D> {
    /// Whether these are the bits of 0 throughout.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|number| number.to_bits() == 0)
    }
}

impl<const D: usize> Default for Numbers<D> {
    fn default() -> Numbers<D> {
        Numbers([0.0; D])
    }
}

impl<const D: usize> Serialize for Numbers<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl<'de, const D: usize> Deserialize<'de> for Numbers<D> {
    fn deserialize<S: Deserializer<'de>>(deserializer: S) -> Result<Numbers<D>, S::Error> {
        struct Array<const D: usize>;

        impl<'de, const D: usize> Visitor<'de> for Array<D> {
            type Value = Numbers<D>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "an array of {D} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Numbers<D>, A::Error> {
                let mut numbers = [0.0; D];
                for (index, number) in numbers.iter_mut().enumerate() {
                    *number = array
                        .next_element()?
                        .ok_or_else(|| de::Error::invalid_length(index, &self))?;
                }
                match array.next_element::<de::IgnoredAny>()? {
                    Some(_) => Err(de::Error::invalid_length(D + 1, &self)),
                    None => Ok(Numbers(numbers)),
                }
            }
        }

        deserializer.deserialize_seq(Array)
    }
}

#[derive(Serialize, DeserializeDerived)]
#[serde(deny_unknown_fields)]
pub struct DomainJson<const D: usize> {
    low: Numbers<D>,
    high: Numbers<D>,
    boundary: Vec<BoundaryJson>,
}

#[derive(Clone, Copy, Serialize, DeserializeDerived)]
#[serde(rename_all = "lowercase")]
enum BoundaryJson {
    Open,
    Walls,
    Periodic,
}

impl<const D: usize> From<&Domain<D>> for DomainJson<D> {
    fn from(domain: &Domain<D>) -> DomainJson<D> {
        let boundary = domain.boundary.map(|boundary| match boundary {
            Boundary::Open => BoundaryJson::Open,
            Boundary::Walls => BoundaryJson::Walls,
            Boundary::Periodic => BoundaryJson::Periodic,
        });
        DomainJson {
            low: Numbers(domain.low),
            high: Numbers(domain.high),
            boundary: boundary.to_vec(),
        }
    }
}

impl<const D: usize> DomainJson<D> {
    /// The domain, if there is a boundary an axis.
    pub fn domain(&self) -> Option<Domain<D>> {
        let boundary: [BoundaryJson; D] = self.boundary.as_slice().try_into().ok()?;
        Some(Domain {
            low: self.low.0,
            high: self.high.0,
            boundary: boundary.map(|boundary| match boundary {
                BoundaryJson::Open => Boundary::Open,
                BoundaryJson::Walls => Boundary::Walls,
                BoundaryJson::Periodic => Boundary::Periodic,
            }),
        })
    }
}

#[derive(Clone, Copy, Serialize, DeserializeDerived)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum WallJson<const D: usize> {
    Plane {
        point: Numbers<D>,
        normal: Numbers<D>,
    },
    Segment {
        from: Numbers<D>,
        to: Numbers<D>,
    },
    Box {
        low: Numbers<D>,
        high: Numbers<D>,
    },
    Ball {
        centre: Numbers<D>,
        radius: f64,
    },
    Hollow {
        centre: Numbers<D>,
        radius: f64,
    },
}

impl<const D: usize> From<&Wall<D>> for WallJson<D> {
    fn from(wall: &Wall<D>) -> WallJson<D> {
        match *wall {
            Wall::Plane { point, normal } => WallJson::Plane {
                point: Numbers(point),
                normal: Numbers(normal),
            },
            Wall::Segment { from, to } => WallJson::Segment {
                from: Numbers(from),
                to: Numbers(to),
            },
            Wall::Box { low, high } => WallJson::Box {
                low: Numbers(low),
                high: Numbers(high),
            },
            Wall::Ball { centre, radius } => WallJson::Ball {
                centre: Numbers(centre),
                radius,
            },
            Wall::Hollow { centre, radius } => WallJson::Hollow {
                centre: Numbers(centre),
                radius,
            },
        }
    }
}

impl<const D: usize> From<WallJson<D>> for Wall<D> {
    fn from(wall: WallJson<D>) -> Wall<D> {
        match wall {
            WallJson::Plane { point, normal } => Wall::Plane {
                point: point.0,
                normal: normal.0,
            },
            WallJson::Segment { from, to } => Wall::Segment {
                from: from.0,
                to: to.0,
            },
            WallJson::Box { low, high } => Wall::Box {
                low: low.0,
                high: high.0,
            },
            WallJson::Ball { centre, radius } => Wall::Ball {
                centre: centre.0,
                radius,
            },
            WallJson::Hollow { centre, radius } => Wall::Hollow {
                centre: centre.0,
                radius,
            },
        }
    }
}

#[derive(Clone, Copy, Serialize, DeserializeDerived)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum PartnerJson {
    Body(u32),
    Wall(u32),
    Face { axis: u8, high: bool },
}

impl From<Partner> for PartnerJson {
    fn from(partner: Partner) -> PartnerJson {
        match partner {
            Partner::Body(body) => PartnerJson::Body(body),
            Partner::Wall(wall) => PartnerJson::Wall(wall),
            Partner::Face { axis, high } => PartnerJson::Face { axis, high },
        }
    }
}

impl From<PartnerJson> for Partner {
    fn from(partner: PartnerJson) -> Partner {
        match partner {
            PartnerJson::Body(body) => Partner::Body(body),
            PartnerJson::Wall(wall) => Partner::Wall(wall),
            PartnerJson::Face { axis, high } => Partner::Face { axis, high },
        }
    }
}
