import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import { parseRetryAfter, toStatusError } from "../shared/failure";
import { findMessage, findServiceError } from "../shared/service-error";

const service = "HubSpot";

const errorSchema = z.object({
  category: z.string().default(""),
  policyName: z.string().default(""),
  context: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.object({ context: z.record(z.string(), z.unknown()).optional() })).default([]),
});

/** Default duration of each rate limit. */
const defaultWaitMs: Record<string, number> = { SECONDLY: 1_000, TEN_SECONDLY_ROLLING: 10_000, DAILY: 3_600_000 };

const stringList = z.array(z.string());

function findScopes({ context, errors }: z.output<typeof errorSchema>): string[] {
  const contexts = [context, ...errors.map((one) => one.context)];
  const names = contexts.flatMap((one) => [one?.requiredGranularScopes, one?.requiredScopes, one?.missingScopes]);
  return [...new Set(names.flatMap((value) => stringList.safeParse(value).data ?? []))];
}

export function toHubspotError(error: unknown): ConnectorError | undefined {
  const serviceError = findServiceError(error);
  if (!serviceError) return undefined;
  const { status, headers, body } = serviceError;
  const message = findMessage(body);
  const parsed = errorSchema.safeParse(body).data;
  if (status === 403 && parsed?.category === "MISSING_SCOPES") {
    const scopes = findScopes(parsed).slice(0, 10);
    const scopeText =
      scopes.length > 0
        ? `the ${new Intl.ListFormat("en").format(scopes)} ${scopes.length > 1 ? "scopes" : "scope"}`
        : "a scope";
    const sentence = `HubSpot requires ${scopeText}. Add ${scopes.length > 1 ? "them" : "it"} to the private app, or connect the account again.`;
    return new ConnectorError("permission", sentence, { cause: error });
  }
  if (status === 429 && parseRetryAfter(headers) === undefined) {
    const ms = defaultWaitMs[parsed?.policyName ?? ""] ?? 10_000;
    const retryHeaders = new Headers({ "retry-after": String(ms / 1000) });
    return toStatusError({ service, status, headers: retryHeaders, message });
  }
  return toStatusError({ service, status, headers, message });
}
