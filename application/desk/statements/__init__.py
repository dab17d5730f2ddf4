"""What is said about a ruling: statements, appeals, proposals, final rulings, and who agrees."""
