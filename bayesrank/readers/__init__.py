"""Files and data frames in, observations out."""
