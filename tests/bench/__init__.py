"""Speed of chesstb beside other programs, on the same random events."""
