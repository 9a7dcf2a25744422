import { ConnectorError } from "../shared/errors";
import { tidyMessage, toStatusError } from "../shared/failure";
import { findMessage, findServiceError } from "../shared/service-error";
import type { FailureReason } from "./responses";

const service = "Airbyte";

/** Failures of Muster's own access to Airbyte, which the operator configures. */
export function toAirbyteError(error: unknown): ConnectorError | undefined {
  const serviceError = findServiceError(error);
  if (!serviceError) return undefined;
  const { status, headers, body } = serviceError;
  const message = findMessage(body);
  if (status === 401 || status === 403) {
    const sentence = `Airbyte denied access (${status}). Ask the server administrator to check AIRBYTE_CLIENT_ID and AIRBYTE_CLIENT_SECRET.`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  return toStatusError({ service, status, headers, message });
}

/** The failure that an Airbyte connector reports for the source. */
export function toSourceError(reasons: readonly FailureReason[], what: string): ConnectorError {
  const [reason] = reasons;
  const own = tidyMessage(reason?.externalMessage ?? "");
  const detail = own ? `: ${own}` : "; no reason was given. Check the Airbyte log.";
  const sentence = `${what}${detail}`;
  if (reason?.failureType === "config_error")
    return new ConnectorError("settings", `${sentence} Check the settings.`, { retryable: false });
  if (reason?.failureType === "refresh_schema")
    return new ConnectorError("vanished", `${sentence} Choose the streams again.`, { retryable: false });
  return new ConnectorError("unavailable", sentence, { retryable: reason?.retryable ?? true });
}
