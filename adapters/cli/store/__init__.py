"""Stores: databases, verification, seals, the server."""
