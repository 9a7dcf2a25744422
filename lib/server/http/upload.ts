import type { Endpoint } from "@/lib/contract/endpoint";
import { planOf } from "../billing/plan";
import type { Db } from "../db/client";
import { AppError, notFound } from "./errors";
import { receiveUpload } from "./receive-upload";
import { fileTooLarge } from "./temporary-files";

export type Upload = Awaited<ReturnType<typeof receiveUpload>>;

/**
 * Streams the files of a multipart call to disk, each at most as large as the organisation's plan allows, when the body
 * has come as well as when it began.
 */
export async function receiveForEndpoint(
  request: Request,
  endpoint: Endpoint,
  db: Db,
  orgId: string | undefined,
  member: boolean,
): Promise<Upload> {
  if (!orgId) throw notFound("This team");
  const limit = async () => {
    const { title, limits } = await planOf(db, orgId);
    return { maxBytes: limits.maxFileBytes, most: member ? `the ${title} plan takes in one file` : "is accepted here" };
  };
  const maxFiles = endpoint.multipart?.maxFiles ?? 1;
  try {
    const upload = await receiveUpload(request, { ...(await limit()), maxFiles, maxFields: 50 });
    const { maxBytes, most } = await limit();
    const larger = upload.files.find(({ size }) => size > maxBytes);
    if (!larger) return upload;
    await upload.dispose();
    throw fileTooLarge(larger.filename, maxBytes, most);
  } catch (error) {
    // So that a member reads who can change the plan; a visitor hears nothing of it.
    if (member && error instanceof AppError && error.extra.data?.limit) error.extra.orgId = orgId;
    throw error;
  }
}
