import { googleFailure, googleReasons } from "../oauth/google-access";
import { ConnectorError } from "../shared/errors";
import { tidyWords } from "../shared/failure";
import { refusalIn, wordsIn } from "../shared/service-error";

const service = "Google BigQuery";

export function bigqueryFailure(error: unknown): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) return googleFailure(error, service);
  const { body } = refused;
  const reasons = googleReasons(body);
  const own = tidyWords(wordsIn(body));
  if (reasons.includes("bytesBilledLimitExceeded"))
    return new ConnectorError(
      "settings",
      `This query would read more than the settings allow. Raise the limit, choose fewer fields or a cursor. BigQuery says: ${own}`,
      { field: "maxGigabytes", cause: error },
    );
  if (reasons.includes("accessDenied"))
    return new ConnectorError(
      "permission",
      `BigQuery does not let this service account do that. It needs the roles BigQuery Data Viewer and BigQuery Job User. It says: ${own}`,
      { cause: error },
    );
  if (reasons.includes("invalidQuery") && /Unrecognized name|not found inside/i.test(own))
    return new ConnectorError("vanished", `A chosen column is no longer there. Choose the fields again. ${own}`, {
      cause: error,
    });
  return googleFailure(error, service);
}
