/**
 * The process that runs one team's Python. Started from source text: it may read only Pyodide's folder. Considered hostile as a
 * whole: this code isolates calls from each other; launch.ts and python-process.ts confine the process.
 */
import { createInterface } from "node:readline";
import type { Question, Reply, Start } from "./protocol.ts";

interface Stream {
  fd: number | null;
}

/** The used part of Pyodide; `_module` is not in its types. */
interface Python {
  _module: { HEAPU8: Uint8Array };
  FS: Record<string, unknown> & { ErrnoError: new (errno: number) => Error; streams: (Stream | null | undefined)[] };
  setStdout(to: { write: (bytes: Uint8Array) => number }): void;
  setStderr(to: { write: (bytes: Uint8Array) => number }): void;
  runPython(code: string): { toJs(): Iterable<(...texts: string[]) => string> };
}

const { folder, bootstrap, memoryBytes, maxLines, maxLineLength } = JSON.parse(process.argv[1] ?? "") as Start;
const send = (reply: Reply | string): void => {
  process.stdout.write(`${typeof reply === "string" ? reply : JSON.stringify(reply)}\n`);
};

// Emscripten uses it as the program's path.
process.argv.length = 1;
// Pyodide reads it at startup, and the permission model lacks it.
Object.assign(process, { binding: () => ({ fs: {} }) });

// Allocations beyond it raise MemoryError, long before the process reaches its limit.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65_536 > memoryBytes) throw new RangeError("Out of memory");
  return grow.call(this, pages);
};

const { loadPyodide } = await import(`file://${folder}pyodide.mjs`);
const python: Python = await loadPyodide({ indexURL: folder, jsglobals: {}, stdin: () => null, env: { HOME: "/" } });

const outputs = { lines: 0, rest: "", decoder: new TextDecoder() };
function write(bytes: Uint8Array): number {
  const parts = (outputs.rest + outputs.decoder.decode(bytes, { stream: true })).split("\n");
  outputs.rest = (parts.pop() ?? "").slice(0, maxLineLength);
  for (const line of parts) sendLog(line);
  return bytes.length;
}
function sendLog(line: string): void {
  outputs.lines += 1;
  if (outputs.lines <= maxLines + 1) send({ is: "log", line: line.slice(0, maxLineLength) });
}
python.setStdout({ write });
python.setStderr({ write });
const [run, check] = python.runPython(bootstrap).toJs();

/** Files, timers and file descriptors are outside Python's memory and would leak between calls. */
const readOnly = 69;
const { FS } = python;
const refuse = () => {
  throw new FS.ErrnoError(readOnly);
};
for (const name of [
  "mknod",
  "mkdir",
  "mkdev",
  "symlink",
  "rename",
  "unlink",
  "rmdir",
  "mount",
  "unmount",
  "chdir",
  "chmod",
  "lchmod",
  "fchmod",
  "chown",
  "lchown",
  "fchown",
  "truncate",
  "ftruncate",
  "utime",
  "writeFile",
])
  FS[name] = refuse;
const openFile = FS.open as (path: unknown, flags: number, mode?: number) => unknown;
const writing = 0o1 | 0o2 | 0o100 | 0o1000;
FS.open = (path: unknown, flags: number, mode?: number) =>
  typeof flags === "number" && flags & writing && path !== "/dev/null" ? refuse() : openFile(path, flags, mode);
const noTimers = () => {
  throw new Error("Tool code can't use timers");
};
Object.assign(globalThis, {
  setTimeout: noTimers,
  setInterval: noTimers,
  setImmediate: noTimers,
  MessageChannel: noTimers,
});

/** JavaScript built-ins are frozen as well: a patched method would see the next call's data. */
const seen = new Set<unknown>();
function freeze(value: unknown): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
  seen.add(value);
  Object.freeze(value);
  freeze(Object.getPrototypeOf(value));
  for (const { get, set, value: inner } of Object.values(Object.getOwnPropertyDescriptors(value)))
    for (const each of [get, set, inner]) freeze(each);
}
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
  if (/^[A-Z]/.test(name)) freeze(value);
for (const each of [function* () {}, async () => {}, async function* () {}, [][Symbol.iterator]()]) freeze(each);

const clean = python._module.HEAPU8.slice();
const standard = FS.streams.slice(0, 3);

/** Restores all memory that Python can change to its state before the first call. */
function restore(): void {
  python._module.HEAPU8.set(clean);
  python._module.HEAPU8.fill(0, clean.length);
  FS.streams.length = 0;
  FS.streams.push(...standard.map((stream, fd) => stream && Object.assign(stream, { fd })));
  Object.assign(outputs, { lines: 0, rest: "", decoder: new TextDecoder() });
}

function handleQuestion(question: Question): string {
  if (question.ask === "check") return check?.(question.code) ?? "";
  const reply = run?.(question.code, question.args, question.env) ?? "";
  if (outputs.rest) sendLog(outputs.rest);
  // Exactly one line: a second one would be taken for the reply to the next request, of another tool.
  return String(reply).replaceAll("\n", " ");
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    try {
      send(handleQuestion(JSON.parse(line)));
      restore();
    } catch {
      // The interpreter has failed and cannot be trusted anymore.
      process.exit(1);
    }
  })
  .on("close", () => process.exit());
restore();
send({ is: "ready" });
