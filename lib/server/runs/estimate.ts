import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { StepPart } from "../models/providers/step";
import { roughTokens } from "./history";
import type { StepFacts } from "./step-events";

const bytesPerToken = 4;

/** About how many tokens these texts are. */
export const estimateTokens = (...texts: string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / bytesPerToken);

/** What has come of an answer, for an estimate of its tokens. */
export class ReceivedTokens {
  private bytes = 0;
  private pieceBytes = 0;
  private callBytes = 0;

  add(part: StepPart): void {
    if (part.type === "text" || part.type === "reasoning") this.bytes += Buffer.byteLength(part.text);
    // Most providers send a call's arguments in pieces first and then whole.
    else if (part.type === "tool-input") this.pieceBytes += Buffer.byteLength(part.text);
    else if (part.type === "tool-call") this.callBytes += Buffer.byteLength(part.name + JSON.stringify(part.input));
  }

  get tokens(): number {
    return Math.ceil((this.bytes + Math.max(this.pieceBytes, this.callBytes)) / bytesPerToken);
  }
}

/** Puts estimates in the place of the counts that the provider did not give, and marks the step. */
export function estimateMissing(
  facts: StepFacts,
  { prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">,
  received: ReceivedTokens,
): void {
  if (facts.inputTokens !== null && facts.outputTokens !== null) return;
  const promptTokens = prompt.reduce((sum, message) => sum + roughTokens(message), 0);
  const toolTokens = tools ? Math.ceil(JSON.stringify(tools).length / bytesPerToken) : 0;
  facts.inputTokens ??= promptTokens + toolTokens;
  facts.outputTokens ??= received.tokens;
  facts.estimated = true;
}
