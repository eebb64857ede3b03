"""One file per backend, each implements one port; heavy imports stay here."""
