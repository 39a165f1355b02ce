"""The revisions, each in a file named by its number and what it does."""
