"""Import of what people have already: exports of assistants, session transcripts, other memories, notes."""
