"""The judge's desk: why and when, audits, backups, sheets, appeals, precedents, comparisons."""
