import assert from "node:assert/strict";
import { test } from "node:test";

import { connect } from "../index.js";
import { callId, StandIn } from "./stand_in.js";

test("where nobody listens connect rejects", async () => {
  await assert.rejects(connect({ agentId: "a", socket: "/nowhere/s" }), { name: "ConnectionError", code: "UNREACHABLE", message: /start assent/ });
});

test("a call is sent again with its call_id when Assent comes back", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const result = agent.call("a", { n: 1 });
  const [first] = await assent.received(1);
  assent.write('{"type":"message","agent_id":"agent-1","conversa'); // half a line, and the end
  await assent.die();
  await assent.listen();
  const [, again] = await assent.received(2);
  assert.deepEqual(again, first);
  assent.answer(again, { status: "ok", result: 1 });
  assert.equal(await result, 1);
});

test("calls made while Assent is away wait for it like those before", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const before = agent.call("a");
  await assent.received(1);
  const ended = new Promise((resolve) => assent.connections[0].once("close", resolve));
  await assent.die();
  await ended;
  await new Promise(setImmediate); // the agent's side has heard of it
  const after = agent.call("b");
  await assent.listen();
  const [, ...again] = await assent.received(3);
  for (const call of again) assent.answer(call, { status: "ok", result: call.payload.artifact.payload.tool_name });
  assert.deepEqual(await Promise.all([before, after]), ["a", "b"]);
});

test("an agent without a call connects anew at its next one", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const one = agent.call("a");
  assent.answer((await assent.received(1))[0], { status: "ok", result: 1 });
  await one;
  await assent.die();
  await assent.listen();
  const two = agent.call("b");
  assent.answer((await assent.received(2))[1], { status: "ok", result: 2 });
  assert.equal(await two, 2);
});

test("an Assent that stays away fails the calls, and what waits at a handler", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t, { giveUpMs: 100 });
  const told = new Promise((resolve) => agent.addEventHandler(resolve));
  await agent.sendArtifact({ subtype: "tool_call", call_id: "raw", tool_name: "a", arguments: {} });
  const result = agent.call("b");
  await assent.received(2);
  await assent.die();
  await assert.rejects(result, { name: "ConnectionError", code: "UNREACHABLE" });
  const { artifact, payload } = await told;
  assert.deepEqual([artifact.call_id, payload.status, payload.reason], ["raw", "error", "unreachable"]);
});

test("the error line before an end says why", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t, { giveUpMs: 0 });
  const result = agent.call("a");
  await assent.received(1);
  assent.say({ type: "error", code: "TOO_MANY_HOSTS", message: "256 connections are open" });
  assent.connections[0].end();
  await assert.rejects(result, { code: "TOO_MANY_HOSTS", message: /256 connections/ });
});

for (const [name, bytes] of [
  ["no JSON", Buffer.from("{\n")],
  ["no object", Buffer.from("null\n")],
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22, 10])],
  ["over 8 MiB", Buffer.alloc((8 << 20) + 1, 0x20)],
]) {
  test(`a line that is ${name} fails the calls at once`, async (t) => {
    const assent = await StandIn.start(t);
    const agent = await assent.agent(t);
    const result = agent.call("a");
    await assent.received(1);
    assent.write(bytes);
    await assert.rejects(result, { name: "ConnectionError", code: "BAD_LINE" });
  });
}

test("a long line comes through in pieces", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const result = agent.call("a");
  const [call] = await assent.received(1);
  assent.answer(call, { status: "ok", result: "ü".repeat(3 << 20) });
  assert.equal((await result).length, 3 << 20);
});

test("close rejects what is open, and ends the agent", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const result = agent.call("a");
  await assent.received(1);
  await agent.close();
  await assert.rejects(result, { code: "CLOSED" });
  await assert.rejects(agent.call("b"), { code: "CLOSED" });
});

test("a manifest is offered with its hash, again after an end, and answered by its relation", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const manifest = { schema_version: "1.0", left: undefined, tools: [] };
  const taken = agent.offerManifest(manifest, { version: 3, name: "Demo" });
  const [offer] = await assent.received(1);
  assert.deepEqual(offer, { type: "manifest", agent_id: "agent-1", agent_name: "Demo", manifest_version: 3,
    manifest_hash: "c0c9640642b7b04ca1fc05fcc649078fb822db873f06c4cf2863abb206646d24", manifest: { schema_version: "1.0", tools: [] } });
  await assent.die();
  await assent.listen();
  assert.deepEqual((await assent.received(2))[1], offer);
  assent.say({ type: "relation", agent_id: "agent-1", manifest_version: 2, granted_scopes: [] }); // of a change before it
  const relation = { type: "relation", agent_id: "agent-1", manifest_version: 3, granted_scopes: ["a:b"], warnings: [] };
  assent.say(relation);
  assert.deepEqual(await taken, relation);
});

test("a manifest that is refused rejects with every place that is wrong", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const taken = agent.offerManifest({});
  await assent.received(1);
  const details = [{ path: "/tools", message: "is missing" }];
  assent.say({ type: "error", code: "MANIFEST_INVALID", message: "The manifest is not valid.", agent_id: "agent-1", details });
  await assert.rejects(taken, { code: "MANIFEST_INVALID", details });
});

test("calls answered before stay answered when Assent repeats itself", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const result = agent.call("a");
  const [call] = await assent.received(1);
  assent.answer(call, { status: "ok", result: callId(call) });
  assent.answer(call, { status: "denied", reason: "user_rejected" });
  assert.equal(await result, callId(call));
});
