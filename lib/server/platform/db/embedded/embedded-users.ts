import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, constants, existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedLocation } from "./embedded-location";

const pipeName = "muster.users";
const logName = "muster.log";
export const serverLog = (data: string): string => join(data, logName);

/**
 * Every process that uses the server keeps this named pipe open for writing. The kernel closes it when a process ends, and
 * the guardian stops the server when no writer is left.
 */
export async function joinUsers({ data, runAs }: EmbeddedLocation): Promise<FileHandle> {
  const path = join(data, pipeName);
  if (!existsSync(path)) {
    try {
      execFileSync("mkfifo", ["-m", "600", path], { stdio: "pipe" });
    } catch (error) {
      if (!existsSync(path)) throw error;
    }
    if (runAs) chownSync(path, runAs.uid, runAs.gid);
  }
  return open(path, constants.O_RDWR | constants.O_NONBLOCK);
}

/**
 * The second line opens the pipe without waiting for a writer; `read` returns when none is left. The signal is repeated,
 * because one sent before the server handles signals is lost.
 */
const guardian = `
umask 077
exec 3<>"$1" 4<"$1" 3>&-
log=$2; shift 2
trap '' HUP
"$@" 4<&- >>"$log" 2>&1 &
server=$!
( while read -r _ <&4; do :; done; while kill -INT "$server" 2>/dev/null; do sleep 1; done ) &
watch=$!
exec 4<&-
wait "$server"; code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

/** Small values: the machine is shared with a Node process and a few workers. */
const settings: Record<string, string> = {
  // No TCP port. "." is the data folder, which avoids the limit on a socket path's length.
  listen_addresses: "",
  unix_socket_directories: ".",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "32MB",
  maintenance_work_mem: "32MB",
  effective_cache_size: "256MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  io_method: "sync",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "1",
  jit: "off",
  huge_pages: "off",
  log_checkpoints: "off",
  log_timezone: "UTC",
  timezone: "UTC",
  cluster_name: "muster",
};

/** The server gets none of our variables, which contain secrets. */
export const serverEnv = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production",
} as const;

/** Starts the server under its guardian in its own session: it must outlive the process that started it. */
export function launch({ data, native, runAs }: EmbeddedLocation): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(native, "bin/postgres"), "-D", data, ...flags];
  const child = spawn(
    "/bin/sh",
    ["-c", guardian, "muster-database", join(data, pipeName), serverLog(data), ...command],
    {
      ...runAs,
      cwd: data,
      env: serverEnv,
      detached: true,
      stdio: "ignore",
    },
  );
  child.unref();
  return child;
}
