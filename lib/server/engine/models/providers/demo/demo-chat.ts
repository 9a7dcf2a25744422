import { setTimeout as sleep } from "node:timers/promises";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { convertAsyncIteratorToReadableStream } from "@ai-sdk/provider-utils";
import type { ChatModel } from "../shared/settings";
import { createDemoAnswer } from "./demo-answer";
import { createDemoArguments } from "./demo-arguments";
import { type DemoFailure, type Knobs, readKnobs } from "./demo-knobs";
import { answerBySkill } from "./demo-skills";
import { createFiller, splitTokens, userTexts } from "./demo-words";

type Options = LanguageModelV4CallOptions;

/** Longer than any run; ends by the signal. */
const forever = 2 ** 31 - 1;
const tokensBeforeCut = 12;

/** Without the contents of files: as JSON, a large one would block the event loop for seconds. */
const withoutFiles = (prompt: Options["prompt"]) =>
  prompt.map(({ content, ...message }) => ({
    ...message,
    content:
      typeof content === "string" ? content : content.map((part) => (part.type === "file" ? { type: "file" } : part)),
  }));

const toUsage = ({ prompt, tools = [] }: Options, output: number): LanguageModelV4Usage => ({
  inputTokens: {
    total: Math.ceil(JSON.stringify([withoutFiles(prompt), tools]).length / 4),
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: output, text: output, reasoning: undefined },
});

/** A tool whose only parameter is a search text, as for searches of a team's data. */
const isSearchTool = ({ inputSchema: { properties = {} } }: LanguageModelV4FunctionTool): boolean =>
  Object.keys(properties).join() === "query";
const maxSearches = 4;

/**
 * Tools that the question names or the call requires; otherwise as many as the knob says, or search tools if no skill
 * applies. None immediately after a result.
 */
function chooseTools(
  { prompt, tools = [], toolChoice }: Options,
  knobs: Knobs,
  question: string,
): LanguageModelV4FunctionTool[] {
  const functionTools = tools.filter((tool) => tool.type === "function");
  if (prompt.at(-1)?.role === "tool" || toolChoice?.type === "none") return [];
  if (toolChoice?.type === "tool") return functionTools.filter(({ name }) => name === toolChoice.toolName);
  const named = functionTools.filter(({ name }) => question.includes(name));
  if (named.length > 0) return named;
  const count = Math.max(knobs.tools, toolChoice?.type === "required" ? 1 : 0);
  if (count > 0) return functionTools.slice(0, count);
  return answerBySkill(userTexts(prompt)) ? [] : functionTools.filter(isSearchTool).slice(0, maxSearches);
}

function createAnswer(options: Options, { words }: Knobs, question: string): string {
  const { responseFormat } = options;
  if (responseFormat?.type === "json")
    return JSON.stringify(createDemoArguments(responseFormat.schema ?? {}, question), null, 2);
  const answer = createDemoAnswer(options.prompt);
  const missing = words - answer.split(/\s+/).length;
  return missing > 0 ? `${answer}\n\n${createFiller(missing)}` : answer;
}

function throwFailure(fail: DemoFailure | undefined): void {
  const statusCode = Number(fail);
  if (!statusCode) return;
  throw new APICallError({
    message: `The demo model was told to fail with ${statusCode}`,
    url: "demo:",
    requestBodyValues: {},
    statusCode,
    responseHeaders: statusCode === 429 ? { "retry-after": "30" } : {},
  });
}

async function* streamParts(knobs: Knobs, options: Options): AsyncGenerator<LanguageModelV4StreamPart> {
  const { abortSignal: signal, maxOutputTokens = Number.POSITIVE_INFINITY } = options;
  const question = userTexts(options.prompt).at(-1) ?? "";
  yield { type: "stream-start", warnings: [] };
  if (knobs.ttft > 0) await sleep(knobs.ttft, undefined, { signal });
  if (knobs.fail === "empty") return;
  const calls = chooseTools(options, knobs, question);
  if (calls.length > 0) {
    const inputs = calls.map((tool) => JSON.stringify(createDemoArguments(tool.inputSchema, question)));
    for (const [i, { name }] of calls.entries())
      yield {
        type: "tool-call",
        toolCallId: `demo-${options.prompt.length}-${i}`,
        toolName: name,
        input: inputs[i] ?? "{}",
      };
    yield {
      type: "finish",
      usage: toUsage(options, splitTokens(inputs.join("")).length),
      finishReason: { unified: "tool-calls", raw: "tool_calls" },
    };
    return;
  }
  const all = splitTokens(createAnswer(options, knobs, question));
  const tokens = all.slice(0, maxOutputTokens);
  yield { type: "text-start", id: "0" };
  const started = performance.now();
  for (let i = 0; i < tokens.length; i += knobs.chunk) {
    const due = started + (i * 1000) / knobs.tps - performance.now();
    if (due > 4) await sleep(due, undefined, { signal });
    signal?.throwIfAborted();
    if (i >= tokensBeforeCut && knobs.fail === "cut") return;
    if (i >= tokensBeforeCut && knobs.fail === "hang") await sleep(forever, undefined, { signal });
    yield { type: "text-delta", id: "0", delta: tokens.slice(i, i + knobs.chunk).join("") };
  }
  yield { type: "text-end", id: "0" };
  const unified = tokens.length < all.length ? "length" : "stop";
  yield { type: "finish", usage: toUsage(options, tokens.length), finishReason: { unified, raw: unified } };
}

function startStream(
  model: string,
  options: Options,
  changed: Partial<Knobs> = {},
): AsyncGenerator<LanguageModelV4StreamPart> {
  const knobs = { ...readKnobs(model), ...changed };
  options.abortSignal?.throwIfAborted();
  throwFailure(knobs.fail);
  return streamParts(knobs, options);
}

/** The offline chat model: deterministic, in-process, labeled as a demo. Its name carries knobs, see `readKnobs`. */
export const demoChat = (model: string): ChatModel => ({
  specificationVersion: "v4",
  provider: "demo",
  modelId: model,
  supportedUrls: {},
  doStream: async (options) => ({ stream: convertAsyncIteratorToReadableStream(startStream(model, options)) }),
  async doGenerate(options) {
    const content: LanguageModelV4Content[] = [];
    let text = "";
    for await (const part of startStream(model, options, { ttft: 0, tps: Number.POSITIVE_INFINITY })) {
      if (part.type === "text-delta") text += part.delta;
      else if (part.type === "tool-call") content.push(part);
      else if (part.type === "finish") {
        if (text) content.unshift({ type: "text", text });
        return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
      }
    }
    return {
      content,
      finishReason: { unified: "interrupted", raw: undefined },
      usage: toUsage(options, 0),
      warnings: [],
    };
  },
});
