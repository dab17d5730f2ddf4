"""The use cases: what people do with games and rulings."""
