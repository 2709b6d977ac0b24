"""Services: the only code that writes games and people, with one function for each intention."""
