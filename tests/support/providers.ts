import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ChatModel } from "@/lib/server/engine/models/providers/shared/settings";
import { type StepPart, streamStep } from "@/lib/server/engine/models/providers/step";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";

const way = createOutbound({ allow: [], development: true, ownEndpoints: [] });

/** The fetch that Muster gives to the providers' clients, for stand-ins on this machine. */
export const guardedFetch = way.fetchWith({ headersTimeoutMs: 10_000 });

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
export async function take(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
  onPart?: (part: StepPart) => void,
): Promise<StepTaken> {
  const taken: StepTaken = { text: "", reasoning: "", calls: [], finish: undefined };
  for await (const part of streamStep(model, options)) {
    onPart?.(part);
    if (part.type === "text") taken.text += part.text;
    else if (part.type === "reasoning") taken.reasoning += part.text;
    else if (part.type === "tool-call") taken.calls.push(part);
    else if (part.type === "finish") taken.finish = part;
  }
  return taken;
}
