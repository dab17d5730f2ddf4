"""Long games as they are played, a file for each ruleset that has one: SETUP, `steps`, and REFUSED after one.

What has no file here is played on its example in the plainest way, as long as that goes on.
"""
