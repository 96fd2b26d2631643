"""Whether a ranking can be trusted, what it hangs on, and what would settle it."""
