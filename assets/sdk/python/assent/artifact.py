"""A tool call and its response in both of their shapes: flat (000, 001) and nested (002)."""

import re
import uuid

_NESTED_WORDS = {"user_refused": "user_rejected"}
_FLAT_WORDS = {"user_rejected": "user_refused", "permission_revoked": "scope_not_granted"}


class ToolError(Exception):
    """A call whose tool did not run: `tool STATUS: REASON`, and the response's fields."""

    def __init__(self, response):
        super().__init__(f"tool {response.get('status')}: {response.get('reason')}")
        self.call_id = response.get("call_id")
        self.status = response.get("status")
        self.reason = response.get("reason")
        self.error_code = response.get("error_code")
        self.detail = response.get("message")  # a sentence for people, or the user's own words
        self.details = response.get("details")


class RefusedError(Exception):
    """Assent or the sandbox did not take something: a manifest, say. `code` says why."""

    def __init__(self, code, message, details=None, status=None, retry_after_seconds=None):
        super().__init__(message)
        self.code = code
        self.details = details
        self.status = status  # of HTTP
        self.retry_after_seconds = retry_after_seconds


class DisconnectedError(ConnectionError):
    """Assent or the sandbox cannot be spoken to: `code` is UNREACHABLE, CLOSED, or what was wrong."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def check_id(name, value):
    """Returns value when it can name an agent, a conversation or a call."""
    if isinstance(value, str) and re.fullmatch(r"[ -~]{1,128}", value):
        return value
    raise ValueError(f"{name} is 1 to 128 printable ASCII characters")


def artifact_of(body):
    """Returns the artifact that a program handed over, whichever way its page writes it."""
    artifact = body.get("artifact", body) if isinstance(body, dict) else None
    if isinstance(artifact, dict) and isinstance(artifact.get("subtype"), str):
        return artifact
    raise ValueError("send_artifact takes {'artifact': …}, or an artifact, and an artifact has a subtype")


def call_id_of(artifact):
    """Returns the call_id of a tool call, None of any other artifact."""
    if artifact["subtype"] != "tool_call":
        return None
    nested = artifact.get("payload") or {}
    return check_id("call_id", artifact.get("call_id") or nested.get("call_id") or artifact.get("artifact_id"))


def tool_call(tool, arguments, timeout_ms):
    """Returns a new tool call. It is nested, which tells a grant that was taken back from one
    that never was."""
    call_id = f"call_{uuid.uuid4()}"
    payload = {"call_id": call_id, "tool_name": tool, "arguments": arguments}
    if timeout_ms is not None:
        payload["timeout_ms"] = timeout_ms
    return {"artifact_id": call_id, "subtype": "tool_call", "payload": payload}


def response_of(payload):
    """Returns the fields of the tool response that a payload is, in either shape, else None."""
    if not isinstance(payload, dict):
        return None
    artifact = payload.get("artifact")
    if isinstance(artifact, dict) and artifact.get("subtype") == "tool_response":
        return {name: value for name, value in artifact.items() if name != "subtype"}
    if payload.get("ref_artifact_subtype") == "tool_response":
        return {name: value for name, value in payload.items() if name not in ("type", "ref_artifact_subtype")}
    return None


def response_event(envelope, response):
    """Returns the event of a response. Its `artifact` has it in the flat pages' words, its
    `payload` in the nested page's, so that the handler of either page understands it."""

    def said(words):
        if "reason" not in response:
            return response
        return {**response, "reason": words.get(response["reason"], response["reason"])}

    return {
        **envelope,
        "type": "artifact_response",
        "artifact": {"subtype": "tool_response", **said(_FLAT_WORDS)},
        "payload": {"type": "artifact_response", "ref_artifact_subtype": "tool_response", **said(_NESTED_WORDS)},
    }


def failure(call_id, code, message, details=None):
    """Returns the response of a call that none will come for."""
    response = {"call_id": call_id, "status": "error", "error_code": code, "reason": code.lower(), "message": message}
    return response if details is None else {**response, "details": details}
