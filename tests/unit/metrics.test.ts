import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createMetrics, type Reading } from "@/lib/server/platform/metrics/metrics";

const reading = (name: string, type: Reading["type"], read: Reading["read"], label?: string): Reading => ({
  name,
  help: name,
  type,
  read,
  ...(label && { label }),
});

it("has the same values in simultaneous responses, and leaves out what cannot be read", async () => {
  const { print } = createMetrics([
    reading("own_gauge", "gauge", () => setImmediate(1)),
    reading("own_counter", "counter", async () => ({ a: await setImmediate(5) }), "of"),
    reading("own_thrown", "gauge", () => {
      throw new Error("not now");
    }),
    reading("own_rejected", "counter", () => Promise.reject(new Error("not now"))),
  ]);
  for (const { text } of await Promise.all([print(), print(), print()]))
    expect(text.match(/^own_.*/gm)).toEqual(["own_gauge 1", 'own_counter{of="a"} 5']);
});
