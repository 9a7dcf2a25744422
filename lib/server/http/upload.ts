import type { Endpoint } from "@/lib/contract/endpoint";
import { planOf } from "../billing/plan";
import type { Db } from "../db/client";
import { AppError, notFound } from "./errors";
import { receiveUpload } from "./receive-upload";

export type Upload = Awaited<ReturnType<typeof receiveUpload>>;

/** Streams the files of a multipart call to disk, each at most as large as the organisation's plan allows. */
export async function receiveForEndpoint(
  request: Request,
  endpoint: Endpoint,
  db: Db,
  orgId: string | undefined,
  member: boolean,
): Promise<Upload> {
  if (!orgId) throw notFound("This team");
  const { title, limits } = await planOf(db, orgId);
  const most = member ? { most: `the ${title} plan takes in one file` } : {};
  const maxFiles = endpoint.multipart?.maxFiles ?? 1;
  try {
    return await receiveUpload(request, { maxBytes: limits.maxFileBytes, maxFiles, maxFields: 50, ...most });
  } catch (error) {
    // So that a member reads who can change the plan; a visitor hears nothing of it.
    if (member && error instanceof AppError && error.extra.data?.limit) error.extra.orgId = orgId;
    throw error;
  }
}
