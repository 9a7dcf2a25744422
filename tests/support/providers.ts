import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { afterAll } from "vitest";
import type { ProviderId } from "@/lib/constants/providers";
import type { ChatModel, ModelSettings, Places } from "@/lib/server/models/providers/settings";
import { type StepPart, streamStep } from "@/lib/server/models/providers/step";
import { createOutbound } from "@/lib/server/outbound/outbound";
import { startAnthropicStandin } from "./standins/anthropic";
import { startOllamaStandin } from "./standins/ollama";
import { startOpenAiStandin } from "./standins/open-ai";
import type { Standin, StandinOptions } from "./standins/types";

const way = createOutbound({ allow: [], development: true, own: [] });
afterAll(() => way.close());

/** The fetch that Muster gives to the providers' clients, for stand-ins on this machine. */
export const guardedFetch = way.fetchWith({ headersTimeoutMs: 10_000 });

/** A provider whose real client is run against a stand-in. */
export interface Subject {
  type: ProviderId;
  model: string;
  start: (options?: StandinOptions) => Promise<Standin>;
  /** The key field, where the key goes, and where the address goes. */
  settings: (standin: Standin, key?: string) => ModelSettings;
  places: (standin: Standin) => Places;
}

const modelsDir = "/nonexistent";
const key = "sk-test-key-0123456789abcdef";

/** The three providers that have a stand-in; each takes only `subjectKey`. */
export const subjectKey = key;
export const subjects: Subject[] = [
  {
    type: "open_ai",
    model: "gpt-4o-mini",
    start: (options) => startOpenAiStandin({ key, ...options }),
    settings: (_standin, api_key = key) => ({ type: "open_ai", model: "gpt-4o-mini", config: { api_key } }),
    places: ({ baseUrl }) => ({ openAi: baseUrl, modelsDir }),
  },
  {
    type: "ollama",
    model: "llama3:8b",
    start: (options) => startOllamaStandin({ key, ...options }),
    settings: ({ baseUrl }, api_key = key) => ({
      type: "ollama",
      model: "llama3:8b",
      config: { base_url: baseUrl, api_key },
    }),
    places: () => ({ modelsDir }),
  },
  {
    type: "anthropic",
    model: "claude-3-haiku-20240307",
    start: (options) => startAnthropicStandin({ key, ...options }),
    settings: (_standin, api_key = key) => ({
      type: "anthropic",
      model: "claude-3-haiku-20240307",
      config: { api_key },
    }),
    places: ({ baseUrl }) => ({ anthropic: baseUrl, modelsDir }),
  },
];

export const says = (text: string): LanguageModelV4Prompt => [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text }] },
];

export const weatherTool: LanguageModelV4FunctionTool = {
  type: "function",
  name: "get_weather",
  description: "The weather in a city",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" } },
    required: ["city"],
  },
};

export interface StepTaken {
  text: string;
  reasoning: string;
  calls: Extract<StepPart, { type: "tool-call" }>[];
  finish: Extract<StepPart, { type: "finish" }> | undefined;
}

/** Runs one step to its end. */
export async function take(model: ChatModel, options: LanguageModelV4CallOptions): Promise<StepTaken> {
  const taken: StepTaken = { text: "", reasoning: "", calls: [], finish: undefined };
  for await (const part of streamStep(model, options)) {
    if (part.type === "text") taken.text += part.text;
    else if (part.type === "reasoning") taken.reasoning += part.text;
    else if (part.type === "tool-call") taken.calls.push(part);
    else taken.finish = part;
  }
  return taken;
}
