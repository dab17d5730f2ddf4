"""What a seat is asked to answer: a request, a proposal, a final ruling, a claim."""
