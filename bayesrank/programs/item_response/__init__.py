"""Item response theory: abilities of models and difficulties of questions."""
