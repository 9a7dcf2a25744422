import type { JSONSchema7, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import { isRecord } from "@/lib/utils/json/is-object";
import { createLanguageModel } from "./create";
import type { ChatModel, Endpoints, Fetch, ModelSettings } from "./shared/settings";

/** Null where the probe could not tell. */
export interface ModelCapabilities {
  tools: boolean | null;
  structuredOutput: boolean | null;
}

const limitMs = 15_000;
const maxOutputTokens = 200;

const schema: JSONSchema7 = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

const toPrompt = (text: string): LanguageModelV4CallOptions["prompt"] => [
  { role: "user", content: [{ type: "text", text }] },
];

/** Asks for a tool call and for structured output, one short response each. Never throws. */
export async function probeCapabilities(
  settings: ModelSettings,
  fetch: Fetch,
  endpoints?: Endpoints,
): Promise<ModelCapabilities> {
  try {
    const model = await createLanguageModel(settings, fetch, endpoints);
    const [tools, structuredOutput] = await Promise.all([probe(model, asksForTool), probe(model, asksForObject)]);
    return { tools, structuredOutput };
  } catch {
    return { tools: null, structuredOutput: null };
  }
}

interface Probe {
  options: LanguageModelV4CallOptions;
  isMet(content: Awaited<ReturnType<ChatModel["doGenerate"]>>["content"]): boolean;
}

const asksForTool: Probe = {
  options: {
    prompt: toPrompt("What is the weather in Oslo? Use the tool."),
    tools: [{ type: "function", name: "get_weather", description: "Returns the weather.", inputSchema: schema }],
    toolChoice: { type: "auto" },
  },
  isMet: (content) => content.some((part) => part.type === "tool-call" && part.toolName === "get_weather"),
};

const asksForObject: Probe = {
  options: {
    prompt: toPrompt("Name the capital of Norway as JSON."),
    responseFormat: { type: "json", name: "answer", schema },
  },
  isMet: (content) => hasCity(content.map((part) => (part.type === "text" ? part.text : "")).join("")),
};

function hasCity(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.city === "string";
  } catch {
    return false;
  }
}

/** Null when the call failed for another reason than its contents. */
async function probe(model: ChatModel, { options, isMet }: Probe): Promise<boolean | null> {
  try {
    const abortSignal = AbortSignal.timeout(limitMs);
    return isMet((await model.doGenerate({ ...options, maxOutputTokens, abortSignal })).content);
  } catch (error) {
    const status = APICallError.isInstance(error) ? error.statusCode : undefined;
    return status === 400 || status === 404 || status === 422 || status === 501 ? false : null;
  }
}
