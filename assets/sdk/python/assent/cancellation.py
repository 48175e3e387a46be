"""How a program withdraws a call that it waits for."""

import threading


class Cancelled(Exception):
    """A call was withdrawn by its Cancellation."""


class Cancellation(threading.Event):
    """An event that withdraws the calls it was given to, set from any thread:

        cancel = Cancellation.after(60)
        agent.call("read_file", {"path": path}, cancel=cancel)
    """

    def __init__(self):
        super().__init__()
        self._lock = threading.Lock()
        self._told = set()

    @classmethod
    def after(cls, seconds):
        """Returns one that is set when seconds have passed."""
        cancel = cls()
        timer = threading.Timer(seconds, cancel.set)
        timer.daemon = True
        timer.start()
        return cancel

    def set(self):
        with self._lock:
            super().set()
            told, self._told = self._told, set()
        for tell in told:
            tell()

    def tell(self, callback):
        """Has callback called when the event is set, at once where it is."""
        with self._lock:
            if not self.is_set():
                self._told.add(callback)
                return
        callback()

    def forget(self, callback):
        """Undoes tell."""
        with self._lock:
            self._told.discard(callback)
