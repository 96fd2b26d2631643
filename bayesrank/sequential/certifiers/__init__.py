"""Which models are certified better than which, from the wealths of all pairs."""
