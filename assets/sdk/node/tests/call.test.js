import assert from "node:assert/strict";
import { test } from "node:test";

import { callId, envelope, StandIn } from "./stand_in.js";

test("a call gives its result", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const result = agent.call("read_file", { path: "/a" }, { timeoutMs: 5000 });
  const [call] = await assent.received(1);
  assent.answer(call, { status: "ok", result: { content: "é" } });
  assert.deepEqual(await result, { content: "é" });
  const { agent_id, conversation_id, conversation_type, msg_subtype, content_type, payload } = call;
  assert.deepEqual([agent_id, conversation_id, conversation_type, msg_subtype, content_type], ["agent-1", "c-1", "h2a", "artifact_tool_call", "artifact"]);
  const id = callId(call);
  assert.deepEqual(payload, { type: "artifact", artifact: { artifact_id: id, subtype: "tool_call",
    payload: { call_id: id, tool_name: "read_file", arguments: { path: "/a" }, timeout_ms: 5000 } } });
});

for (const { name, response, message, fields } of [
  { name: "a denial", response: { status: "denied", reason: "user_rejected", message: "not today" },
    message: "tool denied: user_rejected", fields: { status: "denied", reason: "user_rejected", detail: "not today" } },
  { name: "an error", response: { status: "error", error_code: "TOOL_PLATFORM_ERROR", reason: "path_not_found", message: "There is no such file." },
    message: "tool error: path_not_found", fields: { status: "error", error_code: "TOOL_PLATFORM_ERROR" } },
]) {
  test(`${name} rejects the call`, async (t) => {
    const assent = await StandIn.start(t);
    const agent = await assent.agent(t);
    const result = agent.call("read_file");
    const [call] = await assent.received(1);
    assent.answer(call, response);
    await assert.rejects(result, { name: "ToolError", message, call_id: callId(call), ...fields });
  });
}

test("answers in another order find their calls", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const results = Promise.all(["a", "b", "c"].map((tool) => agent.call(tool)));
  for (const call of (await assent.received(3)).reverse()) {
    assent.answer(call, { status: "ok", result: call.payload.artifact.payload.tool_name });
  }
  assert.deepEqual(await results, ["a", "b", "c"]);
});

test("an error line settles the call that it names, and no other", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const [bad, good] = [agent.call("a"), agent.call("b", {}, { conversationId: "c-2" })];
  const [first, second] = await assent.received(2);
  assent.say({ type: "error", code: "BAD_MESSAGE", message: "no", call_id: callId(first) });
  await assert.rejects(bad, { message: "tool error: bad_message", error_code: "BAD_MESSAGE", detail: "no" });
  assent.answer(second, { status: "ok", result: 1 });
  assert.equal(await good, 1);
});

test("an error line that names no open call is an event", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const told = new Promise((resolve) => agent.addEventHandler(resolve));
  const line = { type: "error", code: "BAD_MESSAGE", message: "no", call_id: "another" };
  agent.call("a").catch(() => {});
  await assent.received(1);
  assent.say(line);
  assert.deepEqual(await told, line);
});

test("a handler of either page understands an event", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const events = [];
  const both = new Promise((resolve) => agent.addEventHandler((event) => events.push(event) === 2 && resolve()));
  await agent.sendArtifact("c-1", { artifact: { artifact_id: "n", subtype: "tool_call", payload: { call_id: "n", tool_name: "a", arguments: {} } } });
  await agent.sendArtifact({ subtype: "tool_call", call_id: "f", tool_name: "a", arguments: {} });
  const [nested, flat] = await assent.received(2);
  assent.answer(nested, { status: "denied", reason: "permission_revoked" });
  assent.say({ ...envelope(flat), payload: { type: "artifact", artifact: { subtype: "tool_response", call_id: "f", status: "denied", reason: "user_refused" } } });
  await both;
  const seen = events.map(({ type, conversation_id, artifact, payload }) => [type, conversation_id, artifact.subtype, artifact.call_id, artifact.reason,
    payload.ref_artifact_subtype, payload.call_id, payload.reason]);
  assert.deepEqual(seen, [
    ["artifact_response", "c-1", "tool_response", "n", "scope_not_granted", "tool_response", "n", "permission_revoked"],
    ["artifact_response", "c-1", "tool_response", "f", "user_refused", "tool_response", "f", "user_rejected"],
  ]);
});

test("the socket has no chat", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  await assert.rejects(agent.send("c-1", { type: "text", text: "hello" }), /no chat/);
  await assert.rejects(agent.sendArtifact("c-1", { artifact: { subtype: "form" } }), /no chat/);
});

test("what no line can hold is refused before it is sent", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  await assert.rejects(agent.call("a", { text: "x".repeat(1 << 20) }), { name: "RangeError", message: /1 MiB/ });
  await assert.rejects(agent.call("a", { text: 1n }), TypeError);
  await assert.rejects(agent.call("a", {}, { conversationId: "ü" }), { name: "TypeError", message: /conversationId/ });
  await assert.rejects(agent.sendArtifact({ subtype: "tool_call", call_id: "" }), { name: "TypeError", message: /call_id/ });
  await assert.rejects(agent.sendArtifact({}), { name: "TypeError", message: /subtype/ });
  assert.deepEqual(assent.lines, []);
});

test("a signal withdraws the call", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  const controller = new AbortController();
  const result = agent.call("a", {}, { signal: controller.signal });
  const [call] = await assent.received(1);
  controller.abort(new Error("enough"));
  await assert.rejects(result, { message: "enough" });
  const [, withdrawal] = await assent.received(2);
  assert.deepEqual(withdrawal, { type: "withdraw", agent_id: "agent-1", conversation_id: "c-1", call_id: callId(call) });
  assent.answer(call, { status: "error", reason: "interrupted" }); // what Assent says then is nobody's any more
  const next = agent.call("b");
  const [, , other] = await assent.received(3);
  assent.answer(other, { status: "ok", result: 2 });
  assert.equal(await next, 2);
});

test("a signal that came before keeps the call from being sent, one after changes nothing", async (t) => {
  const assent = await StandIn.start(t);
  const agent = await assent.agent(t);
  await assert.rejects(agent.call("a", {}, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const controller = new AbortController();
  const result = agent.call("b", {}, { signal: controller.signal });
  const [call] = await assent.received(1);
  assent.answer(call, { status: "ok", result: 1 });
  assert.equal(await result, 1);
  controller.abort();
  const last = agent.call("c");
  const lines = await assent.received(2);
  assent.answer(lines[1], { status: "ok" });
  await last;
  assert.deepEqual(assent.lines.map((line) => line.type), ["message", "message"]);
});
