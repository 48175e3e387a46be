"""Lets an agent's program ask Assent for what only its user's machine can do.

    with assent.connect("agent-1", "c-1") as agent:
        note = agent.call("read_file", {"path": "/home/alice/notes.md"})

It needs nothing but the standard library, Python 3.11 or newer.
"""

from .agent import Agent
from .artifact import DisconnectedError, RefusedError, ToolError
from .cancellation import Cancellation, Cancelled
from .canonical import canonicalize, manifest_hash
from .over_sandbox import Sandbox
from .over_socket import Socket, default_socket

__all__ = ["Agent", "Cancellation", "Cancelled", "DisconnectedError", "RefusedError", "ToolError",
           "canonicalize", "connect", "default_socket", "manifest_hash"]


def connect(agent_id, conversation_id=None, *, socket=None, sandbox=None, api_key=None, conversation_type="h2a", give_up=30.0):
    """Connects an agent: to Assent's socket, or where sandbox is an address to a sandbox.

    give_up is how many seconds what is unanswered waits for a connection that broke. Raises
    DisconnectedError where nobody answers, RefusedError where the sandbox does not know api_key."""
    agent = Agent(agent_id, conversation_id, conversation_type)
    if sandbox:
        agent.transport = Sandbox(sandbox, agent_id, api_key, give_up, agent)
    else:
        agent.transport = Socket(socket or default_socket(), give_up, agent)
    agent.transport.connect()
    return agent
