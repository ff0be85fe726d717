"""Skills as versioned memory: `SKILL.md` and reference documents in, scanned, found by recall, and back out."""
