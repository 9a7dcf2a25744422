import { setTimeout as sleep } from "node:timers/promises";
import type {
  JSONValue,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { demoAnswer } from "./demo-answer";

interface Knobs {
  /** Milliseconds to the first token. */
  ttft: number;
  /** Tokens a second. */
  tps: number;
  /** Call a tool first, if one is given. */
  tools: boolean;
  /** Pad the answer to at least this many words. */
  words: number;
}

/** `demo-chat:ttft=200,tps=80,tools=1,words=400`; unknown knobs are ignored. */
export function readKnobs(model: string): Knobs {
  const pairs = new Map(
    (model.split(":")[1] ?? "")
      .split(",")
      .map((pair) => pair.split("="))
      .map(([name = "", value]): [string, string | undefined] => [name, value]),
  );
  const number = (name: string, fallback: number, max: number) => {
    const value = Number(pairs.get(name) ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? Math.min(value, max) : fallback;
  };
  return {
    ttft: number("ttft", 150, 60_000),
    tps: Math.max(number("tps", 60, 10_000), 0.1),
    tools: number("tools", 0, 1) === 1,
    words: number("words", 0, 20_000),
  };
}

const tokens = (text: string): number => Math.ceil(text.length / 4);

const usageOf = (options: LanguageModelV4CallOptions, answer: string): LanguageModelV4Usage => ({
  inputTokens: {
    total: tokens(JSON.stringify(options.prompt)),
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: tokens(answer), text: tokens(answer), reasoning: undefined },
});

/** A value that fits the schema's type, always the same. */
function exampleOf(schema: unknown, text: string): JSONValue {
  const {
    type,
    properties,
    enum: choices,
    items,
  } = (typeof schema === "object" && schema !== null ? schema : {}) as Record<string, unknown>;
  if (Array.isArray(choices)) return choices[0] as JSONValue;
  if (type === "object" || properties)
    return Object.fromEntries(
      Object.entries((properties ?? {}) as object).map(([key, value]) => [key, exampleOf(value, text)]),
    );
  if (type === "number" || type === "integer") return Number(/-?\d+(\.\d+)?/.exec(text)?.[0] ?? 1);
  if (type === "boolean") return true;
  if (type === "array") return [exampleOf(items, text)];
  return text;
}

function toolToCall(
  options: LanguageModelV4CallOptions,
  knobs: Knobs,
  question: string,
): LanguageModelV4FunctionTool | undefined {
  const offered = (options.tools ?? []).filter((tool) => tool.type === "function");
  if (offered.length === 0 || options.prompt.at(-1)?.role === "tool") return undefined;
  return offered.find((tool) => question.includes(tool.name)) ?? (knobs.tools ? offered[0] : undefined);
}

function lastQuestion({ prompt }: LanguageModelV4CallOptions): string {
  const content = prompt.findLast((message) => message.role === "user")?.content;
  return Array.isArray(content) ? content.map((part) => (part.type === "text" ? part.text : "")).join(" ") : "";
}

async function* parts(model: string, options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const knobs = readKnobs(model);
  const question = lastQuestion(options);
  const signal = options.abortSignal;
  yield { type: "stream-start", warnings: [] };
  await sleep(knobs.ttft, undefined, { signal });
  const tool = toolToCall(options, knobs, question);
  if (tool) {
    const input = JSON.stringify(exampleOf(tool.inputSchema, question));
    yield { type: "tool-call", toolCallId: `demo-${options.prompt.length}`, toolName: tool.name, input };
    yield { type: "finish", usage: usageOf(options, input), finishReason: { unified: "tool-calls", raw: undefined } };
    return;
  }
  const base = demoAnswer(options.prompt);
  const missing = knobs.words - base.split(/\s+/).length;
  const answer =
    missing > 0 ? `${base}\n\n${Array.from({ length: missing }, (_, i) => `word${i + 1}`).join(" ")}` : base;
  yield { type: "text-start", id: "0" };
  const started = Date.now();
  const pieces = answer.match(/\s*\S+/g) ?? [];
  for (const [i, delta] of pieces.entries()) {
    const due = started + (i * 1000) / knobs.tps - Date.now();
    if (due > 4) await sleep(due, undefined, { signal });
    signal?.throwIfAborted();
    yield { type: "text-delta", id: "0", delta };
  }
  yield { type: "text-end", id: "0" };
  yield { type: "finish", usage: usageOf(options, answer), finishReason: { unified: "stop", raw: undefined } };
}

function asStream(source: AsyncGenerator<LanguageModelV4StreamPart>): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await source.return(undefined);
    },
  });
}

/** The offline chat model: deterministic, in-process, clearly labelled. */
export const demoChat = (model: string): LanguageModelV4 => ({
  specificationVersion: "v4",
  provider: "demo",
  modelId: model,
  supportedUrls: {},
  doStream: async (options) => {
    options.abortSignal?.throwIfAborted();
    return { stream: asStream(parts(model, options)) };
  },
  doGenerate: async (options) => {
    const answer = demoAnswer(options.prompt);
    return {
      content: [{ type: "text", text: answer }],
      finishReason: { unified: "stop", raw: undefined },
      usage: usageOf(options, answer),
      warnings: [],
    };
  },
});
