// The sandbox server: requests to it, an event stream back (docs/sandbox.md).

import { ConnectionError } from "./artifact.js";
import { readJSON, send } from "./http.js";
import { readLines } from "./lines.js";
import { Retry } from "./retry.js";

const EVENT_LIMIT = 9 << 20; // bytes of an event: a response of 8 MiB and what is around it

/** The transport over a sandbox. Its event stream resumes after the last event that came. */
export class SandboxTransport {
  #url;
  #agentId;
  #apiKey;
  #agent; // received(event), failed(error), unanswered()
  #giveUpMs;
  #retry;
  #ends = new AbortController();
  #stream = null;
  #connecting = null;
  #recovering = false; // it connects anew by itself
  #seen; // seq of the last event
  #alive = false;

  constructor(url, { agentId, apiKey, giveUpMs, agent }) {
    if (!apiKey) throw new TypeError("a sandbox needs the agent's apiKey");
    this.#url = new URL(url);
    this.#agentId = agentId;
    this.#apiKey = apiKey;
    this.#agent = agent;
    this.#giveUpMs = giveUpMs;
    this.#retry = new Retry(giveUpMs);
  }

  /** Begins the event stream, with what comes from now on or where it broke off. */
  connect() {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  /** Posts a message, again where the answer was lost: the server takes a call_id once. */
  async send({ conversation_id, msg_subtype, content_type, payload }) {
    if (!this.#stream && !this.#recovering) await this.connect();
    const retry = new Retry(msg_subtype === "artifact_tool_call" ? this.#giveUpMs : 0);
    for (;;) {
      try {
        return void (await this.#request("POST", `conversations/${encodeURIComponent(conversation_id)}/messages`, { msg_subtype, content_type, payload }));
      } catch (error) {
        if (!(error instanceof ConnectionError) || !(await retry.next(this.#ends.signal))) throw error;
      }
    }
  }

  /** The sandbox has no word for it: the question stays open, its answer is nobody's. */
  withdraw() {}

  offer({ manifest }) {
    return this.#request("PATCH", `agents/${encodeURIComponent(this.#agentId)}`, { capability_manifest: manifest });
  }

  say(conversation_id, message) {
    return this.send({ conversation_id, msg_subtype: message.type, content_type: message.type, payload: message });
  }

  keepAlive(yes) {
    this.#alive = yes;
    this.#hold();
  }

  async close() {
    this.#ends.abort();
    this.#stream?.destroy();
  }

  async #request(method, path, body) {
    const url = new URL(path, this.#url);
    return readJSON(url, await send(url, { method, body, apiKey: this.#apiKey, signal: this.#within() }));
  }

  #within() {
    if (this.#ends.signal.aborted) throw new ConnectionError("CLOSED", "the agent was closed");
    return AbortSignal.any([this.#ends.signal, AbortSignal.timeout(Math.max(1, this.#giveUpMs))]);
  }

  async #connect() {
    const url = new URL(this.#seen === undefined ? "events" : `events?since=${this.#seen}`, this.#url);
    this.#within();
    const stream = await send(url, { apiKey: this.#apiKey, signal: this.#ends.signal });
    this.#stream = stream;
    this.#retry.connected();
    this.#hold();
    readEvents(stream, (seq, event) => this.#take(seq, event), (cause) => {
      this.#agent.failed(new ConnectionError("BAD_EVENT", `the sandbox sent what is no event: ${cause.message}`, { cause }));
    });
    stream.once("close", () => this.#ended());
  }

  #take(seq, event) {
    if (seq <= this.#seen) return;
    this.#seen = seq;
    if (event) this.#agent.received(event);
  }

  // Who listens for messages has no other thing to do than wait for the sandbox.
  async #ended() {
    this.#stream = null;
    this.#recovering = true;
    try {
      while (!this.#ends.signal.aborted && !this.#stream && (this.#alive || this.#agent.unanswered().length > 0)) {
        if (await this.#retry.next(this.#ends.signal)) await this.#again();
        else this.#agent.failed(new ConnectionError("UNREACHABLE", "the sandbox ended before the call was answered"));
      }
    } finally {
      this.#recovering = false;
    }
  }

  async #again() {
    try {
      await this.connect();
    } catch (error) {
      if (error instanceof ConnectionError) return;
      this.#agent.failed(error);
      throw error; // the key is wrong, say: no later attempt would do better
    }
  }

  #hold() {
    if (this.#alive) this.#stream?.socket?.ref();
    else this.#stream?.socket?.unref();
  }
}

/** Hands the id of every event of a text/event-stream to take, and the JSON that its data is, if it has any. */
function readEvents(stream, take, fail) {
  let id = NaN;
  let data = "";
  readLines(stream, EVENT_LIMIT, (line) => {
    if (line.startsWith("id:")) id = Number(line.slice(3));
    if (line.startsWith("data:")) data += `${line.slice(5)}\n`;
    if (data.length > EVENT_LIMIT) throw new RangeError(`an event is over ${EVENT_LIMIT} bytes`);
    if (line !== "" || Number.isNaN(id)) return;
    const event = data && JSON.parse(data);
    if (event === null) throw new TypeError("it is null");
    take(id, event);
    [id, data] = [NaN, ""];
  }, fail);
}
