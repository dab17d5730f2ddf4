"""Games begin, are stepped, looked at, replayed."""
