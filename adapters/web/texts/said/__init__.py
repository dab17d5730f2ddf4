"""What rulesets ask and answer with, as the pages say it."""
