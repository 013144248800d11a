"""A whole archive at once: many events in Parquet files, ranked part by part."""

from __future__ import annotations

from chesstb.bulk.archive import Archive, open_archive
from chesstb.bulk.ingestion import ingest

__all__ = ["Archive", "ingest", "open_archive"]
