"""The content models, and the way between plain blocks and a fight."""
