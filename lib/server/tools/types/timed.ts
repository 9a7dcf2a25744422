import type { ToolOutcome } from "@/lib/contract/tools";
import { callError } from "../../runs/call-error";

/** What came of a call that answers or throws a sentence. Throws the signal's reason once that has aborted. */
export async function timed(signal: AbortSignal, work: () => Promise<unknown>): Promise<ToolOutcome> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    return { ok: true, result: await work(), logs: [], durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, error: callError(error), logs: [], durationMs: durationMs() };
  }
}
