"""From a program to its posterior, and whether that can be trusted."""
