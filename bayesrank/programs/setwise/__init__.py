"""Programs for sets: who was right among all that were asked, and who stands before whom."""
