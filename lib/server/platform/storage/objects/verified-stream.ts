import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "../../lifecycle/retry";
import { idleMs, type ObjectDriver, type OpenedObject, type StoredObject } from "./driver";
import { toStoreError } from "./store-error";

const maxTries = 3;

/** The stored content is not what was uploaded. */
class DamagedError extends Error {
  constructor(place: string, key: string) {
    super(`The file ${key} in ${place} is damaged: its content doesn't match its checksum.`);
  }
}

/**
 * Returns a reader of an opened object's content, which continues after an interruption and ends with an error if the content is
 * not what was uploaded. An open connection that is not used soon is closed.
 */
export function prepareRead(driver: ObjectDriver, place: string, key: string, { body, ...stored }: OpenedObject) {
  const unused = body && setTimeout(() => body.destroy(), idleMs).unref();
  // Without a reader, it would end the process. Readers notice it as well.
  body?.on("error", () => undefined);
  let first = body;
  const begin = async (): Promise<Readable> => {
    clearTimeout(unused);
    const opened = first?.destroyed ? undefined : first;
    first = undefined;
    return opened ?? driver.read(key, 0);
  };
  return (): Readable => Readable.from(readChunks(driver, place, key, stored, begin), { objectMode: false });
}

/** Chunks of a stream, which ends with an error if none comes in time. A consumer may take longer. */
async function* untilIdle(stream: Readable): AsyncGenerator<Buffer> {
  const wait = () => setTimeout(() => stream.destroy(new Error("The connection timed out.")), idleMs);
  let timer = wait();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield chunk;
      timer = wait();
    }
  } finally {
    clearTimeout(timer);
  }
}

async function* readChunks(
  driver: ObjectDriver,
  place: string,
  key: string,
  { size, sha256 }: StoredObject,
  begin: () => Promise<Readable>,
) {
  const hash = createHash("sha256");
  let read = 0;
  for (let tries = 0; read < size; tries += 1) {
    try {
      for await (const chunk of untilIdle(await (read === 0 ? begin() : driver.read(key, read)))) {
        hash.update(chunk);
        read += chunk.length;
        tries = 0;
        yield chunk;
      }
      if (read < size) throw new Error("The connection ended early.");
    } catch (error) {
      const failure = toStoreError(error, place);
      if (!failure.passes || tries >= maxTries) throw failure;
      await sleep(backoffMs(tries));
    }
  }
  if (read !== size || (sha256 !== undefined && hash.digest("hex") !== sha256)) throw new DamagedError(place, key);
}
