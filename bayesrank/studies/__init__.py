"""Studies: how methods fare when they are used in a certain way, on anybody's data."""
