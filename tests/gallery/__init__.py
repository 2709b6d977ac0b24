"""Every page of the site in a state worth looking at: what the tests of all pages visit, and `bin/shots` takes pictures of."""
