import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { IdempotencyStrategy, Storage } from "@google-cloud/storage";
import { Disk } from "flydrive";
import { GCSDriver } from "flydrive/drivers/gcs";
import { isObject } from "@/lib/utils/json/is-object";
import type { StorageUrl } from "../../env/storage-url";
import { idleMs, maxAttempts, type ObjectDriver, partBytes } from "./driver";

const pageSize = 1_000;
const retrySeconds = 60;

/** Requests to a bucket of Google Cloud Storage. Keys are never reused, so that every request can be repeated. */
export function openGcs({ bucket: name, endpoint }: StorageUrl): ObjectDriver {
  const storage = new Storage({
    ...(endpoint && { apiEndpoint: endpoint, useAuthWithCustomEndpoint: true }),
    timeout: idleMs,
    retryOptions: {
      maxRetries: maxAttempts - 1,
      totalTimeout: retrySeconds,
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  });
  const bucket = storage.bucket(name);
  const disk = new Disk(new GCSDriver({ storage, bucket: name, visibility: "private", usingUniformAcl: true }));
  const stat: ObjectDriver["stat"] = async (key) => {
    try {
      const [{ size, updated, metadata }] = await bucket.file(key).getMetadata();
      const sha256 = typeof metadata?.sha256 === "string" ? metadata.sha256 : undefined;
      return { size: Number(size), modified: new Date(updated ?? 0), sha256 };
    } catch (error) {
      if (isObject(error) && error.code === 404) return undefined;
      throw error;
    }
  };
  return {
    async upload(key, source, { size, sha256 }) {
      const metadata = { contentType: "application/octet-stream", metadata: { sha256 } };
      if ("path" in source && size > partBytes) {
        const file = bucket.file(key);
        // Created separately: the library's streams do not sign in at another endpoint.
        const [uri] = await file.createResumableUpload({ metadata });
        const target = file.createWriteStream({
          uri,
          resumable: true,
          chunkSize: partBytes,
          validation: "crc32c",
          metadata,
        });
        await pipeline(createReadStream(source.path), target);
        return;
      }
      const contents = "path" in source ? await readFile(source.path) : source.contents;
      await disk.put(key, contents, { metadata, contentType: metadata.contentType });
    },
    stat,
    // Downloads do not have the metadata that Muster adds.
    open: stat,
    async read(key, start) {
      const range = start > 0 ? { start } : {};
      return bucket.file(key).createReadStream({ ...range, validation: false, decompress: false });
    },
    delete: (key) => disk.delete(key),
    async *list(prefix, after) {
      let pageToken: string | undefined;
      do {
        const query = { prefix, startOffset: after, pageToken, maxResults: pageSize, autoPaginate: false };
        const [files, next] = await bucket.getFiles(query);
        // The offset itself is included.
        for (const { name: key } of files) if (key !== after) yield key;
        pageToken = isObject(next) && typeof next.pageToken === "string" ? next.pageToken : undefined;
      } while (pageToken);
    },
  };
}
