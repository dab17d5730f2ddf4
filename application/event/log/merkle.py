"""The Merkle tree of RFC 6962 and RFC 9162: roots, proofs that something is in it, that it only grew."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

SIZE = 32


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf (RFC 6962, 2.1)."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others (RFC 6962, 2.1)."""
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """The largest power of two below a size of at least 2."""
    return 1 << (size - 1).bit_length() - 1


class Tree:
    """Leaves in order; it only grows. Whole subtrees are remembered, so that proofs cost little."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self._levels: list[list[bytes]] = [[]]
        """Level k: the hash of each whole run of 2^k leaves."""
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        return len(self._levels[0])

    def append(self, leaf: bytes) -> None:
        node, k = leaf_hash(leaf), 0
        self._levels[0].append(node)
        while len(self._levels[k]) % 2 == 0:
            node = node_hash(self._levels[k][-2], node)
            k += 1
            if k == len(self._levels):
                self._levels.append([])
            self._levels[k].append(node)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves, or over all. Raises IndexError where there are not so many."""
        size = len(self) if size is None else size
        if not 0 <= size <= len(self):
            raise IndexError(size)
        return self._hash(0, size) if size else sha256().digest()

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The proof that this leaf is in the tree of that size (RFC 9162, 2.1.3.1). Raises IndexError."""
        size = len(self) if size is None else size
        if not 0 <= index < size <= len(self):
            raise IndexError(index)
        return list(self._path(index, 0, size))

    def consistency(self, before: int, size: int | None = None) -> list[bytes]:
        """The proof that the tree grew from a size to another (RFC 9162, 2.1.4.1). Raises IndexError."""
        size = len(self) if size is None else size
        if not 0 < before <= size <= len(self):
            raise IndexError(before)
        return list(self._subproof(before, 0, size, whole=True)) if before < size else []

    def _hash(self, begin: int, end: int) -> bytes:
        size = end - begin
        if size & (size - 1) == 0 and begin % size == 0:
            return self._levels[size.bit_length() - 1][begin // size]
        middle = begin + split(size)
        return node_hash(self._hash(begin, middle), self._hash(middle, end))

    def _path(self, index: int, begin: int, end: int) -> Iterator[bytes]:
        if end - begin == 1:
            return
        middle = begin + split(end - begin)
        if index < middle:
            yield from self._path(index, begin, middle)
            yield self._hash(middle, end)
        else:
            yield from self._path(index, middle, end)
            yield self._hash(begin, middle)

    def _subproof(self, before: int, begin: int, end: int, *, whole: bool) -> Iterator[bytes]:
        if before == end:
            if not whole:
                yield self._hash(begin, end)
            return
        middle = begin + split(end - begin)
        if before <= middle:
            yield from self._subproof(before, begin, middle, whole=whole)
            yield self._hash(middle, end)
        else:
            yield from self._subproof(before, middle, end, whole=False)
            yield self._hash(begin, middle)


def proves_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> bool:
    """Whether the proof shows that this leaf has this place in the tree of that root (2.1.3.2)."""
    return root_proved(leaf, index, size, proof) == root


def root_proved(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root to which the proof leads; None where no tree of this size has such a proof."""
    if not 0 <= index < size:
        return None
    place, last, node = index, size - 1, leaf_hash(leaf)
    for other in proof:
        if last == 0:
            return None
        if place % 2 or place == last:
            node = node_hash(other, node)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, other)
        place, last = place >> 1, last >> 1
    return node if last == 0 else None


def proves_growth(
    before: int, after: int, root_before: bytes, root_after: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the proof shows that the first tree is the beginning of the second (2.1.4.2)."""
    if not 0 < before <= after:
        return False
    if before == after:
        return not proof and root_before == root_after
    hashes = [root_before, *proof] if before & (before - 1) == 0 else list(proof)
    if not hashes:
        return False
    place, last = before - 1, after - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    was = now = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            was, now = node_hash(other, was), node_hash(other, now)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            now = node_hash(now, other)
        place, last = place >> 1, last >> 1
    return last == 0 and was == root_before and now == root_after
