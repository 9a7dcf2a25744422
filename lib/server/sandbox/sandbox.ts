import { provided, singleton } from "../registry";
import { FairQueue } from "./fair-queue";
import { checkJavaScript, runJavaScript } from "./javascript/run-javascript";
import type { SpareThreads } from "./javascript/spare-threads";
import { CodeError, type CodeIssue, type CodeJob, type CodeLanguage, type CodeOutcome } from "./job";
import { sandboxLimits } from "./limits";
import { walls } from "./python/launch";
import { mostProcesses, type PythonPool } from "./python/python-pool";
import { checkPython, runPython } from "./python/run-python";
import { readJson, writeJson } from "./read-json";
import { RunLogs } from "./run-logs";

const { waiting } = sandboxLimits;
/** Most runs wait for the network, so there are more of them than cores. One team never has them all. */
const queues: Record<CodeLanguage, () => FairQueue> = {
  javascript: () => singleton("sandbox-queue", () => new FairQueue({ running: 8, perTeam: 4, waiting })),
  // A team has one process: a second takes longer to start than most calls take.
  python: () => singleton("sandbox-python-queue", () => new FairQueue({ running: mostProcesses, perTeam: 1, waiting })),
};

/**
 * Runs the code of a tool, outside of this process's memory and rights, at its team's turn. What goes wrong in it is an
 * outcome; thrown is only the signal's reason.
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
      return { ok: false, error: logs.ended(ending.error, sandboxLimits.errorLength), logs: logs.lines, durationMs };
    return { ok: true, result: readJson(ending.text), logs: logs.lines, durationMs };
  } catch (error) {
    if (!(error instanceof CodeError)) throw error;
    return { ok: false, error: error.message, logs: logs.lines, durationMs };
  }
}

/** What is wrong with code, found without running any of it, at its team's turn. Empty where nothing is. */
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

/** What this server can run; Python needs what not every server allows. */
export function sandboxState(): { javascript: { available: true }; python: { available: boolean; reason?: string } } {
  const state = walls();
  return { javascript: { available: true }, python: state.available ? { available: true } : state };
}

/** Ends every thread and process. */
export function closeSandbox(): void {
  provided<SpareThreads>("sandbox-threads")?.close();
  provided<PythonPool>("sandbox-python")?.close();
}
