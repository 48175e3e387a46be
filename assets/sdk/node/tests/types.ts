// Checked, never run: how a program in TypeScript uses the library.

import { type Agent, connect, ConnectionError, manifestHash, RefusedError, ToolError } from "../index.js";

const agent: Agent = await connect({ agentId: "agent-1", conversationId: "c-1", socket: "/run/s", giveUpMs: 10 });
const { content } = await agent.call("read_file", { path: "/a" }, { timeoutMs: 5000, signal: AbortSignal.timeout(1000) });
const remove: () => void = agent.addEventHandler(async (event) => {
  if (event.type !== "artifact_response") return;
  const { call_id, status, reason } = event.payload;
  console.log(content, call_id, status, reason);
});
agent.addMessageHandler((message) => agent.send(message.conversation_id, { type: "text", text: message.payload.text ?? "" }));
await agent.sendArtifact("c-1", { artifact: { artifact_id: "1", subtype: "tool_call", payload: { call_id: "1", tool_name: "a", arguments: {} } } });
await agent.sendArtifact({ subtype: "tool_call", call_id: "2", tool_name: "a", arguments: {} });
const hash: string = manifestHash({ tools: [] });
await agent.offerManifest({ hash }, { version: 2, name: "Demo" }).catch((error: unknown) => {
  if (error instanceof ToolError) return error.reason;
  if (error instanceof RefusedError) return error.details?.[0]?.path;
  if (error instanceof ConnectionError) return error.code;
});
// @ts-expect-error an agent has an id
await connect({});
remove();
await agent.close();
