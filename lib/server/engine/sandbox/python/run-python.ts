import { CodeError, type CodeIssue, type CodeJob, type Ending } from "../shared/job";
import { sandboxLimits } from "../shared/limits";
import type { RunLogs } from "../shared/run-logs";
import {
  crashedMessage,
  toMemoryMessage,
  tooLongMessage,
  toThrownMessage,
  toTimeoutMessage,
} from "../shared/sentences";
import type { Reply } from "./protocol";
import { getPythonPool } from "./python-pool";
import type { Interruption } from "./python-process";

/** Checks do not run code, so they share a process. No team has this id. */
const checkTeam = "checks";

const toInterruptionMessage = (cut: Interruption, timeoutMs: number): string =>
  cut === "time"
    ? toTimeoutMessage(timeoutMs)
    : cut === "memory"
      ? toMemoryMessage(sandboxLimits.pythonBytes)
      : crashedMessage;

function toMessage({ kind, message, line }: Extract<Reply, { is: "failed" }>): string {
  if (kind === "memory") return toMemoryMessage(sandboxLimits.pythonBytes, line);
  if (kind === "too_long") return tooLongMessage;
  if (kind === "no_main") return "The code has no function main: def main(args, env): return result.";
  if (kind === "is_async") return "main must be a plain function: def main(args, env), without async.";
  if (kind === "no_json") return toThrownMessage(`the result isn't valid JSON. ${message}`, line);
  return toThrownMessage(message, line);
}

/** Runs code in a process of its team. Throws the signal's reason, or a CodeError when Python is not available. */
export async function runPython(job: CodeJob, texts: { args: string; env: string }, logs: RunLogs) {
  const pool = getPythonPool();
  const python = await pool.acquire(job.teamId, job.signal);
  const started = performance.now();
  try {
    const question = { ask: "run" as const, code: job.code, ...texts };
    const heard = await python.ask(question, job.timeoutMs, job.signal, (line) => logs.add(line));
    return { ending: toEnding(heard, job.timeoutMs), durationMs: performance.now() - started };
  } finally {
    pool.release(python);
  }
}

function toEnding(heard: Exclude<Reply, { is: "ready" | "log" }> | Interruption, timeoutMs: number): Ending {
  if (typeof heard === "string") return { ok: false, error: toInterruptionMessage(heard, timeoutMs) };
  if (heard.is === "ended") return { ok: true, text: heard.text };
  return { ok: false, error: heard.is === "failed" ? toMessage(heard) : crashedMessage };
}

/** Checks code without running it. */
export async function checkPython(code: string, signal: AbortSignal): Promise<CodeIssue[]> {
  const pool = getPythonPool();
  const python = await pool.acquire(checkTeam, signal);
  try {
    const heard = await python.ask({ ask: "check", code }, sandboxLimits.checkMs, signal);
    if (typeof heard !== "string" && heard.is === "checked") return heard.issues;
    throw new CodeError("This code can't be parsed. It may be nested too deeply.");
  } finally {
    pool.release(python);
  }
}
