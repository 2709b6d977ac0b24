"""Django application of the site: the game, its storage, its pages and its sockets."""
