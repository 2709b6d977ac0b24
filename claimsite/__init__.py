"""Django project: settings, root URLs and the ASGI entry point."""
