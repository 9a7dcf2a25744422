import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { formatBytes } from "@/lib/utils/text/bytes";
import { ResponseLimitError } from "../shared/answer-errors";
import { maxCallChars, maxCallsChars, maxCallsRequested, maxResponseChars } from "../shared/answer-limits";

const createCallLimitError = (max: number): ResponseLimitError =>
  new ResponseLimitError(`A tool call's arguments are too long (max ${formatBytes(max)}).`);

/** Counts the size of a response. Throws ResponseLimitError when it exceeds the limits. */
export class PartBounds {
  private textChars = 0;
  private callsChars = 0;
  private calls = 0;
  private readonly charsOfCall = new Map<string, number>();

  /** Returns the part of a text that still fits, and whether that is all of it. */
  addText(piece: string): { accepted: string; isComplete: boolean } {
    const accepted = piece.slice(0, maxResponseChars - this.textChars);
    this.textChars += accepted.length;
    return { accepted, isComplete: accepted.length === piece.length };
  }

  /** Call it for each tool call part, in order. */
  addCallPart(part: LanguageModelV4StreamPart): void {
    if (part.type === "tool-input-start") this.startCall(part.id);
    else if (part.type === "tool-input-delta") this.addCallChars(part.id, part.delta.length);
    else if (part.type === "tool-call") {
      const streamed = this.startCall(part.toolCallId);
      this.addCallChars(part.toolCallId, Math.max(0, part.input.length - streamed));
    }
  }

  /** Returns the number of characters already received for the call. */
  private startCall(id: string): number {
    const streamedChars = this.charsOfCall.get(id);
    if (streamedChars !== undefined) return streamedChars;
    this.calls += 1;
    if (this.calls > maxCallsRequested)
      throw new ResponseLimitError("The model requested more than 1,000 tool calls in one step, so the run failed.");
    this.charsOfCall.set(id, 0);
    return 0;
  }

  private addCallChars(id: string, chars: number): void {
    const callChars = (this.charsOfCall.get(id) ?? 0) + chars;
    this.charsOfCall.set(id, callChars);
    this.callsChars += chars;
    if (callChars > maxCallChars) throw createCallLimitError(maxCallChars);
    if (this.callsChars > maxCallsChars) throw createCallLimitError(maxCallsChars);
  }
}
