import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findCatalogueModel, listOfferedModels, modelCatalogue } from "@/lib/constants/models";
import { Plan, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import { providerIds, providers } from "@/lib/constants/providers";
import { isReservedSlug } from "@/lib/constants/reserved-slugs";

describe("plans", () => {
  const column = (read: (plan: (typeof plans)["free"]) => unknown) => planNames.map((name) => read(plans[name]));

  test.each<[string, unknown[], unknown[]]>([
    ["names", column((p) => p.plan), ["free", "pro", "teams", "enterprise"]],
    ["price", column((p) => p.price), [0, 99, 199, null]],
    ["popular", column((p) => p.isPopular), [false, false, true, false]],
    ["users", column((p) => p.limits.users), [1, 1, 10, 1_000_000]],
    ["orgs", column((p) => p.limits.orgs), [1, 1, 1, 1_000_000]],
    ["teams", column((p) => p.limits.teams), [1, 1, 3, 1_000_000]],
    ["file", column((p) => p.limits.maxFileBytes), [5_242_880, 26_214_400, 52_428_800, 1_073_741_824]],
    ["storage", column((p) => p.limits.maxVectorBytes), [104_857_600, 1_073_741_824, 10_737_418_240, 10_737_418_240]],
    ["function tools", column((p) => p.limits.maxFunctionTools), [1, 10, 20, 10]],
    ["function tools allowed", column((p) => p.limits.functionTools), [false, false, true, true]],
    ["data connections", column((p) => p.limits.dataConnections), [false, true, true, true]],
    ["connectors", column((p) => p.limits.connectors.length), [0, 6, 7, 7]],
    ["users add-on", column((p) => p.usersAddon), [false, false, true, false]],
    ["storage add-on", column((p) => p.storageAddon), [false, true, true, false]],
    ["free providers", [...plans.free.limits.llmProviders], ["open_ai", "demo"]],
    ["pro providers", [...plans.pro.limits.embeddingProviders], ["open_ai", "anthropic", "demo"]],
    ["teams providers", [...plans.teams.limits.llmProviders], [...providerIds]],
    ["free periods", [...plans.free.limits.periods], []],
    ["pro periods", [...plans.pro.limits.periods], ["year", "month", "week", "day"]],
    ["teams periods", [...plans.teams.limits.periods], ["year", "month", "week", "day", "hour"]],
    ["enterprise periods", [...plans.enterprise.limits.periods], ["year", "month", "week", "day", "hour", "minute"]],
  ])("%s", (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test("pro has no Google Drive", () => {
    expect(plans[Plan.PRO].limits.connectors).not.toContain("google_drive");
  });
});

describe("providers", () => {
  test.each<[string, string[]]>([
    ["open_ai", ["api_key", "org_id?"]],
    ["azure", ["api_key", "azure_endpoint", "azure_deployment", "api_version"]],
    ["fastembed", []],
    ["ollama", ["base_url", "api_key?"]],
    ["anthropic", ["api_key"]],
    ["groq", ["groq_api_key"]],
    ["google_vertex", ["credentials", "project", "location?", "temperature?"]],
    ["google_ai", ["api_key"]],
    ["demo", []],
  ])("fields of %s", (id, expected) => {
    const found = providerIds.find((known) => known === id);
    const fields = found ? providers[found].fields : [];
    expect(fields.map((field) => field.name + (field.optional ? "?" : ""))).toEqual(expected);
  });

  test("all but the local ones need a connection check", () => {
    expect(providerIds.filter((id) => !providers[id].needsCheck)).toEqual(["fastembed", "demo"]);
  });

  test.each<["ollama" | "azure", string, string, boolean]>([
    ["ollama", "base_url", "http://localhost:11434", true],
    ["ollama", "base_url", "http://127.0.0.1:11434/v1", true],
    ["ollama", "base_url", "http://ollama.example.test:11434", false],
    ["azure", "azure_endpoint", "http://x.openai.azure.com", true],
    ["azure", "azure_endpoint", "https://x.example.test", true],
    ["azure", "azure_endpoint", "https://x.openai.azure.com", false],
    ["azure", "api_version", "latest", true],
    ["azure", "api_version", "2024-08-01-preview", false],
  ])("%s %s %s warns: %s", (id, name, value, warns) => {
    const field = providers[id].fields.find((entry) => entry.name === name);
    expect(typeof field?.warn?.(value)).toBe(warns ? "string" : "undefined");
  });
});

describe("models", () => {
  test.each<[string, number]>([
    ["text-embedding-3-large", 3_072],
    ["text-embedding-3-small", 1_536],
    ["text-embedding-ada-002", 1_536],
    ["fast-bge-small-en", 384],
    ["fast-all-MiniLM-L6-v2", 384],
    ["fast-bge-base-en", 768],
    ["fast-bge-small-zh-v1.5", 512],
    ["fast-multilingual-e5-large", 1_024],
    ["nomic-embed-text", 8_192],
    ["demo-embed", 384],
  ])("%s has %d dimensions", (name, length) => {
    const found = modelCatalogue.filter((entry) => entry.model === name);
    expect(found.map((entry) => [entry.modelType, entry.embeddingLength])).toEqual([["embedding", length]]);
  });

  test.each<[RegExp, number, number]>([
    [/^gpt-4o|^gpt-4-turbo$/, 5, 128_000],
    [/^gpt-4$/, 2, 8_192],
    [/^claude/, 4, 200_000],
    [/^gemini-1.5-pro$/, 2, 2_000_000],
    [/^gemini-1.5-flash$/, 2, 1_000_000],
    [/^gemini-1.0-pro$/, 2, 33_000],
  ])("context of %s", (pattern, count, context) => {
    const found = modelCatalogue.filter((entry) => pattern.test(entry.model));
    expect(found.map((entry) => entry.contextWindow)).toEqual(Array(count).fill(context));
  });

  test("knobs of the offline model keep its facts", () => {
    expect(findCatalogueModel("demo", "demo-chat:ttft=200,tps=80")?.model).toBe("demo-chat");
    expect(findCatalogueModel("ollama", "llama3:70b")?.model).toBe("llama3:70b");
    expect(findCatalogueModel("open_ai", "llama3")).toBeUndefined();
  });

  test("each provider offers something, no name twice", () => {
    // Which models a compatible server has, only it knows.
    for (const id of providerIds.filter((one) => one !== "openai_compatible"))
      expect(listOfferedModels(id).length, id).toBeGreaterThan(0);
    const keys = modelCatalogue.map((entry) => `${entry.provider}/${entry.model}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("reserved slugs", () => {
  /** Segments that pages and calls really use, read from the tree: a new one must be reserved. */
  function firstSegments(): string[] {
    const pages = readdirSync("app", { withFileTypes: true, recursive: true })
      .filter((entry) => /^(page|route)\.tsx?$/.test(entry.name))
      .map((entry) =>
        `${entry.parentPath}/`
          .replace(/^app\//, "")
          .split("/")
          .filter((part) => !/^\(.*\)$/.test(part)),
      );
    const calls = readdirSync("lib/contract", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("/calls.ts"))
      .flatMap((file) =>
        [...readFileSync(`lib/contract/${file}`, "utf8").matchAll(/["`]\/([a-z][^/"`$*?]*)/g)].map((found) => [
          found[1] ?? "",
        ]),
      );
    return [...pages, ...calls].map((parts) => parts[0] ?? "").filter((part) => part && !part.startsWith("["));
  }

  test("every first segment in use", () => {
    const found = firstSegments();
    expect(found).toContain("api");
    expect(found.filter((segment) => !isReservedSlug(segment) && !segment.includes(":"))).toEqual([]);
  });

  test("a team's slug is free", () => {
    expect(isReservedSlug("research-7f3k2q")).toBe(false);
    expect(isReservedSlug("LOGIN")).toBe(true);
    expect(isReservedSlug("stripe-anything")).toBe(true);
  });
});
