"""Standing answers: “decline for me” until something ends, said by the server in a seat's name."""
