"""Programs for outcomes of models on questions."""
