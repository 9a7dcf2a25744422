import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { isErrno } from "../errors/errno";
import { processStat } from "../process/process-stat";

/** The scope of process ids: one container, or one boot of a machine. Random if it cannot be read. */
function createHostId(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    const hash = createHash("sha256").update(`${boot} ${readlinkSync("/proc/self/ns/pid")}`);
    return hash.digest("hex").slice(0, 12);
  } catch {
    return randomBytes(6).toString("hex");
  }
}

const hostId = createHostId();

/** Identifies this process globally: `<host>-<pid>-<start time>`. */
export const processMark = `${hostId}-${process.pid}-${processStat("self")?.startTime || "0"}`;

/** `elsewhere`: on another machine or in another container · `unknown`: no mark in the name */
type OwnerState = "running" | "ended" | "elsewhere" | "unknown";

/** Whether the process that created this name is still running. Format: `<what>-<mark>-<random>`. */
export function findOwnerState(name: string): OwnerState {
  const [itsPlace = "", pid = "", startTime = ""] = name.split("-").slice(-4);
  if (!/^[0-9a-f]{12}$/.test(itsPlace) || !/^\d{1,10}$/.test(pid) || !/^\d{1,20}$/.test(startTime)) return "unknown";
  if (itsPlace !== hostId) return "elsewhere";
  if (!isAlive(Number(pid))) return "ended";
  const stat = processStat(Number(pid));
  // It exists, but this user cannot read more.
  if (!stat) return "running";
  // Pids are reused.
  return stat.startTime === startTime && stat.state !== "Z" && stat.state !== "X" ? "running" : "ended";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrno(error, "ESRCH");
  }
}
