import type { ToolOutcome } from "@/lib/contract/tools";
import { cutText } from "@/lib/utils/cut-text";

/** What came of a call that answers or throws a sentence. Throws the signal's reason once that has aborted. */
export async function timed(signal: AbortSignal, work: () => Promise<unknown>): Promise<ToolOutcome> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    return { ok: true, result: await work(), logs: [], durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? cutText(error.message, 2_000) : "The tool failed.";
    return { ok: false, error: message, logs: [], durationMs: durationMs() };
  }
}
