"""Programs for tables of scores, and for several kinds of data at once."""
