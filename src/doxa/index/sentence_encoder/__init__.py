"""Universal Sentence Encoder multilingual v3 over memory-mapped arrays: tokens by `segmenter`, vectors by `network`."""
