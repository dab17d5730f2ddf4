"""Tests, and the kit for rulesets that live elsewhere: what fails in it is told there as here."""

import pytest

pytest.register_assert_rewrite("tests.kit", "tests.spec", "tests.properties.play")
