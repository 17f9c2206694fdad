"""A campaign as a folder of pages that any host can serve."""
