import { expect, test } from "vitest";
import { createJsonCounter } from "@/lib/server/platform/outbound/json-counter";

const countOf = (text: string, step = text.length): number => {
  const count = createJsonCounter();
  let entries = 0;
  for (let at = 0; at < text.length; at += step) entries = count(Buffer.from(text.slice(at, at + step))).entries;
  return entries;
};

test.each([
  ["numbers", "[1,2,3]", 3],
  ["texts with signs in them", '["a,b","{[","\\",","\\\\"]', 4],
  ["names", '{"a":1,"b":{"c":2}}', 3],
  ["empty lists", "[[],[],[]]", 6],
  ["events after a comment with a quote", ': "\n\ndata: [1,2,3]\n\n', 3],
  ["one text", '"a,b,c"', 0],
])("counts the values of a JSON text: %s", (_title, text, entries) => {
  expect(countOf(text)).toBe(entries);
  expect(countOf(text, 1)).toBe(entries);
});
