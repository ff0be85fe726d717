"""Consolidation: what a conversation came to, kept with what it was read from."""
