"""The tree of RFC 6962 and RFC 9162, against known roots and against its definition."""

import hashlib

import pytest

from application.event.log.merkle import Tree, proves_growth, proves_inclusion
from tests.application.event.independent import mth, path, proof

KNOWN = [bytes.fromhex(one) for one in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"
)]  # fmt: skip
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The roots that implementations of certificate transparency test themselves with."""


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_that_are_known_elsewhere(size: int) -> None:
    assert Tree(KNOWN).root(size).hex() == ROOTS[size - 1]


def test_the_empty_tree() -> None:
    assert Tree().root() == hashlib.sha256().digest()
    with pytest.raises(IndexError):
        Tree().root(1)


LEAVES = [b"leaf %d" % n for n in range(40)]


def test_roots_and_proofs_are_those_of_the_definition() -> None:
    tree = Tree(LEAVES)
    for size in range(1, len(LEAVES) + 1):
        root = tree.root(size)
        assert root == mth(LEAVES[:size])
        for index in range(size):
            found = tree.inclusion(index, size)
            assert found == path(index, LEAVES[:size])
            assert proves_inclusion(LEAVES[index], index, size, found, root)
        for before in range(1, size + 1):
            kept = tree.consistency(before, size)
            assert kept == (proof(before, LEAVES[:size]) if before < size else [])
            assert proves_growth(before, size, tree.root(before), root, kept)


def test_a_proof_proves_nothing_else() -> None:
    """Another leaf, another place, another size, another root, a hash more or less, or changed."""
    tree = Tree(LEAVES)
    for size in (1, 2, 3, 7, 8, 21, 40):
        for index in range(size):
            leaf, root, found = LEAVES[index], tree.root(size), tree.inclusion(index, size)
            assert not proves_inclusion(leaf + b"!", index, size, found, root)
            assert not proves_inclusion(leaf, index, size, found, tree.root(size - 1))
            assert not proves_inclusion(leaf, index, size, [*found, root], root)
            assert not proves_inclusion(leaf, index, size, found[:-1], root) or not found
            assert not proves_inclusion(leaf, size, size, found, root)
            assert not proves_inclusion(leaf, -1, size, found, root)
            for other in range(size):
                assert other == index or not proves_inclusion(leaf, other, size, found, root)
            for n in range(len(found)):
                forged = [*found[:n], bytes(32), *found[n + 1 :]]
                assert not proves_inclusion(leaf, index, size, forged, root)


def test_a_log_that_was_rewritten_did_not_grow() -> None:
    tree = Tree(LEAVES)
    other = Tree([*LEAVES[:5], b"forged", *LEAVES[6:]])
    for before in range(6, 41):
        for after in range(before, 41):
            kept = other.consistency(before, after)
            assert not proves_growth(before, after, tree.root(before), other.root(after), kept)
    assert not proves_growth(0, 4, tree.root(0), tree.root(4), [])
    assert not proves_growth(5, 4, tree.root(5), tree.root(4), [])
    assert not proves_growth(4, 8, tree.root(4), tree.root(8), [])
    assert not proves_growth(3, 8, tree.root(3), tree.root(8), [])
