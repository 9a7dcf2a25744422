import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@/lib/scripts/programs";
import { locateDatabase } from "@/lib/server/platform/db/embedded/embedded-location";
import { freePort } from "./free-port";
import { untilListening } from "./until-listening";

export type PoolMode = "session" | "transaction";

/** PgBouncer in front of a database. */
export async function startPgbouncer(
  databaseUrl: string,
  mode: PoolMode,
  poolSize: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const program = findProgram("pgbouncer");
  if (!program) throw new Error("This test needs PgBouncer (Debian, Ubuntu: sudo apt-get install pgbouncer).");
  const folder = mkdtempSync(join(tmpdir(), "muster-pgbouncer-"));
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${username}" "${password}"\n`);
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 1000",
  ];
  writeFileSync(file, `${settings.join("\n")}\n`);
  // Like PostgreSQL, it refuses to run as root.
  const { runAs } = locateDatabase(folder, () => undefined);
  if (runAs) for (const one of [folder, users, file]) chownSync(one, runAs.uid, runAs.gid);
  const pgbouncer = spawn(program, [file], { ...runAs, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(pgbouncer, "close");
  let output = "";
  pgbouncer.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await untilListening(port, pgbouncer, () => output);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      // At once, as SIGINT would wait for clients.
      pgbouncer.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
