"""Every kind of fact of an event: its stored form, its effect on the event, its sentence."""
