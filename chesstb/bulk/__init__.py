"""A whole archive at once: many events in Parquet files, ranked part by part."""
