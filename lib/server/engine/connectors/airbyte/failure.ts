import { ConnectorError } from "../shared/errors";
import { failureOfStatus, tidyWords } from "../shared/failure";
import { refusalIn, wordsIn } from "../shared/service-error";
import type { FailureReason } from "./answers";

const service = "Airbyte";

/** Failures of Muster's own access to Airbyte, which the operator configures. */
export function airbyteFailure(error: unknown): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) return undefined;
  const { status, headers, body } = refused;
  const own = wordsIn(body);
  if (status === 401 || status === 403) {
    const sentence = `Airbyte refused Muster (${status}). Whoever runs Muster has to check AIRBYTE_CLIENT_ID and AIRBYTE_CLIENT_SECRET.`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  return failureOfStatus({ service, status, headers, own });
}

/** The failure that an Airbyte connector reports for the source. */
export function failureOfReason(reasons: readonly FailureReason[], what: string): ConnectorError {
  const [reason] = reasons;
  const own = tidyWords(reason?.externalMessage ?? "");
  const words = own ? `: ${own}` : ", without saying why. Look into Airbyte's own log.";
  const sentence = `${what}${words}`;
  if (reason?.failureType === "config_error")
    return new ConnectorError("settings", `${sentence} Check the settings.`, { retryable: false });
  if (reason?.failureType === "refresh_schema")
    return new ConnectorError("vanished", `${sentence} Choose the streams again.`, { retryable: false });
  return new ConnectorError("unavailable", sentence, { retryable: reason?.retryable ?? true });
}
