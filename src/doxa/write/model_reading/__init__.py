"""What a language model reads out of a conversation, checked against the words it was read from."""
