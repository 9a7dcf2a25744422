/**
 * A stand-in as a process: `serve.ts --provider openai --port 0 [--key sk-…] [--tps 20] [--ttft 100] [--text …] [--models a,b]`.
 * Prints what to enter in Muster. `GET /__standin/requests` shows what came, `POST /__standin/behave { plan }` steers it.
 */
import { parseArgs } from "node:util";
import { startAnthropicStandin } from "./anthropic";
import { startOllamaStandin } from "./ollama";
import { startOpenAiStandin } from "./open-ai";
import type { Standin, StandinOptions } from "./types";

const starts: Record<string, (options: StandinOptions) => Promise<Standin>> = {
  openai: startOpenAiStandin,
  ollama: startOllamaStandin,
  anthropic: startAnthropicStandin,
};

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { provider: text, port: text, key: text, tps: text, ttft: text, text, models: text },
});
const start = starts[values.provider ?? "openai"];
if (!start) throw new Error(`--provider is one of ${Object.keys(starts).join(", ")}.`);

const standin = await start({
  port: Number(values.port ?? 0),
  ...(values.key && { key: values.key }),
  ...(values.models && { models: values.models.split(",") }),
  plan: {
    text: values.text,
    ttftMs: Number(values.ttft ?? 0),
    tps: values.tps ? Number(values.tps) : undefined,
  },
});
process.stdout.write(`${JSON.stringify({ url: standin.url, baseUrl: standin.baseUrl, key: standin.key })}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void standin.close().then(() => process.exit(0)));
