"""WebSockets: consumers parse messages and call services; rooms send changes to the connections that may see them."""
