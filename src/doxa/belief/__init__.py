"""What to believe: slots, the decision table of revision, evidence, confidence. Pure rules, no input or output."""
