"""Checks: the pool, the roll, its reading, and what it buys."""
