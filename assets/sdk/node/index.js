// The way in for an agent's program: connect(options) gives an agent.

import { Agent } from "./agent.js";
import { checkId } from "./artifact.js";
import { SandboxTransport } from "./sandbox.js";
import { defaultSocket, SocketTransport } from "./socket.js";

export { ConnectionError, RefusedError, ToolError } from "./artifact.js";
export { canonicalize, manifestHash } from "./canonical.js";
export { defaultSocket };

/**
 * Connects an agent: to Assent's socket, or where `sandbox` is an address to a sandbox.
 * It rejects with a ConnectionError where nobody answers.
 */
export async function connect({ agentId, conversationId, conversationType = "h2a", giveUpMs = 30_000, socket, sandbox, apiKey } = {}) {
  checkId("agentId", agentId);
  let agent;
  const hooks = {
    received: (message) => agent.received(message),
    failed: (error) => agent.failed(error),
    unanswered: () => agent.unanswered(),
  };
  const transport = sandbox
    ? new SandboxTransport(sandbox, { agentId, apiKey, giveUpMs, agent: hooks })
    : new SocketTransport(socket ?? defaultSocket(), { giveUpMs, agent: hooks });
  agent = new Agent(agentId, { id: conversationId, type: conversationType }, transport);
  await transport.connect();
  return agent;
}
