"""Affray: tabletop role-playing fights by the book.

One text of the rules, run four ways: play, preview, simulate, solve.
"""

__version__ = "0.1.0.dev0"
