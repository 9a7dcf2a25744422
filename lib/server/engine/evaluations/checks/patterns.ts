import { IsolatedPool } from "../../../platform/isolated/isolated-pool";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { singleton } from "../../../platform/process/registry";
import { type Finding, failed, notMeasured, quote } from "./finding";

/** Without a text, the pattern is only compiled. */
export interface PatternJob {
  pattern: string;
  text?: string;
}
export type PatternReply = { matches: boolean } | { problem: string };

/** Characters of an answer that a regular expression reads. */
const maxRead = 200_000;
const limits = { timeMs: 5_000, heapMb: 256, running: 2, perTeam: 1, waiting: 500 };

const pool = () =>
  singleton(
    "patterns",
    () => new IsolatedPool<PatternJob, PatternReply>("lib/server/engine/evaluations/checks/pattern-worker.ts", limits),
  );

const toProblem = (problem: string): string => `The regular expression can't be used: ${quote(problem, 200)}.`;

/**
 * Why a regular expression cannot be saved, as a message for its author. Compiled in a separate process: some patterns take long.
 * Throws an `IsolationError` with `busy` or `start`, or the signal's reason.
 */
export async function findPatternProblem(
  teamId: string,
  pattern: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const reply = await pool().run(teamId, { pattern }, signal);
    return "problem" in reply ? toProblem(reply.problem) : undefined;
  } catch (error) {
    if (!(error instanceof IsolationError) || error.failure === "busy" || error.failure === "start") throw error;
    return "The regular expression takes too long. Use a simpler one.";
  }
}

/** Searches the pattern in the first 200,000 characters. Throws the signal's reason. */
export async function checkPattern(
  teamId: string,
  pattern: string,
  answer: string,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const reply = await pool().run(teamId, { pattern, text: answer.slice(0, maxRead) }, signal);
    if ("problem" in reply) return notMeasured(toProblem(reply.problem));
    if (reply.matches) return undefined;
    const where =
      answer.length > maxRead ? `The first ${maxRead.toLocaleString("en")} characters of the answer` : "The answer";
    return failed(`${where} ${answer.length > maxRead ? "don't" : "doesn't"} match ${quote(pattern)}.`);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    return notMeasured(
      error.failure === "busy" || error.failure === "start"
        ? `The regular expression wasn't checked: ${error.message}`
        : "The regular expression takes too long on this answer. Use a simpler one.",
    );
  }
}
