import { expect, test } from "vitest";
import { ReplyLines } from "@/lib/server/engine/sandbox/python/reply-lines";
import { isAllowedHost } from "@/lib/server/engine/sandbox/shared/allowed-hosts";
import { readJson, writeJson } from "@/lib/server/engine/sandbox/shared/read-json";
import { RunLogs } from "@/lib/server/engine/sandbox/shared/run-logs";

test("a result is read as what it says", () => {
  expect(readJson('{"a":[1,"[[[[",{"b":null}]}')).toEqual({ a: [1, "[[[[", { b: null }] });
});

test.each([
  ["is longer than", JSON.stringify("x".repeat(256 * 1024))],
  ["is nested deeper", "[".repeat(65) + "]".repeat(65)],
  ["is nested deeper", "[".repeat(100_000)],
  ["isn't valid JSON", "{a:1}"],
  ["isn't valid JSON", "undefined"],
])("a result that %s is refused", (reason, text) => {
  expect(() => readJson(text)).toThrow(reason);
});

test.each(['{"__proto__":{"admin":true},"b":2}', '{"\\u005f_proto__":{"admin":true},"b":2}'])(
  "the key __proto__ is left out of %s",
  (text) => {
    const value = readJson(text) as object;
    expect(Object.keys(value)).toEqual(["b"]);
    expect(Object.assign({}, value)).not.toHaveProperty("admin");
  },
);

test("what goes in has a bound too", () => {
  expect(() => writeJson({ text: "x".repeat(256 * 1024) }, "arguments")).toThrow("The arguments are longer");
  expect(writeJson(undefined, "arguments")).toBe("null");
});

test.each<[host: string, allowed: string[], may: boolean]>([
  ["api.example.com", ["api.example.com"], true],
  ["API.example.com.", ["api.example.com"], true],
  ["example.com", ["api.example.com"], false],
  ["a.api.example.com", ["api.example.com"], false],
  ["a.example.com", ["*.example.com"], true],
  ["a.b.example.com", ["*.example.com"], true],
  ["example.com", ["*.example.com"], false],
  ["evilexample.com", ["*.example.com"], false],
  ["example.com.evil.test", ["*.example.com"], false],
  ["example.com", [], false],
  ["example.com", ["*", "*."], false],
  ["127.0.0.1", ["0x7f.1"], true],
])("%s with %j: %s", (host, allowed, may) => {
  expect(isAllowedHost(host, allowed)).toBe(may);
});

test("logs are kept up to a number of lines, each up to a length", () => {
  const logs = new RunLogs([]);
  for (let i = 0; i < 1_000; i += 1) logs.add("x".repeat(5_000));
  expect(logs.lines).toHaveLength(201);
  expect(logs.lines[0]).toHaveLength(2_000);
  expect(logs.lines.at(-1)).toBe("… only the first 200 lines are kept.");
});

test("a secret that the end of a line goes through leaves nothing of itself", () => {
  const secret = "sk-0123456789abcdef";
  const logs = new RunLogs([secret, "other"]);
  logs.add(`${"x".repeat(1_990)}${secret}`);
  // Cut off where it comes from, in a form of JSON.
  const quoted = JSON.stringify(`"${secret}`).slice(1, -1);
  logs.add(`${"x".repeat(1_989)}${new RunLogs([]).redactEnd(quoted, 11)}`);
  logs.add(`ends with sk-01`);
  expect(logs.lines).toEqual([`${"x".repeat(1_990)}[secret]`, `${"x".repeat(1_989)}\\"[secret]`, "ends with sk-01"]);
  expect(logs.redactEnd(`x${secret}`, 8)).toBe("x[secret]");
});

const bytes = (text: string) => Buffer.from(text);

test("replies are read whole, however they come", () => {
  const lines = new ReplyLines();
  expect(lines.read(bytes('{"is":"log","line":"a'))).toEqual([]);
  expect(lines.read(bytes('b"}\n{"is":"ended","text":"1"}\n'))).toEqual([
    { is: "log", line: "ab" },
    { is: "ended", text: "1" },
  ]);
});

test.each([
  ["no JSON", "hello\n"],
  ["of no kind that is known", '{"is":"owned"}\n'],
  ["of other fields", '{"is":"log","line":{"toString":1}}\n'],
  ["without an end", "x".repeat(2_000_000)],
  ["of a length that nothing needs", `${JSON.stringify({ is: "log", line: "x".repeat(1_100_000) })}\n`],
])("a reply %s is none", (_, text) => {
  expect(new ReplyLines().read(bytes(text))).toEqual([undefined]);
});

test("one call has so many replies, the next as many again", () => {
  const lines = new ReplyLines();
  const flood = bytes('{"is":"log","line":"x"}\n'.repeat(300));
  expect(lines.read(flood).indexOf(undefined)).toBe(210);
  lines.reset();
  expect(lines.read(bytes('{"is":"ready"}\n'))).toEqual([{ is: "ready" }]);
});
