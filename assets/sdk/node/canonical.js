// The canonical form of JSON (RFC 8785) and the hash of a manifest, so that a program
// can offer its manifest without another tool.

import { createHash } from "node:crypto";

/**
 * Returns the canonical form of a JSON value: members in the order of their UTF-16 code
 * units, no white space, numbers as ECMAScript writes them. What JSON.stringify leaves
 * out of an object is left out here, too. It throws a TypeError for what JSON cannot hold.
 */
export function canonicalize(value) {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new TypeError("a string holds half of a surrogate pair");
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("a number is not finite");
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if (typeof value.toJSON === "function") return canonicalize(value.toJSON());
      if (Array.isArray(value)) return `[${value.map(canonicalize).join()}]`;
      return `{${members(value).map((name) => `${canonicalize(name)}:${canonicalize(value[name])}`).join()}}`;
  }
  throw new TypeError(`JSON has no ${typeof value}`);
}

function members(object) {
  return Object.keys(object).filter((name) => object[name] !== undefined).sort();
}

/** Returns a manifest's hash: SHA-256 of its canonical form, in hex (001 §2.1). */
export function manifestHash(manifest) {
  return createHash("sha256").update(canonicalize(manifest)).digest("hex");
}
