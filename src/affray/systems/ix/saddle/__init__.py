"""Riders and mounts."""
