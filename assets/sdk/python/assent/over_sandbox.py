"""The sandbox server: requests to it, an event stream back (docs/sandbox.md)."""

import http.client
import json
import socket
import threading
import urllib.parse

from .artifact import DisconnectedError, RefusedError
from .retry import Retry

ANSWER_LIMIT = 8 << 20  # bytes
EVENT_LIMIT = 9 << 20  # a response of 8 MiB and what is around it


class Sandbox:
    """The transport over a sandbox. Its event stream resumes after the last event that came."""

    def __init__(self, url, agent_id, api_key, give_up, agent):
        if not api_key:
            raise ValueError("a sandbox needs the agent's api_key")
        self._url, self._agent_id, self._api_key, self._give_up, self._agent = url, agent_id, api_key, give_up, agent
        self._retry = Retry(give_up)
        self._lock = threading.Lock()  # held while the stream is opened
        self._stream = None  # its socket
        self._recovering = False  # it connects anew by itself
        self._ends = threading.Event()
        self._seen = None  # seq of the last event

    def connect(self):
        """Begins the event stream, with what comes from now on or where it broke off."""
        with self._lock:
            if self._stream is None:
                stream, response = self._open_stream()
                self._stream = stream
                self._retry.connected()
                threading.Thread(target=self._read, args=(response,), name="assent sandbox", daemon=True).start()

    def send(self, message):
        """Posts a message, again where the answer was lost: the server takes a call_id once."""
        if self._stream is None and not self._recovering:
            self.connect()
        body = {name: message[name] for name in ("msg_subtype", "content_type", "payload")}
        retry = Retry(self._give_up if message["msg_subtype"] == "artifact_tool_call" else 0)
        while True:
            try:
                self._request("POST", f"/conversations/{_quoted(message['conversation_id'])}/messages", body)
                return
            except DisconnectedError:
                if not retry.next(self._ends):
                    raise

    def withdraw(self, _message):
        """The sandbox has no word for it: the question stays open, its answer is nobody's."""

    def offer(self, manifest):
        return self._request("PATCH", f"/agents/{_quoted(self._agent_id)}", {"capability_manifest": manifest["manifest"]})

    def say(self, conversation_id, message):
        kind = message["type"]
        self.send({"conversation_id": conversation_id, "msg_subtype": kind, "content_type": kind, "payload": message})

    def close(self):
        self._ends.set()
        if (stream := self._stream) is not None:
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it ended already

    def _request(self, method, path, body):
        with self._ask(method, path, body)[1] as response:
            return _read_json(self._url, response)

    def _open_stream(self):
        stream, response = self._ask("GET", "/events" if self._seen is None else f"/events?since={self._seen}")
        stream.settimeout(None)
        return stream, response

    def _ask(self, method, path, body=None):
        """Sends a request and returns its socket and response when that is a success."""
        if self._ends.is_set():
            raise DisconnectedError("CLOSED", "the agent was closed")
        address = urllib.parse.urlsplit(self._url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        connection = kind(address.hostname, address.port, timeout=max(self._give_up, 0.001))
        headers = {"Authorization": f"Bearer {self._api_key}", "Connection": "close"}
        text = None
        if body is not None:
            text = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        try:
            connection.connect()
            stream = connection.sock
            connection.request(method, address.path.rstrip("/") + path, text, headers)
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _unreachable(self._url, error) from error
        if response.status < 300:
            return stream, response
        with response:
            raise _refusal(self._url, response)

    def _read(self, response):
        try:
            with response:
                for seq, event in _events(response):
                    if self._seen is None or seq > self._seen:
                        self._seen = seq
                        if event is not None:
                            self._agent.received(event)
        except (OSError, http.client.HTTPException):
            pass  # it broke off
        except (ValueError, RecursionError) as error:
            self._agent.failed(DisconnectedError("BAD_EVENT", f"the sandbox sent what is no event: {error}"))
        self._recover()

    def _recover(self):
        """Who listens has no other thing to do than wait for the sandbox."""
        self._recovering, self._stream = True, None
        try:
            while not self._ends.is_set() and self._stream is None:
                if not self._retry.next(self._ends):
                    self._agent.failed(DisconnectedError("UNREACHABLE", "the sandbox ended before the call was answered"))
                    continue
                try:
                    self.connect()
                except DisconnectedError:
                    pass
        except RefusedError as error:  # the key is wrong, say: no later attempt would do better
            self._agent.failed(error)
            self._agent.ended(error)
        finally:
            self._recovering = False


def _events(response):
    """Yields the id of every event of a text/event-stream, and the object that its data is, if it has any."""
    seq, data = None, b""
    while line := response.readline(EVENT_LIMIT + 1):
        if len(line) + len(data) > EVENT_LIMIT:
            raise ValueError(f"it is over {EVENT_LIMIT} bytes")
        if line.startswith(b"id:"):
            seq = int(line[3:])
        elif line.startswith(b"data:"):
            data += line[5:]
        elif line == b"\n" and seq is not None:
            event = json.loads(data.decode()) if data else None
            if data and not isinstance(event, dict):
                raise ValueError("it is no object")
            yield seq, event
            seq, data = None, b""


def _read_json(url, response):
    try:
        text = response.read(ANSWER_LIMIT + 1)
        if len(text) > ANSWER_LIMIT:
            raise ValueError(f"its answer is over {ANSWER_LIMIT} bytes")
        return json.loads(text.decode())
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise _unreachable(url, error) from error


def _refusal(url, response):
    try:
        problem = _read_json(url, response)
    except DisconnectedError:
        problem = None
    problem = problem if isinstance(problem, dict) else {}
    wait = response.getheader("Retry-After", "")
    return RefusedError(
        problem.get("code", f"HTTP_{response.status}"), problem.get("detail") or problem.get("title") or f"the sandbox answered {response.status}",
        problem.get("details"), response.status, int(wait) if wait.isdecimal() else None)


def _unreachable(url, error):
    return DisconnectedError("UNREACHABLE", f"the sandbox at {url} does not answer ({error})")


def _quoted(name):
    return urllib.parse.quote(name, safe="")
