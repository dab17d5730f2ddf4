"""The law of VoidSiege: rules, open questions and readings, tables of data. Nothing here decides."""
