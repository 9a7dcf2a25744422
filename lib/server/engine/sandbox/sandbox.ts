import { FairQueue } from "../../platform/isolated/fair-queue";
import { getProvided, singleton } from "../../platform/process/registry";
import { checkJavaScript, runJavaScript } from "./javascript/run-javascript";
import type { SpareThreads } from "./javascript/spare-threads";
import { getConfinement } from "./python/launch";
import { maxProcesses, type PythonPool } from "./python/python-pool";
import { checkPython, runPython } from "./python/run-python";
import { CodeError, type CodeIssue, type CodeJob, type CodeLanguage, type CodeOutcome } from "./shared/job";
import { sandboxLimits } from "./shared/limits";
import { readJson, writeJson } from "./shared/read-json";
import { RunLogs } from "./shared/run-logs";

const { waiting } = sandboxLimits;
const createQueueFullError = () => new CodeError("Too many tool calls are queued for this team. Try again later.");

/** More concurrent runs than cores, because most wait for the network. No team may use all of them. */
const queues: Record<CodeLanguage, () => FairQueue> = {
  javascript: () =>
    singleton("sandbox-queue", () => new FairQueue({ running: 8, perTeam: 4, waiting }, createQueueFullError)),
  // One process per team: starting a second takes longer than most calls.
  python: () =>
    singleton(
      "sandbox-python-queue",
      () => new FairQueue({ running: maxProcesses, perTeam: 1, waiting }, createQueueFullError),
    ),
};

/**
 * Runs a tool's code outside this process, in turn with other teams. Failures of the code are outcomes; throws only the
 * signal's reason.
 */
export async function runCode(job: CodeJob): Promise<CodeOutcome> {
  const logs = new RunLogs(Object.values(job.env));
  const timeoutMs = Math.min(job.timeoutMs, sandboxLimits.timeoutMs);
  const run = job.language === "python" ? runPython : runJavaScript;
  let durationMs = 0;
  try {
    const texts = { args: writeJson(job.args, "arguments"), env: writeJson(job.env, "variables") };
    const work = () => run({ ...job, timeoutMs }, texts, logs);
    const { ending, durationMs: took } = await queues[job.language]().run(job.teamId, job.signal, work);
    durationMs = Math.round(took);
    if (!ending.ok)
      return {
        ok: false,
        error: logs.redactEnd(ending.error, sandboxLimits.errorLength),
        logs: logs.lines,
        durationMs,
      };
    return { ok: true, result: readJson(ending.text), logs: logs.lines, durationMs };
  } catch (error) {
    if (!(error instanceof CodeError)) throw error;
    return { ok: false, error: error.message, logs: logs.lines, durationMs };
  }
}

/** Checks code without running it, in turn with other teams. Empty when there are no issues. */
export async function checkCode(language: CodeLanguage, code: string, teamId: string): Promise<CodeIssue[]> {
  const check = language === "python" ? checkPython : checkJavaScript;
  const signal = AbortSignal.timeout(120_000);
  try {
    return await queues[language]().run(`checks of ${teamId}`, signal, () => check(code, signal));
  } catch (error) {
    if (error instanceof CodeError) return [{ message: error.message, ...(error.line && { line: error.line }) }];
    throw error;
  }
}

/** The languages available on this server; Python has system requirements. */
export function getSandboxState(): {
  javascript: { available: true };
  python: { available: boolean; reason?: string };
} {
  const state = getConfinement();
  return { javascript: { available: true }, python: state.available ? { available: true } : state };
}

export function closeSandbox(): void {
  getProvided<SpareThreads>("sandbox-threads")?.close();
  getProvided<PythonPool>("sandbox-python")?.close();
}
