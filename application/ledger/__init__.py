"""How games are kept: rows and their chain, stored events, snapshots, verification."""
