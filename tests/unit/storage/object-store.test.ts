import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseStorageUrl } from "@/lib/server/platform/env/storage-url";
import { newFileKey } from "@/lib/server/platform/storage/file-store";
import { objectFileStore } from "@/lib/server/platform/storage/stores/object-store";
import { temporaryFolder } from "../../support/folders";
import { type S3Server, s3Credentials, startS3 } from "../../support/standins/object-storage/s3";

let s3: S3Server;
beforeAll(async () => {
  Object.assign(process.env, s3Credentials);
  s3 = await startS3();
});
afterEach(() => s3.fail(() => undefined));
afterAll(() => s3.close());

function open(text: string) {
  const url = parseStorageUrl(text);
  if (typeof url === "string") throw new Error(url);
  return objectFileStore(url);
}

test("S3", async () => {
  const store = open(s3.storageUrl("a/b"));
  await store.check();
  const key = newFileKey("icons", "webp");
  expect(await store.get(key)).toBeUndefined();
  await store.put(key, "hello");
  expect(Buffer.from(await store.bytes(key)).toString()).toBe("hello");
  const path = join(temporaryFolder("upload"), "f");
  const content = randomBytes(20 * 1024 * 1024);
  writeFileSync(path, content);
  const big = newFileKey("documents");
  await store.putFile(big, path);
  expect(existsSync(path)).toBe(false);
  const got = await store.get(big);
  expect(got?.size).toBe(content.length);
  expect((await buffer((await got?.stream()) ?? Readable.from([]))).equals(content)).toBe(true);
  expect(await Array.fromAsync(store.keys("icons"))).toEqual([key]);
  await store.delete(key);
  await store.delete(key);
  expect(await store.exists(key)).toBe(false);
});
