import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "../../registry";
import { sandboxLimits } from "../limits";
import { bootstrap } from "./bootstrap";
import type { Start } from "./protocol";

/** Where it truly lies, as the right to read is of that. */
const pyodideFolder = (): string =>
  `${realpathSync(join(/* turbopackIgnore: true */ process.cwd(), "node_modules/pyodide"))}/`;

const find = (name: string): string | undefined =>
  ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"]
    .map((folder) => `${folder}/${name}`)
    .find(existsSync);

/**
 * Around the process: a network of its own without any way out, an own world of processes, no capabilities. It ends with
 * this one, however this one ends. As another user than root, a user namespace is what allows the rest.
 */
const wallsWith = (unshare: string, setpriv: string, ways: string[]): string[] => [
  ...[unshare, ...ways],
  ...[setpriv, "--pdeathsig", "KILL", unshare, "--pid", "--fork", "--kill-child=KILL"],
  ...[setpriv, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"],
];

/** Node's types want NODE_ENV in every environment; nothing of ours goes into this one. */
const noEnvironment = {} as NodeJS.ProcessEnv;

export type Walls = { available: true; command: string[] } | { available: false; reason: string };

function findWalls(): Walls {
  const [unshare, setpriv] = [find("unshare"), find("setpriv")];
  if (process.platform !== "linux" || !unshare || !setpriv)
    return {
      available: false,
      reason: "Python tools need Linux with the commands unshare and setpriv (package util-linux).",
    };
  for (const ways of [["--net"], ["-r", "--net"]]) {
    const command = wallsWith(unshare, setpriv, ways);
    const [first = "", ...rest] = command;
    if (
      spawnSync(/* turbopackIgnore: true */ first, [...rest, "/bin/true"], {
        env: noEnvironment,
        stdio: "ignore",
        timeout: 5_000,
      }).status === 0
    )
      return { available: true, command };
  }
  const reason =
    "This server may not start processes without a network (unshare --net, or user namespaces), so Python tools are off.";
  return { available: false, reason };
}

/** How a process is kept in, tried once. */
export const walls = (): Walls => singleton("sandbox-walls", findWalls);

/** Node's own: reads Pyodide's folder, writes nothing, starts nothing, makes no code from text. */
const rights = (folder: string): string[] => [
  "--permission",
  `--allow-fs-read=${folder}*`,
  "--disallow-code-generation-from-strings",
  "--max-old-space-size=256",
  "--input-type=module",
];

/** Starts the process that `code` describes, with an empty environment. */
export function launch(command: string[], code: string): ChildProcess {
  const folder = pyodideFolder();
  const { pythonBytes, logLines, logLineLength } = sandboxLimits;
  const start: Start = {
    folder,
    bootstrap,
    memoryBytes: pythonBytes,
    mostLines: logLines,
    mostLineLength: logLineLength,
  };
  const [first = "", ...rest] = [
    ...command,
    process.execPath,
    ...rights(folder),
    "--eval",
    code,
    "--",
    JSON.stringify(start),
  ];
  return spawn(/* turbopackIgnore: true */ first, rest, {
    env: noEnvironment,
    cwd: "/",
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The process behind the walls, as this one sees it: what was started waits for it. */
export function innerPid(outer: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${outer}/task/${outer}/children`, "utf8").trim()) || undefined;
  } catch {
    return undefined;
  }
}

/** Does it truly stand apart from this one's network? Asked of the system, not of the command that was to see to it. */
export function isCutOff(pid: number | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync("/proc/self/ns/net");
  } catch {
    return false;
  }
}

/** Bytes that it holds now, or undefined when it is gone. */
export function bytesHeld(pid: number | undefined): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return pages * 4_096;
  } catch {
    return undefined;
  }
}
