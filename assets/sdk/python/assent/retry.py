"""When to try again after a connection ended, and when no more."""

import time

FIRST_WAIT, LONGEST_WAIT = 0.05, 5.0  # seconds


class Retry:
    """The waits between attempts: longer each time, until give_up seconds have passed since
    the first. One thread uses it."""

    def __init__(self, give_up):
        self._give_up = give_up
        self._since = self._connected = None
        self._wait = FIRST_WAIT

    def connected(self):
        """Says that a connection stands. One that ends soon counts as another failed attempt."""
        self._connected = time.monotonic()

    def next(self, ends):
        """Waits for the time of the next attempt; False where it is over, or ends was set."""
        now = time.monotonic()
        lasted = self._connected is not None and now - self._connected > LONGEST_WAIT
        if self._since is None or (lasted and self._connected > self._since):
            self._since, self._wait = now, FIRST_WAIT
        wait = self._wait
        if now + wait - self._since > self._give_up:
            self._since = None
            return False
        self._wait = min(2 * wait, LONGEST_WAIT)
        return not ends.wait(wait)
