import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { tidyMessage, toStatusError } from "../shared/failure";
import { findMessage, findServiceError } from "../shared/service-error";

const service = "OneDrive";
const errorSchema = z.object({ error: z.object({ code: z.string() }) });

/** Microsoft Graph's error code, such as `itemNotFound`. */
export const findGraphCode = (error: unknown): string | undefined =>
  errorSchema.safeParse(findServiceError(error)?.body).data?.error.code;

export function toOnedriveError(error: unknown): ConnectorError | undefined {
  const serviceError = findServiceError(error);
  if (!serviceError) return undefined;
  const { status, headers, body } = serviceError;
  const message = findMessage(body);
  const detail = message ? ` Microsoft reported: ${tidyMessage(message)}` : "";
  const code = findGraphCode(error) ?? "";
  if (status === 403 && /^(accessDenied|Authorization_RequestDenied)$/i.test(code)) {
    const sentence = `These credentials can't read this drive. Grant them the Files.Read.All permission, or connect the account again.${detail}`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  if (/mysite not found|unable to retrieve user's mysite/i.test(message)) {
    const sentence = "This user has no OneDrive yet. It is created when they first open it.";
    return new ConnectorError("vanished", sentence, { cause: error });
  }
  if (status === 509 || code === "activityLimitReached")
    return toStatusError({ service, status: 429, headers, message });
  return toStatusError({ service, status, headers, message });
}
