import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { failureOfStatus, tidyWords } from "../shared/failure";
import { refusalIn, wordsIn } from "../shared/service-error";

const service = "OneDrive";
const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Microsoft Graph's error code, such as `itemNotFound`. */
export const graphCode = (error: unknown): string | undefined =>
  refusal.safeParse(refusalIn(error)?.body).data?.error.code;

export function onedriveFailure(error: unknown): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) return undefined;
  const { status, headers, body } = refused;
  const own = wordsIn(body);
  const words = own ? ` It says: ${tidyWords(own)}` : "";
  const code = graphCode(error) ?? "";
  if (status === 403 && /^(accessDenied|Authorization_RequestDenied)$/i.test(code)) {
    const sentence = `Microsoft does not let these credentials read this drive. Give them the permission Files.Read.All, or connect the account again.${words}`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  if (/mysite not found|unable to retrieve user's mysite/i.test(own)) {
    const sentence = "This user has no OneDrive yet. It is made when they open it for the first time.";
    return new ConnectorError("vanished", sentence, { cause: error });
  }
  if (status === 509 || code === "activityLimitReached") return failureOfStatus({ service, status: 429, headers, own });
  return failureOfStatus({ service, status, headers, own });
}
