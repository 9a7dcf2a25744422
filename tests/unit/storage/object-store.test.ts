import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseStorageUrl } from "@/lib/server/platform/env/storage-url";
import { newFileKey } from "@/lib/server/platform/storage/file-store";
import { objectFileStore } from "@/lib/server/platform/storage/stores/object-store";
import { temporaryFolder } from "../../support/folders";
import { type GcsServer, gcsRefusal, startGcs } from "../../support/standins/object-storage/gcs";
import { type S3Server, s3Credentials, s3Refusal, startS3 } from "../../support/standins/object-storage/s3";

let s3: S3Server;
let gcs: GcsServer;
beforeAll(async () => {
  [s3, gcs] = await Promise.all([startS3(), startGcs()]);
  Object.assign(process.env, s3Credentials, gcs.machine(), { LOG_LEVEL: "silent" });
});
afterEach(() => {
  for (const server of [s3, gcs]) server.fail(() => undefined);
});
afterAll(async () => {
  for (const name of ["LOG_LEVEL", ...Object.keys({ ...s3Credentials, ...gcs.machine() })]) delete process.env[name];
  await Promise.all([s3.close(), gcs.close()]);
});

function open(text: string) {
  const url = parseStorageUrl(text);
  if (typeof url === "string") throw new Error(url);
  return objectFileStore(url);
}

const servers = { S3: () => s3, "Google Cloud Storage": () => gcs };
const names = ["S3", "Google Cloud Storage"] as const;

const isDownload = (path: string) => path.includes("GetObject") || path.includes("alt=media");

describe.each(names)("%s", (name) => {
  const server = () => servers[name]();

  it("stores, returns, lists and deletes files, large ones in parts", { timeout: 30_000 }, async () => {
    const store = open(server().storageUrl("a/b"));
    await store.check();
    const keys = Array.from({ length: 8 }, () => newFileKey("icons", "webp")).sort();
    const [key = ""] = keys;
    expect(await store.get(key)).toBeUndefined();
    for (const one of keys) await store.put(one, "hello");
    expect(Buffer.from(await store.bytes(key)).toString()).toBe("hello");
    expect(await store.exists(key)).toBe(true);
    server().requests.length = 0;
    await store.bytes(key);
    // Google Cloud's downloads do not have the checksum.
    expect(server().requests.filter((one) => one.startsWith("GET"))).toHaveLength(name === "S3" ? 1 : 2);
    expect(server().requests.filter((one) => one.startsWith("HEAD"))).toEqual([]);
    expect(await Array.fromAsync(store.keys("icons"))).toEqual(keys);
    expect(await Array.fromAsync(store.keys("icons", keys[2]))).toEqual(keys.slice(3));

    const path = join(temporaryFolder("upload"), "file");
    const content = randomBytes(20 * 1024 * 1024);
    writeFileSync(path, content);
    const large = newFileKey("documents");
    server().requests.length = 0;
    await store.putFile(large, path);
    expect(server().requests.filter((one) => one.startsWith("PUT")).length).toBeGreaterThanOrEqual(3);
    expect(existsSync(path)).toBe(false);
    const stored = await store.get(large);
    expect(stored?.size).toBe(content.length);
    expect((await buffer((await stored?.stream()) ?? Readable.from([]))).equals(content)).toBe(true);

    await store.delete(key);
    await store.delete(key);
    expect(await store.exists(key)).toBe(false);
  });

  it("continues a download that breaks off", async () => {
    const store = open(server().storageUrl("cut"));
    const key = newFileKey("documents");
    const content = randomBytes(300_000);
    await store.put(key, content);
    let cuts = 2;
    server().fail(({ path }) => (isDownload(path) && cuts-- > 0 ? { cutAt: 100_000 } : undefined));
    expect(Buffer.from(await store.bytes(key)).equals(content)).toBe(true);
    expect(cuts).toBeLessThan(1);
  });

  it("explains that a bucket does not exist", async () => {
    const missing = open(server().storageUrl("a", "nothing"));
    await expect(missing.check()).rejects.toThrow(
      /Muster can't store files. (s3|gs):\/\/nothing\/a doesn't exist. Create/,
    );
  });
});

it.each([
  ["S3", s3Refusal(403, "SignatureDoesNotMatch"), /rejected the credentials/],
  ["S3", s3Refusal(403, "AccessDenied"), /doesn't permit these credentials/],
  ["S3", s3Refusal(301, "PermanentRedirect"), /is in another region/],
  ["S3", s3Refusal(403, "RequestTimeTooSkewed"), /the clock of this machine is wrong/],
  ["S3", s3Refusal(404, "NoSuchUpload"), /reported an error \(NoSuchUpload/],
  ["Google Cloud Storage", gcsRefusal(401, "Invalid Credentials"), /rejected the credentials/],
  [
    "Google Cloud Storage",
    gcsRefusal(403, "machine@standin does not have storage.objects.create access"),
    /doesn't permit these/,
  ],
] as const)("explains why %s rejects a request", async (name, fault, sentence) => {
  servers[name]().fail(() => fault);
  await expect(open(servers[name]().storageUrl("a")).check({ patienceMs: 0 })).rejects.toThrow(sentence);
});

// It waits for half a minute, after which a connection is taken for dead.
if (process.env.MATRIX === "all")
  it.each(names)("a download from %s that stalls is continued", { timeout: 60_000 }, async (name) => {
    const store = open(servers[name]().storageUrl("stalled"));
    const key = newFileKey("documents");
    const content = randomBytes(300_000);
    await store.put(key, content);
    let stalls = 1;
    servers[name]().fail(({ path }) => (isDownload(path) && stalls-- > 0 ? { stallAt: 100_000 } : undefined));
    expect(Buffer.from(await store.bytes(key)).equals(content)).toBe(true);
  });

it("a key cannot lead out of the store", async () => {
  const store = open(s3.storageUrl("a"));
  for (const key of ["../x", "a/../../x", "/x", ""])
    await expect(async () => store.put(key, "x")).rejects.toThrow("not a valid key of a stored file");
});
