import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { isErrno } from "../db/errno";
import { processStat } from "../db/process-stat";

/**
 * Where a process number means the same process: one container, or one machine, since it was started. Where the system does
 * not say, each process is in a place of its own.
 */
function placeOfThisProcess(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    const hash = createHash("sha256").update(`${boot} ${readlinkSync("/proc/self/ns/pid")}`);
    return hash.digest("hex").slice(0, 12);
  } catch {
    return randomBytes(6).toString("hex");
  }
}

const place = placeOfThisProcess();

/** Names this process among all that there are and were, on whatever machine: `<place>-<number>-<start time>`. */
export const processMark = `${place}-${process.pid}-${processStat("self")?.startTime || "0"}`;

/** `elsewhere`: on another machine or in another container · `unknown`: the name has no mark */
export type OwnerState = "running" | "ended" | "elsewhere" | "unknown";

/** Whether the process still runs whose mark stands in this name, before what `mkdtemp` has added: `<what>-<mark>-<random>`. */
export function ownerState(name: string): OwnerState {
  const [itsPlace = "", pid = "", startTime = ""] = name.split("-").slice(-4);
  if (!/^[0-9a-f]{12}$/.test(itsPlace) || !/^\d{1,10}$/.test(pid) || !/^\d{1,20}$/.test(startTime)) return "unknown";
  if (itsPlace !== place) return "elsewhere";
  if (!isThere(Number(pid))) return "ended";
  const stat = processStat(Number(pid));
  // It is there, and this user may not see more of it.
  if (!stat) return "running";
  // Numbers are given again.
  return stat.startTime === startTime && stat.state !== "Z" && stat.state !== "X" ? "running" : "ended";
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrno(error, "ESRCH");
  }
}
