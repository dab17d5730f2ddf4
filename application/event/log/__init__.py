"""The log proves itself: a Merkle tree over what was ruled, signed checkpoints, slips with a proof."""
