import type { StorageUrl } from "../../env/storage-url";
import type { ObjectDriver } from "./driver";

/** Loads the client library of the provider: processes that don't use it never do. */
export async function openDriver(url: StorageUrl): Promise<ObjectDriver> {
  if (url.kind === "s3") return (await import("./s3")).openS3(url);
  return (await import("./gcs")).openGcs(url);
}
