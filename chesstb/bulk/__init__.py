"""A whole archive at once: many events in Parquet files, ranked part by part."""

from __future__ import annotations

from chesstb.bulk.archive import Archive, open_archive
from chesstb.bulk.ingestion import Ingested, ingest
from chesstb.bulk.reprocessing import Reprocessed, reprocess

__all__ = ["Archive", "Ingested", "Reprocessed", "ingest", "open_archive", "reprocess"]
