"""What was decided, what came of it, and the patterns seen in that: hypotheses, never beliefs."""
