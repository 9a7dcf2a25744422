import { expect, onTestFinished, test } from "vitest";
import { responseLimits } from "@/lib/server/engine/knowledge/embedding/embedder";
import { createEmbeddingModel } from "@/lib/server/engine/models/providers/create";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { longestBlock } from "../../support/loop-delay";
import { loopbackServer } from "../../support/loopback-server";

const maxBlockMs = 200;
const timeout = 60_000;
const texts = Array.from({ length: 64 }, (_, i) => `text ${i}`);
const listOf = (entry: string, count: number): string => `[${`${entry},`.repeat(count - 1)}${entry}]`;
const vectors = (length: number): string => listOf(`{"embedding":${listOf("-0.0123456789012345", length)}}`, 64);

async function embed(body: string) {
  const bytes = Buffer.from(body);
  const headers = { "content-type": "application/json" };
  const server = await loopbackServer((_request, response) => response.writeHead(200, headers).end(bytes));
  const way = createOutbound({ allow: [], development: true, ownEndpoints: [] });
  onTestFinished(server.close);
  onTestFinished(() => way.close());
  const settings = { type: "open_ai" as const, model: "text-embedding-3-large", config: { api_key: "test" } };
  const places = { openAi: `${server.url}/v1`, modelsDir: "" };
  const model = await createEmbeddingModel(settings, way.fetchWith(responseLimits), places);
  return model.doEmbed({ values: texts });
}

test("long vectors of a whole batch are taken", { timeout }, async () => {
  const { embeddings } = await embed(`{"data":${vectors(3_072)}}`);
  expect(embeddings).toHaveLength(64);
  expect(embeddings[63]).toHaveLength(3_072);
});

/** The messages of an error and of its causes: providers' clients wrap those of their fetch. */
const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
const tooMany = /exceeds the limit of [\d,]+ values/;

test.each<[string, () => string, RegExp?]>([
  ["numbers", () => `{"data":[{"embedding":${listOf("0", 9_000_000)}}]}`, tooMany],
  ["objects in place of numbers", () => `{"data":[{"embedding":${listOf("{}", 5_000_000)}}]}`, tooMany],
  ["objects that are as many as numbers may be", () => `{"data":[{"embedding":${listOf("{}", 310_000)}}]}`, tooMany],
  ["objects that are accepted", () => `{"data":[{"embedding":${listOf("{}", 9_900)}}]}`],
  ["objects in place of vectors", () => `{"data":${listOf("{}", 5_000_000)}}`, tooMany],
])("an answer of very many %s does not keep this process busy", { timeout }, async (_name, make, message = /./) => {
  const body = make();
  const { result, blockedMs } = await longestBlock(() => embed(body).catch((error: unknown) => error));
  expect(messagesOf(result).join(" ")).toMatch(message);
  expect(blockedMs).toBeLessThan(maxBlockMs);
});
