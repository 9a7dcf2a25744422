import { spawnSync } from "node:child_process";

/** Runs a command to its end. Returns what it printed, and throws if it failed. */
export function runCommand(command: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 100_000_000 });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr.slice(-2_000)}`);
  return stdout;
}
