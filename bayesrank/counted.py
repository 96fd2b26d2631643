"""Numbers of things in words."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number and what it is of: 1 round, 2 rounds."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
