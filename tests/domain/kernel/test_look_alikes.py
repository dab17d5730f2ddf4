"""Names that nobody can tell apart are one name, and what nobody can see is none."""

import pytest

from domain.kernel.look_alikes import is_seen, look_the_same, looks_like, unseen_sign

UNSEEN = {
    "joiner": "\u200d",
    "non-joiner": "\u200c",
    "variation selector": "\ufe0f",
    "grapheme joiner": "\u034f",
    "vowel that is never drawn": "\u17b4",
    "filler": "\u3164",
}


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN)
def test_a_sign_that_is_not_seen_makes_no_other_name(sign: str) -> None:
    assert looks_like(f"an{sign}a", ["ben", "ana"]) == "ana"
    assert look_the_same(f"Ana{sign}", "ana")
    assert is_seen(f"ana{sign}")
    assert not is_seen(sign)
    assert looks_like(sign, ["ana"]) == " "


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("ana", "ANA", True),
        ("\u0430na", "Ana", True),
        ("\u0412en", "ben", True),
        ("\u0432en", "ben", False),
        ("\u03a1ia", "\u03c1ia", True),
        ("ana", "anna", False),
    ],
)
def test_capitals_tell_no_names_apart(name: str, other: str, same: bool) -> None:
    assert look_the_same(name, other) is look_the_same(other, name) is same


def test_only_what_turns_or_hides_its_text_may_not_stand_in_it() -> None:
    assert unseen_sign("Ana \u202enb") == "U+202E"
    assert unseen_sign("Ana\u3164") == "U+3164"
    assert unseen_sign("Zo\u00eb \U0001f469\u200d\U0001f680 \u2764\ufe0f") == ""


def test_spaces_alone_are_not_seen() -> None:
    assert not is_seen(" \u00a0\u2003")
    assert is_seen(" a ")
    assert looks_like("cem", ["ana", "ben"]) == ""
