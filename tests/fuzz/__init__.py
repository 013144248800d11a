"""Every reader of files, shown many thousands of files that are damaged: `python -m tests.fuzz`."""
