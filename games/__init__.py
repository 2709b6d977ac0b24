"""Django application of the site: the game with its storage, pages and sockets."""
