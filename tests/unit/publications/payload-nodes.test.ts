import { expect, test } from "vitest";
import { listNodes } from "@/components/apps/publish/webhook/payload-nodes";

test("a payload is listed in its order, with a pointer to each value", () => {
  const payload = { issue: { title: "Rust", "a/b~c": [true, null] }, count: 7 };
  expect(listNodes(payload).map(({ pointer, depth, text }) => [pointer, depth, text])).toEqual([
    ["/issue", 0, undefined],
    ["/issue/title", 1, "Rust"],
    ["/issue/a~1b~0c", 1, undefined],
    ["/issue/a~1b~0c/0", 2, "true"],
    ["/issue/a~1b~0c/1", 2, "null"],
    ["/count", 0, "7"],
  ]);
});

test("plain text has no values, and a large payload is cut", () => {
  expect(listNodes("text")).toEqual([]);
  const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, "x".repeat(1_000)]));
  const nodes = listNodes(large);
  expect(nodes.length).toBe(300);
  expect(nodes[0]?.text?.length).toBeLessThan(100);
});
