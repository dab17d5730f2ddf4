"""A tournament: its judges and tables, calls and rulings, offences, time, and a log that proves itself."""
