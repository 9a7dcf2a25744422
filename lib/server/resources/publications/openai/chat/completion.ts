import type { Numbered } from "../stream/numbered";
import type { OutputItem, ResponseState } from "../stream/response-object";

interface ChatBase {
  id: string;
  created: number;
  model: string;
}

const usageOf = ({ usage }: ResponseState) => {
  const { input, output } = usage ?? { input: 0, output: 0 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
};

const toToolCall = ({ call_id: id, name, arguments: args }: OutputItem) => ({
  id,
  type: "function" as const,
  function: { name, arguments: args },
});

const isCall = ({ type }: OutputItem): boolean => type === "function_call";
/** Texts of several steps are separate paragraphs. */
const paragraph = "\n\n";

const readTexts = (output: readonly OutputItem[]): string[] =>
  output.flatMap(({ content }) => {
    const parts = Array.isArray(content) ? (content as { text: string }[]) : [];
    return parts.map(({ text }) => text);
  });

function findFinishReason({ incomplete, output }: ResponseState): string {
  if (incomplete === "content_filter") return incomplete;
  if (incomplete) return "length";
  return output.some(isCall) ? "tool_calls" : "stop";
}

/** A response that has ended, as a chat completion. */
export function toChatCompletion({ id, created, model }: ChatBase, state: ResponseState) {
  const calls = state.output.filter(isCall).map(toToolCall);
  const content = readTexts(state.output).join(paragraph);
  const message = {
    role: "assistant",
    content: content || (calls.length > 0 ? null : ""),
    refusal: null,
    annotations: [],
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: findFinishReason(state) };
  return { id, object: "chat.completion", created, model, choices: [choice], usage: usageOf(state) };
}

/** Returns a function that makes the chunks of a chat completion of a response's events. */
export function createChunker({ id, created, model }: ChatBase, includeUsage: boolean) {
  let sent = 0;
  let calls = 0;
  let item: unknown;
  const chunk = (choices: object[], usage: object | null = null) => ({
    id,
    object: "chat.completion.chunk",
    created,
    model,
    choices,
    ...(includeUsage && { usage }),
  });
  const choose = (delta: object, reason: string | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: reason }]);
  return {
    begin: () => choose({ role: "assistant", content: "", refusal: null }),
    /** Throws if text that was sent is void. */
    next({ type, fields }: Numbered): object[] {
      if (type === "response.output_text.delta") {
        const before = sent > 0 && item !== fields.item_id ? paragraph : "";
        item = fields.item_id;
        sent += 1;
        return [choose({ content: `${before}${fields.delta}` })];
      }
      if (type !== "response.output_item.done") return [];
      const done = fields.item as OutputItem;
      if (isCall(done)) return [choose({ tool_calls: [{ index: calls++, ...toToolCall(done) }] })];
      const isLost = done.status === "incomplete" && done.id === item && readTexts([done]).length === 0;
      if (isLost) throw new LostTextError();
      return [];
    },
    end: (state: ResponseState): object[] => [
      choose({}, findFinishReason(state)),
      ...(includeUsage ? [chunk([], usageOf(state))] : []),
    ],
  };
}

/** Text that a client has received is void, which a chat completion cannot say. */
export class LostTextError extends Error {}
