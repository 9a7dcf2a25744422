import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { locateDatabase } from "@/lib/server/platform/db/embedded/embedded-location";
import { freePort } from "./free-port";

export interface OwnPostgres {
  /** The PEM text of its certificate, where it has one. */
  certificate?: string;
  /** The address of a new, empty database whose owner is no superuser. */
  database(): Promise<string>;
  /** Runs a statement as the superuser. */
  administer(statement: string): Promise<unknown>;
  /** Stops the server as an administrator would; the data stays. */
  halt(): Promise<void>;
  /** Starts it again after `halt`. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** A certificate that signs itself, for these names. */
function selfSigned(folder: string, names: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=muster-test"];
  const made = spawnSync("openssl", [...request, "-addext", `subjectAltName=${names}`, "-out", cert, "-keyout", key]);
  if (made.status !== 0) throw new Error(`No certificate: ${made.error?.message ?? made.stderr}`);
  return { cert, key };
}

/**
 * A PostgreSQL as an operator would have it: another cluster, on loopback TCP, with a password; with `certified` for
 * these names (`DNS:db.example.test,IP:127.0.0.1`) also with TLS.
 */
export async function ownPostgres({ certified }: { certified?: string } = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "muster-own-postgres-"));
  chmodSync(folder, 0o755);
  const { native, runAs } = locateDatabase(folder, () => undefined);
  const data = join(folder, "cluster");
  mkdirSync(data);
  if (runAs) chownSync(data, runAs.uid, runAs.gid);
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "Asia/Tokyo", NODE_ENV: "test" as const };
  const options = { ...runAs, cwd: data, env };
  const init = ["-D", data, "-U", "admin", "-E", "UTF8", "--no-locale", "--auth=trust"];
  const made = spawnSync(join(native, "bin/initdb"), init, { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const admits = ["host all admin 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256", ""];
  writeFileSync(join(data, "pg_hba.conf"), admits.join("\n"));
  const port = await freePort();
  const flags = [
    "-D",
    data,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    `port=${port}`,
    "-c",
    "unix_socket_directories=",
  ];
  const tls = certified ? selfSigned(data, certified) : undefined;
  if (tls && runAs) for (const file of [tls.cert, tls.key]) chownSync(file, runAs.uid, runAs.gid);
  if (tls) flags.push("-c", "ssl=on", "-c", `ssl_cert_file=${tls.cert}`, "-c", `ssl_key_file=${tls.key}`);
  const launch = () => spawn(join(native, "bin/postgres"), flags, { ...options, stdio: "ignore" });
  let server = launch();
  const halt = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
  };
  const admin = createPool({ host: "127.0.0.1", port, user: "admin", database: "postgres", max: 1 });
  const administer = async (statement: string) => {
    for (let i = 0; ; i += 1) {
      try {
        return await admin.query(statement);
      } catch (error) {
        if (i === 100) throw error;
        await sleep(100);
      }
    }
  };
  await administer("create role operator login password 'between-us'");
  let count = 0;
  return {
    ...(tls ? { certificate: readFileSync(tls.cert, "utf8") } : {}),
    database: async () => {
      count += 1;
      await admin.query(`create database own_${count} owner operator`);
      return `postgres://operator:between-us@127.0.0.1:${port}/own_${count}`;
    },
    administer,
    halt,
    resume: async () => {
      server = launch();
      await administer("select 1");
    },
    stop: async () => {
      // A pool's end does not wait for its connections': what the server still says to one would be nobody's.
      const others = "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
      for (let i = 0; i < 20 && (await admin.query(others)).rowCount !== 0; i += 1) await sleep(100);
      await admin.end();
      await halt();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
