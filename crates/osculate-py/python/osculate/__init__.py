"""Continuous collision detection: when do moving things first touch, where, and is that proven?

>>> from osculate import Hull, Motion, first_contact
>>> box = Hull.box([0.5, 0.5, 0.5])
>>> throw = Motion(position=[3, 0, 0], linear=[-4, 0, 0], angular=[0, 0, 6])
>>> hit = first_contact(box, throw, box, None)
>>> hit.verdict.name, 0.4 < hit.lower < hit.upper < 0.5
('CONTACT', True)
"""

from ._columns import (
    Columns,
    DeformingContacts,
    FirstContacts,
    Penetrations,
    PieceContacts,
    PointContacts,
    Separations,
)
from ._osculate import (
    Compound,
    Distance,
    FirstContact,
    HalfSpace,
    Hull,
    Mesh,
    Motion,
    Motions,
    PointContact,
    Shape,
    __version__,
    contacts,
    deforming_contacts,
    edge_edge,
    first_contact,
    first_contacts,
    free_fractions,
    free_step,
    penetration,
    penetrations,
    ray_cast,
    ray_casts,
    separation,
    separations,
    vertex_face,
)
from ._verdict import Verdict

__all__ = [
    "Columns",
    "Compound",
    "DeformingContacts",
    "Distance",
    "FirstContact",
    "FirstContacts",
    "HalfSpace",
    "Hull",
    "Mesh",
    "Motion",
    "Motions",
    "Penetrations",
    "PieceContacts",
    "PointContact",
    "PointContacts",
    "Separations",
    "Shape",
    "Verdict",
    "__version__",
    "contacts",
    "deforming_contacts",
    "edge_edge",
    "first_contact",
    "first_contacts",
    "free_fractions",
    "free_step",
    "penetration",
    "penetrations",
    "ray_cast",
    "ray_casts",
    "separation",
    "separations",
    "vertex_face",
]
