import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest";
import { checkSecret } from "@/lib/server/main/check-secret";
import { uploadRestored } from "@/lib/server/main/operations/upload-restored";
import { connectOwn } from "@/lib/server/platform/db/connection/connect";
import { sessionFiles } from "@/lib/server/platform/db/tables/sessions";
import { parseStorageUrl } from "@/lib/server/platform/env/storage-url";
import { newId } from "@/lib/server/platform/ids/ids";
import { newFileKey } from "@/lib/server/platform/storage/file-store";
import { objectFileStore } from "@/lib/server/platform/storage/stores/object-store";
import { dataFolder, run } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { ownPostgres } from "../support/own-postgres";
import { startProcess } from "../support/processes";
import { conversation } from "../support/sessions";
import { type S3Server, s3Credentials, s3Refusal, startS3 } from "../support/standins/object-storage/s3";

ownDatabase();

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(process.env, s3Credentials);
  await checkSecret((await testDatabase()).db);
});
afterEach(() => s3.fail(() => undefined));
afterAll(async () => {
  for (const name of Object.keys(s3Credentials)) delete process.env[name];
  await s3.close();
});

const live = () => process.env.DATA_DIR ?? "";
const below = (prefix: string) => s3.keys(`${prefix}/`).map((key) => key.slice(prefix.length + 1));
const on = (prefix: string) => ({ ...s3Credentials, STORAGE_URL: s3.storageUrl(prefix) });

/** Files in a folder, by key. */
function writeFiles(folder: string, count: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let i = 0; i < count; i += 1) {
    const key = newFileKey(i % 2 ? "documents" : "sessions");
    const content = randomBytes(i === 0 ? 9 * 1024 * 1024 : 20_000 + i);
    mkdirSync(join(folder, key, ".."), { recursive: true });
    writeFileSync(join(folder, key), content);
    files.set(key, content);
  }
  return files;
}

function expectFiles(prefix: string, files: Map<string, Buffer>): void {
  expect(below(prefix)).toEqual([...files.keys()].sort());
  for (const [key, content] of files) expect(readFileSync(s3.fileOf(`${prefix}/${key}`)).equals(content)).toBe(true);
}

it.each([
  [
    "a bucket that does not exist",
    () => s3.storageUrl("a", "nothing"),
    /s3:\/\/nothing\/a doesn't exist. Create the bucket/,
  ],
  ["credentials in the URL", () => "s3://key:secret-value@files/a", /STORAGE_URL must not contain credentials/],
])("a start with %s fails with that reason", { timeout: 30_000 }, async (_what, url, reason) => {
  const { code, output } = await run("worker", dataFolder("refused"), [], { ...s3Credentials, STORAGE_URL: url() });
  expect(output).toMatch(reason);
  expect(output).not.toMatch(/^\s+at |secret-value/m);
  expect(code).toBe(1);
});

it("a backup has the files of the bucket, and a restore uploads them to another one", { timeout: 90_000 }, async () => {
  const { db } = await testDatabase();
  const { sessionId } = await conversation();
  const folder = temporaryFolder("uploads");
  const files = writeFiles(folder, 8);
  const moved = await run("move-to", live(), ["--storage", s3.storageUrl("from")], {
    ...s3Credentials,
    UPLOADS_DIR: folder,
  });
  expect(moved.code, moved.output).toBe(0);
  for (const path of files.keys())
    await db
      .insert(sessionFiles)
      .values({ id: newId("file"), sessionId, filename: "a", mimeType: "text/plain", size: 1, path });
  const file = join(temporaryFolder("archive"), "all.tar.gz");
  const made = await run("backup", live(), [file], on("from"));
  expect(made.output).toMatch(/and 8 files to/);
  expect(existsSync(join(live(), "uploads", "documents"))).toBe(false);

  // Interrupted by a full bucket, it has changed nothing, and the next one continues.
  const target = dataFolder("restored");
  let puts = 0;
  s3.fail(({ method }) => (method === "PUT" && ++puts > 4 ? s3Refusal(507, "XMinioStorageFull") : undefined));
  const full = await run("restore", target, [file], on("to"));
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining("s3://files/to is full") });
  expect(existsSync(join(target, "postgres"))).toBe(false);
  s3.fail(() => undefined);
  const restored = await run("restore", target, [file], on("to"));
  expect(restored.output).toContain("Restored the backup of");
  expectFiles("to", files);
  expect(existsSync(join(target, "uploads"))).toBe(false);

  // Into a database that is in use, nothing is restored.
  const postgres = await ownPostgres();
  onTestFinished(() => postgres.stop());
  const url = await postgres.database();
  const { pool, close } = await connectOwn(url);
  await pool.query("create table things (a int)");
  await close();
  const refused = await run("restore", dataFolder("refused"), [file], { ...on("kept"), DATABASE_URL: url });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") });
  expect(below("kept")).toEqual([]);
});

it("a move that is killed continues where it stopped, in both directions", { timeout: 120_000 }, async () => {
  const folder = temporaryFolder("uploads");
  const files = writeFiles(folder, 60);
  const variables = { ...s3Credentials, DATA_DIR: dataFolder("moving"), LOG_LEVEL: "error" };
  const args = ["--storage", s3.storageUrl("moved")];
  s3.fail(({ method }) => (method === "PUT" ? { delayMs: 300 } : undefined));
  const killed = startProcess("lib/scripts/move-to.ts", { ...variables, UPLOADS_DIR: folder }, process.cwd(), args);
  const stored = () => below("moved").filter((key) => !key.startsWith("probes/"));
  await expect.poll(() => stored().length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(10);
  await killed.kill("SIGKILL");
  // What was on its way has arrived as a whole, or not.
  await sleep(500);
  const before = stored().length;
  expect(before).toBeLessThan(files.size);
  s3.fail(() => undefined);
  // One that is there only in part counts as not there.
  writeFileSync(s3.fileOf(`moved/${stored()[0]}`), "part");
  const next = await run("move-to", variables.DATA_DIR, args, { ...variables, UPLOADS_DIR: folder });
  expect(next.output).toContain(`60 files in s3://files/moved, ${60 - before + 1} copied`);
  expect(next.output).toContain("set STORAGE_URL to the URL you entered");
  expectFiles("moved", files);

  const back = temporaryFolder("back");
  const returned = await run("move-to", variables.DATA_DIR, ["--storage", back], { ...variables, ...on("moved") });
  expect(returned.output).toContain(`60 files in ${back}, 60 copied`);
  for (const [key, content] of files) expect(readFileSync(join(back, key)).equals(content)).toBe(true);
  const again = await run("move-to", variables.DATA_DIR, ["--storage", "s3://"], variables);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("The target must name a bucket") });
});

it("a restore does not overwrite files with other content, and reports them", async () => {
  const url = parseStorageUrl(s3.storageUrl("others"));
  if (typeof url === "string") throw new Error(url);
  const store = objectFileStore(url);
  const folder = temporaryFolder("staged");
  const [[path = "", content] = []] = writeFiles(folder, 1);
  await store.put(path, "other");
  const entry = { name: `uploads/${path}`, size: content?.length ?? 0, sha256: "0".repeat(64) };
  const restoring = uploadRestored({ entries: [entry] }, folder, store);
  await expect(restoring).rejects.toThrow(`${path} in s3://files/others has different content than in the backup`);
  expect(Buffer.from(await store.bytes(path)).toString()).toBe("other");
});
