"""What `--json` prints, one shape for each command: the published schemas are written from these.

`python -m adapters.cli.shapes.published` writes adapters/cli/schemas. A shape may gain fields and stays of its
version; where a field goes, or comes to mean another thing, the version goes up.
"""
