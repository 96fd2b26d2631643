"""Results as tables, text and one self-contained page."""
