"""An agent as its program sees it: the source pages' API, over either transport."""

import threading
from concurrent.futures import Future

from . import artifact as artifacts
from .artifact import DisconnectedError, ToolError, check_id
from .cancellation import Cancelled
from .canonical import canonicalize, manifest_hash
from .handlers import Handlers


class Agent:
    """An agent that is connected. Its methods may be called from any thread."""

    def __init__(self, agent_id, conversation_id, conversation_type):
        self._id = check_id("agent_id", agent_id)
        self._conversation = conversation_id
        self._conversation_type = conversation_type
        self._events, self._messages = Handlers("assent events"), Handlers("assent messages")
        self._lock = threading.Lock()
        self._open = {}  # calls without a response: (message, call_id, future or None) by conversation and call
        self._ended = Future()
        self.transport = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, tool, arguments=None, *, timeout_ms=None, conversation_id=None, cancel=None):
        """Calls a tool, waits and returns its result.

        timeout_ms limits the tool's run, not the wait for the user; cancel, a Cancellation,
        withdraws the call. Raises ToolError when the tool did not run, Cancelled when the call
        was withdrawn, DisconnectedError when nobody could be asked."""
        artifact = artifacts.tool_call(tool, arguments if arguments is not None else {}, timeout_ms)
        message = self._message(conversation_id, artifact)
        future = Future()

        def withdraw(error=Cancelled("the call was withdrawn")):
            if self._settle(key):
                self.transport.withdraw(message)
                future.set_exception(error)

        if cancel is not None and cancel.is_set():
            raise Cancelled("the call was withdrawn before it was sent")
        key = self._begin(message, artifact["artifact_id"], future)
        self._hand_over(message, key)
        try:
            if cancel is not None:
                cancel.tell(withdraw)
            return future.result()
        finally:
            if cancel is not None:
                cancel.forget(withdraw)
            withdraw()  # where the program was interrupted; an answered call is no longer open

    def send_artifact(self, *params):
        """Sends an artifact: `send_artifact(conversation_id, {"artifact": …})` or
        `send_artifact({…})`. A tool call's response comes to the event handlers."""
        conversation_id, body = params if len(params) > 1 else (None, *params)
        artifact = artifacts.artifact_of(body)
        message = self._message(conversation_id, artifact)
        call_id = artifacts.call_id_of(artifact)
        self._hand_over(message, self._begin(message, call_id, None) if call_id else None)

    def add_event_handler(self, handler):
        """Has every event handed to handler, and returns what ends that."""
        return self._events.add(handler)

    def add_message_handler(self, handler):
        """Has every chat message handed to handler, and returns what ends that."""
        return self._messages.add(handler)

    def send(self, conversation_id, message):
        """Sends a chat message. Over the socket, which has no chat, it raises."""
        self.transport.say(check_id("conversation_id", conversation_id), message)

    def offer_manifest(self, manifest, *, version=1, name=None):
        """Offers the agent's manifest: over the socket it returns the relation, once the user
        reviewed a new agent, over a sandbox the server's answer. Only the socket needs a
        version. Raises RefusedError with every place that is wrong."""
        canonicalize(manifest)  # raises for what JSON cannot hold
        offer = {"type": "manifest", "agent_id": self._id, "manifest_version": version, "manifest_hash": manifest_hash(manifest), "manifest": manifest}
        return self.transport.offer({**offer, "agent_name": name} if name else offer)

    def wait(self):
        """Waits until the agent is closed, for programs that only handle messages. Raises where
        the connection cannot be made anew."""
        self._ended.result()

    def close(self):
        """Ends the connection. Calls without a response raise; the user's open questions close."""
        self.transport.close()
        self.failed(DisconnectedError("CLOSED", "the agent was closed"))
        self._events.close()
        self._messages.close()
        self.ended(None)

    # What follows is the transport's.

    def unanswered(self):
        """Returns the calls without a response."""
        with self._lock:
            return [message for message, _, _ in self._open.values()]

    def received(self, line):
        """Takes what came in."""
        if (response := artifacts.response_of(line.get("payload"))) is not None:
            self._respond(line, response)
        elif line.get("type") == "error":
            self._refused(line)
        else:
            (self._messages if line.get("type") == "message.new" else self._events).tell(line)

    def failed(self, error):
        """Says that the open calls get no answer."""
        with self._lock:
            calls = list(self._open)
        for key in calls:
            self._fail(key, error, getattr(error, "code", "UNREACHABLE"), str(error))

    def ended(self, error):
        """Says that nothing comes any more: wait returns, or raises error."""
        if not self._ended.done():
            self._ended.set_exception(error) if error else self._ended.set_result(None)

    def _fail(self, key, error, code, message, details=None):
        if not (call := self._settle(key)):
            return
        _, call_id, future = call
        response = artifacts.failure(call_id, code, message, details)
        if future is not None:
            future.set_exception(error or ToolError(response))
        self._events.tell(artifacts.response_event({"agent_id": self._id, "conversation_id": key[0]}, response))

    def _respond(self, line, response):
        _, _, future = self._settle((line.get("conversation_id"), response.get("call_id"))) or (None, None, None)
        if future is not None and response.get("status") == "ok":
            future.set_result(response.get("result"))
        elif future is not None:
            future.set_exception(ToolError(response))
        self._events.tell(artifacts.response_event(line, response))

    def _refused(self, line):
        """An error line is about the call that it names, as far as it could read the names."""
        with self._lock:
            about = [key for key in self._open if key[1] == line.get("call_id") and line.get("conversation_id", key[0]) == key[0]]
        if len(about) != 1:
            return self._events.tell(line)
        self._fail(about[0], None, line.get("code", "ERROR"), line.get("message"), line.get("details"))

    def _begin(self, message, call_id, future):
        key = (message["conversation_id"], call_id)
        with self._lock:
            self._open[key] = (message, call_id, future)
        return key

    def _hand_over(self, message, key):
        try:
            self.transport.send(message)
        except BaseException:
            self._settle(key)
            raise

    def _settle(self, key):
        with self._lock:
            return self._open.pop(key, None)

    def _message(self, conversation_id, artifact):
        call = artifact["subtype"] == "tool_call"
        return {
            "type": "message", "agent_id": self._id, "conversation_id": check_id("conversation_id", conversation_id or self._conversation),
            "conversation_type": self._conversation_type,
            "msg_subtype": "artifact_tool_call" if call else "artifact", "content_type": "artifact",
            "payload": {"type": "artifact", "artifact": artifact},
        }
