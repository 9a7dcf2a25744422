import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkConnection } from "@/lib/server/engine/models/providers/check";
import { createEmbeddingModel, createLanguageModel } from "@/lib/server/engine/models/providers/create";
import { temporaryFolder } from "../../support/folders";
import { guardedFetch } from "../../support/providers";
import { installWeights } from "../../support/tiny-fastembed";

let modelsDir: string;
beforeEach(() => {
  modelsDir = temporaryFolder("models");
});

const settings = (model: string) => ({ type: "fastembed" as const, model, config: {} });
const check = async (model: string) => {
  const result = await checkConnection(settings(model), "embedding", guardedFetch, [], { endpoints: { modelsDir } });
  return result.ok ? result : result.message;
};

describe("weights that are not there", () => {
  it("are named with the folder that they go to, and nothing is fetched", async () => {
    expect(await check("fast-bge-small-en")).toBe(
      "The weights for fast-bge-small-en aren't on this server. Download them on the model's page, or put model_optimized.onnx, config.json, special_tokens_map.json, " +
        `tokenizer.json, and tokenizer_config.json into ${join(modelsDir, "fast-bge-small-en")}.`,
    );
  });

  it("are named one by one where some are there", async () => {
    await installWeights(modelsDir, "fast-all-MiniLM-L6-v2", "model.onnx");
    await rm(join(modelsDir, "fast-all-MiniLM-L6-v2", "config.json"));
    expect(await check("fast-all-MiniLM-L6-v2")).toMatch(/put config\.json into /);
  });

  it("that are damaged are said to be, and are read again once they are mended", async () => {
    await installWeights(modelsDir, "fast-bge-base-en", "model_optimized.onnx");
    await writeFile(join(modelsDir, "fast-bge-base-en", "model_optimized.onnx"), "no model");
    expect(await check("fast-bge-base-en")).toMatch(/^The weights for fast-bge-base-en in .* can't be read: /);
    await rm(join(modelsDir, "fast-bge-base-en"), { recursive: true });
    await installWeights(modelsDir, "fast-bge-base-en", "model_optimized.onnx");
    expect(await check("fast-bge-base-en")).toEqual({ ok: true, embeddingLength: 4 });
  });
});

it("embeds with the weights that lie in the folder", async () => {
  await installWeights(modelsDir, "fast-bge-small-en", "model_optimized.onnx");
  const model = await createEmbeddingModel(settings("fast-bge-small-en"), guardedFetch, { modelsDir });
  const { embeddings } = await model.doEmbed({ values: ["alpha beta", "beta"] });
  expect(embeddings.map((vector) => vector.map((value) => Number(value.toFixed(4))))).toEqual([
    [0.6, 0.8, 0, 0],
    [0, 0, 0.3846, 0.9231],
  ]);
  expect(embeddings.every(Array.isArray)).toBe(true);
});

it.each(["../outside", "no-such-model"])("refuses the model %s by name", async (model) => {
  expect(await check(model)).toMatch(
    /^FastEmbed doesn't support the model .* Supported models: fast-all-MiniLM-L6-v2,/,
  );
});

it("has no chat models", async () => {
  await expect(createLanguageModel(settings("fast-bge-small-en"), guardedFetch, { modelsDir })).rejects.toThrow(
    "This provider has no chat models.",
  );
});
