"""Other packages' names for what Osculate does, so that a program swaps an import."""
