"""Services: one function for each intention, and the only code that writes games and people."""
