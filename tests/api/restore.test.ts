import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSecret } from "@/lib/server/main/check-secret";
import { restore } from "@/lib/server/main/operations/restore";
import { claim, swap } from "@/lib/server/main/operations/swap";
import { secretFile } from "@/lib/server/platform/crypto/secret";
import { restoreMark } from "@/lib/server/platform/db/connection/restore-mark";
import { databaseNotes } from "@/lib/server/platform/storage/stores/database-markers";
import { pack } from "@/lib/server/platform/storage/tar";
import { asLink, described, type Parts, packed, takeApart } from "../support/archives";
import { dataFolder, run, withDatabase } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { startProcess } from "../support/processes";
import { conversation } from "../support/sessions";

ownDatabase();

let good: Buffer;
let own: OwnPostgres;
let sessionId: string;
beforeAll(async () => {
  await checkSecret((await testDatabase()).db);
  sessionId = (await conversation()).sessionId;
  const file = join(process.env.DATA_DIR ?? "", "good.tar.gz");
  const { code, output } = await run("backup", process.env.DATA_DIR ?? "", [file]);
  if (code !== 0) throw new Error(output);
  good = readFileSync(file);
  own = await ownPostgres();
}, 60_000);
afterAll(() => own.stop());

function archive(content: Uint8Array): string {
  const file = join(temporaryFolder("archive"), "given.tar.gz");
  writeFileSync(file, content);
  return file;
}

async function changed(change: (parts: Parts) => void): Promise<Buffer> {
  const parts = takeApart(good);
  change(parts);
  return gzipSync(await packed(parts));
}

/** A folder with data of its own, which a refused restore must leave as it is. */
async function oldData(name: string) {
  const folder = dataFolder(name);
  const { code, output } = await run("restore", folder, [archive(good)]);
  expect(code, output).toBe(0);
  await withDatabase(folder, (client) => client.query("insert into settings values ('mark', '\"old\"')"));
  mkdirSync(join(folder, "uploads/events"), { recursive: true });
  writeFileSync(join(folder, "uploads/events/old.json"), "old");
  return folder;
}

async function isOld(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name !== "backups");
  expect(names.sort()).toEqual(["app-secret", "postgres", "uploads"]);
  expect(readdirSync(join(folder, "uploads"))).toEqual(["events"]);
  expect(readFileSync(join(folder, "uploads/events/old.json"), "utf8")).toBe("old");
  const { rows } = await withDatabase(folder, (client) =>
    client.query("select value from settings where name = 'mark'"),
  );
  expect(rows).toEqual([{ value: "old" }]);
}

const outside = "../../../tmp/muster-escaped";

test("refuses what is no whole, unchanged backup, and leaves all as it was", { timeout: 180_000 }, async () => {
  const folder = await oldData("refusing");
  const raw = gunzipSync(good);
  const flipped = Buffer.from(raw);
  flipped[raw.length - 2_048] = (flipped[raw.length - 2_048] ?? 0) ^ 1;
  const swapped = Buffer.from(good);
  swapped[good.length >> 1] = (swapped[good.length >> 1] ?? 0) ^ 0xff;
  const hostile = (name: string) =>
    changed(({ manifest, contents }) => {
      const content = Buffer.from("x");
      manifest.entries.push(described(name, content));
      contents.set(name, content);
    });
  const link = await changed(({ manifest, contents }) => {
    manifest.entries.push(described("uploads/link", Buffer.alloc(0)));
    contents.set("uploads/link", Buffer.alloc(0));
  });
  const cases: [string, Uint8Array, RegExp][] = [
    ["half of it", good.subarray(0, good.length >> 1), /is truncated: its end is missing|is damaged/],
    ["all but its last bytes", good.subarray(0, good.length - 9), /is truncated: its end is missing/],
    ["cut inside, then closed", gzipSync(raw.subarray(0, raw.length >> 1)), /is truncated: its end is missing/],
    ["a byte changed in the archive", swapped, /damaged|cut off/],
    ["a byte changed in a file", gzipSync(flipped), /damaged/],
    ["a text", Buffer.from("Dear Sir"), /isn't a Muster backup/],
    ["an empty file", Buffer.alloc(0), /isn't a Muster backup|truncated/],
    ["something else, gzipped", gzipSync("Dear Sir ".repeat(200)), /is damaged|isn't a Muster backup/],
    [
      "another tar",
      gzipSync(Buffer.concat(await Array.fromAsync(pack([{ name: "a", content: Buffer.alloc(0) }], new Date())))),
      /isn't a Muster backup/,
    ],
    ["a file missing", await changed(({ contents }) => contents.delete("secret")), /incomplete: secret is missing/],
    [
      "a file too many",
      await changed(({ contents }) => contents.set("uploads/extra", Buffer.from("x"))),
      /isn't in its list of contents/,
    ],
    ["a path upwards", await hostile(`uploads/${outside}`), /list of contents in .+ isn't valid/],
    ["an absolute path", await hostile("/tmp/muster-escaped"), /list of contents in .+ isn't valid/],
    ["a hidden step", await hostile("uploads/a/../../../tmp/muster-escaped"), /list of contents in .+ isn't valid/],
    ["a table's path", await hostile("database/../../muster-escaped"), /list of contents in .+ isn't valid/],
    [
      "a name twice",
      await changed(({ manifest }) => manifest.entries.push({ ...(manifest.entries[0] ?? described("x", good)) })),
      /contains a file twice/,
    ],
    [
      "a strange table",
      await changed(({ manifest }) =>
        manifest.tables.push({ name: 'x"; drop table settings; --', columns: ["a"], rows: 0 }),
      ),
      /tables don't match its migrations/,
    ],
    [
      "a later migration",
      await changed(({ manifest }) => Object.assign(manifest, { migrations: [{ hash: "f".repeat(64), when: 9e12 }] })),
      /created by Muster \S+, which this version can't read/,
    ],
    [
      "a newer format",
      await changed(({ manifest }) => Object.assign(manifest, { formatVersion: 2 })),
      /created by a newer version of Muster/,
    ],
    ["a link", gzipSync(asLink(gunzipSync(link), "uploads/link")), /something other than regular files/],
    [
      "another secret",
      await changed(({ manifest, contents }) => replaceSecret(manifest, contents)),
      /created with an APP_SECRET that isn't included/,
    ],
    [
      "rows cut",
      await changed(({ manifest, contents }) => cutRows(manifest, contents)),
      /has \d+ rows, but \d+ arrived/,
    ],
  ];
  for (const [what, content, sentence] of cases) {
    const target = {
      DATA_DIR: folder,
      UPLOADS_DIR: join(folder, "uploads"),
      APP_SECRET: undefined,
      DATABASE_URL: undefined,
    };
    const refusal = await restore(archive(content), target).catch((error: unknown) => error);
    expect({ what, refusal: String(refusal) }).toEqual({ what, refusal: expect.stringMatching(sentence) });
  }
  expect(existsSync("/tmp/muster-escaped")).toBe(false);
  const missing = await run("restore", folder, ["/tmp/no-such-backup.tar.gz"]);
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining("doesn't exist") });
  await isOld(folder);
});

function replaceSecret(manifest: Parts["manifest"], contents: Parts["contents"]): void {
  const content = Buffer.from(`${"w".repeat(43)}\n`);
  contents.set("secret", content);
  manifest.entries = manifest.entries.map((entry) => (entry.name === "secret" ? described("secret", content) : entry));
}

function cutRows(manifest: Parts["manifest"], contents: Parts["contents"]): void {
  const name = "database/sessions";
  const empty = Buffer.alloc(0);
  contents.set(name, empty);
  manifest.entries = manifest.entries.map((entry) => (entry.name === name ? described(name, empty) : entry));
}

test("keeps the old data aside, all of it", { timeout: 60_000 }, async () => {
  const folder = await oldData("aside");
  const note = join(databaseNotes, "0123456789abcdef");
  mkdirSync(join(folder, "uploads", databaseNotes));
  writeFileSync(join(folder, "uploads", note), "");
  const { code, output } = await run("restore", folder, [archive(good)]);
  expect(code, output).toBe(0);
  const [aside = "", uploadsAside = ""] = /previous data is in (\S+) and (\S+)\./.exec(output)?.slice(1) ?? [];
  expect(dirname(aside)).toBe(folder);
  expect(readdirSync(aside).sort()).toEqual(["app-secret", "postgres"]);
  expect(readFileSync(join(uploadsAside, "events/old.json"), "utf8")).toBe("old");
  // The files that are there now are the restored database's.
  expect([existsSync(join(uploadsAside, note)), existsSync(join(folder, "uploads", note))]).toEqual([true, false]);
  const marks = (where: string) =>
    withDatabase(where, (client) => client.query("select 1 from settings where name = 'mark'"));
  expect((await marks(folder)).rowCount).toBe(0);
  expect((await marks(aside)).rowCount).toBe(1);
});

test("refuses while a server uses the folder", { timeout: 60_000 }, async () => {
  const folder = await oldData("running");
  const user = startProcess("tests/support/database-user.ts", { DATA_DIR: folder });
  await user.line("ready");
  expect(await run("restore", folder, [archive(good)])).toEqual({
    code: 1,
    output: `Muster is running on ${folder}. Stop all its processes, then run this command again.`,
  });
  user.child.stdin?.write("close\n");
  expect(await user.exit()).toBe(0);
  await isOld(folder);
});

test("refuses a wrong APP_SECRET, and takes the right one", { timeout: 60_000 }, async () => {
  const folder = dataFolder("secrets");
  const wrong = await run("restore", folder, [archive(good)], { APP_SECRET: "w".repeat(40) });
  expect(wrong).toEqual({
    code: 1,
    output: "APP_SECRET doesn't match the secret included in this backup. Restore without APP_SECRET.",
  });
  const bare = await changed(({ manifest, contents }) => {
    contents.delete("secret");
    manifest.entries = manifest.entries.filter(({ name }) => name !== "secret");
    manifest.parts = ["database", "uploads", "vectors"];
  });
  const without = await run("restore", folder, [archive(bare)]);
  expect(without).toMatchObject({ code: 1, output: expect.stringContaining("Set APP_SECRET to that secret") });
  const other = await run("restore", folder, [archive(bare)], { APP_SECRET: "w".repeat(40) });
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining("doesn't match the secret that this backup was"),
  });
  expect(readdirSync(folder)).toEqual([]);
  const secret = readFileSync(secretFile(), "utf8").trim();
  expect(await run("restore", folder, [archive(bare)], { APP_SECRET: secret })).toMatchObject({ code: 0 });
  expect(existsSync(secretFile(folder))).toBe(false);
});

test("what a killed restore had moved is put back, and no server starts before", { timeout: 60_000 }, async () => {
  const folder = await oldData("interrupted");
  const draft = join(folder, "restore-draft");
  mkdirSync(join(draft, "postgres"), { recursive: true });
  claim(folder, [draft]);
  swap(folder, [
    ...["postgres", "app-secret"].map((name) => ({ from: join(folder, name), to: join(folder, "aside", name) })),
    { from: join(draft, "postgres"), to: join(folder, "postgres") },
  ]);
  // As if the process had been killed here: its number belongs to nobody.
  const mark = JSON.parse(readFileSync(restoreMark(folder), "utf8"));
  writeFileSync(restoreMark(folder), JSON.stringify({ ...mark, pid: 2 ** 22 + 1 }));
  const server = startProcess("tests/support/database-user.ts", { DATA_DIR: folder });
  expect(await server.exit()).not.toBe(0);
  expect(server.output()).toContain("npm run restore -- --undo");
  expect(await run("restore", folder, ["--undo"])).toEqual({
    code: 0,
    output: "The interrupted restore was undone. The data is unchanged.",
  });
  expect(readdirSync(join(folder, "aside"))).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(["app-secret", "aside", "postgres", "uploads"]);
  expect((await run("restore", folder, ["--undo"])).output).toBe("No restore was interrupted.");
  const { rowCount } = await withDatabase(folder, (client) =>
    client.query("select 1 from settings where name = 'mark'"),
  );
  expect(rowCount).toBe(1);
});

test("restores into an empty database of one's own, and refuses one that is not", { timeout: 60_000 }, async () => {
  const folder = dataFolder("own");
  const variables = { DATABASE_URL: await own.database() };
  const first = await run("restore", folder, [archive(good)], variables);
  expect(first.output).toContain("Restored the backup of");
  expect(readdirSync(folder)).toEqual(["app-secret"]);
  const second = await run("restore", folder, [archive(good)], variables);
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty. Create a new one") });
  expect(readdirSync(folder)).toEqual(["app-secret"]);
  const file = join(temporaryFolder("archive"), "own.tar.gz");
  expect(await run("backup", folder, [file], variables)).toMatchObject({ code: 0 });
  const back = dataFolder("back");
  expect(await run("restore", back, [file])).toMatchObject({ code: 0 });
  const { rowCount } = await withDatabase(back, (client) =>
    client.query("select 1 from sessions where id = $1", [sessionId]),
  );
  expect(rowCount).toBe(1);
});
