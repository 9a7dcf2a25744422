import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { StorageUrl } from "../../env/storage-url";
import { connectMs, idleMs, maxAttempts, type ObjectDriver, partBytes, partsAtOnce, type StoredObject } from "./driver";

/** S3 allows 10,000. */
const maxParts = 9_900;
const maxSockets = 100;
const ContentType = "application/octet-stream";

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey")) return undefined;
  throw error;
}

type Facts = Pick<GetObjectCommandOutput, "ContentLength" | "LastModified" | "Metadata">;

const toFacts = ({ ContentLength = 0, LastModified = new Date(0), Metadata }: Facts): StoredObject => ({
  size: ContentLength,
  modified: LastModified,
  sha256: Metadata?.sha256,
});

function toReadable(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new Error("The store returned no content.");
  return body;
}

/**
 * Requests to a bucket of S3 or a compatible store. All bodies are sent from memory: their hash is part of the signature, they can
 * be sent again, and no checksum has to follow them, which not all stores understand.
 */
export function openS3({ bucket: Bucket, endpoint, region, pathStyle }: StorageUrl): ObjectDriver {
  // Other stores may reject the newer checksums of S3.
  const checksums = endpoint ? "WHEN_REQUIRED" : "WHEN_SUPPORTED";
  const agent = { keepAlive: true, maxSockets };
  const client = new S3Client({
    ...(endpoint && { endpoint, region: "us-east-1" }),
    ...(region && { region }),
    forcePathStyle: pathStyle,
    maxAttempts,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      requestTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  const disk = new Disk(new S3Driver({ client, bucket: Bucket, visibility: "private", supportsACL: false }));
  return {
    async upload(Key, source, { size, sha256 }) {
      const Metadata = { sha256 };
      if ("path" in source && size > partBytes) {
        const params = { Bucket, Key, Metadata, ContentType, Body: createReadStream(source.path) };
        const partSize = Math.max(partBytes, Math.ceil(size / maxParts));
        await new Upload({ client, params, partSize, queueSize: partsAtOnce }).done();
        return;
      }
      const contents = "path" in source ? await readFile(source.path) : source.contents;
      await disk.put(Key, contents, { Metadata, contentType: ContentType });
    },
    async stat(Key) {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(ignoreMissing);
      return found && toFacts(found);
    },
    async open(Key) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(ignoreMissing);
      return found && { ...toFacts(found), body: toReadable(found.Body) };
    },
    async read(Key, start) {
      const range = start > 0 ? { Range: `bytes=${start}-` } : {};
      return toReadable((await client.send(new GetObjectCommand({ Bucket, Key, ...range }))).Body);
    },
    delete: (key) => disk.delete(key),
    async *list(Prefix, StartAfter) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }));
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
