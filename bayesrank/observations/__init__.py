"""What was observed: validated once, named, immutable."""
