"""From what an agent is told to beliefs: gate, extract, ground, reconcile, grade, commit."""
