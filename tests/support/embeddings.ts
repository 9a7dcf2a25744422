import { forgetEnv } from "@/lib/server/platform/env/env";
import { loopbackServer } from "./loopback-server";

/**
 * A server that gives the vectors it is told to, whatever they are, to models of OpenAI, until `end`. `BIG` stands for a
 * number that no 32-bit float holds.
 */
export async function replaceEmbeddings() {
  const told = { vectors: (texts: string[]): unknown[][] | Promise<unknown[][]> => texts.map(() => [1, 0]), calls: 0 };
  const server = await loopbackServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const { input = [] } = JSON.parse(Buffer.concat(parts).toString() || "{}") as { input?: string[] };
      told.calls += 1;
      const data = (await told.vectors(input)).map((embedding, index) => ({ object: "embedding", index, embedding }));
      const usage = { prompt_tokens: 1, total_tokens: 1 };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", model: "m", data, usage }).replaceAll('"BIG"', "1e39"));
    });
  });
  process.env.OPENAI_BASE_URL = `${server.url}/v1`;
  forgetEnv();
  const end = async (): Promise<void> => {
    delete process.env.OPENAI_BASE_URL;
    forgetEnv();
    await server.close();
  };
  return { told, end };
}
