import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isErrno } from "../../errors/errno";
import { hasProc, processesIn, processStat, readOrNothing, workingFolder } from "../../process/process-stat";

export const socketPort = 5_432;
export const socketName = `.s.PGSQL.${socketPort}`;

type ProcessState = "alive" | "zombie" | "gone" | "another";

/** `live`: a server owns the folder · `stale`: its lock names no running server · `free`: no lock. */
type FolderState = { kind: "free" } | { kind: "live" | "stale"; pid: number; stopping: boolean };

/** A killed process that was not reaped is a zombie: its pid still responds to kill(0), but it holds no resources. */
function processState(pid: number, data: string): ProcessState {
  if (!hasProc) return processStateByPs(pid);
  const found = processStat(pid);
  if (!found) return "gone";
  if (found.state === "Z" || found.state === "X") return "zombie";
  // Pids are reused, also by other servers. A process whose working folder is not readable counts as this server.
  return found.name === "postgres" && [data, undefined].includes(workingFolder(pid)) ? "alive" : "another";
}

function processStateByPs(pid: number): ProcessState {
  const { stdout } = spawnSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const line = stdout?.trim();
  if (!line) return "gone";
  if (line.startsWith("Z")) return "zombie";
  return line.includes("postgres") ? "alive" : "another";
}

/** The lock's first line: the postmaster's pid. Eighth: `starting`, `ready`, `stopping`. */
export function folderState(data: string): FolderState {
  const lines = readOrNothing(join(data, "postmaster.pid")).split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  if (!(pid > 1)) return { kind: "free" };
  const state = processState(pid, data);
  if (state === "alive") return { kind: "live", pid, stopping: (lines[7] ?? "").startsWith("stopping") };
  // PostgreSQL handles the lock of a process that no longer exists more carefully itself.
  return state === "gone" ? { kind: "free" } : { kind: "stale", pid, stopping: false };
}

/** Server processes that outlived their postmaster; their working folder is the data folder. */
const orphans = (data: string): number[] => processesIn(data).filter((pid) => processState(pid, data) === "alive");

/**
 * Removes the locks of a dead postmaster. Returns false while its child processes are still ending: they write to the folder,
 * and only the lock prevents a second server.
 */
export function clearStale(data: string): boolean {
  const left = orphans(data);
  for (const pid of left) {
    try {
      process.kill(pid, "SIGQUIT");
    } catch (error) {
      if (!isErrno(error, "ESRCH")) throw error;
    }
  }
  if (left.length > 0) return false;
  for (const name of ["postmaster.pid", `${socketName}.lock`, socketName])
    rmSync(join(/* turbopackIgnore: true */ data, name), { force: true });
  return true;
}
