import type { Endpoint } from "@/lib/contract/endpoint";
import { planOf } from "../billing/plan";
import type { Db } from "../db/client";
import { notFound } from "./errors";
import { receiveUpload } from "./receive-upload";

export type Upload = Awaited<ReturnType<typeof receiveUpload>>;

/** Streams the files of a multipart call to disk, each at most as large as the organisation's plan allows. */
export async function receiveForEndpoint(
  request: Request,
  endpoint: Endpoint,
  db: Db,
  orgId: string | undefined,
): Promise<Upload> {
  if (!orgId) throw notFound("This team");
  const { limits } = await planOf(db, orgId);
  return receiveUpload(request, {
    maxBytes: limits.maxFileBytes,
    maxFiles: endpoint.multipart?.maxFiles ?? 1,
    maxFields: 50,
  });
}
