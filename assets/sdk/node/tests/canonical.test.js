import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { canonicalize, manifestHash } from "../index.js";

const suite = fileURLToPath(new URL("../../../../../shared/data/jcs/", import.meta.url));

test("RFC 8785's own cases", { skip: !existsSync(suite) && `${suite} is not there` }, () => {
  for (const name of readdirSync(`${suite}input`)) {
    const input = JSON.parse(readFileSync(`${suite}input/${name}`, "utf8"));
    assert.equal(canonicalize(input), readFileSync(`${suite}output/${name}`, "utf8"), name);
  }
});

for (const [value, form] of [
  [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
  [{ "\u{1f600}": 1, "\ufb33": 2 }, '{"\u{1f600}":1,"\ufb33":2}'], // UTF-16 code units, not code points
  [[-0, 1e21, 1e-7, 333333333.33333329, 4.5, 0.000001], "[0,1e+21,1e-7,333333333.3333333,4.5,0.000001]"],
  ["\u0000\b\u001f\u007f\u2028\"\\/", '"\\u0000\\b\\u001f\u007f\u2028\\"\\\\/"'],
  [{ a: undefined, date: new Date(0) }, '{"date":"1970-01-01T00:00:00.000Z"}'],
]) {
  test(`the form of ${form}`, () => assert.equal(canonicalize(value), form));
}

for (const value of [NaN, Infinity, 1n, undefined, () => {}, [undefined], "\ud800", { "\udc00": 1 }]) {
  test(`JSON cannot hold ${typeof value} ${String(value).slice(0, 9)}`, () => assert.throws(() => canonicalize(value), TypeError));
}

test("a manifest's hash is SHA-256 of its form", () => {
  assert.equal(manifestHash({}), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});
