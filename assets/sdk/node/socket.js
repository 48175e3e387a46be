// Assent's own socket: JSON lines, both ways (docs/protocol.md).

import { stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

import { ConnectionError, RefusedError } from "./artifact.js";
import { readLines } from "./lines.js";
import { Retry } from "./retry.js";

const SENT_LIMIT = 1 << 20; // bytes of a line that Assent takes
const RECEIVED_LIMIT = 8 << 20; // and of one that it sends

/** Returns where Assent listens, unless it was told another place. */
export function defaultSocket(env = process.env) {
  if (env.ASSENT_SOCKET) return env.ASSENT_SOCKET;
  if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, "assent", "assent.sock");
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "assent", "run", "assent.sock");
}

/**
 * The transport over a socket. While a call or a manifest is unanswered it connects anew
 * by itself and sends it again: Assent runs a call_id once, however often it comes.
 */
export class SocketTransport {
  #path;
  #agent; // received(line), failed(error), unanswered()
  #retry;
  #socket = null;
  #connecting = null;
  #recovering = false; // it connects anew by itself
  #ends = new AbortController();
  #alive = false;
  #offers = [];
  #lastWord = null; // the error line that is about no call

  constructor(path, { giveUpMs, agent }) {
    this.#path = path;
    this.#agent = agent;
    this.#retry = new Retry(giveUpMs);
  }

  /** Connects, and sends what is unanswered. It rejects where nobody listens. */
  connect() {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async send(message) {
    if (this.#ends.signal.aborted) throw closed();
    if (message.type === "message" && message.msg_subtype !== "artifact_tool_call") throw noChat();
    const line = lineOf(message);
    if (this.#socket) this.#socket.write(line);
    else if (!this.#recovering) await this.connect(); // which sends it: it is unanswered
  }

  withdraw({ agent_id, conversation_id, payload: { artifact } }) {
    this.#socket?.write(lineOf({ type: "withdraw", agent_id, conversation_id, call_id: artifact.artifact_id }));
  }

  offer(manifest) {
    return new Promise((resolve, reject) => {
      const offer = { manifest, resolve, reject };
      this.#offers.push(offer);
      this.#hold();
      this.send(manifest).catch((error) => {
        if (this.#drop(offer)) reject(error);
      });
    });
  }

  async say() {
    throw noChat();
  }

  keepAlive(yes) {
    this.#alive = yes;
    this.#hold();
  }

  async close() {
    this.#ends.abort();
    this.#socket?.destroy();
    this.#fail(closed());
  }

  async #connect() {
    const socket = await dial(this.#path);
    if (this.#ends.signal.aborted) {
      socket.destroy();
      throw closed();
    }
    this.#socket = socket;
    this.#retry.connected();
    this.#hold();
    for (const message of this.#unanswered()) socket.write(lineOf(message));
    readLines(socket, RECEIVED_LIMIT, (text) => this.#take(JSON.parse(text)), (cause) => {
      this.#fail(new ConnectionError("BAD_LINE", `Assent sent a line that is not its protocol's: ${cause.message}`, { cause }));
    });
    socket.once("close", () => this.#ended());
  }

  #unanswered() {
    return [...this.#offers.map((offer) => offer.manifest), ...this.#agent.unanswered()];
  }

  #take(line) {
    if (line.type === "error" && line.call_id === undefined) {
      this.#lastWord = line;
      if (line.conversation_id === undefined) this.#refuse(line);
    }
    if (line.type === "relation") this.#relate(line);
    this.#agent.received(line);
  }

  #relate(line) {
    const offer = this.#offers.find((o) => o.manifest.manifest_version === line.manifest_version);
    if (offer && this.#drop(offer)) offer.resolve(line);
  }

  #refuse(line) {
    const [offer] = this.#offers;
    if (offer && this.#drop(offer)) offer.reject(new RefusedError(line));
  }

  #drop(offer) {
    const at = this.#offers.indexOf(offer);
    if (at >= 0) this.#offers.splice(at, 1);
    this.#hold();
    return at >= 0;
  }

  async #ended() {
    this.#socket = null;
    this.#recovering = true;
    while (this.#unanswered().length > 0 && !this.#socket) {
      if (await this.#retry.next(this.#ends.signal)) await this.connect().catch(() => {});
      else this.#gaveUp();
    }
    this.#recovering = false;
  }

  #gaveUp() {
    const said = this.#lastWord ? `: ${this.#lastWord.message}` : "";
    this.#fail(new ConnectionError(this.#lastWord?.code ?? "UNREACHABLE", `Assent ended before it answered${said}`));
  }

  #fail(error) {
    this.#lastWord = null;
    for (const offer of this.#offers.splice(0)) offer.reject(error);
    this.#hold();
    this.#agent.failed(error);
  }

  #hold() {
    if (this.#alive || this.#offers.length > 0) this.#socket?.ref();
    else this.#socket?.unref();
  }
}

async function dial(path) {
  try {
    const { uid } = await stat(path);
    if (process.getuid && uid !== process.getuid()) throw new Error("it is another user's");
    return await new Promise((resolve, reject) => {
      const socket = createConnection(path);
      socket.on("error", reject); // later ones are followed by a close
      socket.once("connect", () => resolve(socket));
    });
  } catch (cause) {
    const message = `Assent does not listen at ${path} (${cause.code ?? cause.message}): start assent, or assentctl serve`;
    throw new ConnectionError("UNREACHABLE", message, { cause });
  }
}

function lineOf(message) {
  const line = `${JSON.stringify(message)}\n`;
  if (Buffer.byteLength(line) > SENT_LIMIT) throw new RangeError("what is sent is over 1 MiB");
  return line;
}

function closed() {
  return new ConnectionError("CLOSED", "the agent was closed");
}

function noChat() {
  return new Error("Assent's socket carries tool calls and no chat: connect to a sandbox for messages");
}
