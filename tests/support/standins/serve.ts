/**
 * A stand-in as a process: `serve.ts --provider openai --port 0 [--key sk-…] [--tps 20] [--ttft 100] [--text …] [--models a,b]`.
 * Prints what to enter in Muster. `GET /__standin/requests` shows what came, `POST /__standin/behave { plan }` steers it.
 */
import { parseArgs } from "node:util";
import { startAnthropicStandin } from "./anthropic";
import { startAzureStandin } from "./azure";
import { startGoogleAiStandin } from "./google-ai";
import { serviceAccount } from "./google-sign-in";
import { startGoogleVertexStandin } from "./google-vertex";
import { startGroqStandin } from "./groq";
import { startOllamaStandin } from "./ollama";
import { startOpenAiStandin } from "./open-ai";
import type { Standin, StandinOptions } from "./types";

const starts: Record<string, (options: StandinOptions) => Promise<Standin>> = {
  openai: startOpenAiStandin,
  azure: startAzureStandin,
  ollama: startOllamaStandin,
  anthropic: startAnthropicStandin,
  groq: startGroqStandin,
  google_ai: startGoogleAiStandin,
  google_vertex: startGoogleVertexStandin,
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
const { url, baseUrl, key, signIn } = standin;
// Vertex takes no key: what is entered is the account, and where it signs in is GOOGLE_OAUTH_BASE.
const enter = signIn ? { credentials: serviceAccount(), oauthBase: signIn.baseUrl } : { key };
process.stdout.write(`${JSON.stringify({ url, baseUrl, ...enter })}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void standin.close().then(() => process.exit(0)));
