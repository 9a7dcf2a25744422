import { expect, it } from "vitest";
import { checkConnection } from "@/lib/server/engine/models/providers/check";
import { demoEmbedding, embedWords } from "@/lib/server/engine/models/providers/demo/demo-embedding";
import { guardedFetch } from "../../support/providers";

const likeness = (one: string, other: string): number => {
  const right = embedWords(other);
  return embedWords(one).reduce((sum, value, i) => sum + value * (right[i] ?? 0), 0);
};

it("makes 384 numbers of length one, the same every time", async () => {
  const { embeddings, usage } = await demoEmbedding("demo-embed").doEmbed({
    values: ["The quick fox", "", "?!", "狐"],
  });
  for (const vector of embeddings) {
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  }
  expect(embeddings[0]).toEqual(embedWords("The quick fox"));
  expect(usage?.tokens).toBeGreaterThan(3);
});

it("puts texts that share words closer", () => {
  const refund = "How do I get a refund for my order?";
  expect(likeness(refund, "Refunds: how to return an order")).toBeGreaterThan(
    likeness(refund, "The weather in Oslo is grey") + 0.2,
  );
  expect(likeness("agent", "agents")).toBeGreaterThan(0.3);
  expect(likeness(refund, refund.toUpperCase())).toBeCloseTo(1, 6);
  expect(Math.abs(likeness("what is the cost of it", "this is on the table"))).toBeLessThan(0.4);
});

it("passes its own check", async () => {
  const settings = { type: "demo", model: "demo-embed", config: {} } as const;
  const options = { endpoints: { modelsDir: "" } };
  expect(await checkConnection(settings, "embedding", guardedFetch, [], options)).toEqual({
    ok: true,
    embeddingLength: 384,
  });
});
