import { expect, it } from "vitest";
import { isSameModel, rankModels } from "@/lib/server/api/import-export/nearest-models";

const wanted = { provider: "open_ai", model: "gpt-4o-mini" };
const models = {
  other: { provider: "anthropic", model: "claude-sonnet-4-5" },
  ownProvider: { provider: "open_ai", model: "o3" },
  family: { provider: "open_ai", model: "gpt-3.5-turbo" },
  nearFamily: { provider: "open_ai", model: "gpt-4o" },
  elsewhere: { provider: "ollama", model: "gpt-4o-mini:latest" },
  routed: { provider: "openai_compatible", model: "openai/gpt-4o-mini" },
  compatible: { provider: "openai_compatible", model: "gpt-4o-mini" },
  exact: { provider: "open_ai", model: "gpt-4o-mini" },
};

const order = (...have: (keyof typeof models)[]) =>
  rankModels(
    wanted,
    have.map((name) => ({ ...models[name], name })),
  ).map(({ one, closest }) => `${one.name}${closest ? "*" : ""}`);

it("sorts a team's models by how near they are to the named one", () => {
  const all = Object.keys(models) as (keyof typeof models)[];
  const sorted = ["exact", "compatible", "nearFamily", "family", "routed", "elsewhere", "ownProvider", "other"];
  expect(order(...all)).toEqual(sorted);
  expect(order(...all.toReversed())).toEqual(sorted);
});

it("marks up to three of the nearest, but not what has only the type in common", () => {
  expect(order("other", "ownProvider")).toEqual(["ownProvider*", "other"]);
  expect(order("other", "family", "nearFamily", "routed", "ownProvider")).toEqual([
    "nearFamily*",
    "family*",
    "routed*",
    "ownProvider",
    "other",
  ]);
  expect(order("other")).toEqual(["other"]);
});

it("takes the same id at an OpenAI-compatible provider for the model, and marks nothing then", () => {
  expect(isSameModel(wanted, models.compatible)).toBe(true);
  expect(isSameModel(wanted, models.routed)).toBe(false);
  expect(isSameModel(wanted, models.elsewhere)).toBe(false);
  expect(order("nearFamily", "compatible")).toEqual(["compatible", "nearFamily"]);
});

it("is linear in the length of ids", () => {
  const long = { provider: "ollama", model: "a/".repeat(100_000) };
  const started = performance.now();
  rankModels(
    long,
    Array.from({ length: 500 }, () => ({ provider: "ollama", model: "a".repeat(200) })),
  );
  expect(performance.now() - started).toBeLessThan(2_000);
});
