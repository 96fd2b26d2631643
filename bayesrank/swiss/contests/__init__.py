"""How contests are played, and played by chance."""
