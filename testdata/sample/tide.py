"""When the water is high."""


def high(day: int) -> int:
    """Return the hour of high water."""
    return (day * 50 // 60 + 3) % 24
