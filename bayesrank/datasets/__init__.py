"""Small real data sets with their sources and licences."""
