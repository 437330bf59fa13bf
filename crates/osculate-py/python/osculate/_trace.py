"""Traces: what moved and what happened, for the browser."""

from __future__ import annotations

import gzip
import html
import os
import tempfile
import webbrowser
from pathlib import Path

from . import _osculate

_Path = str | os.PathLike[str]


class Trace:
    """What moved and what happened. In a notebook it shows itself; `show` opens the browser.

    `record` of a Gas or a World, `trace` of a Robot and `trace_first_contact` make traces, and `Trace.load` reads one from a file.
    """

    def __init__(self, data: bytes, title: str = "trace") -> None:
        if not isinstance(data, bytes):
            raise TypeError(f"data: bytes are needed, not {type(data).__name__}")
        head = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        if not head.startswith(b'{"osculate-trace":'):
            raise ValueError("data: it is no trace of Osculate")
        self.data = data
        """The lines of the trace, as `docs/traces.md` of the repository describes them."""
        self.title = title
        """Its title."""

    @classmethod
    def load(cls, path: _Path) -> Trace:
        """Reads a trace from a file, compressed by gzip or not."""
        path = Path(path)
        return cls(path.read_bytes(), path.name)

    def save(self, path: _Path) -> None:
        """Writes the trace to a file: compressed if its name ends in .gz."""
        path = Path(path)
        packed = self.data[:2] == b"\x1f\x8b"
        if path.suffix == ".gz" and not packed:
            path.write_bytes(gzip.compress(self.data, mtime=0))
        else:
            path.write_bytes(self.data)

    def to_html(self, path: _Path | None = None) -> str:
        """One page with the viewer and the trace, which needs no server or network; also written to a file, if one is named."""
        page = _osculate._html(self.data, self.title)
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def show(self) -> Path:
        """Opens the trace in the browser, as a temporary file, and returns its path."""
        folder = Path(tempfile.mkdtemp(prefix="osculate-"))
        path = folder / "trace.html"
        self.to_html(path)
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str | None:
        if not _osculate._has_page():
            return None
        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="480" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<Trace {self.title!r}: {(len(self.data) + 999) // 1000} kB>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (self.data, self.title) == (other.data, other.title)

    __hash__ = None  # type: ignore[assignment]
