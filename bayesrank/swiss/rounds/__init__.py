"""From data to rounds: who beats whom, and with what probability."""
