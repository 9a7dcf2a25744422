import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that is installed. */
export function findProgram(...wanted: string[]): string | undefined {
  // Debian's servers are in a folder that only root has in PATH.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status ===
  0;

/** Installs packages, if this is Debian and the user is root. Returns whether they are installed now. */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  console.info(`Installing Debian's ${names.join(" and ")} for the tests.`);
  return (
    run("apt-get", ["update", "-q"]) && run("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...names])
  );
}

/** Installs the servers that the tests of a complete installation start themselves, as far as they are missing. */
export function installServers(): void {
  const missing = ["nginx", "pgbouncer"].filter((name) => !findProgram(name));
  if (missing.length > 0 && !installPackages(...missing))
    console.error(
      `The tests need ${missing.join(" and ")} (Debian, Ubuntu: sudo apt-get install ${missing.join(" ")}).`,
    );
}
