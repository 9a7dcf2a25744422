import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { type Fault, type FaultyServer, startFaultyServer } from "./faults";

const ending = "._S3rver_object";

/** The keys that s3rver knows. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

export interface S3Server extends FaultyServer {
  bucket: string;
  /** STORAGE_URL for a prefix of the bucket. */
  storageUrl: (prefix: string, bucket?: string) => string;
  /** The keys below a prefix, in order. */
  keys: (prefix: string) => string[];
  /** The file in which an object lies. */
  fileOf: (key: string) => string;
}

/** An answer as S3 gives it. */
export const s3Refusal = (status: number, code: string, message = code): Fault => ({
  refuse: {
    status,
    type: "application/xml",
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  },
});

/** s3rver, an S3-compatible server that checks signatures, with a folder of its own. */
export async function startS3(bucket = "files"): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "muster-s3-"));
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] };
  const strict = new S3rver({ ...options, allowMismatchedSignatures: false });
  await strict.configureBuckets();
  const [objects, lists] = [strict.callback(), new S3rver({ ...options, allowMismatchedSignatures: true }).callback()];
  // Where a path is only the bucket's, s3rver signs it without its last slash, and AWS and its client with it.
  const server = await startFaultyServer((request, response) =>
    /^\/[^/?]+\/\?/.test(request.url ?? "") ? lists(request, response) : objects(request, response),
  );
  const within = join(directory, bucket);
  /** s3rver removes a folder with its last object, even while another process adds one, which is then lost. */
  const keepProbeFolder = (prefix: string) => {
    mkdirSync(join(within, prefix, "probes"), { recursive: true });
    writeFileSync(join(within, prefix, "probes", "keep"), "");
  };
  return {
    ...server,
    bucket,
    storageUrl: (prefix, name = bucket) => {
      if (name === bucket) keepProbeFolder(prefix);
      return `s3://${name}/${prefix}?endpoint=${server.url}`;
    },
    keys: (prefix) =>
      readdirSync(within, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(ending) && name.startsWith(prefix))
        .map((name) => name.slice(0, -ending.length))
        .sort(),
    fileOf: (key) => join(within, `${key}${ending}`),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
