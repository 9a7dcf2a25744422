import type { Random } from "./random-choice";
import { choose, whole } from "./random-choice";

const deep = (levels: number): unknown => {
  let value: unknown = "bottom";
  for (let i = 0; i < levels; i += 1) value = i % 2 ? [value] : { nested: value };
  return value;
};

const texts = [
  "",
  " ",
  "\t\n\r",
  "0",
  "-1",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..\\..\\x",
  "%00",
  "%E0%A4%A",
  "%s%n",
  "$1",
  "\\",
  "'",
  '"',
  "`",
  "' or 1=1 --",
  "%_%",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "http://127.0.0.1:9/",
  // A joined emoji, a text that is turned around, halves of pairs, what is longer in capitals or when normalised.
  "👩‍👩‍👧‍👦",
  "\u202Ereversed",
  "\uD800",
  "\uDFFFx",
  "ß\u0130\u0131",
  "\uFDFA",
  "e\u0301",
  "\u0000",
  "a\u0000b",
  "\uFEFF",
  "\uFFFF",
  "𝕬𝖉𝖆",
  "ﬃ",
  "\u2028",
  "\u0085",
  "1e309",
  "9".repeat(400),
  "-0",
  "0x10",
  "1_000",
  "٣",
  "2026-02-30T25:61:61Z",
  "0000-00-00",
  "275760-09-13T00:00:00.001Z",
  "-271821-04-20",
  "1970-01-01T00:00:00Z",
  "agent_",
  "agent_01m7yfs63gpazje1xa1vyd73sp",
  "a@b",
  "A@EXAMPLE.TEST",
  "a".repeat(101),
  "b".repeat(2_001),
  "🦀".repeat(300),
  "_*".repeat(5_000),
  "x".repeat(70_000),
  " ".repeat(20_000),
  "\n".repeat(5_000),
];

const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  -0.5,
  2,
  100,
  101,
  1_000,
  1_001,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e21,
  1e308,
  -1e308,
  5e-324,
  1.7976931348623157e308,
];

const others: (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => [null],
  () => deep(8),
  () => deep(31),
  () => deep(40),
  () => Array.from({ length: 300 }, (_, i) => `item ${i}`),
  () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key${i}`, i])),
  () =>
    Object.fromEntries([
      ["", ""],
      [" ", " "],
      ["a.b", 1],
      ["toString", 1],
      ["hasOwnProperty", null],
      ["length", -1],
    ]),
  () => ({ constructor: { prototype: { polluted: true } } }),
  () => JSON.parse('{"__proto__":{"polluted":true}}'),
  () => ({ toJSON: 1, valueOf: null }),
  () => ({ [`k${"e".repeat(3_000)}y`]: "long key" }),
  () => ({ $gt: "", $where: "1" }),
];

export const hostileText = (random: Random): string => {
  if (random() < 0.8) return choose(random, texts);
  return Array.from({ length: whole(random, 0, 60) }, () => String.fromCharCode(whole(random, 0, 0xffff))).join("");
};

export const hostileNumber = (random: Random): number =>
  random() < 0.8 ? choose(random, numbers) : (random() - 0.5) * 10 ** whole(random, 0, 300);

/** Anything that JSON can carry, and that nobody should send. */
export function hostileValue(random: Random): unknown {
  const kind = random();
  if (kind < 0.45) return hostileText(random);
  return kind < 0.65 ? hostileNumber(random) : choose(random, others)();
}

/** Bodies that are no JSON, or JSON beyond its limits. */
export const rawBodies: (string | Uint8Array<ArrayBuffer>)[] = [
  "{",
  "}",
  "nul",
  "NaN",
  "[1,]",
  "{'a':1}",
  '{"a":1}{"b":2}',
  "\uFEFF{}",
  "//{}",
  '"',
  " ",
  "\u0000",
  "1e999",
  "-",
  '{"a":1e400}',
  '{"__proto__":{"a":1}}',
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  '{"name":1,"name":2}',
  "[".repeat(50_000),
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `{"a":${'{"a":'.repeat(40)}1${"}".repeat(41)}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 1_100 }, (_, i) => [`k${i}`, i]))),
  JSON.stringify({ name: "n".repeat(300 * 1_024) }),
  JSON.stringify(Array.from({ length: 60_000 }, () => 0)),
  new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
  new Uint8Array([0xc0, 0x80]),
];
