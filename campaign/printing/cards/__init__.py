"""Cards to cut out: what stands on each, whether it fits, and how they lie on sheets."""
