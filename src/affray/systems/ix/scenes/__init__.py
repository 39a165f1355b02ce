"""Chases, talks, journeys, downtime and free play, and the ways from one scene to the next."""
