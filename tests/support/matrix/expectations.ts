import { expect } from "vitest";
import type { Furnished } from "./furnished-team";
import type { Got, Sent } from "./requests";

/** Where no page has called, the way back leads to the team that the call names. */
export function notSignedIn({ endpoint, params, query }: Sent, token = ""): object {
  if (token.startsWith("mk_")) return { error: "Invalid or expired API key.", code: "unauthorized" };
  const slug = params.resourceSlug ?? query?.resourceSlug;
  const page = slug && endpoint.access !== "public" ? `/${slug}` : "/";
  return { error: "Sign in to continue.", code: "unauthorized", redirect: `/login?goto=${encodeURIComponent(page)}` };
}
export const noSuchTeam = { error: "This team doesn't exist or is no longer available.", code: "not_found" };
export const notByKey = { error: "API keys can't be used for this endpoint. Sign in instead.", code: "forbidden" };
export const noSuchLink = { error: "This link doesn't exist or is no longer available.", code: "not_found" };
export const notByLimitedKey = {
  error: "This API key is limited to specific teams and can't be used for organization-wide endpoints.",
  code: "forbidden",
};
export const noSuchCall = { error: "This endpoint doesn't exist.", code: "not_found" };

/** Nothing of the team, and of its organisation only what a member of it may read. */
export function expectNothingOf(team: Furnished, { text }: Got, who: string, inOrg = false): void {
  const values = [...team.secrets, ...team.teamValues, ...team.hiddenValues, ...(inOrg ? [] : team.orgValues)];
  expect(
    values.filter((value) => text.includes(value)),
    `${who} was shown`,
  ).toEqual([]);
}

export function expectAnswer(got: Got, status: number, body: object, who: string): void {
  expect({ who, status: got.status, body: got.body }).toEqual({ who, status, body });
}
