"""From scores and posterior draws to ranks."""
