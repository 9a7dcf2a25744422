import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { failureOfStatus, retryAfterOf } from "../shared/failure";
import { refusalIn, wordsIn } from "../shared/service-error";

const service = "HubSpot";

const refusal = z.object({
  category: z.string().default(""),
  policyName: z.string().default(""),
  context: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.object({ context: z.record(z.string(), z.unknown()).optional() })).default([]),
});

/** Default duration of each rate limit. */
const waits: Record<string, number> = { SECONDLY: 1_000, TEN_SECONDLY_ROLLING: 10_000, DAILY: 3_600_000 };

const listed = z.array(z.string());

function scopesIn({ context, errors }: z.output<typeof refusal>): string[] {
  const places = [context, ...errors.map((one) => one.context)];
  const names = places.flatMap((place) => [place?.requiredGranularScopes, place?.requiredScopes, place?.missingScopes]);
  return [...new Set(names.flatMap((value) => listed.safeParse(value).data ?? []))];
}

export function hubspotFailure(error: unknown): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) return undefined;
  const { status, headers, body } = refused;
  const own = wordsIn(body);
  const answer = refusal.safeParse(body).data;
  if (status === 403 && answer?.category === "MISSING_SCOPES") {
    const scopes = scopesIn(answer).slice(0, 10).join(", ");
    const what = scopes ? `the scope ${scopes}` : "a scope";
    const sentence = `HubSpot asks for ${what}. Add it to the private app, or connect the account again.`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  if (status === 429 && retryAfterOf(headers) === undefined) {
    const ms = waits[answer?.policyName ?? ""] ?? 10_000;
    const after = new Headers({ "retry-after": String(ms / 1000) });
    return failureOfStatus({ service, status, headers: after, own });
  }
  return failureOfStatus({ service, status, headers, own });
}
