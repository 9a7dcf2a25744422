import { createHash, randomBytes } from "node:crypto";
import { rm, stat as statFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { hashFile } from "../../disk/hash-file";
import { type StorageUrl, showStorageUrl } from "../../env/storage-url";
import { recordStorageWait } from "../../lifecycle/call-in-progress";
import { type Patience, retry } from "../../lifecycle/retry";
import { withDeadline } from "../../lifecycle/with-deadline";
import { log } from "../../log/log";
import { ByteBudget } from "../objects/byte-budget";
import { type ObjectDriver, partBytes, partsAtOnce } from "../objects/driver";
import { openDriver } from "../objects/open-driver";
import { findStoreError, StoreError, toStoreError } from "../objects/store-error";
import { prepareRead } from "../objects/verified-stream";
import type { DatabaseMarkers } from "./database-markers";
import { isValidKey, requireValidKey } from "./file-key";
import type { FileStore } from "./store";

/** For requests without a large body, retries included. */
const patienceMs = 60_000;
/** Of uploads held in memory by this process. */
const maxUploadBytes = 96 * 1024 * 1024;
/** More than clocks of cooperating machines differ. */
const clockMarginMs = 24 * 3_600_000;

const markerFolder = "databases";
const probeFolder = "probes";
const probeKey = new RegExp(`^${probeFolder}/[0-9a-f]{32}$`);
const newProbeKey = () => `${probeFolder}/${randomBytes(16).toString("hex")}`;
const oldProbeMs = 24 * 3_600_000;
const maxOldProbes = 20;

/** Files in a bucket. Errors are StoreErrors. */
export function objectFileStore(url: StorageUrl): FileStore {
  const place = showStorageUrl(url);
  const budget = new ByteBudget(maxUploadBytes);
  let opened: Promise<ObjectDriver> | undefined;

  /** One operation of the driver. */
  async function run<T>(work: (driver: ObjectDriver) => Promise<T>, limitMs = patienceMs): Promise<T> {
    recordStorageWait();
    opened ??= openDriver(url);
    const driver = await opened;
    try {
      return await (limitMs > 0
        ? withDeadline(work(driver), limitMs, () => new StoreError("slow", place, undefined))
        : work(driver));
    } catch (error) {
      const failure = toStoreError(error, place);
      log().warn({ err: failure }, "a request to file storage failed");
      throw failure;
    }
  }

  const toKey = (key: string): string => url.prefix + requireValidKey(key);

  async function stat(key: string) {
    const object = toKey(key);
    return run((driver) => driver.stat(object));
  }

  async function put(key: string, text: string | Uint8Array): Promise<void> {
    const contents = typeof text === "string" ? Buffer.from(text) : text;
    const sha256 = createHash("sha256").update(contents).digest("hex");
    const [size, object] = [contents.length, toKey(key)];
    await budget.run(size, () => run((driver) => driver.upload(object, { contents }, { size, sha256 })));
  }

  async function putFile(key: string, path: string): Promise<void> {
    const object = toKey(key);
    const [{ size }, sha256] = await Promise.all([statFile(path), hashFile(path, "hex")]);
    const held = size > partBytes ? (partsAtOnce + 1) * partBytes : size;
    // Its time grows with the file: each request has its own limits.
    await budget.run(held, () => run((driver) => driver.upload(object, { path }, { size, sha256 }), 0));
    await rm(path, { force: true });
  }

  async function get(key: string) {
    const object = toKey(key);
    return run(async (driver) => {
      const opened = await driver.open(object);
      if (!opened) return undefined;
      const read = prepareRead(driver, place, object, opened);
      const { size, modified, sha256 } = opened;
      return { size, modified, sha256, stream: async () => read() };
    });
  }

  async function* keys(folder: string, after?: string): AsyncIterable<string> {
    const from = after === undefined ? undefined : toKey(after);
    try {
      opened ??= openDriver(url);
      for await (const key of (await opened).list(`${toKey(folder)}/`, from)) {
        const own = key.slice(url.prefix.length);
        if (isValidKey(own)) yield own;
      }
    } catch (error) {
      throw toStoreError(error, place);
    }
  }

  async function remove(key: string): Promise<void> {
    const object = toKey(key);
    await run((driver) => driver.delete(object));
  }

  async function bytes(key: string): Promise<Uint8Array> {
    const found = await get(key);
    if (!found) throw new Error(`The file ${key} is missing from ${place}.`);
    return buffer(await found.stream());
  }

  /** Lists, writes, reads and deletes. */
  async function check(patience?: Patience): Promise<void> {
    const key = newProbeKey();
    const probe = async () => {
      await put(key, "Muster");
      await removeOldProbes();
      if (Buffer.from(await bytes(key)).toString() !== "Muster") throw new Error(`${place} returns different content.`);
      await remove(key);
      if (await exists(key)) throw new Error(`${place} still has a file after its deletion.`);
    };
    const isTemporary = (error: unknown) => findStoreError(error)?.passes === true;
    await retry(probe, { patienceMs, ...patience, isTemporary }).catch((error: unknown) => {
      throw new Error(`Muster can't store files. ${error instanceof Error ? error.message : ""}`, { cause: error });
    });
  }

  /** Of processes that were killed. */
  async function removeOldProbes(): Promise<void> {
    let seen = 0;
    for await (const key of keys(probeFolder)) {
      if (++seen > maxOldProbes) break;
      const found = probeKey.test(key) ? await stat(key) : undefined;
      if (found?.sha256 && Date.now() - found.modified.getTime() > oldProbeMs) await remove(key);
    }
  }

  const exists = async (key: string): Promise<boolean> => (await stat(key)) !== undefined;
  const markers = createMarkers(place, { put, keys, stat });
  return {
    place,
    shared: true,
    ordered: true,
    check,
    put,
    putFile,
    get,
    stat,
    bytes,
    exists,
    keys,
    delete: remove,
    markers,
  };
}

function createMarkers(place: string, { put, keys, stat }: Pick<FileStore, "put" | "keys" | "stat">): DatabaseMarkers {
  const toKey = (id: string) => `${markerFolder}/${id}`;
  return {
    place,
    notes: `${place}/${markerFolder}`,
    async add(id) {
      if (!(await stat(toKey(id)))) await put(toKey(id), "");
    },
    list: async () => (await Array.fromAsync(keys(markerFolder))).map((key) => key.slice(markerFolder.length + 1)),
    modified: async (id) => (await stat(toKey(id)))?.modified.getTime() ?? Number.POSITIVE_INFINITY,
    now: async () => Date.now() - clockMarginMs,
  };
}
