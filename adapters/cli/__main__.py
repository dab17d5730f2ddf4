"""`python -m adapters.cli` is `umpire`."""

from adapters.cli import main

main()
