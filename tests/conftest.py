"""What holds for all tests: properties try the same examples every time, unless they are asked for others."""

import os

from hypothesis import settings

# A property that fails for one in a thousand examples would fail for somebody else; `make fuzz` looks for more.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
