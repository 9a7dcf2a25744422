import { CodeError, type CodeIssue, type CodeJob, type Ending } from "../shared/job";
import { sandboxLimits } from "../shared/limits";
import type { RunLogs } from "../shared/run-logs";
import { crashed, threw, tooLong, tooMuchMemory, tooSlow } from "../shared/sentences";
import type { Reply } from "./protocol";
import { pythonPool } from "./python-pool";
import type { Cut } from "./python-process";

/** Checks do not run code, so they share a process. No team has this id. */
const nobodysTeam = "checks";

const cutSentence = (cut: Cut, timeoutMs: number): string =>
  cut === "time" ? tooSlow(timeoutMs) : cut === "memory" ? tooMuchMemory(sandboxLimits.pythonBytes) : crashed;

function sentenceOf({ kind, message, line }: Extract<Reply, { is: "failed" }>): string {
  if (kind === "memory") return tooMuchMemory(sandboxLimits.pythonBytes, line);
  if (kind === "too_long") return tooLong;
  if (kind === "no_main") return "The code has no function main: def main(args, env): return result.";
  if (kind === "is_async") return "main must be a plain function: def main(args, env), without async.";
  if (kind === "no_json") return threw(`the result is no JSON. ${message}`, line);
  return threw(message, line);
}

/** Runs code in a process of its team. Throws the signal's reason, or a CodeError when Python is not available. */
export async function runPython(job: CodeJob, texts: { args: string; env: string }, logs: RunLogs) {
  const pool = pythonPool();
  const python = await pool.take(job.teamId, job.signal);
  const started = performance.now();
  try {
    const question = { ask: "run" as const, code: job.code, ...texts };
    const heard = await python.ask(question, job.timeoutMs, job.signal, (line) => logs.add(line));
    return { ending: endingOf(heard, job.timeoutMs), durationMs: performance.now() - started };
  } finally {
    pool.give(python);
  }
}

function endingOf(heard: Exclude<Reply, { is: "ready" | "log" }> | Cut, timeoutMs: number): Ending {
  if (typeof heard === "string") return { ok: false, error: cutSentence(heard, timeoutMs) };
  if (heard.is === "ended") return { ok: true, text: heard.text };
  return { ok: false, error: heard.is === "failed" ? sentenceOf(heard) : crashed };
}

/** Checks code without running it. */
export async function checkPython(code: string, signal: AbortSignal): Promise<CodeIssue[]> {
  const pool = pythonPool();
  const python = await pool.take(nobodysTeam, signal);
  try {
    const heard = await python.ask({ ask: "check", code }, sandboxLimits.checkMs, signal);
    if (typeof heard !== "string" && heard.is === "checked") return heard.issues;
    throw new CodeError("This code cannot be read. It may nest too deep.");
  } finally {
    pool.give(python);
  }
}
