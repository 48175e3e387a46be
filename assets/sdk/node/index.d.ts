/** How an agent is connected. */
export interface ConnectOptions {
  /** Who calls: 1 to 128 printable ASCII characters, as ids of conversations and calls are. */
  agentId: string;
  /** The conversation of calls that name none. */
  conversationId?: string;
  /** Whether conversations are groups, where no tool runs. Over a sandbox the conversation itself says so. */
  conversationType?: "h2a" | "h2g";
  /** Assent's socket; else ASSENT_SOCKET, else where Assent listens unless it was told another place. */
  socket?: string;
  /** The address of a sandbox, in place of a socket. */
  sandbox?: string;
  /** The agent's key at the sandbox. */
  apiKey?: string;
  /** How long what is unanswered waits for a connection that broke; 30 000 unless told. */
  giveUpMs?: number;
}

/**
 * Connects an agent. It rejects with a ConnectionError where nobody answers, and with a
 * RefusedError where the sandbox does not know the key.
 */
export function connect(options: ConnectOptions): Promise<Agent>;

export interface CallOptions {
  /** The limit of the tool's run, not of the wait for the user. The manifest's holds too. */
  timeoutMs?: number;
  /** Withdraws the call: its question closes, the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The conversation, where it is not the agent's. */
  conversationId?: string;
}

export interface ToolCall {
  call_id: string;
  tool_name: string;
  arguments: Record<string, unknown>;
  permission_scope?: string;
  timeout_ms?: number;
}

/** A call's artifact in either shape, or any other artifact for a sandbox. */
export type Artifact =
  | ({ subtype: "tool_call"; artifact_id?: string } & ToolCall)
  | { subtype: "tool_call"; artifact_id?: string; payload: ToolCall }
  | { subtype: string; [member: string]: unknown };

export interface ToolResponse {
  call_id: string;
  status: "ok" | "denied" | "error";
  result?: unknown;
  reason?: string;
  error_code?: string;
  message?: string;
  details?: unknown;
}

/** The response of a call: `artifact` in the flat pages' words, `payload` in the nested page's. */
export interface ResponseEvent {
  type: "artifact_response";
  agent_id: string;
  conversation_id: string;
  artifact: ToolResponse & { subtype: "tool_response" };
  payload: ToolResponse & { type: "artifact_response"; ref_artifact_subtype: "tool_response" };
  [member: string]: unknown;
}

/** A response, or what else came: `relation`, `h2a.reauth_required`, `error`. */
export type AgentEvent = ResponseEvent | { type: string; [member: string]: any };

export interface ChatMessage {
  type: "message.new";
  conversation_id: string;
  payload: { type: string; text?: string; [member: string]: unknown };
  [member: string]: unknown;
}

/** Ends what it was given for. */
export type Remove = () => void;

export interface Agent {
  /**
   * Calls a tool and gives its result. It rejects with a ToolError when the tool did not run,
   * with a ConnectionError when nobody could be asked.
   */
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<any>;
  /** Sends an artifact. A tool call's response comes to the event handlers. */
  sendArtifact(conversationId: string, body: { artifact: Artifact } | Artifact): Promise<void>;
  sendArtifact(body: { artifact: Artifact } | Artifact): Promise<void>;
  addEventHandler(handler: (event: AgentEvent) => unknown): Remove;
  /** As long as there is a handler of messages, the process stays. */
  addMessageHandler(handler: (message: ChatMessage) => unknown): Remove;
  /** Sends a chat message. Over the socket, which has no chat, it rejects. */
  send(conversationId: string, message: { type: string; [member: string]: unknown }): Promise<void>;
  /**
   * Offers the manifest. Over the socket it resolves with the relation, once the user reviewed
   * a new agent; over a sandbox with the server's answer. A manifest that is not taken rejects
   * with a RefusedError.
   */
  offerManifest(manifest: object, options?: { version?: number; name?: string }): Promise<any>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A tool did not run: `tool STATUS: REASON`. */
export class ToolError extends Error {
  call_id: string;
  status: "denied" | "error";
  reason: string;
  error_code?: string;
  /** A sentence for people; with a denial the user's own words, where there are any. */
  detail?: string;
  details?: unknown;
}

/** Assent or the sandbox did not take something: a manifest, say. */
export class RefusedError extends Error {
  code: string;
  details?: { path: string; message: string }[];
  /** The HTTP status, of a sandbox. */
  status?: number;
  retryAfterSeconds?: number;
}

/** Assent or the sandbox cannot be spoken to: `UNREACHABLE`, `CLOSED`, or what was wrong. */
export class ConnectionError extends Error {
  code: string;
}

/** The RFC 8785 form of a JSON value. It throws a TypeError for what JSON cannot hold. */
export function canonicalize(value: unknown): string;

/** SHA-256 of the canonical form, in hex. */
export function manifestHash(manifest: unknown): string;

/** Where Assent listens, unless it was told another place. */
export function defaultSocket(env?: Record<string, string | undefined>): string;
