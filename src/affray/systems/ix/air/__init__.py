"""Flight, falls, and ships."""
