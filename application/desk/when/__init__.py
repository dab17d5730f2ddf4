"""When a refused step becomes legal."""
