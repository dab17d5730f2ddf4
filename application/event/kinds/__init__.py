"""Every kind of fact of an event: how it is stored, what it does, how it is told."""
