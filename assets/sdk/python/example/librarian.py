"""A small agent, for an example of how one is tested: it knows its user's notes."""

from concurrent.futures import ThreadPoolExecutor

import assent

MANIFEST = {
    "schema_version": "1.0",
    "agent_version": "1.0.0",
    "tools": [{
        "name": "read_file",
        "description_i18n_key": "librarian.read_file",
        "description_fallback": "Reads one of your notes",
        "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"], "additionalProperties": False},
        "permission_scope": "filesystem:read",
    }],
    "permission_scopes": [{"id": "filesystem:read", "label_i18n_key": "librarian.files", "sensitivity": "medium"}],
    "capability_flags": {},
}

EXCUSES = {
    "user_rejected": "You said no.",
    "user_timeout": "You did not answer in time.",
    "permission_revoked": "You took that permission away. You can give it back in Assent.",
    "scope_not_granted": "You have not allowed me to read files.",
    "tool_not_supported_in_group": "I read notes only when we are alone.",
    "path_not_found": "There is no such note.",
    "interrupted": "Assent was closed before you could answer. Ask me again.",
    "duplicate_call": "Assent was closed before you could answer. Ask me again.",
}


def read(agent, path, cancel=None):
    """Returns what to tell the user about a note."""
    try:
        note = agent.call("read_file", {"path": path}, cancel=cancel)
    except assent.ToolError as error:
        excuse = EXCUSES.get(error.reason, f"I cannot read it: {error.reason}.")
        return f"{excuse} ({error.detail})" if error.status == "denied" and error.detail else excuse
    except assent.Cancelled:
        return "I waited long enough."
    return note["content"].strip()


def compare(agent, *paths):
    """Returns which of some notes are the same, reading them all at once."""
    with ThreadPoolExecutor(len(paths)) as pool:
        texts = list(pool.map(lambda path: read(agent, path), paths))
    return "They are the same." if len(set(texts)) == 1 else "They differ."
