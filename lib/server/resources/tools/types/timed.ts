import type { ToolOutcome } from "@/lib/contract/tools/outputs";
import { callError } from "../../../engine/runs/calls/call-error";

/** The outcome and duration of a call. Throws the signal's reason after an abort. */
export async function measureCall(signal: AbortSignal, work: () => Promise<unknown>): Promise<ToolOutcome> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    return { ok: true, result: await work(), logs: [], durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, error: callError(error), logs: [], durationMs: durationMs() };
  }
}
