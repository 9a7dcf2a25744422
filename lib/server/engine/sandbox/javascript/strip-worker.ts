/** Strips types from one text and exits: a parser corrupted by one input must not affect the next. */
import { stripTypeScriptTypes } from "node:module";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

export type StripResult = { code: string } | { error: string; line: number | undefined };
/** The thread's messages: first that it has started. */
export type StripMessage = "started" | StripResult;

const send = (said: StripMessage): void => parentPort?.postMessage(said);

function strip(source: string): StripResult {
  try {
    return { code: stripTypeScriptTypes(source) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { error: "This code is nested too deeply.", line: undefined };
    // The first line of the stack is the position: `:12`.
    return { error: error.message, line: Number(/^:(\d+)\n/.exec(error.stack ?? "")?.[1]) || undefined };
  }
}

setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL));
send("started");
send(strip(String(workerData)));
