import { findGoogleReasons, toGoogleError } from "../oauth/google-access";
import { ConnectorError } from "../shared/errors";
import { tidyMessage } from "../shared/failure";
import { findMessage, findServiceError } from "../shared/service-error";

const service = "Google BigQuery";

export function toBigqueryError(error: unknown): ConnectorError | undefined {
  const serviceError = findServiceError(error);
  if (!serviceError) return toGoogleError(error, service);
  const { body } = serviceError;
  const reasons = findGoogleReasons(body);
  const message = tidyMessage(findMessage(body));
  if (reasons.includes("bytesBilledLimitExceeded"))
    return new ConnectorError(
      "settings",
      `This query would read more data than the settings allow. Raise the limit, choose fewer fields, or choose a cursor field. BigQuery reported: ${message}`,
      { field: "maxGigabytes", cause: error },
    );
  if (reasons.includes("accessDenied"))
    return new ConnectorError(
      "permission",
      `This service account doesn't have permission to do that. Grant it the BigQuery Data Viewer and BigQuery Job User roles. BigQuery reported: ${message}`,
      { cause: error },
    );
  if (reasons.includes("invalidQuery") && /Unrecognized name|not found inside/i.test(message))
    return new ConnectorError(
      "vanished",
      `A selected column no longer exists. Choose the fields again. BigQuery reported: ${message}`,
      {
        cause: error,
      },
    );
  return toGoogleError(error, service);
}
