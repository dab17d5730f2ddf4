"""The law of Nullshapers: rules, open questions and readings, tables of data. Nothing here decides."""
