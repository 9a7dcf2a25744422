import Airtable from "airtable";
import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { toStatusError } from "../shared/failure";
import { listField, secretField } from "../shared/fields";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import type { ConnectorContext } from "../shared/types";

/** Airtable allows five requests per second and base; exceeding that blocks the client for 30 seconds. */
const SPACING_MS = 210;
const PENALTY_MS = 30_000;
const TIMEOUT_MS = 60_000;
const SCOPES = "Grant the token the data.records:read and schema.bases:read scopes, and access to the base.";

export const airtableSettings = z
  .object({
    token: secretField({
      title: "personal access token",
      description: "Create one at airtable.com/create/tokens with the data.records:read and schema.bases:read scopes.",
    }),
    bases: listField(
      { title: "bases", description: "Base IDs (app…). Leave empty to include all bases that the token can access." },
      { max: 100, maxLength: 40 },
    ).refine((ids) => ids.every((id) => /^app[A-Za-z0-9]+$/.test(id)), "Base IDs start with app."),
  })
  .meta({ title: "Airtable" });

export type AirtableSettings = z.infer<typeof airtableSettings>;

/** The listing's offset has expired. */
export class OffsetExpiredError extends Error {}

const errorSchema = z.object({
  error: z.union([z.string(), z.object({ type: z.string(), message: z.string().optional() })]),
});

function toError(response: Response, body: unknown): Error {
  const parsed = errorSchema.safeParse(body);
  const reported = parsed.success ? parsed.data.error : "";
  const [type, message] =
    typeof reported === "string" ? [reported, reported] : [reported.type, reported.message ?? reported.type];
  if (type === "LIST_RECORDS_ITERATOR_NOT_AVAILABLE") return new OffsetExpiredError(message);
  if (type === "UNKNOWN_FIELD_NAME") {
    const text = `Airtable no longer has a selected field: ${message}. Choose this stream's fields again.`;
    return new ConnectorError("vanished", text);
  }
  const { status, headers } = response;
  const statusError = toStatusError({ service: "Airtable", status, headers, message });
  if (status === 403) return new ConnectorError("permission", `${statusError.message} ${SCOPES}`);
  if (status !== 429 || statusError.retryAfterMs !== undefined) return statusError;
  return new ConnectorError("rate_limit", statusError.message, { retryAfterMs: PENALTY_MS });
}

/** Airtable's client does not accept a fetch, so its only method that uses the network is replaced. */
class GuardedBase extends Airtable.Base {
  readonly #fetch: typeof fetch;

  constructor(airtable: Airtable, id: string, send: typeof fetch) {
    super(airtable, id);
    this.#fetch = send;
  }

  override async makeRequest({ method = "GET", path = "/", qs = {}, body }: RequestOptions = {}) {
    const query = new URLSearchParams(Object.entries(qs).map(([name, value]) => [name, String(value)]));
    const url = `${this._airtable._endpointUrl}/v${this._airtable._apiVersionMajor}/${this._id}${path}?${query}`;
    const response = await this.#fetch(url, {
      method,
      headers: this._getRequestHeaders({}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      if (response.ok)
        throw new ConnectorError("malformed", "Airtable returned a response that isn't valid JSON.", {
          retryable: true,
        });
    }
    if (!response.ok) throw toError(response, json);
    return { statusCode: response.status, headers: response.headers, body: json };
  }
}

type RequestOptions = NonNullable<Parameters<Airtable.Base["makeRequest"]>[0]>;

/** A request below a path of Airtable's API: `appX`, `meta/bases`. */
export type AirtableCall = (
  scope: string,
  path: string,
  request?: Pick<RequestOptions, "method" | "qs" | "body">,
) => Promise<unknown>;

export function createAirtableCall({ token }: AirtableSettings, ctx: ConnectorContext): AirtableCall {
  const airtable = new Airtable({
    apiKey: token,
    endpointUrl: ctx.places.airtable ?? "https://api.airtable.com",
    apiVersion: "0.1.0",
  });
  const way = createRateLimitedFetch(ctx.fetchWith(jsonLimits({ headersTimeoutMs: TIMEOUT_MS })), {
    spacingMs: SPACING_MS * (ctx.pace ?? 1),
    maxWaitMs: PENALTY_MS,
    waitMs: PENALTY_MS * (ctx.pace ?? 1),
    signal: ctx.signal,
  });
  return async (below, path, given = {}) =>
    (await new GuardedBase(airtable, below, way).makeRequest({ ...given, path })).body;
}
