import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { hashSources } from "@/lib/scripts/build-stamp";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { clockCheck } from "@/lib/server/main/operations/doctor/checks/clock";
import { inspectDatabase } from "@/lib/server/platform/db/connection/inspect";
import { env } from "@/lib/server/platform/env/env";
import { copyCluster } from "../support/cluster-template";
import { dataFolder, run, withDatabase } from "../support/data-folders";
import { testDatabase } from "../support/database";
import { freePort } from "../support/free-port";
import { oldPostgres } from "../support/standins/old-postgres";
import { openLance, point } from "../support/vector-stores";

afterEach(() => {
  vi.useRealTimers();
});

/** A folder that holds what a build of these sources leaves. */
function builtFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "muster-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "BUILD_ID"), "test");
  writeFileSync(join(folder, "muster-build"), hashSources());
  return folder;
}

/** A data folder with a migrated database, which is stopped. */
function installation(): string {
  const folder = dataFolder("doctor");
  copyCluster(folder);
  mkdirSync(join(folder, "uploads"));
  return folder;
}

interface Line {
  check: string;
  state: string;
  found: string;
  remedy?: string;
}

async function examine(folder: string, variables: Record<string, string> = {}) {
  const { code, output } = await run("doctor", folder, ["--json"], variables);
  const { state, results }: { state: string; results: Line[] } = JSON.parse(output);
  const of = (check: string) => results.filter((line) => line.check === check);
  return { code, output, state, of, problems: results.filter((line) => line.state === "problem") };
}

/** Names of everything in a folder, without what PostgreSQL itself writes. */
const list = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith("postgres/"))
    .sort();

it("a running installation that lacks only optional settings passes, and is not changed", async () => {
  const folder = installation();
  const secrets = { APP_SECRET: "a-secret-of-thirty-two-characters", NEXT_DIST_DIR: builtFolder() };
  await withDatabase(folder, async () => {
    const before = list(folder);
    const { code, output, state, of, problems } = await examine(folder, secrets);
    expect(problems).toEqual([]);
    expect({ code, state }).toEqual({ code: 0, state: "optional" });
    expect(of("Database").map((line) => line.state)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(of("Clock").map((line) => line.state)).toEqual(["ok", "ok", "ok"]);
    expect(of("Email")[0]).toMatchObject({ state: "optional", remedy: expect.stringContaining("SMTP_URL") });
    expect(output).not.toContain(secrets.APP_SECRET);
    expect(list(folder)).toEqual(before);
    const text = await run("doctor", folder, [], secrets);
    expect(text).toMatchObject({ code: 0, output: expect.stringMatching(/^optional {2}Email .+\n +→ Set SMTP_URL/m) });
  });
});

it("a stopped installation is examined without starting its database", async () => {
  const folder = installation();
  const before = readdirSync(join(folder, "postgres"));
  const { of } = await examine(folder);
  expect(of("Database")).toEqual([expect.objectContaining({ state: "optional" })]);
  expect(of("Version")).toContainEqual(expect.objectContaining({ state: "problem", remedy: "Run npm run build." }));
  expect(readdirSync(join(folder, "postgres"))).toEqual(before);
});

it("invalid and misspelled settings are named without their values, and other usage is refused", async () => {
  const folder = installation();
  const wrong = { WORKER: "value-a", SMTP_UR: "smtp://ada:value-b@example.test", STORAGE_URL: "value-c", HOSTS: "x" };
  const { code, output, problems } = await examine(folder, wrong);
  expect(code).toBe(1);
  const [worker, storage, host, smtp] = problems
    .map(({ found, remedy }) => `${found} ${remedy}`)
    .sort()
    .reverse();
  expect([worker, storage, host, smtp].join("\n")).toMatch(
    /^WORKER must be on or off\..*\nThe variable SMTP_UR .*SMTP_URL.*\nThe variable HOSTS .*HOST .*\nSTORAGE_URL must be/,
  );
  expect(output).not.toMatch(/value-/);
  expect(await run("doctor", folder, ["--fix"])).toMatchObject({ code: 2, output: expect.stringContaining("Usage:") });
});

it("an unreachable database, storage and mail server are three problems, and the other checks continue", async () => {
  const folder = installation();
  const away = `127.0.0.1:${await freePort()}`;
  const { code, output, of, problems } = await examine(folder, {
    DATABASE_URL: `postgres://muster:db-password@${away}/muster`,
    SMTP_URL: `smtp://muster:smtp-password@${away}`,
    STORAGE_URL: `s3://bucket/prefix?endpoint=http://${away}&region=eu-1`,
    NEXT_DIST_DIR: builtFolder(),
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "storage-password",
  });
  expect(code).toBe(1);
  expect(problems.map(({ check }) => check)).toEqual(["Database", "Storage", "Email"]);
  expect(problems.every(({ remedy }) => remedy)).toBe(true);
  expect(of("Storage")[0]?.found).toContain("s3://bucket/prefix can't be reached");
  expect(of("Disk")[0]).toMatchObject({ state: "ok" });
  expect(output).not.toMatch(/-password/);
});

it("a database that is too old, and a mail server that refuses the sign-in, are problems", async () => {
  const old = await oldPostgres("14.9", 140_009);
  const mail = new SMTPServer({
    onAuth: (_auth, _session, done) => done(new Error("Wrong name or password")),
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
  });
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    old.close();
    await new Promise<void>((resolve) => mail.close(resolve));
  });
  const address = mail.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { output, of } = await examine(installation(), {
    DATABASE_URL: `postgres://muster@127.0.0.1:${old.port}/muster`,
    SMTP_URL: `smtp://muster:smtp-password@127.0.0.1:${port}`,
    // Secrets are redacted wherever they occur.
    UPLOADS_DIR: "/smtp-password",
  });
  expect(of("Storage")[0]).toMatchObject({ found: expect.stringContaining("[secret]") });
  expect(of("Database")[0]).toMatchObject({ state: "problem", found: expect.stringContaining("requires 15 or newer") });
  expect(of("Email")[0]).toMatchObject({ state: "problem", found: expect.stringContaining("535") });
  expect(output).not.toContain("smtp-password");
  expect(output).not.toContain(Buffer.from("\0muster\0smtp-password").toString("base64"));
});

it("missing migrations, too little space and leftovers are found", async () => {
  const folder = installation();
  const leftover = join(folder, "tmp", "0123456789abcdef0123456789abcdef");
  mkdirSync(join(folder, "tmp"));
  writeFileSync(leftover, "12345");
  const longAgo = Date.now() / 1_000 - 3 * 86_400;
  utimesSync(leftover, longAgo, longAgo);
  await withDatabase(folder, async (client) => {
    await client.query(
      "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
    );
    const { of } = await examine(folder, { DISK_RESERVE_MB: "999999999" });
    expect(of("Database")[1]).toMatchObject({
      state: "problem",
      found: expect.stringMatching(/^The database is missing 1 of \d+ migrations/),
    });
    expect(of("Disk").map(({ state }) => state)).toEqual(["problem", "problem", "problem"]);
    expect(of("Leftovers")).toEqual([
      expect.objectContaining({
        state: "optional",
        found: "Killed processes left 1 file or folder (temporary files, 5 bytes).",
      }),
    ]);
  });
  expect(existsSync(leftover)).toBe(true);
});

it("a clock that differs from the database's and the disk's is a problem", async () => {
  await testDatabase();
  const inspected = await inspectDatabase();
  onTestFinished(() => inspected?.close());
  const examination = {
    env: env(),
    variables: {},
    fromFiles: [],
    buildProblem: () => undefined,
    database: async () => inspected?.client,
  };
  const { signal } = new AbortController();
  const states = async () => (await clockCheck.run(examination, signal)).map(({ state }) => state);
  expect(await states()).not.toContain("problem");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(new Set(await states())).toEqual(new Set(["problem"]));
});

it("vectors that are missing are found", async () => {
  const folder = installation();
  const { store, close } = openLance(join(folder, "vectors"));
  onTestFinished(close);
  const collection = toCollection("team_1", { type: "openai", model: "m" }, 4);
  const points = ["a", "b"].map((id) =>
    point("team_1", id, { datasourceId: "datasource_1", documentId: "document_1" }),
  );
  await store.upsert(collection, points);
  await withDatabase(folder, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      "insert into datasources (id, team_id, name, source_type, status, chunking, collection) values ('datasource_1', 'team_1', 'A', 'file', 'ready', '{}', $1)",
      [JSON.stringify(collection)],
    );
    const insert =
      "insert into documents (id, team_id, datasource_id, key, title, content_hash, stage, stored_chunks, served) values ('document_1', 'team_1', 'datasource_1', 'a', 'A', 'h', 'stored', $1, 1)";
    await client.query(insert, [2]);
    expect((await examine(folder)).of("Vectors")).toMatchObject([{ state: "ok" }]);
    await client.query("update documents set stored_chunks = 3");
    const differs = expect.stringContaining("datasource_1 (2 vectors, 3 chunks)");
    expect((await examine(folder)).of("Vectors")).toMatchObject([{ state: "problem", found: differs }]);
  });
});
