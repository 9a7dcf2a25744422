import type { Logger } from "pino";
import { env } from "../env";
import { outbound } from "../outbound/instance";
import { jsonLimits } from "./json-limits";
import type { ConnectorContext, Places } from "./types";

export function placesOfEnv(): Places {
  const from = env();
  return {
    airtable: from.AIRTABLE_BASE_URL,
    notion: from.NOTION_BASE_URL,
    hubspot: from.HUBSPOT_BASE_URL,
    googleDrive: from.GOOGLE_DRIVE_BASE_URL,
    bigquery: from.BIGQUERY_BASE_URL,
    googleOAuth: from.GOOGLE_OAUTH_BASE,
    microsoftGraph: from.MICROSOFT_GRAPH_BASE_URL,
    microsoftLogin: from.MICROSOFT_LOGIN_BASE_URL,
  };
}

/** Of an answer without a limit of its own, such as a token. */
const maxAnswerBytes = 1024 * 1024;

interface Given {
  signal: AbortSignal;
  owner: string;
  log: Logger;
  tmpFolder: string;
  maxFileBytes: number;
  keep?: ConnectorContext["keep"];
}

/** The context of one call to a connector, with the guarded way out. */
export function connectorContext(given: Given): ConnectorContext {
  const { fetchWith, resolveAndPin } = outbound();
  const fetch = fetchWith(jsonLimits({ maxBytes: maxAnswerBytes }));
  return { fetch, fetchWith, resolveAndPin, places: placesOfEnv(), ...given };
}
