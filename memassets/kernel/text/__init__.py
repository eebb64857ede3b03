"""What a text says, found and never changed: one normaliser and one finder per family, shared by every path."""
