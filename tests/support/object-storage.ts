import { beforeAll } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { afterFile } from "./cleanups";
import { type S3Server, s3Credentials, startS3 } from "./standins/object-storage/s3";

/** Stores this file's uploads on an S3-compatible server instead of the disk. Called after `ownDatabase`. */
export function ownObjectStorage(): () => S3Server {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
    Object.assign(process.env, s3Credentials, { STORAGE_URL: s3.storageUrl("muster") });
    forgetEnv();
    afterFile(async () => {
      for (const name of ["STORAGE_URL", ...Object.keys(s3Credentials)]) delete process.env[name];
      forgetEnv();
      await s3.close();
    });
  });
  return () => s3;
}
