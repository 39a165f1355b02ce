"""Spells and rites."""
