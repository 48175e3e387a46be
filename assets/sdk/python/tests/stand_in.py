"""A stand-in for Assent on a socket of its own, which says what a test wants."""

import json
import os
import shutil
import socket
import tempfile
import threading

import assent


class StandIn:
    """Listens until the test ends. Lines that come in are in lines, of all connections."""

    def __init__(self, test):
        self._test = test
        self._changed = threading.Condition()
        self.lines, self.connections = [], []
        self._folder = tempfile.mkdtemp()
        self.path = os.path.join(self._folder, "s")
        test.addCleanup(shutil.rmtree, self._folder)
        test.addCleanup(self.die)
        self.listen()

    def agent(self, **options):
        """Connects an agent, which is closed with the test."""
        agent = assent.connect("agent-1", "c-1", socket=self.path, **options)
        self._test.addCleanup(agent.close)
        return agent

    def listen(self):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def die(self):
        """Ends as a kill ends: at once."""
        self._listener.close()
        if os.path.exists(self.path):
            os.unlink(self.path)
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()
        self.connections.clear()

    def received(self, count):
        """Waits for the first count lines."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.lines) >= count, timeout=10):
                raise TimeoutError(f"{len(self.lines)} lines came, not {count}")
            return self.lines[:count]

    def write(self, data):
        self.connections[-1].sendall(data)

    def say(self, line):
        self.write(json.dumps(line).encode() + b"\n")

    def answer(self, call, **response):
        """Answers a nested call."""
        self.say({**envelope(call), "payload": {"type": "artifact_response", "ref_artifact_subtype": "tool_response", "call_id": call_id(call), **response}})

    def _accept(self, listener):
        try:
            while True:
                connection, _ = listener.accept()
                self.connections.append(connection)
                threading.Thread(target=self._read, args=(connection,), daemon=True).start()
        except OSError:
            pass

    def _read(self, connection):
        try:
            for line in connection.makefile("rb"):
                with self._changed:
                    self.lines.append(json.loads(line))
                    self._changed.notify_all()
        except (OSError, ValueError):
            pass


def call_id(call):
    return call["payload"]["artifact"].get("artifact_id") or call["payload"]["artifact"]["call_id"]


def envelope(call):
    return {"type": "message", "agent_id": call["agent_id"], "conversation_id": call["conversation_id"], "conversation_type": "h2a",
            "msg_subtype": "artifact_response", "content_type": "artifact"}


def in_thread(function, *args, **options):
    """Calls function in a thread and returns what waits for its result, or raises its error."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(1)
    future = pool.submit(function, *args, **options)
    pool.shutdown(wait=False)
    return lambda: future.result(10)
