"""What judges do on the floor: calls, rulings, appeals, offences and the book of infractions."""
