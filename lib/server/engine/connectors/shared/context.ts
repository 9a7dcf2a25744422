import type { Logger } from "pino";
import { env } from "../../../platform/env/env";
import { outbound } from "../../../platform/outbound/instance";
import { jsonLimits } from "./json-limits";
import type { ConnectorContext, Endpoints } from "./types";

export function readEndpoints(): Endpoints {
  const variables = env();
  return {
    airtable: variables.AIRTABLE_BASE_URL,
    notion: variables.NOTION_BASE_URL,
    hubspot: variables.HUBSPOT_BASE_URL,
    googleDrive: variables.GOOGLE_DRIVE_BASE_URL,
    bigquery: variables.BIGQUERY_BASE_URL,
    googleOAuth: variables.GOOGLE_OAUTH_BASE,
    microsoftGraph: variables.MICROSOFT_GRAPH_BASE_URL,
    microsoftLogin: variables.MICROSOFT_LOGIN_BASE_URL,
  };
}

/** For responses without a limit of their own, such as a token. */
const maxResponseBytes = 1024 * 1024;

interface ContextOptions {
  signal: AbortSignal;
  owner: string;
  log: Logger;
  tmpFolder: string;
  maxFileBytes: number;
  keep?: ConnectorContext["keep"];
}

/** Creates the context of one connector call, with guarded outbound access. */
export function createConnectorContext(options: ContextOptions): ConnectorContext {
  const { fetchWith, resolveAndPin } = outbound();
  const fetch = fetchWith(jsonLimits({ maxBytes: maxResponseBytes }));
  return { fetch, fetchWith, resolveAndPin, places: readEndpoints(), ...options };
}
