"""`python -m memassets` is the shell."""

from memassets.cli import main

main()
