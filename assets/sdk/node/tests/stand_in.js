// A stand-in for Assent on a socket of its own, which says what a test wants.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { connect } from "../index.js";

export class StandIn {
  lines = []; // that came in, of all connections
  connections = [];
  #waiting = [];
  #server;

  /** Starts one that ends with the test t. */
  static async start(t) {
    const standIn = new StandIn();
    standIn.folder = await mkdtemp(join(tmpdir(), "sdk"));
    standIn.path = join(standIn.folder, "s");
    await standIn.listen();
    t.after(async () => {
      await standIn.die();
      await rm(standIn.folder, { recursive: true });
    });
    return standIn;
  }

  /** Connects an agent to it, which is closed with the test. */
  async agent(t, options) {
    const agent = await connect({ agentId: "agent-1", conversationId: "c-1", socket: this.path, ...options });
    t.after(() => agent.close());
    return agent;
  }

  async listen() {
    this.#server = createServer((connection) => {
      this.connections.push(connection);
      connection.on("error", () => {});
      createInterface({ input: connection }).on("line", (text) => {
        this.lines.push(JSON.parse(text));
        for (const look of [...this.#waiting]) look();
      });
    });
    this.#server.listen(this.path);
    await once(this.#server, "listening");
  }

  /** Ends as a kill ends: at once. */
  async die() {
    for (const connection of this.connections.splice(0)) connection.destroy();
    if (this.#server.listening) await new Promise((closed) => this.#server.close(closed));
  }

  /** Resolves with the first count lines when they are there. */
  received(count) {
    return new Promise((resolve) => {
      const look = () => {
        if (this.lines.length < count) return;
        this.#waiting = this.#waiting.filter((other) => other !== look);
        resolve(this.lines.slice(0, count));
      };
      this.#waiting.push(look);
      look();
    });
  }

  write(text) {
    this.connections.at(-1).write(text);
  }

  say(line) {
    this.write(`${JSON.stringify(line)}\n`);
  }

  /** Answers a nested call. */
  answer(call, response) {
    this.say({ ...envelope(call), payload: { type: "artifact_response", ref_artifact_subtype: "tool_response", call_id: callId(call), ...response } });
  }
}

export const callId = (call) => call.payload.artifact.artifact_id ?? call.payload.artifact.call_id;

export function envelope({ agent_id, conversation_id }) {
  return { type: "message", agent_id, conversation_id, conversation_type: "h2a", msg_subtype: "artifact_response", content_type: "artifact" };
}
