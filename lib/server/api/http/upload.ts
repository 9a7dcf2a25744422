import type { Endpoint } from "@/lib/contract/base/endpoint";
import { getPlan } from "../../access/plans/plan";
import type { Db } from "../../platform/db/client";
import { AppError, notFound } from "../../platform/errors/errors";
import { type ReceivedUpload, receiveUpload } from "../../platform/http/body/receive-upload";
import { createTooLargeError } from "../../platform/http/body/temporary-files";

/** Room for the text fields and the boundaries of a body whose files have a common limit. */
const fieldBytes = 512 * 1024;

/**
 * Streams the files of a multipart call to disk. Each file is limited by the organization's plan, both at the start and at the
 * end of the upload.
 */
export async function receiveForEndpoint(
  request: Request,
  endpoint: Endpoint,
  db: Db,
  orgId: string | undefined,
  member: boolean,
): Promise<ReceivedUpload> {
  if (!orgId) throw notFound("This team");
  const limit = async () => {
    const { title, limits } = await getPlan(db, orgId);
    return {
      maxBytes: limits.maxFileBytes,
      limitOwner: member ? `the ${title} plan's` : undefined,
    };
  };
  if (endpoint.files) {
    const { maxFiles, maxBytes } = endpoint.files;
    return receiveUpload(request, { maxFiles, maxBytes, maxTotalBytes: maxBytes + fieldBytes });
  }
  const maxFiles = endpoint.multipart?.maxFiles ?? 1;
  try {
    const upload = await receiveUpload(request, { ...(await limit()), maxFiles, maxFields: 50 });
    const { maxBytes, limitOwner } = await limit();
    const larger = upload.files.find(({ size }) => size > maxBytes);
    if (!larger) return upload;
    await upload.dispose();
    throw createTooLargeError(larger.filename, maxBytes, limitOwner);
  } catch (error) {
    // Only members are informed of who can change the plan, not visitors.
    if (member && error instanceof AppError && error.extra.data?.limit) error.extra.orgId = orgId;
    throw error;
  }
}
