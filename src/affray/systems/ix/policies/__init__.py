"""Sensible play, and what policies see."""
