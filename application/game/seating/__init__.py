"""Who was given which seat, and who looked at what is hidden: the log of it, and its examination."""
