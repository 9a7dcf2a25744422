/**
 * The thread that runs one piece of JavaScript. Started from source text: it imports only packages and types. The WebAssembly
 * memory is hostile; only text is read from it, after checking its length.
 */
import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { QuickJSHandle, SuccessOrFail } from "quickjs-emscripten-core";
import type { Failure, Question, Report, ThreadData } from "./protocol.ts";

const { wasm, prelude, memoryBytes, maxLength, maxLines, maxLineLength, maxFetches } = workerData as ThreadData;
const pageBytes = 65_536;
const tooManyFetches = `A tool can call fetch up to ${maxFetches} times per call.`;
const send = (report: Report): void => parentPort?.postMessage(report);

// Web requests have priority over tool code. The system applies this to the thread only.
setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL));
// Deferred, because loading them takes a large part of the startup.
const { default: variant } = await import("@jitl/quickjs-wasmfile-release-sync");
const { newQuickJSWASMModuleFromVariant, newVariant } = await import("quickjs-emscripten-core");

const pages = memoryBytes / pageBytes;
const wasmMemory = new WebAssembly.Memory({ initial: pages, maximum: pages });
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm, wasmMemory }));
const runtime = quickjs.newRuntime();
// Below the fixed memory, so that most code gets a catchable error before memory is exhausted.
runtime.setMemoryLimit(memoryBytes - 8 * 1024 * 1024);
runtime.setMaxStackSize(512 * 1024);
const context = runtime.newContext();

let ended = false;
let fetching = 0;
let fetches = 0;
let lines = 0;

function end(report: Report): void {
  if (ended) return;
  ended = true;
  send(report);
}

/** Reads a text from the memory, if it is one and not too long. */
function readText(handle: QuickJSHandle | undefined, most: number): string | undefined {
  if (!handle || context.typeof(handle) !== "string") return undefined;
  const length = context.getProp(handle, "length").consume((each) => context.getNumber(each));
  return length <= most ? context.getString(handle) : undefined;
}

const toPlain = (value: unknown): string => (typeof value === "string" ? value : "");

/** Code may have changed how errors are described, so the description may be anything. */
function parseFailure(described: string | undefined): Failure {
  const said = described ? (JSON.parse(described) as Record<string, unknown>) : {};
  const [name, message] = [toPlain(said.name), toPlain(said.message)];
  const line = Number(/tool\.js:(\d+)/.exec(toPlain(said.stack))?.[1]) || undefined;
  if (name === "InternalError" && message === "out of memory") return { kind: "memory", message, line };
  return { kind: "threw", message: name ? `${name}: ${message}` : message, line };
}

const hostFunctions: Record<string, (...handles: QuickJSHandle[]) => void> = {
  log: (text) => {
    lines += 1;
    if (!ended && lines <= maxLines + 1) send({ is: "log", line: readText(text, maxLineLength) ?? "" });
  },
  fetch: (id, request) => {
    if (!id || ended) return;
    fetches += 1;
    // Dropped here: a flood of requests would become a flood of messages.
    if (fetches > maxFetches) return void call("settle", id, context.newString(tooManyFetches));
    fetching += 1;
    send({ is: "fetch", id: context.getNumber(id), request: readText(request, maxLength) ?? "" });
  },
  ended: (text) => {
    const found = readText(text, maxLength);
    if (found === undefined) end({ is: "failed", failure: { kind: "too_long", message: "" } });
    else end({ is: "ended", text: found });
  },
  failed: (kind, described) => {
    if (readText(kind, 20) === "no_default") end({ is: "failed", failure: { kind: "no_default", message: "" } });
    else end({ is: "failed", failure: parseFailure(readText(described, maxLength)) });
  },
};

const host = context.newObject();
for (const [name, work] of Object.entries(hostFunctions))
  context.newFunction(name, work).consume((handle) => context.setProp(host, name, handle));
const world = context
  .unwrapResult(context.evalCode(prelude, "muster.js"))
  .consume((make) =>
    context.unwrapResult(context.callFunction(make, context.undefined, host, context.newNumber(maxLineLength))),
  );

const call = (name: string, ...handles: QuickJSHandle[]) =>
  context.getProp(world, name).consume((each) => context.callFunction(each, context.undefined, ...handles));

function reportFailure(error: QuickJSHandle): Failure {
  const described = call("describe", error);
  return described.error ? { kind: "memory", message: "" } : parseFailure(readText(described.value, maxLength));
}

/** Runs pending jobs. */
function runPendingJobs(): void {
  const jobs = runtime.executePendingJobs();
  if (jobs.error) end({ is: "failed", failure: reportFailure(jobs.error) });
  else if (!ended && fetching === 0) end({ is: "failed", failure: { kind: "never", message: "" } });
}

/** The result of a call into the memory; an error there ends the run. */
function getResult(result: SuccessOrFail<QuickJSHandle, QuickJSHandle>): QuickJSHandle | undefined {
  if (!result.error) return result.value;
  end({ is: "failed", failure: reportFailure(result.error) });
  return undefined;
}

function run({ code, args, env }: Extract<Question, { ask: "run" }>): void {
  const tool = getResult(context.evalCode(code, "tool.js", { type: "module" }));
  if (tool && getResult(call("start", tool, context.newString(args), context.newString(env)))) runPendingJobs();
}

/**
 * Parses the code and stops before its first statement. Compiling only is not possible: QuickJS then returns an uncounted value
 * that is sometimes mistaken for an error.
 */
function check(code: string): void {
  const { error } = context.evalCode(`throw 0;${code}`, "tool.js", { type: "module" });
  const stopped = error === undefined || context.typeof(error) === "number";
  send({ is: "checked", failure: stopped ? undefined : reportFailure(error) });
}

function settleFetch(question: Exclude<Question, { ask: "run" | "check" }>): void {
  fetching -= 1;
  const id = context.newNumber(question.id);
  const handleQuestion =
    question.ask === "refused"
      ? [context.newString(question.error)]
      : [context.null, context.newString(question.head), context.newString(JSON.stringify(question.body))];
  if (getResult(call("settle", id, ...handleQuestion))) runPendingJobs();
}

function answer(question: Question): void {
  if (question.ask === "run") run(question);
  else if (question.ask === "check") check(question.code);
  else settleFetch(question);
}

parentPort?.on("message", (question: Question) => {
  try {
    if (!ended) answer(question);
  } catch (error) {
    // QuickJS has exhausted its memory or stack.
    end({ is: "failed", failure: { kind: "crashed", message: String(error).slice(0, 200) } });
  }
});
send({ is: "ready" });
