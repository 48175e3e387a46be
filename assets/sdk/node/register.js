// node --import: gives a program written as the source pages write theirs its two
// globals, from the environment.

import { connect } from "./index.js";

const env = process.env;
for (const name of ["ASSENT_AGENT_ID", "ASSENT_CONVERSATION_ID"]) {
  if (!env[name]) throw new Error(`set ${name}: the program's globals agent and conversationId come from it`);
}
globalThis.conversationId = env.ASSENT_CONVERSATION_ID;
globalThis.agent = await connect({
  agentId: env.ASSENT_AGENT_ID, conversationId: env.ASSENT_CONVERSATION_ID,
  socket: env.ASSENT_SOCKET, sandbox: env.ASSENT_SANDBOX, apiKey: env.ASSENT_API_KEY,
});
