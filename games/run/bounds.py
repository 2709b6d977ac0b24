"""What one socket may take of this process, whichever server runs it, and how it ends."""

RESTARTING = 1012
PATIENCE = 3.0
"""Seconds that the end of the process waits for what is under way."""

# A frame of up to 8 KiB is read and one a little above is refused with a sentence, both by the consumer;
# what is larger than this ends the connection with 1009 before it fills any memory.
LARGEST_FRAME = 16384

UNSENT = 256 * 1024
"""Bytes that wait for a socket to read them, above which it is closed with ``UNREAD``."""
UNREAD = 4309

LARGEST_BODY = 65536
"""Bytes of a body that are read; a longer one is refused at its length, or as soon as it turns out to be longer."""
BODY_SECONDS = 15
"""From the end of a request's headers to the end of its body."""

HAND_OVER = 0.0005
"""Seconds after which the loop of all sockets lets the thread go on that stores a move, however busy it is: Python's
own 5 ms are waited for at every statement."""
