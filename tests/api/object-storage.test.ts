import { randomBytes } from "node:crypto";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { assets } from "@/lib/contract/assets/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { isOwnFolder, recordDatabase } from "@/lib/server/main/leftovers/own-folder";
import { sweepUploads } from "@/lib/server/main/leftovers/uploads";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { tokens } from "@/lib/server/platform/db/tables/accounts";
import { sessionFiles } from "@/lib/server/platform/db/tables/sessions";
import { env } from "@/lib/server/platform/env/env";
import { fileStore, newFileKey } from "@/lib/server/platform/storage/file-store";
import { callAs, expectOk, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { formOf, ready, upload } from "../support/datasources";
import { ownObjectStorage } from "../support/object-storage";
import { openAiForAll } from "../support/open-ai";
import { pixel } from "../support/pixel";
import { at, conversation, readMessages, say, settled } from "../support/sessions";
import { s3Refusal } from "../support/standins/object-storage/s3";

ownDatabase();
const s3 = ownObjectStorage();
const standin = openAiForAll();
afterEach(() => s3().fail(() => undefined));

const line = "A line of a long document, of which there are many.\n";
const partOf20Mb = 20 * 1024 * 1024;

const addFile = (person: Person, sessionId: string, data: Uint8Array, name = "notes.txt") =>
  callAs(sessions.addFile, { ...at(person, sessionId), body: formOf({ [name]: data }) });

async function readFile(person: Person, sessionId: string, fileId: string): Promise<Buffer> {
  const to = at(person, sessionId);
  const { response } = await callAs(sessions.file, { ...to, params: { ...to.params, fileId }, raw: true });
  return Buffer.from(await response.arrayBuffer());
}

const keysIn = (folder: string) => s3().keys(`muster/${folder}/`);

describe("files on an S3-compatible server", () => {
  it("contain the documents of data sources and large messages", { timeout: 60_000 }, async () => {
    const text = "A long answer. ".repeat(10_000);
    const config = { api_key: standin().key };
    const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
    const { datasourceId } = await upload(person, { "notes.txt": Buffer.from(line.repeat(10)) });
    standin().behave({ text });
    await expectOk(say(person, sessionId, { message: "Go" }));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(keysIn("events")).not.toEqual([]);
    expect((await readMessages(person, sessionId)).at(-1)?.text).toBe(text);
    const worker = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
    onTestFinished(() => worker.stop());
    expect((await ready(person, datasourceId)).status).toBe("ready");
  });

  it("are returned unchanged, uploaded in parts if they are large, and never written to UPLOADS_DIR", {
    timeout: 30_000,
  }, async () => {
    const { person, sessionId } = await conversation();
    const text = Buffer.from("The text of a file. ".repeat(10));
    const added = await expectOk(addFile(person, sessionId, text));
    expect((await readFile(person, sessionId, String(added._id))).equals(text)).toBe(true);
    const icon = await expectOk(callAs(assets.add, { ...at(person, sessionId), body: formOf({ "icon.png": pixel }) }));
    const shown = await callAs(assets.file, { params: { filename: String(icon.filename) }, raw: true });
    expect((await shown.response.arrayBuffer()).byteLength).toBeGreaterThan(0);

    const before = keysIn("documents");
    s3().requests.length = 0;
    const long = Buffer.from(line.repeat(partOf20Mb / line.length));
    await upload(person, { "long.txt": long });
    expect(s3().requests.filter((one) => one.includes("partNumber="))).toHaveLength(4);
    const [document = ""] = keysIn("documents").filter((key) => !before.includes(key));
    expect(Buffer.from(await fileStore().bytes(document.slice("muster/".length))).equals(long)).toBe(true);
    expect(keysIn("icons")).toEqual([`muster/icons/${icon.filename}`]);
    expect(existsSync(join(env().UPLOADS_DIR, "documents"))).toBe(false);
  });

  it("are withheld from a caller who is signed out while the bucket is slow", async () => {
    const { person, sessionId } = await conversation();
    const { _id } = await expectOk(addFile(person, sessionId, Buffer.from("a")));
    s3().fail(({ method }) => (method === "GET" ? { delayMs: 1_000 } : undefined));
    const to = at(person, sessionId);
    const reading = callAs(sessions.file, { ...to, params: { ...to.params, fileId: String(_id) } });
    await sleep(300);
    await (await testDatabase()).db.delete(tokens).where(eq(tokens.hash, hashToken(person.token)));
    expect((await reading).status).toBe(401);
  });

  it("that are damaged, or whose download breaks off, are never returned as complete", async () => {
    const { person, sessionId } = await conversation();
    const data = randomBytes(300_000);
    const { _id } = await expectOk(addFile(person, sessionId, Buffer.from(data.toString("hex"))));
    const read = () => readFile(person, sessionId, String(_id));
    let cuts = 2;
    s3().fail(({ method }) => (method === "GET" && cuts-- > 0 ? { cutAt: 100_000 } : undefined));
    expect((await read()).toString()).toBe(data.toString("hex"));
    expect(cuts).toBeLessThan(1);
    for (const key of keysIn("sessions")) writeFileSync(s3().fileOf(key), "0".repeat(600_000));
    await expect(read()).rejects.toThrow();
  });
});

describe("an upload", () => {
  it.each([
    [
      "that is full",
      s3Refusal(507, "XMinioStorageFull", "Storage backend has reached its minimum free drive threshold."),
      507,
      /^File storage is full/,
    ],
    ["that has reached its quota", s3Refusal(403, "QuotaExceeded"), 507, /^File storage is full/],
    [
      "that has come to reject the key",
      s3Refusal(403, "InvalidAccessKeyId"),
      503,
      /^File storage isn't responding properly/,
    ],
  ])("to a bucket %s is refused with a reason, and changes nothing", async (_what, fault, status, sentence) => {
    const { person, sessionId } = await conversation();
    const { db } = await testDatabase();
    s3().fail(({ method }) => (method === "PUT" ? fault : undefined));
    const before = keysIn("sessions");
    const refused = await addFile(person, sessionId, Buffer.from("a"));
    expect(refused).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } });
    expect(await db.$count(sessionFiles, eq(sessionFiles.sessionId, sessionId))).toBe(0);
    s3().fail(() => undefined);
    await expectOk(addFile(person, sessionId, Buffer.from("a")));
    expect(keysIn("sessions")).toHaveLength(before.length + 1);
  });

  it("to a bucket that fails for a moment is retried", async () => {
    const { person, sessionId } = await conversation();
    let failures = 2;
    s3().fail(({ method }) => (method === "PUT" && failures-- > 0 ? s3Refusal(503, "SlowDown") : undefined));
    await expectOk(addFile(person, sessionId, Buffer.from("a")));
    expect(failures).toBeLessThan(1);
  });

  it("to a bucket that takes 10 seconds succeeds, and the server responds meanwhile", { timeout: 60_000 }, async () => {
    const text = "A long answer. ".repeat(10_000);
    const config = { api_key: standin().key };
    const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
    standin().behave({ text });
    s3().fail(() => ({ delayMs: 10_000 }));
    const begun = performance.now();
    const uploads = Array.from({ length: 40 }, () => addFile(person, sessionId, Buffer.from("a")));
    await sleep(500);
    await expectOk(say(person, sessionId, { message: "Go" }));
    // Its message does not fit a row, and does not wait for the bucket either.
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect((await readMessages(person, sessionId)).at(-1)?.text).toBe(text);
    expect(performance.now() - begun).toBeLessThan(9_000);
    for (const added of await Promise.all(uploads)) expect(added.status).toBe(200);
  });
});

describe("the sweep of a bucket", () => {
  const hour = 3_600_000;
  const sweep = async () => sweepUploads((await testDatabase()).db, new AbortController().signal);
  const age = (key: string, ms: number) => {
    const at = new Date(Date.now() - ms);
    utimesSync(s3().fileOf(key), at, at);
  };

  async function store(ageMs: number): Promise<string> {
    const key = newFileKey("documents");
    await fileStore().put(key, "a");
    age(`muster/${key}`, ageMs);
    return key;
  }

  /** As another application with the same bucket does. */
  async function storeForeign(key: string, Metadata: Record<string, string>): Promise<string> {
    const client = new S3Client({ endpoint: s3().url, region: "us-east-1", forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket: s3().bucket, Key: `muster/${key}`, Body: "a", Metadata }));
    age(`muster/${key}`, 72 * hour);
    return key;
  }

  it("removes old files that no row references, while no other database has files there", async () => {
    const { db } = await testDatabase();
    const { markers } = fileStore();
    const id = await recordDatabase(db, markers);
    expect(await isOwnFolder(db, markers)).toBe(false);
    age(`muster/databases/${id}`, 72 * hour);
    const [fresh, old] = [await store(hour), await store(72 * hour)];
    await markers.add("0123456789abcdef");
    await sweep();
    expect(await fileStore().exists(old)).toBe(true);
    await fileStore().delete("databases/0123456789abcdef");
    await sweep();
    expect(await Promise.all([fresh, old].map((key) => fileStore().exists(key)))).toEqual([true, false]);
    // Listing goes on after a key, over several pages.
    const keys = await Array.fromAsync(fileStore().keys("documents"));
    expect(await Array.fromAsync(fileStore().keys("documents", keys[0]))).toEqual(keys.slice(1));
  });

  it("keeps what other applications have stored there", async () => {
    const { db } = await testDatabase();
    age(`muster/databases/${await recordDatabase(db, fileStore().markers)}`, 72 * hour);
    const own = await store(72 * hour);
    const foreign = [
      await storeForeign(`documents/${"a".repeat(32)}.pdf`, {}),
      await storeForeign("documents/contract.pdf", { sha256: "b".repeat(64) }),
      await storeForeign(`documents/2026/${"a".repeat(32)}`, { sha256: "b".repeat(64) }),
    ];
    await sweep();
    expect(await fileStore().exists(own)).toBe(false);
    for (const key of foreign) expect(await fileStore().exists(key), key).toBe(true);
  });
});
