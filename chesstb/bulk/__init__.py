"""A whole archive at once: many events in Parquet files, ranked part by part."""

from __future__ import annotations

from chesstb.bulk.archive import Archive, open_archive

__all__ = ["Archive", "open_archive"]
