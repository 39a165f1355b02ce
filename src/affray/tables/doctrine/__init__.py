"""Doctrines: policies written as data, for any system.

seen        what a doctrine may know: sheets cut to a seat
language    words, groups and people
conditions  when an entry applies
patterns    which options it prefers
policy      the doctrine, and the policy that follows it
reader      from a TOML file, with faults told to people
"""

from affray.tables.doctrine.policy import Doctrine, DoctrinePolicy, Entry

__all__ = ["Doctrine", "DoctrinePolicy", "Entry"]
