"""What harms without an enemy: fire, cold, heat, no air; and light."""
