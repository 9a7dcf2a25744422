import type { Logger } from "pino";
import { env } from "../env";
import { outbound } from "../outbound/instance";
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
  const { fetch, fetchWith, resolveAndPin } = outbound();
  return { fetch, fetchWith, resolveAndPin, places: placesOfEnv(), ...given };
}
