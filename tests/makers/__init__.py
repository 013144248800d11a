"""Made-up files in the formats of other programs, built from made-up events."""
