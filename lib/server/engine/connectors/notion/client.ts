import { Client, isHTTPResponseError, isNotionClientError } from "@notionhq/client";
import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { findCause, toStatusError } from "../shared/failure";
import { secretField } from "../shared/fields";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import type { ConnectorContext } from "../shared/types";

/** Notion allows three requests a second on average. */
const SPACING_MS = 340;
const TIMEOUT_MS = 60_000;

export const notionSettings = z
  .object({
    token: secretField({
      title: "integration token",
      description:
        "From an internal integration (notion.so/profile/integrations). Share pages with it under page → ••• → Connections.",
    }),
  })
  .meta({ title: "Notion" });

export type NotionSettings = z.infer<typeof notionSettings>;

export function createNotionClient({ token }: NotionSettings, ctx: ConnectorContext): Client {
  const limited = ctx.fetchWith(jsonLimits({ headersTimeoutMs: TIMEOUT_MS }));
  const send = createRateLimitedFetch(limited, { spacingMs: SPACING_MS * (ctx.pace ?? 1), signal: ctx.signal });
  return new Client({
    auth: token,
    ...(ctx.places.notion ? { baseUrl: ctx.places.notion } : {}),
    fetch: (url, init) => send(url, { method: init?.method, headers: init?.headers, body: init?.body }),
    timeoutMs: TIMEOUT_MS * 2,
    // Retries are the fetch's job, and failures carry Notion's message.
    retry: false,
    logger: () => undefined,
  });
}

/** Notion's code for an id that does not exist or is not shared. */
export const isMissing = (error: unknown): boolean => isHTTPResponseError(error) && error.status === 404;

export function toNotionError(error: unknown): ConnectorError | undefined {
  if (findCause(error, ConnectorError)) return undefined;
  if (!isNotionClientError(error)) return undefined;
  if (!isHTTPResponseError(error)) return new ConnectorError("timeout", "Notion didn't respond in time.");
  const { status, message } = error;
  if (status === 409)
    return new ConnectorError("unavailable", "Notion reported a conflict with another change.", { cause: error });
  const headers = error.headers instanceof Headers ? error.headers : undefined;
  return toStatusError({ service: "Notion", status, headers, message });
}
