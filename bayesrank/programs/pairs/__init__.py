"""Programs for paired comparisons."""
