import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isErrno } from "../errors/errno";

export const hasProc = existsSync("/proc/self/stat");

interface ProcessStat {
  name: string;
  /** One letter, such as `S` for sleeping and `Z` for a zombie. */
  state: string;
  /** In clock ticks since the system started. */
  startTime: string;
}

export const readOrNothing = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // A process that ends during the read fails with ESRCH.
    if (isErrno(error, "ENOENT", "ESRCH", "EACCES")) return "";
    throw error;
  }
};

/** A process's `/proc` entry; undefined if it does not exist or is not readable. */
export function processStat(pid: number | "self"): ProcessStat | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  // The name may contain spaces and parentheses.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  return { name: stat.slice(stat.indexOf("(") + 1, end), state: fields[0] ?? "", startTime: fields[19] ?? "" };
}

export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

/** The processes with this working folder, as far as readable. */
export function processesIn(folder: string): number[] {
  if (!hasProc) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder);
}
