"""Events over HTTP: the hall on judges' phones, calls from a seat, what is done at the desk."""
