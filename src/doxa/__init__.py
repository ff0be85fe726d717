"""Long-term memory for AI agents."""
