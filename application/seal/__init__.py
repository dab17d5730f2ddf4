"""Games carried away whole: sealed files and signatures."""
