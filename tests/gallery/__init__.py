"""Every page of the site in a state worth looking at: the tests of all pages and `bin/shots` visit them."""
