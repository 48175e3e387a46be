// Requests to a sandbox, and what comes back, bounded.

import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

import { ConnectionError, RefusedError } from "./artifact.js";

const ANSWER_LIMIT = 8 << 20; // bytes

/**
 * Sends a request and resolves with its response when that is a success. It rejects with a
 * RefusedError when the server said no, with a ConnectionError when it said nothing.
 */
export async function send(url, { method = "GET", apiKey, body, signal }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method, signal, headers: { authorization: `Bearer ${apiKey}`, ...(text && { "content-type": "application/json" }) },
    });
    request.on("error", (cause) => reject(unreachable(url, cause)));
    request.on("response", resolve);
    request.end(text);
  });
  response.on("error", () => {}); // it is followed by a close
  if (response.statusCode < 300) return response;
  throw refusal(response, await readJSON(url, response).catch(() => ({})));
}

/** Reads the JSON that a response is. */
export async function readJSON(url, response) {
  const parts = [];
  let length = 0;
  try {
    for await (const part of response) {
      length += part.length;
      if (length > ANSWER_LIMIT) throw new RangeError(`its answer is over ${ANSWER_LIMIT} bytes`);
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

function refusal({ statusCode, headers }, { code, detail, title, details }) {
  const error = new RefusedError({ code: code ?? `HTTP_${statusCode}`, message: detail ?? title ?? `the sandbox answered ${statusCode}`, details });
  error.status = statusCode;
  if (headers["retry-after"]) error.retryAfterSeconds = Number(headers["retry-after"]);
  return error;
}

function unreachable(url, cause) {
  return new ConnectionError("UNREACHABLE", `the sandbox at ${url.origin} does not answer (${cause.code ?? cause.message})`, { cause });
}
