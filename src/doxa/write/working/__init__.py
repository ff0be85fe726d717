"""Working memory: messages on their way in, and when their session is to be consolidated."""
