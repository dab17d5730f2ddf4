"""The law of Arcane Legions: rules, open questions and readings, tables of data. Nothing here decides."""
