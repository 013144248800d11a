"""Tables as Parquet files, one file a table, and a manifest that says what they were."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from chesstb.errors import DataError, FormatError, message
from chesstb.schema import MANIFEST, TABLES, empty

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

VERSION: Final = 2
"""Of the way in which tables are stored."""


def save(tables: dict[str, pd.DataFrame], folder: Path) -> None:
    """Write every table, each complete before it gets its name, and the manifest last."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).unlink(missing_ok=True)
    digests = {}
    for name, table in tables.items():
        sink = pa.BufferOutputStream()
        pq.write_table(pa.Table.from_pandas(table, preserve_index=False), sink, compression="zstd")
        file, content = f"{name}.parquet", sink.getvalue()
        aside = folder / f".{file}.part"
        aside.write_bytes(content)
        aside.replace(folder / file)
        digests[file] = _digest(content)
    manifest = {"format": VERSION, "blake2b": digests}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def load(folder: Path) -> tuple[dict[str, pd.DataFrame], bool]:
    """Read every table there is, and say whether all are as this package wrote them.

    Raises
    ------
    DataError
        There are no results.
    FormatError
        A file is no Parquet.
    """
    digests = _digests(folder)
    if not digests and not (folder / "results.parquet").is_file():
        found = "no file results.parquet in this folder" if folder.is_dir() else "no such folder"
        raise DataError(message(str(folder), found, "a folder that History.save wrote"))
    tables, trusted = {}, True
    for name in TABLES:
        path = folder / f"{name}.parquet"
        if not path.is_file() and path.name in digests:
            raise DataError(message(str(path), "no such file", f"all files that {MANIFEST} names"))
        if not path.is_file():
            tables[name], trusted = empty(name), False
            continue
        try:
            content = path.read_bytes()
            tables[name] = pq.read_table(pa.BufferReader(content)).to_pandas()
        except (pa.ArrowException, OSError, ValueError, KeyError, TypeError) as error:
            raise FormatError(message(str(path), f"no Parquet that can be read ({error})")) from error
        trusted = trusted and digests.get(path.name) == _digest(content)
    return tables, trusted


def _digest(content: Any) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _digests(folder: Path) -> dict[str, str]:
    """Return the digests of the manifest; none if there is none, or one of another kind."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(manifest, dict) or manifest.get("format") != VERSION:
        return {}
    digests = manifest.get("blake2b")
    return digests if isinstance(digests, dict) else {}
