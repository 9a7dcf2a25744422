import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFileKey } from "@/lib/server/platform/storage/file-store";
import { localFileStore } from "@/lib/server/platform/storage/stores/local-store";
import type { FileStore } from "@/lib/server/platform/storage/stores/store";

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-store-"));
  store = localFileStore(join(folder, "uploads"));
});
afterAll(() => rm(folder, { recursive: true }));

test("keeps, gives and deletes what was put", async () => {
  const key = newFileKey("icons", "webp");
  expect(key).toMatch(/^icons\/[0-9a-f]{32}\.webp$/);
  expect(await store.exists(key)).toBe(false);
  expect(await store.get(key)).toBeUndefined();
  await store.put(key, new Uint8Array([1, 2, 3]));
  const stored = await store.get(key);
  expect(stored?.size).toBe(3);
  expect([...(await buffer((await stored?.stream()) ?? Readable.from([])))]).toEqual([1, 2, 3]);
  expect([...(await store.bytes(key))]).toEqual([1, 2, 3]);
  await store.delete(key);
  await store.delete(key);
  expect(await store.exists(key)).toBe(false);
});

test("takes a received file over", async () => {
  const path = join(folder, "received");
  await writeFile(path, "x".repeat(200_000));
  const key = newFileKey("documents");
  await store.putFile(key, path);
  expect((await store.get(key))?.size).toBe(200_000);
  await expect(stat(path)).rejects.toThrow("ENOENT");
});

test.each([
  "../x",
  "a/../../x",
  "/etc/passwd",
  "a//b",
  "a/.hidden",
  "a\u0000b",
  "a b",
  "",
  "..",
  "a/b.txt/c",
  "x".repeat(201),
])("%j is no key", async (key) => {
  const outside = await readdir(folder);
  await expect(async () => store.put(key, "x")).rejects.toThrow("not a valid key of a stored file");
  await expect(async () => store.get(key)).rejects.toThrow("not a valid key of a stored file");
  await expect(async () => store.delete(key)).rejects.toThrow("not a valid key of a stored file");
  expect(await readdir(folder)).toEqual(outside);
});
