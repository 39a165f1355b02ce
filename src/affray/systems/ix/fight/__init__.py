"""Structured play: initiative, slots, turns, attacks, gear, and range."""
