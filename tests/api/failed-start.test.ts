import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { dataFolder } from "../support/data-folders";
import { freePort } from "../support/free-port";
import { loopbackServer } from "../support/loopback-server";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { startProcess } from "../support/processes";
import { canMount, smallDisk } from "../support/small-disk";
import { oldPostgres } from "../support/standins/old-postgres";
import { tcpProxy } from "../support/tcp-proxy";

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(() => postgres.stop());

interface Ended {
  code: number | null;
  output: string;
  ms: number;
}

const worker = "lib/scripts/worker.ts";
const server = "tests/support/api-process.ts";

async function run(script: string, variables: Record<string, string>, args: string[] = []): Promise<Ended> {
  const begun = performance.now();
  const child = startProcess(script, { LOG_LEVEL: "error", ...variables }, process.cwd(), args);
  onTestFinished(() => child.kill("SIGKILL"));
  const code = await child.exit();
  return { code, output: child.output(), ms: performance.now() - begun };
}

/** One sentence or two, and no stack. */
function expectReason({ code, output }: Ended, reason: string | RegExp): void {
  expect(output).toMatch(reason);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output.split("\n").length).toBeLessThanOrEqual(3);
  expect(code).toBe(1);
}

const at = (port: number) => `postgres://muster:secret@127.0.0.1:${port}/muster`;

describe("a start ends with its reason", () => {
  it("when PostgreSQL does not run, or accepts the connection and says nothing, after it was waited for", {
    timeout: 90_000,
  }, async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const address = silent.address();
    const ports = [await freePort(), typeof address === "object" && address ? address.port : 0];
    const [refused, unanswered] = await Promise.all(
      ports.map((port, i) => run(worker, { DATA_DIR: dataFolder(`unreachable-${i}`), DATABASE_URL: at(port) })),
    );
    if (!refused || !unanswered) throw new Error("Both have ended.");
    expectReason(refused, /couldn't be reached within 30 seconds \(connect ECONNREFUSED.*Check DATABASE_URL/);
    expect(refused.ms).toBeGreaterThan(25_000);
    expect(refused.ms).toBeLessThan(45_000);
    expectReason(unanswered, /couldn't be reached within 30 seconds \(timeout expired\)/);
    expect(unanswered.ms).toBeLessThan(45_000);
  });

  it("and goes on when PostgreSQL comes up a moment later", { timeout: 60_000 }, async () => {
    const url = await postgres.database();
    const port = await freePort();
    const DATABASE_URL = url.replace(/:\d+\//, `:${port}/`);
    const child = startProcess(worker, { DATA_DIR: dataFolder("late"), DATABASE_URL });
    onTestFinished(() => child.kill("SIGKILL"));
    await child.line("The database at 127.0.0.1");
    const proxy = await tcpProxy({ port: Number(new URL(url).port) }, port);
    onTestFinished(() => proxy.close());
    await expect.poll(() => child.output(), { timeout: 30_000 }).toContain("Muster has started");
  });

  it.each([
    ["with a wrong password", (url: string) => url.replace("between-us", "wrong"), /rejected the username or password/],
    ["with a database that is not there", (url: string) => `${url}_none`, /There is no database with that name/],
  ])("%s, at once", { timeout: 60_000 }, async (_what, wrong, reason) => {
    const ended = await run(worker, { DATA_DIR: dataFolder("wrong"), DATABASE_URL: wrong(await postgres.database()) });
    expectReason(ended, reason);
    expect(ended.ms).toBeLessThan(20_000);
  });

  it("when PostgreSQL is too old", async () => {
    const old = await oldPostgres("14.9", 140_009);
    onTestFinished(old.close);
    const ended = await run(worker, { DATA_DIR: dataFolder("old"), DATABASE_URL: at(old.port) });
    expectReason(ended, "DATABASE_URL points to PostgreSQL 14.9; Muster requires 15 or newer.");
  });

  it.each([worker, server])("with another secret than the data's: %s", { timeout: 90_000 }, async (script) => {
    const DATABASE_URL = await postgres.database();
    const DATA_DIR = dataFolder("secret");
    const right = { DATABASE_URL, DATA_DIR, APP_SECRET: "r".repeat(40), LOG_LEVEL: "info" };
    const first = startProcess(worker, right);
    await first.line('{"level":30');
    await first.kill("SIGTERM");
    const PORT = String(await freePort());
    const ended = await run(script, { ...right, PORT, LOG_LEVEL: "error", APP_SECRET: "w".repeat(40) });
    expectReason(ended, "APP_SECRET doesn't match the secret that this data was encrypted with");
    expect(ended.ms).toBeLessThan(20_000);
  });

  it("when a migration fails", { timeout: 60_000 }, async () => {
    const DATABASE_URL = await postgres.database();
    const pool = createPool({ connectionString: DATABASE_URL, max: 1 });
    await pool.query("create table accounts (n int)");
    await pool.end();
    const ended = await run(worker, { DATA_DIR: dataFolder("migration"), DATABASE_URL });
    expectReason(ended, /migration 0000_initial failed \(relation "accounts" already exists\). Nothing was changed/);
  });

  it.each([
    ["a setting that is not valid", { WORKER: "maybe" }, /WORKER must be on or off/],
    ["a storage without a bucket", { STORAGE_URL: "s3://" }, /STORAGE_URL must name a bucket, for example/],
  ])("with %s", async (_what, variables, reason) => {
    const ended = await run(server, { DATA_DIR: dataFolder("settings"), PORT: String(await freePort()), ...variables });
    expectReason(ended, reason);
  });

  it.each([worker, server])("when METRICS_PORT is in use: %s", async (script) => {
    const { port, close } = await loopbackServer(() => undefined);
    onTestFinished(close);
    const variables = { DATA_DIR: dataFolder("metrics"), METRICS_PORT: String(port), PORT: String(await freePort()) };
    expectReason(await run(script, variables), /Metrics can't be served on METRICS_PORT: listen EADDRINUSE/);
  });

  it("when a file lies where the data folder should be", async () => {
    const file = join(dataFolder("file"), "data");
    writeFileSync(file, "");
    expectReason(
      await run(worker, { DATA_DIR: file }),
      /can't write to DATA_DIR.*there is a file where a folder is required/,
    );
  });
});

describe.runIf(canMount)("a start on a disk that takes nothing", () => {
  const remount = (folder: string, mode: string) => spawnSync("mount", ["-o", `remount,${mode}`, folder]);

  it.each([
    ["read-only", "the disk is read-only", (disk: ReturnType<typeof smallDisk>) => remount(disk.folder, "ro")],
    ["full", "the disk is full", (disk: ReturnType<typeof smallDisk>) => disk.fill(0)],
  ])("that is %s ends with that", { timeout: 60_000 }, async (_kind, reason, spoil) => {
    const disk = smallDisk(16);
    onTestFinished(disk.remove);
    const data = join(disk.folder, "data");
    mkdirSync(data);
    spoil(disk);
    const one = await run(server, { DATA_DIR: data, PORT: String(await freePort()) });
    expectReason(one, new RegExp(`can't write to DATA_DIR.*${reason}`));
    const uploads = { DATA_DIR: dataFolder("disk"), UPLOADS_DIR: join(disk.folder, "data") };
    const other = await run(worker, { ...uploads, DATABASE_URL: await postgres.database() });
    expectReason(other, new RegExp(`can't write to UPLOADS_DIR.*${reason}`));
  });
});

describe("commands say why they can't do it", () => {
  it.each([
    ["admin", ["root", "ada@example.test"]],
    ["backup", []],
    ["restore", ["no-such-file.tar.gz"]],
    ["move-to", ["postgres://muster:wrong@127.0.0.1:1/x"]],
  ])("%s", { timeout: 90_000 }, async (command, args) => {
    const url = (await postgres.database()).replace("between-us", "wrong");
    const moves = command === "move-to";
    const variables = { DATA_DIR: dataFolder(command), ...(moves ? {} : { DATABASE_URL: url }) };
    const given = moves ? [url] : args;
    const ended = await run(`lib/scripts/${command}.ts`, variables, given);
    expectReason(ended, command === "restore" ? /no-such-file/ : /rejected the username or password/);
  });
});
