"""What judges and players do at an event, as their phones say it: `{do: take, call: 5}`."""
