import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundle } from "./bundle";

export interface Started {
  child: ChildProcess;
  /** Everything printed so far, both streams. */
  output(): string;
  /** The first line of standard output that begins so; throws with all output when the process ends before it. */
  line(start: string): Promise<string>;
  exit(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** What many processes load alike is compiled once. */
const compileCache = join(process.cwd(), "node_modules/.cache/muster-tests/compiled");

/** Runs a TypeScript file of the tests in a process of its own. */
export function startProcess(
  file: string,
  variables: Record<string, string>,
  cwd = process.cwd(),
  args: string[] = [],
): Started {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: "test" as const, NODE_COMPILE_CACHE: compileCache, ...variables };
  // The sources of another folder are loaded as they are.
  const program = cwd === process.cwd() ? ["--enable-source-maps", bundle(file)] : ["--import", "tsx", file];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const ended = once(child, "close");
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      for (const listener of listeners) listener();
    });
  }
  const output = () => lines.join("\n");
  return {
    child,
    output,
    line: (start) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => line.startsWith(start));
          if (found !== undefined) resolve(found);
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`${file} ended before "${start}":\n${output()}`)), reject);
      }),
    exit: async () => {
      await ended;
      return child.exitCode;
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
