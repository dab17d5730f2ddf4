"""`python -m tests.screenshots`."""

import sys

from tests.screenshots import main

main(sys.argv[1:])
