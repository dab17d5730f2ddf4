"""SQLite and PostgreSQL behind the ledger's port: the only rooms that know `eventsourcing`."""
