import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { processMark } from "../../disk/process-mark";
import { isErrno } from "../../errors/errno";
import type { EmbeddedLocation } from "./embedded-location";
import { serverEnv } from "./embedded-users";

/** Initializes into a temporary folder first, so that a partial one is never used as a database. */
export function initializeDatabase({ data, native, runAs }: EmbeddedLocation): void {
  const draft = mkdtempSync(join(dirname(data), `postgres-draft-${processMark}-`));
  try {
    if (runAs) chownSync(draft, runAs.uid, runAs.gid);
    const args = ["-D", draft, "-U", "muster", "-E", "UTF8", "--auth-local=trust", "--auth-host=reject", "--no-locale"];
    const result = spawnSync(
      join(native, "bin/initdb"),
      [...args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      {
        ...runAs,
        cwd: draft,
        env: serverEnv,
        encoding: "utf8",
      },
    );
    if (result.error || result.status !== 0) {
      throw new Error(`The database couldn't be created in ${data}: ${result.error?.message ?? result.stderr.trim()}`);
    }
    renameSync(draft, data);
  } catch (error) {
    // Another process was faster.
    if (!isErrno(error, "ENOTEMPTY", "EEXIST")) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
