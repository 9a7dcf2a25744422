import { HostFetch } from "../shared/host-fetch";
import { CodeError, type CodeIssue, type CodeJob, type Ending } from "../shared/job";
import { sandboxLimits } from "../shared/limits";
import type { RunLogs } from "../shared/run-logs";
import {
  crashedMessage,
  toMemoryMessage,
  toNullMessage,
  tooLongMessage,
  toThrownMessage,
  toTimeoutMessage,
} from "../shared/sentences";
import type { Failure, Report } from "./protocol";
import { getSpareThreads } from "./spare-threads";
import { stripTypes } from "./strip-types";
import type { Thread } from "./thread";

function toMessage({ kind, message, line }: Failure): string {
  if (kind === "memory") return toMemoryMessage(sandboxLimits.javascriptBytes, line);
  if (kind === "never") return "The code is waiting for a promise that never settles.";
  if (kind === "too_long") return tooLongMessage;
  if (kind === "no_default")
    return "The code has no function as its default export: export default async (args, { env, fetch, log }) => result.";
  if (kind === "crashed") return crashedMessage;
  if (/could not load module/i.test(message))
    return `Tool code can't import modules. Use built-in language features and fetch.`;
  return toThrownMessage(message === "null" ? toNullMessage(sandboxLimits.javascriptBytes) : message, line);
}

/** Runs code in a single-use thread. Throws the signal's reason, or a CodeError. */
export async function runJavaScript(job: CodeJob, texts: { args: string; env: string }, logs: RunLogs) {
  const code = await stripTypes(job.code, job.signal).catch((error: unknown) => {
    if (error instanceof CodeError) throw new CodeError(toThrownMessage(error.message, error.line));
    throw error;
  });
  const thread = await getSpareThreads().acquire(job.signal);
  const started = performance.now();
  try {
    const ending = await waitForEnding(thread, { ...texts, code }, job, logs);
    return { ending, durationMs: performance.now() - started };
  } finally {
    thread.end();
  }
}

async function waitForEnding(
  thread: Thread,
  texts: { args: string; env: string; code: string },
  { allowedHosts, timeoutMs, signal }: CodeJob,
  logs: RunLogs,
): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const over = new AbortController();
  const net = new HostFetch(allowedHosts, over.signal);
  const timer = setTimeout(() => resolve({ ok: false, error: toTimeoutMessage(timeoutMs) }), timeoutMs);
  const abort = () => resolve({ ok: false, error: crashedMessage });
  signal.addEventListener("abort", abort, { once: true });
  const handleReport = (report: Report): void => {
    if (report.is === "log") logs.add(report.line);
    else if (report.is === "ended") resolve({ ok: true, text: report.text });
    else if (report.is === "failed") resolve({ ok: false, error: toMessage(report.failure) });
    else if (report.is === "fetch") void handleFetch(thread, net, report);
  };
  thread.ask({ ask: "run", ...texts }, handleReport);
  const ending = await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", abort);
  over.abort();
  signal.throwIfAborted();
  return ending;
}

async function handleFetch(thread: Thread, net: HostFetch, { id, request }: Extract<Report, { is: "fetch" }>) {
  try {
    thread.ask({ ask: "fetched", id, ...(await net.send(request)) });
  } catch (error) {
    thread.ask({ ask: "refused", id, error: error instanceof Error ? error.message : "The request failed." });
  }
}

/** Checks code without running it. */
export async function checkJavaScript(source: string, signal: AbortSignal): Promise<CodeIssue[]> {
  const code = await stripTypes(source, signal);
  const thread = await getSpareThreads().acquire(signal);
  const { promise, resolve, reject } = Promise.withResolvers<Failure | undefined>();
  const timer = setTimeout(() => reject(new CodeError("Parsing this code took too long.")), sandboxLimits.checkMs);
  try {
    thread.ask({ ask: "check", code }, (report) => {
      if (report.is === "checked" || report.is === "failed") resolve(report.failure);
    });
    const failure = await promise;
    if (failure) return [{ message: toIssue(failure), line: failure.line }];
  } finally {
    clearTimeout(timer);
    thread.end();
  }
  if (/\bexport\s+default\b|\bas\s+default\b/.test(code)) return [];
  return [{ message: "The code has no default export: export default async (args, { env, fetch, log }) => result." }];
}

function toIssue(failure: Failure): string {
  return failure.kind === "threw" && !/could not load module/i.test(failure.message)
    ? failure.message
    : toMessage({ ...failure, line: undefined });
}
