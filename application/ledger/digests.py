"""The digests of a long log, packed into one array of bytes."""

WIDTH = 43
"""Characters of a SHA-256 digest in base64url."""


class Digests:
    """The digest of each entry's last row, from entry 1 on."""

    def __init__(self, packed: bytes | bytearray = b"") -> None:
        """The digests in these bytes. Raises ValueError if they are not whole."""
        if len(packed) % WIDTH or not packed.isascii():
            raise ValueError("what stands for a digest is none")
        self._packed = bytearray(packed)

    def __getitem__(self, n: int) -> str:
        """The digest of entry n. Raises IndexError."""
        if not 0 < n <= len(self):
            raise IndexError(n)
        return self._packed[(n - 1) * WIDTH : n * WIDTH].decode()

    def __len__(self) -> int:
        return len(self._packed) // WIDTH

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digests) and self._packed == other._packed

    __hash__ = None  # type: ignore[assignment]

    def append(self, digest: str) -> None:
        self._packed += digest.encode()

    def copy(self) -> "Digests":
        return Digests(self._packed)
