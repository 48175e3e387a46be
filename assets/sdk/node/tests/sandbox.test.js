import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { connect } from "../index.js";

// A stand-in for a sandbox: what a test says to its requests.
class StandIn {
  requests = []; // [method and path, body, authorization]
  streams = []; // responses to GET /events
  answers = []; // what the next requests get: [status, body, headers], or null for a broken connection
  #waiting = [];

  static async start(t) {
    const sandbox = new StandIn();
    sandbox.server = createServer((request, response) => sandbox.#serve(request, response));
    sandbox.server.listen(0, "127.0.0.1");
    await once(sandbox.server, "listening");
    sandbox.url = `http://127.0.0.1:${sandbox.server.address().port}`;
    t.after(() => {
      sandbox.server.close();
      sandbox.server.closeAllConnections();
    });
    return sandbox;
  }

  async agent(t, options) {
    const agent = await connect({ agentId: "agent-1", conversationId: "c-1", sandbox: this.url, apiKey: "hsk_1", ...options });
    t.after(() => agent.close());
    return agent;
  }

  async #serve(request, response) {
    const body = (await request.toArray()).join("");
    this.requests.push([`${request.method} ${request.url}`, body && JSON.parse(body), request.headers.authorization]);
    const [status, answer, headers] = this.answers.shift() ?? [request.method === "GET" ? 200 : 202, { message_id: "m", seq: this.requests.length }];
    if (status === 0) request.socket.destroy();
    else if (request.method === "GET" && status === 200) this.streams.push(response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders() ?? response);
    else if (status > 0) response.writeHead(status, headers).end(JSON.stringify(answer));
    for (const look of [...this.#waiting]) look();
  }

  received(count) {
    return new Promise((resolve) => {
      const look = () => this.requests.length >= count && resolve(this.requests.slice(0, count));
      this.#waiting.push(look);
      look();
    });
  }

  write(text) {
    this.streams.at(-1).write(text);
  }

  event(event) {
    this.write(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  respond(seq, [, { payload }], response) {
    const call_id = payload.artifact.artifact_id;
    this.event({ seq, type: "artifact_response", agent_id: "agent-1", conversation_id: "c-1",
      payload: { type: "artifact_response", ref_artifact_subtype: "tool_response", call_id, ...response } });
  }
}

const broken = [0];
const silent = [-1];

test("a call is posted, and answered by an event", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  const result = agent.call("read_file", { path: "/a" });
  const [stream, post] = await sandbox.received(2);
  assert.deepEqual(stream, ["GET /events", "", "Bearer hsk_1"]);
  assert.deepEqual([post[0], Object.keys(post[1]), post[1].msg_subtype], ["POST /conversations/c-1/messages", ["msg_subtype", "content_type", "payload"], "artifact_tool_call"]);
  sandbox.write(": a word to keep the connection\n\n");
  sandbox.respond(2, post, { status: "ok", result: { content: "x" } });
  assert.deepEqual(await result, { content: "x" });
  const denied = agent.call("read_file");
  sandbox.respond(3, (await sandbox.received(3))[2], { status: "denied", reason: "user_timeout" });
  await assert.rejects(denied, { message: "tool denied: user_timeout" });
});

test("an event stream that breaks off resumes after the last event", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  const told = [];
  agent.addEventHandler((event) => told.push(event.seq));
  const result = agent.call("a");
  const [, post] = await sandbox.received(2);
  sandbox.event({ seq: 7, type: "h2a.reauth_required", agent_id: "agent-1" });
  sandbox.write('id: 8\ndata: {"seq":8,"ty'); // half an event
  sandbox.streams[0].end();
  const [, , again] = await sandbox.received(3);
  assert.equal(again[0], "GET /events?since=7");
  sandbox.event({ seq: 7, type: "h2a.reauth_required", agent_id: "agent-1" }); // said twice
  sandbox.respond(8, post, { status: "ok", result: 1 });
  assert.equal(await result, 1);
  assert.deepEqual(told, [7, 8]);
});

test("before the first event it resumes where it began", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  agent.addMessageHandler(() => {});
  sandbox.write("id: 41\n\n");
  sandbox.streams[0].end();
  assert.equal((await sandbox.received(2))[1][0], "GET /events?since=41");
});

test("a post whose answer was lost is made again with its call_id", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  sandbox.answers.push(broken);
  const result = agent.call("a");
  const [, first, again] = await sandbox.received(3);
  assert.deepEqual(again, first);
  sandbox.respond(3, again, { status: "ok", result: 1 });
  assert.equal(await result, 1);
});

test("messages come to their handlers and are sent", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  agent.addEventHandler(() => assert.fail("a message is no event"));
  const message = new Promise((resolve) => agent.addMessageHandler(resolve));
  sandbox.event({ seq: 1, type: "message.new", conversation_id: "c-9", payload: { type: "text", text: "hello" } });
  const { conversation_id, payload } = await message;
  await agent.send(conversation_id, { type: "text", text: `${payload.text}!` });
  assert.deepEqual(sandbox.requests[1].slice(0, 2), ["POST /conversations/c-9/messages",
    { msg_subtype: "text", content_type: "text", payload: { type: "text", text: "hello!" } }]);
  sandbox.answers.push(broken);
  await assert.rejects(agent.send("c-9", { type: "text", text: "once" }), { code: "UNREACHABLE" });
  assert.equal(sandbox.requests.length, 3); // a text has no call_id: twice would be two
});

test("what the server refuses rejects, with its words", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  sandbox.answers.push([429, { status: 429, code: "RATE_LIMITED", detail: "60 calls a minute" }, { "retry-after": "7" }]);
  await assert.rejects(agent.call("a"), { name: "RefusedError", code: "RATE_LIMITED", message: "60 calls a minute", status: 429, retryAfterSeconds: 7 });
  const details = [{ path: "/tools", message: "is missing" }];
  sandbox.answers.push([400, { code: "MANIFEST_INVALID", detail: "no", details }]);
  await assert.rejects(agent.offerManifest({}), { name: "RefusedError", code: "MANIFEST_INVALID", details });
  sandbox.answers.push([502, "no problem"]);
  await assert.rejects(agent.call("a"), { name: "RefusedError", code: "HTTP_502" });
});

test("a wrong key and a server that is not there reject the connecting", async (t) => {
  const sandbox = await StandIn.start(t);
  sandbox.answers.push([401, { code: "UNAUTHORIZED", detail: "no such token" }]);
  await assert.rejects(sandbox.agent(t), { name: "RefusedError", code: "UNAUTHORIZED" });
  await assert.rejects(sandbox.agent(t, { apiKey: "" }), { name: "TypeError", message: /apiKey/ });
  sandbox.server.close();
  sandbox.server.closeAllConnections();
  await assert.rejects(sandbox.agent(t), { name: "ConnectionError", code: "UNREACHABLE" });
});

test("a server that does not answer fails the call when its time is over", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t, { giveUpMs: 50 });
  sandbox.answers.push(silent, silent, silent);
  await assert.rejects(agent.call("a"), { name: "ConnectionError", code: "UNREACHABLE" });
});

for (const [name, text] of [["no JSON", "id: 9\ndata: {\n\n"], ["no object", "id: 9\ndata: null\n\n"], ["too long", `data: ${" ".repeat(10 << 20)}`]]) {
  test(`an event that is ${name} fails the calls`, async (t) => {
    const sandbox = await StandIn.start(t);
    const agent = await sandbox.agent(t);
    const result = agent.call("a");
    await sandbox.received(2);
    sandbox.write(text);
    await assert.rejects(result, { name: "ConnectionError", code: "BAD_EVENT" });
  });
}

test("a manifest is the server's to count", async (t) => {
  const sandbox = await StandIn.start(t);
  const agent = await sandbox.agent(t);
  sandbox.answers.push([200, { agent_id: "agent-1", capability_manifest_version: 2 }]);
  assert.equal((await agent.offerManifest({ tools: [] })).capability_manifest_version, 2);
  assert.deepEqual(sandbox.requests[1].slice(0, 2), ["PATCH /agents/agent-1", { capability_manifest: { tools: [] } }]);
});
