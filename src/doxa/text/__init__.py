"""Text as doxa reads it, in English and Chinese: tokens, numbers, periods, normal forms. Pure functions."""
