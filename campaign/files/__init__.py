"""Files: YAML text in and out, and from plain data to records with every fault in its place."""
