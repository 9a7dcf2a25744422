import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { formatBytes } from "@/lib/utils/text/bytes";
import { AnswerLimitError } from "../shared/answer-errors";
import { maxAnswerChars, maxCallChars, maxCallsAsked, maxCallsChars } from "../shared/answer-limits";

const callsTooLong = (max: number): AnswerLimitError =>
  new AnswerLimitError(`The arguments of a tool call grew too long: at most ${formatBytes(max)} are taken.`);

/** Counts the size of a response. Throws AnswerLimitError when it exceeds the limits. */
export class PartBounds {
  private textChars = 0;
  private callsChars = 0;
  private calls = 0;
  private readonly charsOfCall = new Map<string, number>();

  /** Returns the part of a text that still fits, and whether that is all of it. */
  text(piece: string): { kept: string; whole: boolean } {
    const kept = piece.slice(0, maxAnswerChars - this.textChars);
    this.textChars += kept.length;
    return { kept, whole: kept.length === piece.length };
  }

  /** Call it for each tool call part, in order. */
  callPart(part: LanguageModelV4StreamPart): void {
    if (part.type === "tool-input-start") this.begin(part.id);
    else if (part.type === "tool-input-delta") this.grow(part.id, part.delta.length);
    else if (part.type === "tool-call") {
      const streamed = this.begin(part.toolCallId);
      this.grow(part.toolCallId, Math.max(0, part.input.length - streamed));
    }
  }

  /** Returns the number of characters already received for the call. */
  private begin(id: string): number {
    const known = this.charsOfCall.get(id);
    if (known !== undefined) return known;
    this.calls += 1;
    if (this.calls > maxCallsAsked)
      throw new AnswerLimitError("The model asked for more than 1,000 tool calls in one step, so the run was stopped.");
    this.charsOfCall.set(id, 0);
    return 0;
  }

  private grow(id: string, chars: number): void {
    const ofCall = (this.charsOfCall.get(id) ?? 0) + chars;
    this.charsOfCall.set(id, ofCall);
    this.callsChars += chars;
    if (ofCall > maxCallChars) throw callsTooLong(maxCallChars);
    if (this.callsChars > maxCallsChars) throw callsTooLong(maxCallsChars);
  }
}
