"""The handlers of an agent, each kind called from a thread of its own."""

import logging
import queue
import threading

_log = logging.getLogger("assent")


class Handlers:
    """Functions that are called with what comes, one after another and in its order. They
    may call tools and wait."""

    def __init__(self, name):
        self._name = name
        self._handlers = {}
        self._queue = queue.SimpleQueue()
        self._thread = None
        self._lock = threading.Lock()

    def add(self, handler):
        """Adds a handler and returns what removes it."""
        if not callable(handler):
            raise TypeError("a handler is a function")
        with self._lock:
            entry = object()
            self._handlers[entry] = handler
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
        return lambda: self._handlers.pop(entry, None)

    def tell(self, event):
        if self._handlers:
            self._queue.put(event)

    def close(self):
        """Ends when what came was handled, unless a handler itself closes."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            if thread is not threading.current_thread():
                thread.join()

    def _run(self):
        while (event := self._queue.get()) is not None:
            for handler in list(self._handlers.values()):
                try:
                    handler(event)
                except Exception:  # it keeps no other from being told
                    _log.exception("a handler of %s failed", self._name)
