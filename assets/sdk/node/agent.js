// An agent as its program sees it: the source pages' API, over either transport.

import { artifactOf, callIdOf, checkId, ConnectionError, failure, responseEvent, responseOf, ToolError, toolCall } from "./artifact.js";
import { canonicalize, manifestHash } from "./canonical.js";

/**
 * What an agent needs of a transport:
 *   connect()           resolves when the other side is there
 *   send(message)       resolves when the message was handed over, once or more often
 *   withdraw(message)   takes a call's question back, as far as the other side can
 *   offer(manifest)     resolves with what came of it
 *   say(conversation, message)   sends a chat message
 *   keepAlive(yes)      whether the process stays for what may come
 *   close()
 * It hands what comes to received, and says with failed that the open calls get no answer.
 */
export class Agent {
  #id;
  #conversation; // {id, type}; the id may be undefined
  #transport;
  #events = new Set();
  #messages = new Set();
  #open = new Map(); // calls without a response, by key

  constructor(agentId, conversation, transport) {
    this.#id = checkId("agentId", agentId);
    this.#conversation = conversation;
    this.#transport = transport;
  }

  /** Sends an artifact: `sendArtifact(conversationId, {artifact})` or `sendArtifact({…})`. */
  async sendArtifact(...params) {
    const [conversationId, body] = params.length > 1 ? params : [undefined, params[0]];
    const artifact = artifactOf(body);
    const message = this.#message(conversationId, artifact);
    const callId = callIdOf(artifact);
    if (callId === undefined) return this.#transport.send(message);
    const name = this.#begin(message, callId, {});
    try {
      await this.#transport.send(message);
    } catch (error) {
      this.#settle(name);
      throw error;
    }
  }

  /** Has every event handed to handler, and returns what ends that. */
  addEventHandler(handler) {
    return this.#add(this.#events, handler);
  }

  /** Has every chat message handed to handler, and returns what ends that. Until then the process stays. */
  addMessageHandler(handler) {
    return this.#add(this.#messages, handler);
  }

  /** Sends a chat message. Over the socket, which has no chat, it rejects. */
  async send(conversationId, message) {
    await this.#transport.say(checkId("conversationId", conversationId), message);
  }

  /** Calls a tool: its result, or a rejection with a ToolError. */
  async call(tool, args = {}, { timeoutMs, signal, conversationId } = {}) {
    signal?.throwIfAborted();
    const artifact = toolCall(tool, args, timeoutMs);
    const message = this.#message(conversationId, artifact);
    const { promise, resolve, reject } = withResolvers();
    const name = this.#begin(message, artifact.artifact_id, { resolve, reject });
    const abort = () => {
      if (!this.#settle(name)) return;
      this.#transport.withdraw(message);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      this.#transport.send(message).catch((error) => this.#settle(name)?.reject(error));
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /**
   * Offers the agent's manifest and resolves when it was taken: over the socket with the
   * relation, which says what the user granted, over a sandbox with the server's answer.
   * Only the socket needs a version: a server counts for itself.
   */
  async offerManifest(manifest, { version = 1, name } = {}) {
    return this.#transport.offer({
      type: "manifest", agent_id: this.#id, agent_name: name, manifest_version: version,
      manifest_hash: manifestHash(manifest), manifest: JSON.parse(canonicalize(manifest)),
    });
  }

  /** Ends the connection. Calls without a response are rejected; the user's open questions close. */
  async close() {
    await this.#transport.close();
    this.failed(new ConnectionError("CLOSED", "the agent was closed"));
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  /** Returns the calls without a response. Only the transport calls it. */
  unanswered() {
    return [...this.#open.values()].map((call) => call.message);
  }

  /** Takes what came in. Only the transport calls it. */
  received(line) {
    const response = responseOf(line.payload);
    if (response) return this.#respond(line, response);
    if (line.type === "error") return this.#refused(line);
    tell(line.type === "message.new" ? this.#messages : this.#events, line);
  }

  /** Ends the calls that error is about, all open ones unless a key is given. Only the transport calls it. */
  failed(error, keys = [...this.#open.keys()]) {
    for (const name of keys) {
      const call = this.#settle(name);
      const response = failure(call.callId, error);
      call.reject?.(error instanceof Error ? error : new ToolError(response));
      tell(this.#events, responseEvent({ agent_id: this.#id, conversation_id: call.message.conversation_id }, response));
    }
  }

  #respond(line, response) {
    const call = this.#settle(key(line.conversation_id, response.call_id));
    if (response.status === "ok") call?.resolve?.(response.result);
    else call?.reject?.(new ToolError(response));
    tell(this.#events, responseEvent(line, response));
  }

  // An error line is about the call that it names, as far as it could read the names.
  #refused(line) {
    const about = [...this.#open].filter(([, { message, callId }]) => callId === line.call_id &&
      (line.conversation_id ?? message.conversation_id) === message.conversation_id);
    if (about.length === 1) return this.failed(line, [about[0][0]]);
    tell(this.#events, line);
  }

  #begin(message, callId, promise) {
    const name = key(message.conversation_id, callId);
    this.#open.set(name, { message, callId, ...promise });
    this.#keepAlive();
    return name;
  }

  #settle(name) {
    const call = this.#open.get(name);
    this.#open.delete(name);
    this.#keepAlive();
    return call;
  }

  #add(handlers, handler) {
    if (typeof handler !== "function") throw new TypeError("a handler is a function");
    const entry = { handler };
    handlers.add(entry);
    this.#keepAlive();
    return () => {
      handlers.delete(entry);
      this.#keepAlive();
    };
  }

  #keepAlive() {
    this.#transport.keepAlive(this.#open.size + this.#messages.size > 0);
  }

  #message(conversationId = this.#conversation.id, artifact) {
    return {
      type: "message", agent_id: this.#id, conversation_id: checkId("conversationId", conversationId),
      conversation_type: this.#conversation.type,
      msg_subtype: artifact.subtype === "tool_call" ? "artifact_tool_call" : "artifact", content_type: "artifact",
      payload: { type: "artifact", artifact },
    };
  }
}

/** Returns the name of a call among those of an agent. */
export const key = (conversationId, callId) => `${conversationId}\n${callId}`;

// Promise.withResolvers, which Node 20 lacks.
function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

// What a handler throws surfaces as any program's fault does, and keeps no other from being told.
function tell(handlers, event) {
  for (const { handler } of [...handlers]) Promise.resolve().then(() => handler(event));
}
