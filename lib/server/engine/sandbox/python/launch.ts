import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "../../../platform/process/registry";
import { sandboxLimits } from "../shared/limits";
import { bootstrap } from "./bootstrap";
import type { Start } from "./protocol";

/** The real path, to which the read permission applies. */
const pyodideFolder = (): string =>
  `${realpathSync(join(/* turbopackIgnore: true */ process.cwd(), "node_modules/pyodide"))}/`;

const find = (name: string): string | undefined =>
  ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"]
    .map((folder) => `${folder}/${name}`)
    .find(existsSync);

/**
 * Confines the process: its own network without connections, its own process namespace, no capabilities. It ends with its
 * parent. Without root, a user namespace makes this possible.
 */
function buildCommand(unshare: string, setpriv: string, ways: string[]): string[] {
  const namespaces = [unshare, ...ways];
  const processes = [setpriv, "--pdeathsig", "KILL", unshare, "--pid", "--fork", "--kill-child=KILL"];
  const privileges = [setpriv, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"];
  return [...namespaces, ...processes, ...privileges];
}

/** Node's types require NODE_ENV; this environment is intentionally empty. */
const noEnvironment = {} as NodeJS.ProcessEnv;

type Confinement = { available: true; command: string[] } | { available: false; reason: string };

function findConfinement(): Confinement {
  const [unshare, setpriv] = [find("unshare"), find("setpriv")];
  if (process.platform !== "linux" || !unshare || !setpriv)
    return {
      available: false,
      reason: "Python tools require Linux with the unshare and setpriv commands (util-linux package).",
    };
  for (const ways of [["--net"], ["-r", "--net"]]) {
    const command = buildCommand(unshare, setpriv, ways);
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
    "This server isn't allowed to start processes without network access (unshare --net, or user namespaces), so Python tools are disabled.";
  return { available: false, reason };
}

/** The available confinement, detected once. */
export const getConfinement = (): Confinement => singleton("sandbox-walls", findConfinement);

/** Node's permissions: reads Pyodide's folder; no writes, no child processes, no code from strings. */
const toPermissions = (folder: string): string[] => [
  "--permission",
  `--allow-fs-read=${folder}*`,
  "--disallow-code-generation-from-strings",
  "--max-old-space-size=256",
  "--input-type=module",
];

/** Starts a process from `code`, with an empty environment. */
export function launch(command: string[], code: string): ChildProcess {
  const folder = pyodideFolder();
  const { pythonBytes, logLines, logLineLength } = sandboxLimits;
  const start: Start = {
    folder,
    bootstrap,
    memoryBytes: pythonBytes,
    maxLines: logLines,
    maxLineLength: logLineLength,
  };
  const [first = "", ...rest] = [
    ...command,
    process.execPath,
    ...toPermissions(folder),
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

/** The confined process's pid in this namespace: the launcher waits for it. */
export function findInnerPid(outer: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${outer}/task/${outer}/children`, "utf8").trim()) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is really cut off from this process's network, according to the kernel rather than the launcher. */
export function isIsolated(pid: number | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync("/proc/self/ns/net");
  } catch {
    return false;
  }
}

/** Its resident memory in bytes, or undefined when it has ended. */
export function readResidentBytes(pid: number | undefined): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return pages * 4_096;
  } catch {
    return undefined;
  }
}
