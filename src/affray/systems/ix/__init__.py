"""The ix system: narrative dice."""
