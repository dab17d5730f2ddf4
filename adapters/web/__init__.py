"""The umpire over HTTP: an API, a live feed, and room for pages."""
