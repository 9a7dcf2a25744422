import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { StepPart } from "./providers/step";
import type { StepFacts } from "./step-facts";

const bytesPerToken = 4;

/** An estimate of the texts' tokens. */
export const estimateTokens = (...texts: string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / bytesPerToken);

/** The content received so far, to estimate its tokens. */
export class ReceivedTokens {
  private bytes = 0;
  private pieceBytes = 0;
  private callBytes = 0;

  add(part: StepPart): void {
    if (part.type === "text" || part.type === "reasoning") this.bytes += Buffer.byteLength(part.text);
    // Most providers send a call's arguments in deltas first and then complete.
    else if (part.type === "tool-input") this.pieceBytes += Buffer.byteLength(part.text);
    else if (part.type === "tool-call") this.callBytes += Buffer.byteLength(part.name + JSON.stringify(part.input));
  }

  get tokens(): number {
    return Math.ceil((this.bytes + Math.max(this.pieceBytes, this.callBytes)) / bytesPerToken);
  }
}

/** Fills in estimates for missing counts, and marks the step as estimated. */
export function fillMissingCounts(
  facts: StepFacts,
  { prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">,
  received: ReceivedTokens,
): void {
  if (facts.inputTokens !== null && facts.outputTokens !== null) return;
  const promptTokens = prompt.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
  const toolTokens = tools ? Math.ceil(JSON.stringify(tools).length / bytesPerToken) : 0;
  facts.inputTokens ??= promptTokens + toolTokens;
  facts.outputTokens ??= received.tokens;
  facts.estimated = true;
}

/** About four characters per token; a file counts as a thousand tokens. */
export function estimateMessageTokens(message: LanguageModelV4Message): number {
  if (typeof message.content === "string") return Math.ceil(message.content.length / charsPerToken);
  return message.content.reduce(
    (sum, part) => sum + (part.type === "file" ? 1_000 : Math.ceil(JSON.stringify(part).length / charsPerToken)),
    4,
  );
}

export const charsPerToken = 4;
