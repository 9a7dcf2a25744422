import Airtable from "airtable";
import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { failureOfStatus } from "../shared/failure";
import { listField, secretField } from "../shared/fields";
import { jsonLimits } from "../shared/json-limits";
import { politeFetch } from "../shared/polite-fetch";
import type { ConnectorContext } from "../shared/types";

/** Airtable allows five requests per second and base; exceeding that blocks the client for 30 seconds. */
const SPACING_MS = 210;
const PENALTY_MS = 30_000;
const TIMEOUT_MS = 60_000;
const SCOPES = "Give the token the scopes data.records:read and schema.bases:read, and access to the base.";

export const airtableSettings = z
  .object({
    token: secretField({
      title: "personal access token",
      description: "From airtable.com/create/tokens, with the scopes data.records:read and schema.bases:read.",
    }),
    bases: listField(
      { title: "bases", description: "Ids of bases (app…); empty: all that the token may read." },
      { max: 100, maxLength: 40 },
    ).refine((ids) => ids.every((id) => /^app[A-Za-z0-9]+$/.test(id)), "The id of a base begins with app."),
  })
  .meta({ title: "Airtable" });

export type AirtableSettings = z.infer<typeof airtableSettings>;

/** The listing's offset has expired. */
export class LostPlaceError extends Error {}

const problem = z.object({
  error: z.union([z.string(), z.object({ type: z.string(), message: z.string().optional() })]),
});

function failure(answer: Response, body: unknown): Error {
  const parsed = problem.safeParse(body);
  const reported = parsed.success ? parsed.data.error : "";
  const [type, own] =
    typeof reported === "string" ? [reported, reported] : [reported.type, reported.message ?? reported.type];
  if (type === "LIST_RECORDS_ITERATOR_NOT_AVAILABLE") return new LostPlaceError(own);
  if (type === "UNKNOWN_FIELD_NAME") {
    const says = `Airtable no longer has a field that was chosen: ${own}. Choose the fields of this stream again.`;
    return new ConnectorError("vanished", says);
  }
  const { status, headers } = answer;
  const known = failureOfStatus({ service: "Airtable", status, headers, own });
  if (status === 403) return new ConnectorError("permission", `${known.message} ${SCOPES}`);
  if (status !== 429 || known.retryAfterMs !== undefined) return known;
  return new ConnectorError("rate_limit", known.message, { retryAfterMs: PENALTY_MS });
}

/** Airtable's client does not accept a fetch, so its only method that uses the network is replaced. */
class GuardedBase extends Airtable.Base {
  readonly #way: typeof fetch;

  constructor(airtable: Airtable, id: string, way: typeof fetch) {
    super(airtable, id);
    this.#way = way;
  }

  override async makeRequest({ method = "GET", path = "/", qs = {}, body }: RequestOptions = {}) {
    const query = new URLSearchParams(Object.entries(qs).map(([name, value]) => [name, String(value)]));
    const url = `${this._airtable._endpointUrl}/v${this._airtable._apiVersionMajor}/${this._id}${path}?${query}`;
    const answer = await this.#way(url, {
      method,
      headers: this._getRequestHeaders({}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      if (answer.ok)
        throw new ConnectorError("malformed", "Airtable sent an answer that is no JSON.", { retryable: true });
    }
    if (!answer.ok) throw failure(answer, json);
    return { statusCode: answer.status, headers: answer.headers, body: json };
  }
}

type RequestOptions = NonNullable<Parameters<Airtable.Base["makeRequest"]>[0]>;

/** A request below a path of Airtable's API: `appX`, `meta/bases`. */
export type Call = (
  below: string,
  path: string,
  given?: Pick<RequestOptions, "method" | "qs" | "body">,
) => Promise<unknown>;

export function airtableCall({ token }: AirtableSettings, ctx: ConnectorContext): Call {
  const airtable = new Airtable({
    apiKey: token,
    endpointUrl: ctx.places.airtable ?? "https://api.airtable.com",
    apiVersion: "0.1.0",
  });
  const way = politeFetch(ctx.fetchWith(jsonLimits({ headersTimeoutMs: TIMEOUT_MS })), {
    spacingMs: SPACING_MS * (ctx.pace ?? 1),
    maxWaitMs: PENALTY_MS,
    waitMs: PENALTY_MS * (ctx.pace ?? 1),
    signal: ctx.signal,
  });
  return async (below, path, given = {}) =>
    (await new GuardedBase(airtable, below, way).makeRequest({ ...given, path })).body;
}
