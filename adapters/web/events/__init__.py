"""Events in the browser and over HTTP: the hall for judges, calls from a seat, clocks, results, proofs."""
