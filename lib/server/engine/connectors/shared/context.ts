import type { Logger } from "pino";
import { env } from "../../../platform/env/env";
import { outbound } from "../../../platform/outbound/instance";
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

/** For responses without a limit of their own, such as a token. */
const maxAnswerBytes = 1024 * 1024;

interface Given {
  signal: AbortSignal;
  owner: string;
  log: Logger;
  tmpFolder: string;
  maxFileBytes: number;
  keep?: ConnectorContext["keep"];
}

/** Creates the context of one connector call, with guarded outbound access. */
export function connectorContext(given: Given): ConnectorContext {
  const { fetchWith, resolveAndPin } = outbound();
  const fetch = fetchWith(jsonLimits({ maxBytes: maxAnswerBytes }));
  return { fetch, fetchWith, resolveAndPin, places: placesOfEnv(), ...given };
}
