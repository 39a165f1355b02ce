"""The GM's hand."""
