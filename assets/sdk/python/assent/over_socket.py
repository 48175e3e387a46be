"""Assent's own socket: JSON lines, both ways (docs/protocol.md)."""

import json
import os
import pathlib
import socket
import struct
import threading
from concurrent.futures import Future

from .artifact import DisconnectedError, RefusedError
from .retry import Retry

SENT_LIMIT = 1 << 20  # bytes of a line that Assent takes
RECEIVED_LIMIT = 8 << 20  # and of one that it sends


def default_socket():
    """Returns where Assent listens, unless it was told another place."""
    if path := os.environ.get("ASSENT_SOCKET"):
        return path
    if folder := os.environ.get("XDG_RUNTIME_DIR"):
        return os.path.join(folder, "assent", "assent.sock")
    data = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share"
    return os.path.join(data, "assent", "run", "assent.sock")


class Socket:
    """The transport over a socket. While a call or a manifest is unanswered it connects anew by
    itself and sends it again: Assent runs a call_id once, however often it comes."""

    def __init__(self, path, give_up, agent):
        self._path, self._agent = path, agent
        self._retry = Retry(give_up)
        self._lock = threading.RLock()  # held while a connection is made and a line is written
        self._connection = None
        self._recovering = False  # it connects anew by itself
        self._ends = threading.Event()
        self._offers = []  # (manifest, future)
        self._last_word = None  # the error line that is about no call

    def connect(self):
        """Connects, and sends what is unanswered. It raises where nobody listens."""
        with self._lock:
            if self._ends.is_set():
                raise _closed()
            if self._connection is not None:
                return
            self._connection = _dial(self._path)
            self._retry.connected()
            threading.Thread(target=self._read, args=(self._connection,), name="assent socket", daemon=True).start()
            for message in self._unanswered():
                self._write(_line(message))

    def send(self, message):
        if message["type"] == "message" and message["msg_subtype"] != "artifact_tool_call":
            raise _no_chat()
        line = _line(message)
        with self._lock:
            if self._ends.is_set():
                raise _closed()
            if self._connection is not None:
                self._write(line)
            elif not self._recovering:
                self.connect()  # which sends it: it is unanswered

    def withdraw(self, message):
        line = {"type": "withdraw", "agent_id": message["agent_id"], "conversation_id": message["conversation_id"],
                "call_id": message["payload"]["artifact"]["artifact_id"]}
        with self._lock:
            if self._connection is not None:
                self._write(_line(line))

    def offer(self, manifest):
        entry = (manifest, Future())
        self._offers.append(entry)
        try:
            self.send(manifest)
            return entry[1].result()
        finally:
            self._drop(entry)

    def say(self, _conversation_id, _message):
        raise _no_chat()

    def close(self):
        self._ends.set()
        if (connection := self._connection) is not None:
            _shut(connection)  # without the lock: a write may hold it for as long as Assent does not read
        self._fail(_closed())

    def _unanswered(self):
        return [manifest for manifest, _ in self._offers] + self._agent.unanswered()

    def _write(self, line):
        try:
            self._connection.sendall(line)
        except OSError:
            pass  # who reads the connection hears of its end, and it is sent again

    def _read(self, connection):
        try:
            with connection, connection.makefile("rb") as lines:
                while (line := lines.readline(RECEIVED_LIMIT + 1)).endswith(b"\n"):
                    self._take(_object(line))
                if len(line) > RECEIVED_LIMIT:
                    raise ValueError(f"it is over {RECEIVED_LIMIT} bytes")
        except OSError:
            pass
        except (ValueError, RecursionError) as error:
            self._fail(DisconnectedError("BAD_LINE", f"Assent sent a line that is not its protocol's: {error}"))
        self._recover()

    def _recover(self):
        with self._lock:
            self._connection, self._recovering = None, True
        try:
            while True:
                with self._lock:
                    if self._connection is not None or self._ends.is_set() or not self._unanswered():
                        self._recovering = False
                        return
                if not self._retry.next(self._ends):
                    self._gave_up()
                    continue
                try:
                    self.connect()
                except DisconnectedError:
                    pass
        finally:
            self._recovering = False

    def _take(self, line):
        if line.get("type") == "error" and "call_id" not in line:
            self._last_word = line
            if "conversation_id" not in line and self._offers:
                entry = self._offers[0]
                if self._drop(entry):
                    entry[1].set_exception(RefusedError(line.get("code"), line.get("message"), line.get("details")))
        if line.get("type") == "relation":
            for entry in list(self._offers):
                if entry[0]["manifest_version"] == line.get("manifest_version") and self._drop(entry):
                    entry[1].set_result(line)
                    break
        self._agent.received(line)

    def _drop(self, entry):
        with self._lock:
            if entry not in self._offers:
                return False
            self._offers.remove(entry)
            return True

    def _gave_up(self):
        said = self._last_word or {}
        message = f"Assent ended before it answered: {said['message']}" if said.get("message") else "Assent ended before it answered"
        self._fail(DisconnectedError(said.get("code", "UNREACHABLE"), message))

    def _fail(self, error):
        self._last_word = None
        for entry in list(self._offers):
            if self._drop(entry):
                entry[1].set_exception(error)
        self._agent.failed(error)


def _dial(path):
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
        if hasattr(socket, "SO_PEERCRED"):
            _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
            if uid != os.getuid():
                raise OSError("it is another user's")
    except OSError as error:
        connection.close()
        raise DisconnectedError("UNREACHABLE", f"Assent does not listen at {path} ({error}): start assent, or assentctl serve") from error
    return connection


def _shut(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it ended already


def _object(line):
    value = json.loads(line.decode())
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _line(message):
    line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    if len(line) > SENT_LIMIT:
        raise ValueError("what is sent is over 1 MiB")
    return line


def _closed():
    return DisconnectedError("CLOSED", "the agent was closed")


def _no_chat():
    return NotImplementedError("Assent's socket carries tool calls and no chat: connect to a sandbox for messages")
