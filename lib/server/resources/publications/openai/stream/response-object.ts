import type { ClientOptions } from "../../../../platform/db/tables/client-options";
import type { ResponsePart } from "../stored/responses";

interface Usage {
  input: number;
  output: number;
}

export type OutputItem = Record<string, unknown> & { type: string; id: string };

export interface ResponseState {
  status: "queued" | "in_progress" | "completed" | "incomplete" | "failed" | "cancelled";
  output: readonly OutputItem[];
  usage: Usage | null;
  error: { code: string; message: string } | null;
  incomplete: string | null;
  completed: Date | null;
}

/** What does not change while a response is made. */
export interface ResponseBase {
  part: ResponsePart;
  model: string;
  options: ClientOptions;
  isStored: boolean;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

function toFormat({ format }: ClientOptions) {
  if (!format) return { type: "text" };
  const { schema, name = "answer" } = format;
  return schema ? { type: "json_schema", name, description: null, schema, strict: true } : { type: "json_object" };
}

function toToolChoice({ toolChoice }: ClientOptions) {
  if (!toolChoice) return "auto";
  return toolChoice.type === "required" ? "required" : { type: "function", name: toolChoice.toolName };
}

/** A response as the Open Responses specification describes it. The app's own settings are not part of it. */
export function toResponseObject({ part, model, options, isStored }: ResponseBase, state: ResponseState) {
  const { status, output, usage, error, incomplete, completed } = state;
  return {
    id: part.id,
    object: "response",
    created_at: seconds(part.created),
    completed_at: completed && seconds(completed),
    status,
    error,
    incomplete_details: incomplete && { reason: incomplete },
    model,
    output,
    previous_response_id: part.previousId,
    instructions: options.instructions ?? null,
    tools: (options.tools ?? []).map((tool) => ({ type: "function", ...tool, strict: null })),
    tool_choice: toToolChoice(options),
    text: { format: toFormat(options) },
    parallel_tool_calls: true,
    background: options.background ?? false,
    store: isStored,
    metadata: {},
    truncation: "auto",
    temperature: 1,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    max_output_tokens: null,
    max_tool_calls: null,
    reasoning: null,
    service_tier: "default",
    safety_identifier: null,
    prompt_cache_key: null,
    usage: usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}
