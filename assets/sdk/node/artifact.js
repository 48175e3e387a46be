// A tool call and its response in both of their shapes: flat (000, 001) and nested (002).

import { randomUUID } from "node:crypto";

const nestedWords = { user_refused: "user_rejected" };
const flatWords = { user_rejected: "user_refused", permission_revoked: "scope_not_granted" };

/** Returns id when it can name an agent, a conversation or a call, else it throws a TypeError. */
export function checkId(name, id) {
  if (typeof id === "string" && /^[\x20-\x7e]{1,128}$/.test(id)) return id;
  throw new TypeError(`${name} is 1 to 128 printable ASCII characters`);
}

/** Returns the artifact that a program handed over, whichever way its page writes it. */
export function artifactOf(body) {
  const artifact = body?.artifact ?? body;
  if (typeof artifact?.subtype === "string") return artifact;
  throw new TypeError("sendArtifact takes {artifact}, or an artifact, and an artifact has a subtype");
}

/** Returns the call_id of a tool call, undefined of any other artifact. */
export function callIdOf(artifact) {
  if (artifact.subtype !== "tool_call") return undefined;
  return checkId("call_id", artifact.call_id ?? artifact.payload?.call_id ?? artifact.artifact_id);
}

/** Returns a new tool call. It is nested, which tells a grant that was taken back from one that never was. */
export function toolCall(tool, args, timeoutMs) {
  const call_id = `call_${randomUUID()}`;
  const payload = { call_id, tool_name: tool, arguments: args, timeout_ms: timeoutMs };
  return { artifact_id: call_id, subtype: "tool_call", payload };
}

/** Returns the fields of the tool response that a payload is, in either shape, else undefined. */
export function responseOf(payload) {
  if (payload?.artifact?.subtype === "tool_response") {
    const { subtype, ...response } = payload.artifact;
    return response;
  }
  if (payload?.ref_artifact_subtype === "tool_response") {
    const { type, ref_artifact_subtype, ...response } = payload;
    return response;
  }
}

/**
 * Returns the event of a response. Its `artifact` has it in the flat pages' words, its
 * `payload` in the nested page's, so that the handler of either page understands it.
 */
export function responseEvent(envelope, response) {
  const { reason } = response;
  const said = (words) => (reason === undefined ? response : { ...response, reason: words[reason] ?? reason });
  return {
    ...envelope,
    type: "artifact_response",
    artifact: { subtype: "tool_response", ...said(flatWords) },
    payload: { type: "artifact_response", ref_artifact_subtype: "tool_response", ...said(nestedWords) },
  };
}

/** Returns the response of a call that none will come for. The error's code is as an error line has it. */
export function failure(call_id, { code = "UNREACHABLE", message, details }) {
  return { call_id, status: "error", error_code: code, reason: code.toLowerCase(), message, ...(details && { details }) };
}

/** What `call` rejects with when the tool did not run: `tool STATUS: REASON`, and the response's fields. */
export class ToolError extends Error {
  name = "ToolError";

  constructor({ call_id, status, reason, error_code, message, details }) {
    super(`tool ${status}: ${reason}`);
    Object.assign(this, { call_id, status, reason, error_code, detail: message, details });
  }
}

/** What rejects when Assent or the sandbox takes something not at all: a manifest, say. Its code says why. */
export class RefusedError extends Error {
  name = "RefusedError";

  constructor({ code, message, details }) {
    super(message);
    Object.assign(this, { code, details });
  }
}

/** What rejects when Assent or the sandbox cannot be spoken to: `UNREACHABLE`, `CLOSED`, or what was wrong. */
export class ConnectionError extends Error {
  name = "ConnectionError";

  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
}
