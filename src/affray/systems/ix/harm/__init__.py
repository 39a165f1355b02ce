"""Wounds, Strain, injuries, conditions and fear, and how they go away again."""
